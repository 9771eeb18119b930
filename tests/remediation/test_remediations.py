"""From a suggestion to fewer rights and back: announced, spared where it is used, applied, taken back in one call."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.models import Grant
from app.clock import now_ms
from tests.audit import published
from tests.audit.published import DAY, used
from tests.factories import CLUSTER, TENANT, a_grant, a_user, an_administrator
from tests.remediation.advised import PLANS, RESOURCE, Advised
from tests.requests.desk import OWNED, actions, held, rows, set_to

HELD = [(2, [102]), (2, [103])]
"""What walter holds at first: on the tenant, write and read."""


def rights(advised: Advised) -> list[tuple[int, list[int]]]:
    """What walter holds: type of resource and authorities."""
    return sorted((kind, numbers) for kind, _, numbers, _ in held(advised.desk.center, advised.desk.wanting))


def revoked_by(advised: Advised) -> list[tuple[str, str]]:
    """(actor, credential) of every grant that was taken back."""
    root = advised.desk.center.with_token(advised.desk.center.make(an_administrator))
    entries = root.get("/api/v1/trail", params={"entity": "grant"}).json()["items"]
    return [(one["actor"], one["credential"]) for one in entries if one["action"] == "grant.revoke"]


def parts(plan: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    """Suggestion → (state, why)."""
    return {one["suggestion"]: (one["state"], one["why"]) for one in plan["parts"]}


def test_announced_then_applied_when_a_run_has_seen_it_all_then_taken_back(advised: Advised) -> None:
    owner, walter = advised.desk.at_owner, advised.desk.at_wanting
    before = advised.desk.center.read(_contents)
    plan = advised.plan(owner, "s-unused", "s-narrow")
    assert (plan["state"], plan["waits_for"], plan["notice_days"]) == ("announced", "notice", 7)
    assert 0 <= plan["due"] - plan["add_time"] - 7 * DAY < 60_000
    assert advised.notices(walter) == ["removal_planned"]
    advised.pass_days(8)
    assert rights(advised) == HELD, "no run has seen the notice period yet"
    advised.run(days=9, usage_daily=[used(advised.wide)])
    advised.pass_days(8)
    done = advised.read(owner, plan)
    assert (done["state"], parts(done)) == (
        "applied", {"s-unused": ("applied", None), "s-narrow": ("applied", None)},
    )  # fmt: skip
    assert rights(advised) == [(4, [303])]
    assert advised.notices(walter) == ["removal_planned", "removal_done"]
    back = advised.step(owner, plan, "roll-back", "the batch job needs it")
    assert (back.status_code, back.json()["state"]) == (200, "rolled_back")
    assert advised.desk.center.read(_contents) == before, "as it was, but for new ids"
    assert advised.step(owner, plan, "roll-back", "again").json()["ended_time"] == back.json()["ended_time"]
    assert actions(advised.desk.center, "remediation") == [
        "remediation.create", "remediation.announce", "remediation.apply", "remediation.roll_back",
    ]  # fmt: skip
    assert advised.notices(walter)[-1] == "removal_undone"


def test_a_run_has_not_seen_the_rest_of_its_last_day(advised: Advised) -> None:
    """Its window ends at midnight, after the end of the notice period; it was loaded before that."""
    plan = advised.plan(advised.desk.at_owner, "s-unused")
    advised.run(days=8, loaded=6.5)
    advised.pass_days(7.5)
    assert (rights(advised), advised.read(advised.desk.at_owner, plan)["state"]) == (HELD, "announced")


def test_grants_change_in_the_name_of_who_confirmed(advised: Advised) -> None:
    set_to(advised.desk.center, notice_days=0)
    advised.plan(advised.desk.at_owner, "s-unused")
    advised.pass_days(0)
    assert revoked_by(advised) == [("olga", "system")]


@pytest.mark.parametrize(
    ("kind", "row", "spared"),
    [
        ("unused", {"action": 3}, {"s-unused"}),
        ("wide", {"resource": "prod/acme/orders/other"}, {"s-narrow"}),
        ("wide", {"resource": RESOURCE}, set()),
    ],
)
def test_a_use_in_the_notice_period_spares_that_part_by_itself(
    advised: Advised, kind: str, row: dict[str, Any], spared: set[str]
) -> None:
    owner, grant = advised.desk.at_owner, {"unused": advised.unused, "wide": advised.wide}[kind]
    plan = advised.plan(owner, "s-unused", "s-narrow")
    advised.run(days=3, usage_daily=[used(advised.wide), used(grant, **{"date": "2026-11-19", **row})])
    advised.pass_days(3)
    seen = advised.read(owner, plan)
    assert {key for key, state in parts(seen).items() if state == ("cancelled", "use_seen")} == spared
    for one in seen["parts"]:
        if one["suggestion"] in spared:
            assert one["facts"]["uses"][0]["user"] == "walter"
    advised.run(days=9, usage_daily=[used(advised.wide)])
    advised.pass_days(8)
    left = {"s-unused": (2, [102]), "s-narrow": (2, [103])}
    assert [one for one in rights(advised) if one in HELD] == sorted(left[key] for key in spared)
    assert ("removal_spared" in advised.notices(advised.desk.at_wanting)) == bool(spared)


def test_what_the_audit_could_not_prove_is_left_alone(advised: Advised) -> None:
    plan = advised.plan(advised.desk.at_owner, "s-unused")
    advised.run(days=9, grant_status=[published.status(advised.unused, "unknown", why="coverage")])
    advised.pass_days(8)
    seen = advised.read(advised.desk.at_owner, plan)
    assert (seen["state"], parts(seen)) == ("cancelled", {"s-unused": ("cancelled", "not_proven")})
    assert rights(advised) == HELD


@pytest.mark.parametrize(
    ("coverage", "bound", "state"), [(98.9, {}, "cancelled"), (98.9, {"min_coverage": 90.0}, "applied")]
)
def test_a_wide_grant_is_narrowed_only_where_the_log_is_whole(
    advised: Advised, coverage: float, bound: dict[str, float], state: str
) -> None:
    """Essential it is by one use; that it was used nowhere else, lost events would have told."""
    plan = advised.plan(advised.desk.at_owner, "s-narrow")
    status = published.status(advised.wide, "essential", coverage_percent=coverage)
    advised.run(days=9, about=bound, grant_status=[status], usage_daily=[used(advised.wide)])
    advised.pass_days(8)
    why = "not_proven" if state == "cancelled" else None
    assert parts(advised.read(advised.desk.at_owner, plan)) == {"s-narrow": (state, why)}


def test_a_grant_that_was_changed_meanwhile_is_left_alone(advised: Advised) -> None:
    owner = advised.desk.at_owner
    plan = advised.plan(owner, "s-unused", "s-narrow")
    path = f"/api/v1/grants/{advised.unused}"
    assert owner.patch(path, json={"remark": "for December"}, headers={"If-Match": "*"}).status_code == 200
    advised.run(days=9, usage_daily=[used(advised.wide)])
    advised.pass_days(8)
    assert parts(advised.read(owner, plan)) == {
        "s-unused": ("cancelled", "changed_meanwhile"), "s-narrow": ("applied", None),
    }  # fmt: skip


def test_who_confirmed_has_to_be_able_to_do_it_when_it_is_done(advised: Advised) -> None:
    plan = advised.plan(advised.desk.at_owner, "s-unused")
    root = advised.desk.center.with_token(advised.desk.center.make(an_administrator))
    answer = root.patch(
        f"/api/v1/users/{advised.desk.owner.id}", json={"status": "disabled"}, headers={"If-Match": "*"}
    )
    assert answer.status_code == 200
    advised.run(days=9)
    advised.pass_days(8)
    seen = advised.read(root, plan)
    assert (seen["state"], parts(seen)["s-unused"][0]) == ("cancelled", "failed")
    assert rights(advised) == HELD


def test_opt_outs_hold_back_and_end(advised: Advised) -> None:
    walter, owner = advised.desk.at_wanting, advised.desk.at_owner
    plan = advised.plan(owner, "s-unused")
    until = now_ms() + 20 * DAY
    body = {"grant_id": advised.unused, "reason": "yearly closing", "until": until}
    made = walter.post("/api/v1/audit/opt-outs", json=body)
    assert made.status_code == 201, made.text
    advised.pass_days(1)
    seen = advised.read(owner, plan)
    assert (seen["state"], parts(seen), seen["parts"][0]["facts"]["reason"]) == (
        "cancelled", {"s-unused": ("cancelled", "opted_out")}, "yearly closing",
    )  # fmt: skip
    refused = advised.planned(owner, "s-unused")
    assert (refused.status_code, refused.json()["code"], refused.json()["until"]) == (409, "opted_out", until)
    listed = owner.get("/api/v1/audit/suggestions").json()["items"]
    assert [one["opted_out_until"] for one in listed] == [until, None]
    assert walter.delete(f"/api/v1/audit/opt-outs/{made.json()['id']}").status_code == 204
    assert advised.planned(owner, "s-unused").status_code == 201


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"until": 1}, (422, "window_in_past")),
        ({"until": now_ms() + 400 * DAY}, (422, "window_too_long")),
        ({"grant_id": 999_999}, (404, "not_found")),
        ({"user_id": 1}, (422, "invalid_input")),
    ],
)
def test_opt_outs_end_within_a_year_and_are_about_something(
    advised: Advised, change: dict[str, int], refused: tuple[int, str]
) -> None:
    body = {"grant_id": advised.unused, "reason": "closing", "until": now_ms() + DAY} | change
    before = rows(advised.desk.center)
    answer = advised.desk.at_wanting.post("/api/v1/audit/opt-outs", json=body)
    assert (answer.status_code, answer.json()["code"]) == refused
    assert rows(advised.desk.center) == before


def test_a_user_opts_out_for_itself_and_a_sub_account_for_nobody(advised: Advised) -> None:
    desk = advised.desk
    body = {"user_id": desk.wanting.id, "reason": "on leave", "until": now_ms() + DAY}
    sub = desk.person("walter.sub", parent=desk.wanting)
    assert sub.post("/api/v1/audit/opt-outs", json=body).json()["code"] == "sub_account_cannot_grant"
    assert desk.at_owner.post("/api/v1/audit/opt-outs", json=body).status_code in (403, 404)
    assert desk.at_wanting.post("/api/v1/audit/opt-outs", json=body).status_code == 201
    assert advised.planned(desk.at_owner, "s-narrow").json()["code"] == "opted_out"


def test_what_was_seen_is_not_taken_away(advised: Advised) -> None:
    advised.run(usage_daily=[used(advised.wide, resource="prod/acme/orders/other")])
    before = rows(advised.desk.center)
    refused = advised.planned(advised.desk.at_owner, "s-narrow")
    assert (refused.status_code, refused.json()["code"]) == (409, "use_would_be_lost")
    assert refused.json()["uses"][0]["resource"] == "persistent://acme/orders/other"
    assert rows(advised.desk.center) == before


def test_a_preview_tells_what_would_change_and_changes_nothing(advised: Advised) -> None:
    before, owner = rows(advised.desk.center), advised.desk.at_owner
    tried = owner.post(f"{PLANS}/preview", json={"suggestions": ["s-unused", "s-narrow"]}).json()
    assert (tried["refusals"], tried["people"], tried["notice_days"]) == ([], 1, 7)
    assert [one["come"] for one in tried["parts"]][1][0]["resource"] == "persistent://acme/orders/created"
    (walter,) = tried["outcome"]["principals"]
    assert (walter["principal"], walter["gained"]) == ("walter", 0)
    lost = {one["resource"] for one in walter["changes"] if not one["after"]["allowed"]}
    assert "persistent://acme/*/*" in lost
    # The topic itself: writing it goes, reading it stays.
    on_topic = [one for one in walter["changes"] if one["resource"] == "persistent://acme/orders/created"]
    assert {q for one in on_topic for q in one["questions"] if not one["after"]["allowed"]} == {"topic:PRODUCE"}
    used_only = owner.post(f"{PLANS}/preview", json={"suggestions": ["s-narrow"], "usage_days": 400}).json()
    assert (used_only["outcome"]["lost"], used_only["outcome"]["asked"] > 0) == (0, True)
    assert rows(advised.desk.center) == before


def test_who_may_not_is_refused_and_changes_nothing(advised: Advised) -> None:
    desk = advised.desk
    stranger = desk.person("stranger")
    before = rows(desk.center)
    assert advised.planned(stranger, "s-unused").status_code == 404
    # walter sees what is suggested about it, and cannot do it.
    assert [one["id"] for one in desk.at_wanting.get("/api/v1/audit/suggestions").json()["items"]] == [
        "s-unused", "s-narrow",
    ]  # fmt: skip
    refused = advised.planned(desk.at_wanting, "s-unused")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    tried = desk.at_wanting.post(f"{PLANS}/preview", json={"suggestions": ["s-unused"]}).json()
    assert ([one["code"] for one in tried["refusals"]], tried["outcome"]) == (["not_allowed"], None)
    assert advised.planned(desk.at_owner, "s-none").status_code == 404
    short = advised.planned(desk.at_owner, "s-unused", notice_days=1)
    assert (short.status_code, short.json()["code"]) == (422, "notice_too_short")
    assert rows(desk.center) == before


def test_who_could_not_give_it_back_may_not_take_it(advised: Advised) -> None:
    """Administering without holding the right: taking it away would be for ever."""
    keeper = advised.desk.person("keeper", owns=[104])
    before = rows(advised.desk.center)
    refused = advised.planned(keeper, "s-unused")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_reversible")
    assert rows(advised.desk.center) == before


def test_with_four_eyes_a_second_person_confirms(advised: Advised) -> None:
    desk = advised.desk
    set_to(desk.center, four_eyes="all", notice_days=0)
    plan = advised.plan(desk.at_owner, "s-unused")
    assert (plan["state"], plan["waits_for"], plan["due"]) == ("proposed", "confirmation", None)
    advised.pass_days(30)
    assert rights(advised) == HELD
    alone = advised.step(desk.at_owner, plan, "confirm")
    assert (alone.status_code, alone.json()["code"]) == (403, "self_approval")
    second = desk.person("second", owns=OWNED)
    assert advised.step(second, plan, "confirm").json()["confirmed_by"] == "second"
    assert advised.step(second, plan, "confirm").status_code == 200
    advised.pass_days(0)
    assert rights(advised) == [(2, [103])]
    assert revoked_by(advised) == [("second", "system")]


def test_what_comes_ends_when_what_goes_would_have(advised: Advised) -> None:
    desk = advised.desk
    set_to(desk.center, notice_days=0)
    end = now_ms() + 30 * DAY
    path = f"/api/v1/grants/{advised.wide}"
    assert desk.at_owner.patch(path, json={"valid_until": end}, headers={"If-Match": "*"}).status_code == 200
    plan = advised.plan(desk.at_owner, "s-narrow")
    advised.pass_days(0)
    assert held(desk.center, desk.wanting)[-1] == (4, desk.topic.id, [303], end)
    advised.step(desk.at_owner, plan, "roll-back", "undo")
    assert (2, desk.tenant.id, [103], end) in held(desk.center, desk.wanting)


def test_a_plan_is_cancelled_once_and_not_planned_twice(advised: Advised) -> None:
    owner = advised.desk.at_owner
    plan = advised.plan(owner, "s-unused")
    again = advised.planned(owner, "s-unused")
    assert (again.status_code, again.json()["code"], again.json()["remediation_id"]) == (
        409, "already_planned", plan["id"],
    )  # fmt: skip
    for _ in range(2):
        assert advised.step(owner, plan, "cancel", "still needed").json()["state"] == "cancelled"
    assert advised.step(owner, plan, "confirm").json()["code"] == "already_decided"
    assert advised.step(owner, plan, "roll-back", "x").json()["code"] == "already_decided"
    assert advised.notices(advised.desk.at_wanting) == ["removal_planned", "removal_cancelled"]
    advised.run(days=9)
    advised.pass_days(30)
    assert rights(advised) == HELD
    assert advised.planned(owner, "s-unused").status_code == 201


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


def test_what_is_there_for_a_shorter_time_is_no_narrower_grant(advised: Advised) -> None:
    """It would end, and what was seen in use with it."""
    desk = advised.desk
    soon = now_ms() + DAY
    body = {"role_id": advised.role, "res_type": 4, "res_id": desk.topic.id, "authorities": [303], "valid_until": soon}
    assert desk.at_owner.post("/api/v1/grants", json=body).status_code == 201
    refused = advised.planned(desk.at_owner, "s-narrow")
    assert (refused.status_code, refused.json()["code"]) == (409, "overlapping_window")


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


def test_a_suggestion_about_what_has_changed_is_outdated(advised: Advised) -> None:
    owner = advised.desk.at_owner
    assert owner.delete(f"/api/v1/grants/{advised.unused}", headers={"If-Match": "*"}).status_code == 204
    refused = advised.planned(owner, "s-unused")
    assert (refused.status_code, refused.json()["code"]) == (409, "suggestion_outdated")
    shown = owner.get("/api/v1/audit/suggestions/s-unused").json()
    assert "are gone" in shown["outdated"]


def test_what_serves_a_cluster_is_left_alone(advised: Advised) -> None:
    center = advised.desk.center
    broker = center.make(a_user, "broker.prod", kind="service")
    grant = center.make(a_grant, broker, [4], CLUSTER, advised.desk.cluster.id)
    row = published.suggestion("s-broker", "remove_unused", grant.role_id, [grant.id], role_name="broker.prod")
    advised.run(suggestions=[row])
    root = center.with_token(center.make(an_administrator))
    refused = advised.planned(root, "s-broker")
    assert (refused.status_code, refused.json()["code"]) == (409, "needed_by_cluster")


def test_a_suggestion_is_shown_with_its_back_test_and_its_users(advised: Advised) -> None:
    curve = [published.backtest("s-narrow", 90, denied=1), published.backtest("s-narrow", 30)]
    advised.run(usage_daily=[used(advised.wide)], backtest=curve)
    shown = advised.desk.at_owner.get("/api/v1/audit/suggestions/s-narrow").json()
    assert [(one["window_days"], one["denied"]) for one in shown["backtest"]] == [(30, 0), (90, 1)]
    assert shown["worst_share"] == pytest.approx(0.01)
    assert [(one["id"], one["authorities"]) for one in shown["gone"]] == [(advised.wide, [103])]
    assert [(one["user"], one["resource"]) for one in shown["uses"]] == [("walter", RESOURCE)]


def _contents(session: Session) -> list[tuple[Any, ...]]:
    """Every grant but its id and times."""
    names = ("role_id", "res_type", "res_id", "authorities", "valid_from", "valid_until", "remark", "granted_by")
    found = session.scalars(select(Grant)).all()
    return sorted((tuple(getattr(one, name) for name in (*names, "granted_by_id")) for one in found), key=repr)


def test_a_stranger_sees_no_remediation(advised: Advised) -> None:
    plan = advised.plan(advised.desk.at_owner, "s-unused")
    stranger: httpx.Client = advised.desk.center.with_token(advised.desk.center.make(a_user))
    assert stranger.get(f"{PLANS}/{plan['id']}").status_code == 404
    assert stranger.get(PLANS).json()["items"] == []
    assert advised.step(stranger, plan, "cancel", "no").status_code == 404
