"""Rolling back in one call: what was taken comes back, but for changes of others, if the caller may give it."""

from typing import Any

import httpx
import pytest
from sqlalchemy import delete

from app.access.limits import Limits
from app.audit.trail import trail
from app.grants.networks import lists
from app.platform.clock import now_ms
from app.resources.models import Tenant
from tests.factories import NAMESPACE, TENANT, a_grant, a_tenant, an_administrator
from tests.findings import published
from tests.findings.published import DAY, used
from tests.remediation.advised import PLANS, RESOURCE, Advised
from tests.remediation.outcomes import HELD, parts, revoked_by, rights
from tests.requests.desk import ANY, Desk, change_settings, grants_of, rows

NARROWED = [(2, [102]), (4, [303])]


def test_a_narrower_grant_ends_when_the_wide_one_would_have(advised: Advised) -> None:
    desk = advised.desk
    change_settings(desk.center, notice_days=0)
    end = now_ms() + 30 * DAY
    path = f"/api/v1/grants/{advised.wide}"
    assert desk.at_owner.patch(path, json={"valid_until": end}, headers={"If-Match": "*"}).status_code == 200
    advised.run(about={"revision": desk.center.read(trail.current_revision)}, usage_daily=[used(advised.wide)])
    plan = advised.plan(desk.at_owner, "s-narrow")
    advised.pass_days(0)
    assert grants_of(desk.center, desk.wanting)[-1] == (4, desk.topic.id, [303], end)
    advised.step(desk.at_owner, plan, "roll-back", "undo")
    assert (2, desk.tenant.id, [103], end) in grants_of(desk.center, desk.wanting)


def test_narrower_grants_that_share_a_right_on_a_topic_give_all_their_rights(advised: Advised) -> None:
    """The second one finds write on the topic given by the first: it gives read alone, instead of nothing."""
    change_settings(advised.desk.center, notice_days=0)
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


def test_a_roll_back_keeps_a_grant_given_again_meanwhile(advised: Advised) -> None:
    desk = advised.desk
    change_settings(desk.center, notice_days=0)
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
def test_a_roll_back_restores_only_what_is_not_held_again(
    advised: Advised, days: int | None, state: str, left: list[int]
) -> None:
    """A right that it has again for a shorter time is reported as not given back."""
    desk = advised.desk
    change_settings(desk.center, notice_days=0)
    both = desk.center.make(a_grant, desk.wanting, [101, 104], TENANT, desk.tenant.id)
    advised.run(suggestions=[published.suggestion("s-both", "remove_unused", advised.role, [both.id])])
    plan = advised.plan(desk.at_owner, "s-both")
    advised.pass_days(0)
    end = None if days is None else now_ms() + days * DAY
    body = {"role_id": advised.role, "res_type": 2, "res_id": desk.tenant.id, "authorities": [101], "valid_until": end}
    assert desk.at_owner.post("/api/v1/grants", json=body).status_code == 201
    back = advised.step(desk.at_owner, plan, "roll-back", "undo").json()
    assert parts(back)["s-both"][0] == state
    assert sorted(number for _, numbers in rights(advised) for number in numbers if number in (101, 104)) == left


def test_a_roll_back_reports_a_deleted_role(advised: Advised) -> None:
    desk = advised.desk
    change_settings(desk.center, notice_days=0)
    plan = advised.plan(desk.at_owner, "s-unused")
    advised.pass_days(0)
    root = desk.center.with_token(desk.center.make(an_administrator))
    gone = root.delete(f"/api/v1/users/{desk.wanting.id}?cascade=true", headers={"If-Match": "*"})
    assert gone.status_code == 204
    back = advised.step(root, plan, "roll-back", "undo").json()
    assert (back["state"], back["parts"][0]["state"], back["parts"][0]["why"]) == (
        "rolled_back", "not_restored", "not_found",
    )  # fmt: skip


def test_a_roll_back_without_the_right_is_refused_and_changes_nothing(advised: Advised) -> None:
    desk = advised.desk
    change_settings(desk.center, notice_days=0)
    plan = advised.plan(desk.at_owner, "s-unused")
    advised.pass_days(0)
    keeper, before = desk.person("keeper", owns=[104]), rows(desk.center)
    refused = advised.step(keeper, plan, "roll-back", "undo")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_held")
    assert rows(desk.center) == before
    assert rights(advised) == [(2, [103])]


