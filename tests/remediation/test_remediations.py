"""From a suggestion to fewer rights: announced, spared where it is used or not proven, applied, taken back."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.grants.models import Grant
from app.rights.inquiry import simulation_questions
from tests.factories import a_grant, a_service, an_administrator
from tests.findings import published
from tests.findings.published import DAY, suggestion, used
from tests.remediation.advised import RESOURCE, Advised, day
from tests.remediation.outcomes import HELD, parts, revoked_by, rights
from tests.requests.desk import OWNED, actions, change_settings


def test_a_plan_is_announced_then_applied_after_a_full_run_then_rolled_back(advised: Advised) -> None:
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


def test_a_plan_waits_for_a_run_about_all_its_days(advised: Advised) -> None:
    """Their files were missing, so the next window begins behind them; nobody knows what was used in between."""
    owner = advised.desk.at_owner
    plan = advised.plan(owner, "s-unused")
    advised.run(days=9, about={"from": day(5)})
    advised.pass_days(8)
    assert (rights(advised), advised.read(owner, plan)["state"]) == (HELD, "announced")
    advised.run(days=9, about={"from": day(-1)})
    advised.pass_days(8)
    assert (rights(advised), advised.read(owner, plan)["state"]) == ([(2, [103])], "applied")


def test_grants_change_in_the_name_of_the_confirmer(advised: Advised) -> None:
    change_settings(advised.desk.center, notice_days=0)
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
    for part in seen["parts"]:
        if part["suggestion"] in spared:
            assert part["facts"]["uses"][0]["user"] == "walter"
    advised.run(days=9, usage_daily=[used(advised.wide)])
    advised.pass_days(8)
    left = {"s-unused": (2, [102]), "s-narrow": (2, [103])}
    assert [right for right in rights(advised) if right in HELD] == sorted(left[key] for key in spared)
    assert ("removal_spared" in advised.notices(advised.desk.at_wanting)) == bool(spared)


def test_a_notice_period_that_no_run_looks_at_ends_by_itself(advised: Advised) -> None:
    """Thirty days after its end; until then the next run is waited for."""
    owner = advised.desk.at_owner
    plan = advised.plan(owner, "s-unused")
    assert plan["expires"] == plan["due"] + 30 * DAY
    advised.pass_days(36.9)
    assert advised.read(owner, plan)["state"] == "announced"
    advised.pass_days(37.1)
    seen = advised.read(owner, plan)
    assert (seen["state"], seen["expires"], parts(seen)) == (
        "cancelled", None, {"s-unused": ("cancelled", "not_looked_at")},
    )  # fmt: skip
    assert rights(advised) == HELD
    assert advised.notices(advised.desk.at_wanting) == ["removal_planned", "removal_spared"]
    assert advised.try_to_plan(owner, "s-unused").status_code == 201, "it can be planned anew"


def test_a_plan_of_too_much_use_to_look_at_ends_by_itself(advised: Advised, monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be applied; nor may it stay announced for ever, and be tried again every minute."""
    owner = advised.desk.at_owner
    plan = advised.plan(owner, "s-narrow")
    monkeypatch.setattr(simulation_questions, "MOST_USES", 0)
    advised.run(days=9, usage_daily=[used(advised.wide)])
    advised.pass_days(8)
    assert advised.read(owner, plan)["state"] == "announced"
    advised.pass_days(37.1)
    seen = advised.read(owner, plan)
    assert (seen["state"], parts(seen)) == ("cancelled", {"s-narrow": ("cancelled", "not_looked_at")})
    assert rights(advised) == HELD


def test_a_plan_that_nobody_confirms_ends_by_itself(advised: Advised) -> None:
    """Its planner gets a notice; the holders of the rights never got one."""
    change_settings(advised.desk.center, four_eyes="all")
    owner = advised.desk.at_owner
    plan = advised.plan(owner, "s-unused")
    assert (plan["state"], plan["expires"]) == ("proposed", plan["add_time"] + 30 * DAY)
    advised.pass_days(29.9)
    assert advised.read(owner, plan)["state"] == "proposed"
    advised.pass_days(30.1)
    seen = advised.read(owner, plan)
    assert (seen["state"], parts(seen)) == ("cancelled", {"s-unused": ("cancelled", "not_confirmed")})
    assert (advised.notices(owner), advised.notices(advised.desk.at_wanting)) == (["removal_spared"], [])


@pytest.mark.parametrize(
    ("status", "why"),
    [("unknown", "coverage"), ("unknown", "center"), ("used", "center"), ("used", "super_user")],
)
def test_grants_without_proof_of_disuse_are_left_alone(advised: Advised, status: str, why: str) -> None:
    """Events were lost, or it was used where no broker tells: at the center, or by a super user of broker.conf."""
    plan = advised.plan(advised.desk.at_owner, "s-unused")
    advised.run(days=9, grant_status=[published.status(advised.unused, status, why=why)])
    advised.pass_days(8)
    seen = advised.read(advised.desk.at_owner, plan)
    assert (seen["state"], parts(seen)) == ("cancelled", {"s-unused": ("cancelled", "not_proven")})
    assert rights(advised) == HELD


