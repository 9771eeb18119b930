"""Uses that were seen stay possible, those of sub-accounts too, with all parts of a plan together."""

from typing import Any

import pytest

from app.platform.clock import now_ms
from tests.factories import Person, a_grant, a_user
from tests.findings.published import DAY, status, suggestion, used
from tests.remediation.advised import Advised
from tests.remediation.outcomes import parts
from tests.requests.desk import ANY, grants_of

NAMESPACE, TOPIC = 3, 4


def _sub_account(advised: Advised) -> tuple[Person, int]:
    """walter's, which writes the tenant as he may; and its grant."""
    desk = advised.desk
    sub = desk.center.make(a_user, "walter.sub", parent=desk.wanting)
    return sub, desk.center.make(a_grant, sub, [102], 2, desk.tenant.id).id


def test_a_sub_account_s_use_spares_what_its_main_account_needs_for_it(advised: Advised) -> None:
    """No use names the grants of the main account; without them its sub-account is denied."""
    sub, grant = _sub_account(advised)
    plan = advised.plan(advised.desk.at_owner, "s-unused")
    advised.run(days=9, usage_daily=[used(advised.wide), used(grant, user=sub.username, action=3)])
    advised.pass_days(8)
    seen = advised.read(advised.desk.at_owner, plan)
    assert parts(seen) == {"s-unused": ("cancelled", "use_seen")}
    assert [use["user"] for use in seen["parts"][0]["facts"]["uses"]] == ["walter.sub"]


def test_a_right_used_by_a_sub_account_is_not_planned_away(advised: Advised) -> None:
    sub, grant = _sub_account(advised)
    advised.run(usage_daily=[used(advised.wide), used(grant, user=sub.username, action=3)])
    refused = advised.try_to_plan(advised.desk.at_owner, "s-unused")
    assert (refused.status_code, refused.json()["code"]) == (409, "use_would_be_lost")


@pytest.mark.parametrize("meanwhile", [True, False])
def test_one_of_two_parts_that_cover_a_use_stays(advised: Advised, meanwhile: bool) -> None:
    """Each of two redundant grants could go while the other stays; what kept both needless was taken away by hand."""
    desk = advised.desk
    both = {
        "s-1": desk.center.make(a_grant, desk.wanting, [203], NAMESPACE, desk.namespace.id).id,
        "s-2": desk.center.make(a_grant, desk.wanting, [303], TOPIC, desk.topic.id).id,
    }
    results: dict[str, Any] = {
        "suggestions": [suggestion(key, "remove_redundant", advised.role, [grant]) for key, grant in both.items()],
        "grant_status": [],
        "usage_daily": [used(grant) for grant in (advised.wide, *both.values())],
    }
    advised.run(**results)
    if not meanwhile:
        _revoke_wide_grant(advised)
        refused = advised.try_to_plan(desk.at_owner, *both)
        assert (refused.status_code, refused.json()["code"]) == (409, "use_would_be_lost")
        return
    plan = advised.plan(desk.at_owner, *both)
    _revoke_wide_grant(advised)
    advised.run(days=3, **results)
    advised.pass_days(3)
    assert parts(advised.read(desk.at_owner, plan)) == {
        "s-1": ("pending", None), "s-2": ("cancelled", "use_seen"),
    }  # fmt: skip
    assert (TOPIC, desk.topic.id, [303], None) in grants_of(desk.center, desk.wanting)


def test_a_temporary_cover_does_not_replace_a_lasting_one(advised: Advised) -> None:
    """A grant is redundant beside one that lasts; that one was given an end since."""
    desk = advised.desk
    narrow = desk.center.make(a_grant, desk.wanting, [303], TOPIC, desk.topic.id).id
    results: dict[str, Any] = {
        "suggestions": [suggestion("s-1", "remove_redundant", advised.role, [narrow])],
        "grant_status": [status(narrow, "redundant", sole=0)],
        "usage_daily": [used(advised.wide), used(narrow)],
    }
    advised.run(**results)
    plan = advised.plan(desk.at_owner, "s-1")
    path, ends = f"/api/v1/grants/{advised.wide}", {"valid_until": now_ms() + 30 * DAY}
    assert desk.at_owner.patch(path, json=ends, headers=ANY).is_success
    advised.run(days=9, **results)
    advised.pass_days(8)
    assert parts(advised.read(desk.at_owner, plan)) == {"s-1": ("cancelled", "use_seen")}


def _revoke_wide_grant(advised: Advised) -> None:
    """olga takes away what reaches the whole tenant."""
    path = f"/api/v1/grants/{advised.wide}"
    assert advised.desk.at_owner.delete(path, headers=ANY).is_success