def test_without_the_right_to_the_wide_grant_the_narrower_one_stays(advised: Advised) -> None:
    """Whoever administers the topic could take the narrower one away; that alone is not undoing."""
    desk, plan = advised.desk, _apply_narrowing(advised)
    keeper, before = desk.person("keeper", owns=[104, 304]), rows(desk.center)
    refused = advised.step(keeper, plan, "roll-back", "undo")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_held")
    assert (rows(desk.center), advised.read(desk.at_owner, plan)["state"]) == (before, "applied")
    assert rights(advised) == NARROWED


@pytest.mark.parametrize("key", ["s-narrow", "s-unused"])
def test_a_planner_who_sees_nothing_there_any_more_is_refused(advised: Advised, key: str) -> None:
    """The plan is not marked as rolled back: whoever may give the right still can."""
    desk = advised.desk
    plan = _apply(advised, desk.at_owner, key)
    there = rights(advised)
    root = desk.center.with_token(desk.center.make(an_administrator))
    (own,) = root.get("/api/v1/grants", params={"user_id": desk.owner.id}).json()["items"]
    assert root.delete(f"/api/v1/grants/{own['id']}", headers=ANY).is_success
    refused = advised.step(desk.at_owner, plan, "roll-back", "undo")
    assert (refused.status_code, refused.json()["code"], rights(advised)) == (403, "not_allowed", there)
    assert parts(advised.step(root, plan, "roll-back", "undo").json()) == {key: ("rolled_back", None)}
    assert rights(advised) == HELD


@pytest.mark.parametrize("why", ["receiver_not_active", "overlapping_window"])
def test_the_narrower_grant_stays_if_the_wide_one_cannot_come_back(advised: Advised, why: str) -> None:
    """Else walter had neither: not even the topic that he was seen reading."""
    desk, plan = advised.desk, _apply_narrowing(advised)
    root = desk.center.with_token(desk.center.make(an_administrator))
    _hinder(advised, root, why)
    there, revoked = rights(advised), revoked_by(advised)
    back = advised.step(root, plan, "roll-back", "undo").json()
    assert parts(back) == {"s-narrow": ("not_restored", why)}
    assert [(fact["grant"], fact["code"]) for fact in back["parts"][0]["facts"]["lost"]] == [(advised.wide, why)]
    assert rights(advised) == there
    assert revoked_by(advised) == revoked, "nothing is in the trail of what was not done"


def test_additions_to_the_narrower_grant_are_not_taken(advised: Advised) -> None:
    desk, plan = advised.desk, _apply_narrowing(advised)
    root = desk.center.with_token(desk.center.make(an_administrator))
    (given,) = [row for row in root.get("/api/v1/grants", params={"res_type": 4}).json()["items"]
                if row["role_name"] == desk.wanting.username]  # fmt: skip
    more = root.patch(f"/api/v1/grants/{given['id']}", json={"authorities": [302, 303]}, headers=ANY)
    assert more.status_code == 200, more.text
    back = advised.step(root, plan, "roll-back", "undo").json()
    assert parts(back) == {"s-narrow": ("not_restored", "changed_meanwhile")}
    assert [fact["grant"] for fact in back["parts"][0]["facts"]["lost"]] == [given["id"]]
    assert rights(advised) == [(2, [102]), (4, [302, 303])]


def test_the_grants_of_a_part_come_back_together_or_not_at_all(advised: Advised) -> None:
    """The place of one is gone: what came instead of both stays, and the other parts of the plan come back."""
    desk, other = advised.desk, advised.desk.center.make(a_tenant, "other", advised.desk.cluster)
    elsewhere = desk.center.make(a_grant, desk.wanting, [103], TENANT, other.id).id
    root = desk.center.with_token(desk.center.make(an_administrator))
    unused, narrow = advised.suggestions()
    advised.run(suggestions=[unused, narrow | {"removes": [advised.wide, elsewhere]}], usage_daily=[used(advised.wide)])
    plan = _apply_narrowing(advised, root, "s-unused", "s-narrow")
    desk.center.make(lambda session: session.execute(delete(Tenant).where(Tenant.id == other.id)))
    back = advised.step(root, plan, "roll-back", "undo").json()
    assert parts(back) == {"s-unused": ("rolled_back", None), "s-narrow": ("not_restored", "not_found")}
    assert [fact["grant"] for fact in back["parts"][1]["facts"]["lost"]] == [elsewhere]
    assert rights(advised) == NARROWED


def _apply_narrowing(advised: Advised, by: httpx.Client | None = None, *keys: str) -> dict[str, Any]:
    """walter reads the one topic, and not the tenant any more."""
    plan = _apply(advised, by or advised.desk.at_owner, *(keys or ("s-narrow",)))
    assert (4, [303]) in rights(advised)
    assert (2, [103]) not in rights(advised)
    return plan


