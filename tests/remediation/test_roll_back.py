"""Back in one call: what was taken, but for what others did meanwhile, and only by who may give it."""

import pytest

from app.audit import trail
from app.clock import now_ms
from tests.audit import published
from tests.audit.published import DAY, used
from tests.factories import TENANT, a_grant, an_administrator
from tests.remediation.advised import RESOURCE, Advised
from tests.remediation.outcomes import HELD, parts, rights
from tests.requests.desk import held, rows, set_to


def test_what_comes_ends_when_what_goes_would_have(advised: Advised) -> None:
    desk = advised.desk
    set_to(desk.center, notice_days=0)
    end = now_ms() + 30 * DAY
    path = f"/api/v1/grants/{advised.wide}"
    assert desk.at_owner.patch(path, json={"valid_until": end}, headers={"If-Match": "*"}).status_code == 200
    advised.run(about={"revision": desk.center.read(trail.current_revision)}, usage_daily=[used(advised.wide)])
    plan = advised.plan(desk.at_owner, "s-narrow")
    advised.pass_days(0)
    assert held(desk.center, desk.wanting)[-1] == (4, desk.topic.id, [303], end)
    advised.step(desk.at_owner, plan, "roll-back", "undo")
    assert (2, desk.tenant.id, [103], end) in held(desk.center, desk.wanting)


def test_narrower_grants_that_share_a_right_on_a_topic_give_all_their_rights(advised: Advised) -> None:
    """The second one finds write on the topic given by the first: it gives read alone, instead of nothing."""
    set_to(advised.desk.center, notice_days=0)
    role = advised.role
    topic = {"role": role, "cluster": "prod", "type": 4, "res": RESOURCE}
    advised.run(suggestions=[
        published.suggestion("s-1", "narrow", role, [advised.unused], adds=[topic | {"authorities": [302]}]),
        published.suggestion("s-2", "narrow", role, [advised.wide], adds=[topic | {"authorities": [302, 303]}]),
    ])  # fmt: skip
    plan = advised.plan(advised.desk.at_owner, "s-1", "s-2")
    advised.pass_days(0)
    assert rights(advised) == [(4, [302]), (4, [303])]
    assert advised.step(advised.desk.at_owner, plan, "roll-back", "not yet").json()["state"] == "rolled_back"
    assert rights(advised) == HELD


def test_what_is_gone_is_not_given_back_and_the_rest_is(advised: Advised) -> None:
    desk = advised.desk
    set_to(desk.center, notice_days=0)
    plan = advised.plan(desk.at_owner, "s-unused", "s-narrow")
    advised.pass_days(0)
    # Somebody gives one of them again meanwhile: it stays as it is.
    desk.center.make(a_grant, desk.wanting, [102], TENANT, desk.tenant.id)
    root = desk.center.with_token(desk.center.make(an_administrator))
    back = advised.step(root, plan, "roll-back", "undo")
    assert (back.json()["state"], {state for state, _ in parts(back.json()).values()}) == (
        "rolled_back",
        {"rolled_back"},
    )
    assert rights(advised) == HELD


@pytest.mark.parametrize(("days", "state", "left"), [(None, "rolled_back", [101, 104]), (1, "not_restored", [101])])
def test_who_has_a_part_of_it_again_gets_the_rest(
    advised: Advised, days: int | None, state: str, left: list[int]
) -> None:
    """And what it has for a shorter time is told as not given back."""
    desk = advised.desk
    set_to(desk.center, notice_days=0)
    both = desk.center.make(a_grant, desk.wanting, [101, 104], TENANT, desk.tenant.id)
    advised.run(suggestions=[published.suggestion("s-both", "remove_unused", advised.role, [both.id])])
    plan = advised.plan(desk.at_owner, "s-both")
    advised.pass_days(0)
    end = None if days is None else now_ms() + days * DAY
    body = {"role_id": advised.role, "res_type": 2, "res_id": desk.tenant.id, "authorities": [101], "valid_until": end}
    assert desk.at_owner.post("/api/v1/grants", json=body).status_code == 201
    back = advised.step(desk.at_owner, plan, "roll-back", "undo").json()
    assert parts(back)["s-both"][0] == state
    assert sorted(one for _, numbers in rights(advised) for one in numbers if one in (101, 104)) == left


def test_a_role_that_is_gone_is_told(advised: Advised) -> None:
    desk = advised.desk
    set_to(desk.center, notice_days=0)
    plan = advised.plan(desk.at_owner, "s-unused")
    advised.pass_days(0)
    root = desk.center.with_token(desk.center.make(an_administrator))
    gone = root.delete(f"/api/v1/users/{desk.wanting.id}?cascade=true", headers={"If-Match": "*"})
    assert gone.status_code == 204
    back = advised.step(root, plan, "roll-back", "undo").json()
    assert (back["state"], back["parts"][0]["state"], back["parts"][0]["why"]) == (
        "rolled_back", "not_restored", "not_found",
    )  # fmt: skip


def test_who_may_not_give_it_back_is_refused_and_nothing_changes(advised: Advised) -> None:
    desk = advised.desk
    set_to(desk.center, notice_days=0)
    plan = advised.plan(desk.at_owner, "s-unused")
    advised.pass_days(0)
    keeper, before = desk.person("keeper", owns=[104]), rows(desk.center)
    refused = advised.step(keeper, plan, "roll-back", "undo")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_held")
    assert rows(desk.center) == before
    assert rights(advised) == [(2, [103])]
