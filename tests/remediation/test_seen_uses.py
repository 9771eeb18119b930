"""What was seen in use stays possible, that of sub-accounts too."""

from tests.audit.published import used
from tests.factories import Person, a_grant, a_user
from tests.remediation.advised import Advised
from tests.remediation.outcomes import parts


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
    assert [one["user"] for one in seen["parts"][0]["facts"]["uses"]] == ["walter.sub"]


def test_what_a_sub_account_was_seen_doing_is_not_planned_away(advised: Advised) -> None:
    sub, grant = _sub_account(advised)
    advised.run(usage_daily=[used(advised.wide), used(grant, user=sub.username, action=3)])
    refused = advised.planned(advised.desk.at_owner, "s-unused")
    assert (refused.status_code, refused.json()["code"]) == (409, "use_would_be_lost")
