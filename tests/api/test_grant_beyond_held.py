"""Nobody gives more than they hold, nor for longer, nor elsewhere; a sub-account gets what its main account holds."""

from __future__ import annotations

import pytest

from app.resources.models import Tenant
from tests.api.given import GRANTS, HOUR, Business, refusal
from tests.factories import CLUSTER, TOPIC, a_cluster, a_grant, a_user, an_administrator


def test_nobody_gives_for_longer_than_they_hold(business: Business) -> None:
    """The refusal says until when it could be given."""
    end = business.now + 10 * HOUR
    business.grant(business.owner, business.partner, [302, 304], valid_until=end)
    before = business.rows()
    for window in ({}, {"valid_until": end + 1}, {"valid_from": end - 1, "valid_until": end + 1}):
        answer = business.give(business.partner, business.third, [302], **window)
        assert refusal(business, answer, before) == (403, "not_held")
        assert answer.json()["held_until"] == {"302": end, "304": end}
        assert answer.json()["authorities"] == [302, 304]
    given = business.grant(business.partner, business.third, [302], valid_until=end)
    before = business.rows()
    for values in ({"valid_until": None}, {"valid_until": end + 1}, {"authorities": [302, 303]}):
        assert refusal(business, business.change(business.partner, given, **values), before) == (403, "not_held")
    assert business.change(business.partner, given, valid_until=end - HOUR).status_code == 200
    assert business.change(business.partner, given, remark="until the trial is over").status_code == 200


def test_revoking_a_right_keeps_what_was_passed_on(business: Business) -> None:
    """Revoking a giver's right leaves the grants it gave (decision 0015); the list shows them."""
    mine = business.grant(business.owner, business.partner, [302, 304])
    passed_on = business.grant(business.partner, business.third, [302])
    assert business.take_back(business.owner, mine).status_code == 204
    root = business.center.with_token(business.center.make(an_administrator))
    found = root.get(GRANTS, params={"given_by": str(business.partner.id)}).json()["items"]
    assert [grant["id"] for grant in found] == [passed_on]


def test_an_administrator_for_a_time_gives_for_that_time_only(business: Business) -> None:
    end = business.now + HOUR
    business.grant(business.owner, business.partner, [302])
    business.grant(business.owner, business.partner, [304], valid_until=end)
    answer = business.give(business.partner, business.third, [302])
    assert answer.json()["held_until"] == {"304": end}
    assert business.give(business.partner, business.third, [302], valid_until=end).status_code == 201


def test_a_main_account_passes_on_for_as_long_as_it_holds(business: Business) -> None:
    end = business.now + HOUR
    business.grant(business.owner, business.partner, [303], valid_until=end)
    assert business.give(business.partner, business.partner_app, [303]).json()["code"] == "not_held"
    assert business.give(business.partner, business.partner_app, [303], valid_until=end).status_code == 201


def test_a_sub_account_gets_only_what_its_main_account_holds(business: Business) -> None:
    """Not even from an administrator: such a grant would come into force without a decision."""
    root, end = business.center.make(an_administrator), business.now + HOUR
    for giver in (root, business.owner):
        before = business.rows()
        answer = business.give(giver, business.partner_app, [303])
        assert refusal(business, answer, before) == (409, "main_account_does_not_hold")
    business.grant(business.owner, business.partner, [303], valid_until=end)
    answer = business.give(business.owner, business.partner_app, [303])
    assert answer.json()["held_until"] == {"303": end}
    assert business.give(business.owner, business.partner_app, [303], valid_until=end).status_code == 201


def test_a_sub_account_is_given_what_its_main_account_will_hold(business: Business) -> None:
    """What counts is the time of the grant, not the present."""
    root, on = business.center.make(an_administrator, "root"), {"res_type": TOPIC, "res_id": business.topic.id}
    begin, end = business.now + HOUR, business.now + 3 * HOUR
    sub = business.center.make(a_user, "third.sub", parent=business.third)
    business.grant(root, business.third, [302], valid_from=begin, valid_until=end, **on)
    before = business.rows()
    answer = business.give(root, sub, [302], valid_from=begin + HOUR, valid_until=end + 1, **on)
    assert refusal(business, answer, before) == (409, "main_account_does_not_hold")
    assert answer.json()["held_until"] == {"302": end}
    answer = business.give(root, sub, [302], valid_from=begin - 1, **on)
    assert (answer.status_code, answer.json()["held_until"]) == (409, {"302": None})
    business.grant(root, sub, [302], valid_from=begin + HOUR, valid_until=end, **on)


@pytest.mark.parametrize("first", [0, 1])
def test_giving_on_several_clusters_needs_the_right_on_each(business: Business, first: int) -> None:
    """A super user of one of the tenant's clusters neither gives nor revokes; one of both does."""
    center, other = business.center, business.center.make(a_cluster, "two")
    here = int(business.tenant.clusters)
    center.make(lambda session: setattr(session.get_one(Tenant, business.tenant.id), "clusters", f"{here},{other.id}"))
    grant = business.grant(business.owner, business.third, [302])
    homes = (here, other.id)
    center.make(a_grant, business.partner, [4], CLUSTER, homes[first])
    before = business.rows()
    assert refusal(business, business.give(business.partner, business.third, [303]), before) == (403, "not_allowed")
    assert refusal(business, business.take_back(business.partner, grant), before) == (403, "not_allowed")
    center.make(a_grant, business.partner, [4], CLUSTER, homes[1 - first])
    business.grant(business.partner, business.third, [303])
    assert business.take_back(business.partner, grant).status_code == 204