def _apply(advised: Advised, by: httpx.Client, *keys: str) -> dict[str, Any]:
    change_settings(advised.desk.center, notice_days=0)
    plan = advised.plan(by, *keys)
    advised.pass_days(0)
    assert {state for state, _ in parts(advised.read(by, plan)).values()} == {"applied"}
    return plan


def _hinder(advised: Advised, root: httpx.Client, why: str) -> None:
    """From now on the wide grant cannot be given."""
    desk = advised.desk
    soon = {"role_id": advised.role, "res_type": TENANT, "res_id": desk.tenant.id, "authorities": [103]}
    if why == "receiver_not_active":
        answer = root.patch(f"/api/v1/users/{desk.wanting.id}", json={"status": "disabled"}, headers=ANY)
    else:
        answer = root.post("/api/v1/grants", json=soon | {"valid_until": now_ms() + DAY})
    assert answer.is_success, answer.text


def test_a_narrower_grant_keeps_its_limits_and_a_limited_one_comes_back_as_it_was(advised: Advised) -> None:
    """Two additions on one place with other limits are two grants; what is not limited is not joined with them."""
    desk = advised.desk
    change_settings(desk.center, notice_days=0)
    eu = {"prefix": "orders-", "subscriptions": ["billing"]}
    given = desk.center.make(a_grant, desk.wanting, [203], NAMESPACE, desk.namespace.id, limits=Limits("orders-"))
    place = {"role": advised.role, "cluster": "prod", "type": 3, "res": "prod/acme/orders", "authorities": [303]}
    adds = [place | {"limits": eu}, place | {"authorities": [301], "limits": {"prefix": "bills-"}}]
    advised.run(suggestions=[published.suggestion("s-limits", "narrow", advised.role, [given.id], adds=adds)])
    tried = desk.at_owner.post(f"{PLANS}/preview", json={"suggestions": ["s-limits"]}).json()
    changed = {change["resource"] for principal in tried["outcome"]["principals"] for change in principal["changes"]}
    assert "persistent://acme/orders/bills-*" in changed
    assert "persistent://acme/orders/*" not in changed
    plan = advised.plan(desk.at_owner, "s-limits")
    shown = desk.at_owner.get(f"/api/v1/remediations/{plan['id']}").json()["parts"][0]
    assert [grant["limits"] for grant in shown["gone"]] == [
        {"prefix": "orders-", "subscriptions": None, "networks": None}
    ]
    grants = desk.at_wanting.get("/api/v1/notices").json()["items"][-1]["facts"]["grants"]
    assert [row["limits"] for row in grants] == [{"prefix": "orders-"}]
    advised.pass_days(0)
    assert _limits(desk) == [(eu["prefix"], eu["subscriptions"]), ("bills-", None)]
    advised.step(desk.at_owner, plan, "roll-back", "undo")
    assert _limits(desk) == [("orders-", None)]


def _limits(desk: Desk) -> list[tuple[str | None, list[str] | None]]:
    grants = desk.at_wanting.get("/api/v1/grants", params={"res_type": 3, "res_id": desk.namespace.id}).json()["items"]
    return [(grant["limits"]["prefix"], grant["limits"]["subscriptions"]) for grant in grants]


def test_a_narrower_grant_keeps_the_networks_as_they_are_written(advised: Advised) -> None:
    """The audit knows what a list means, not its name; a list that was changed since means what it says now."""
    desk = advised.desk
    change_settings(desk.center, notice_days=0)
    desk.center.make(lists.create, "t", "office", ["10.0.0.0/8"])
    limits = Limits(networks=("@office",))
    given = desk.center.make(a_grant, desk.wanting, [203], NAMESPACE, desk.namespace.id, limits=limits)
    place = {"role": advised.role, "cluster": "prod", "type": 3, "res": "prod/acme/orders", "authorities": [303]}
    adds = [place | {"limits": {"prefix": "eu-", "networks": ["10.0.0.0/8"]}}]
    advised.run(suggestions=[published.suggestion("s-networks", "narrow", advised.role, [given.id], adds=adds)])
    advised.plan(desk.at_owner, "s-networks")
    advised.pass_days(0)
    grants = desk.at_wanting.get("/api/v1/grants", params={"res_type": 3, "res_id": desk.namespace.id}).json()["items"]
    assert [grant["limits"] for grant in grants] == [{"prefix": "eu-", "subscriptions": None, "networks": ["@office"]}]