@pytest.mark.parametrize(
    ("known", "bound", "state"),
    [
        ({"coverage_percent": 98.9}, {}, "cancelled"),
        ({"coverage_percent": 98.9}, {"min_coverage": 90.0}, "applied"),
        ({"why": "too_little_watched", "watched_days": 3}, {}, "cancelled"),
    ],
)
def test_a_wide_grant_is_narrowed_only_where_the_log_is_whole(
    advised: Advised, known: dict[str, Any], bound: dict[str, float], state: str
) -> None:
    """Essential it is by one use; that it was used nowhere else, lost events and more days would have told."""
    plan = advised.plan(advised.desk.at_owner, "s-narrow")
    status = published.status(advised.wide, "essential", **known)
    advised.run(days=9, about=bound, grant_status=[status], usage_daily=[used(advised.wide)])
    advised.pass_days(8)
    why = "not_proven" if state == "cancelled" else None
    assert parts(advised.read(advised.desk.at_owner, plan)) == {"s-narrow": (state, why)}


@pytest.mark.parametrize(("status", "coverage", "state"), [("used", 98.9, "cancelled"), ("redundant", 99.5, "applied")])
def test_a_redundant_grant_goes_only_where_the_log_is_whole(
    advised: Advised, status: str, coverage: float, state: str
) -> None:
    """A use that nothing else covers may be among the lost events."""
    suggestions = [suggestion("s-covered", "remove_redundant", advised.role, [advised.unused])]
    advised.run(suggestions=suggestions)
    plan = advised.plan(advised.desk.at_owner, "s-covered")
    known = published.status(advised.unused, status, sole=0, coverage_percent=coverage)
    advised.run(days=9, suggestions=suggestions, grant_status=[{**known, "why": "coverage" if coverage < 99 else None}])
    advised.pass_days(8)
    why = "not_proven" if state == "cancelled" else None
    assert parts(advised.read(advised.desk.at_owner, plan)) == {"s-covered": (state, why)}


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


def test_the_confirmer_still_needs_the_right_when_the_plan_is_applied(advised: Advised) -> None:
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


def test_with_four_eyes_a_second_person_confirms(advised: Advised) -> None:
    desk = advised.desk
    change_settings(desk.center, four_eyes="all", notice_days=0)
    plan = advised.plan(desk.at_owner, "s-unused")
    assert (plan["state"], plan["waits_for"], plan["due"]) == ("proposed", "confirmation", None)
    advised.pass_days(29)
    assert rights(advised) == HELD
    alone = advised.step(desk.at_owner, plan, "confirm")
    assert (alone.status_code, alone.json()["code"]) == (403, "self_approval")
    second = desk.person("second", owns=OWNED)
    assert advised.step(second, plan, "confirm").json()["confirmed_by"] == "second"
    assert advised.step(second, plan, "confirm").status_code == 200
    advised.pass_days(0)
    assert rights(advised) == [(2, [103])]
    assert revoked_by(advised) == [("second", "system")]


def test_with_four_eyes_a_service_neither_plans_nor_confirms(advised: Advised) -> None:
    """A person could make the service as a second self."""
    center, service = advised.desk.center, advised.desk.center.make(a_service, "robot")
    center.make(a_grant, service, OWNED, 2, advised.desk.tenant.id)
    robot = center.with_token(service)
    change_settings(center, four_eyes="all")
    planned = advised.try_to_plan(robot, "s-unused")
    assert (planned.status_code, planned.json()["code"]) == (403, "person_needed")
    confirmed = advised.step(robot, advised.plan(advised.desk.at_owner, "s-unused"), "confirm")
    assert (confirmed.status_code, confirmed.json()["code"]) == (403, "person_needed")


def test_a_plan_is_cancelled_once_and_not_planned_twice(advised: Advised) -> None:
    owner = advised.desk.at_owner
    plan = advised.plan(owner, "s-unused")
    again = advised.try_to_plan(owner, "s-unused")
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
    assert advised.try_to_plan(owner, "s-unused").status_code == 201


def _contents(session: Session) -> list[tuple[Any, ...]]:
    """Every grant but its id and times."""
    names = ("role_id", "res_type", "res_id", "authorities", "valid_from", "valid_until", "remark", "granted_by")
    found = session.scalars(select(Grant)).all()
    return sorted((tuple(getattr(grant, name) for name in (*names, "granted_by_id")) for grant in found), key=repr)
