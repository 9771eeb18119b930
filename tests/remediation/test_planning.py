"""What may be planned, by whom; what a preview tells; what is refused and changes nothing."""

from typing import Any

import httpx
import pytest
from sqlalchemy import update

from app.audit.findings.models import AuditRun
from app.audit.trail import trail
from app.platform.clock import now_ms
from tests.api.addresses import INSIDE, NETWORK, token_client
from tests.factories import CLUSTER, a_grant, a_user, an_administrator
from tests.findings import published
from tests.findings.published import DAY, used
from tests.listening import listening
from tests.remediation.advised import PLANS, RESOURCE, Advised
from tests.requests.desk import rows


def test_rights_seen_in_use_are_not_taken_away(advised: Advised) -> None:
    advised.run(usage_daily=[used(advised.wide, resource="prod/acme/orders/other")])
    before = rows(advised.desk.center)
    refused = advised.try_to_plan(advised.desk.at_owner, "s-narrow")
    assert (refused.status_code, refused.json()["code"]) == (409, "use_would_be_lost")
    assert refused.json()["uses"][0]["resource"] == "persistent://acme/orders/other"
    assert rows(advised.desk.center) == before


def test_a_preview_tells_what_would_change_and_changes_nothing(advised: Advised) -> None:
    before, owner = rows(advised.desk.center), advised.desk.at_owner
    tried = owner.post(f"{PLANS}/preview", json={"suggestions": ["s-unused", "s-narrow"]}).json()
    assert (tried["refusals"], tried["people"], tried["notice_days"]) == ([], 1, 7)
    assert [part["come"] for part in tried["parts"]][1][0]["resource"] == "persistent://acme/orders/created"
    (walter,) = tried["outcome"]["principals"]
    assert (walter["principal"], walter["gained"]) == ("walter", 0)
    lost = {change["resource"] for change in walter["changes"] if not change["after"]["allowed"]}
    assert "persistent://acme/*/*" in lost
    # The topic itself: writing it goes, reading it stays.
    on_topic = [change for change in walter["changes"] if change["resource"] == "persistent://acme/orders/created"]
    assert {q for change in on_topic for q in change["questions"] if not change["after"]["allowed"]} == {
        "topic:PRODUCE"
    }
    used_only = owner.post(f"{PLANS}/preview", json={"suggestions": ["s-narrow"], "usage_days": 400}).json()
    assert (used_only["outcome"]["lost"], used_only["outcome"]["asked"] > 0) == (0, True)
    assert rows(advised.desk.center) == before


def test_a_preview_with_a_limited_token_refuses_what_the_plan_refuses(advised: Advised) -> None:
    """It may not give what counts everywhere: neither the narrower grant, nor what was taken back, to undo it."""
    by = token_client(advised.desk.center, advised.desk.owner, INSIDE, (NETWORK,))
    expected = {"s-unused": "not_reversible", "s-narrow": "limited_token"}
    tried = by.post(f"{PLANS}/preview", json={"suggestions": list(expected)}).json()
    assert {refusal["suggestion"]: refusal["code"] for refusal in tried["refusals"]} == expected
    assert {key: advised.try_to_plan(by, key).json()["code"] for key in expected} == expected


def test_a_plan_reads_the_uses_before_it_takes_the_lock(advised: Advised) -> None:
    """When planning and when confirming."""
    database = advised.desk.center.database
    order: list[str] = []

    def note_locks(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if statement.startswith("UPDATE sys_revision SET revision=sys_revision.revision WHERE"):
            order.append("lock")
        elif "FROM audit_usage_daily" in statement and order[-1:] != ["use"]:
            order.append("use")

    body = {"suggestions": ["s-unused", "s-narrow"], "reason": "review"}
    with listening(database.engine, "before_cursor_execute", note_locks):
        made = advised.desk.at_owner.post(PLANS, json=body)
    assert (made.status_code, order) == (201, ["use", "lock"])


def test_a_preview_does_not_hold_the_lock_while_it_reads_the_uses(advised: Advised) -> None:
    """And between two suggestions: only each rehearsal, and the trial of all of them, is a transaction that writes."""
    database = advised.desk.center.database
    locks: list[str] = []

    def note_locks(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if statement.startswith("UPDATE sys_revision SET revision=sys_revision.revision WHERE"):
            locks.append("rehearsal")
        elif "FROM audit_usage_daily" in statement and locks[-1:] != ["other"]:
            locks.append("other")
            with database.writing() as session:
                session.execute(update(AuditRun).values(loaded_by="somebody else"))

    with listening(database.engine, "before_cursor_execute", note_locks):
        tried = advised.desk.at_owner.post(f"{PLANS}/preview", json={"suggestions": ["s-unused", "s-narrow"]}).json()
    assert tried["refusals"] == []
    assert locks == ["other", "rehearsal", "rehearsal", "rehearsal"]


def test_planning_without_the_right_is_refused_and_changes_nothing(advised: Advised) -> None:
    desk = advised.desk
    stranger = desk.person("stranger")
    before = rows(desk.center)
    assert advised.try_to_plan(stranger, "s-unused").status_code == 404
    # walter sees what is suggested about it, and cannot do it.
    assert [suggestion["id"] for suggestion in desk.at_wanting.get("/api/v1/audit/suggestions").json()["items"]] == [
        "s-unused", "s-narrow",
    ]  # fmt: skip
    refused = advised.try_to_plan(desk.at_wanting, "s-unused")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    tried = desk.at_wanting.post(f"{PLANS}/preview", json={"suggestions": ["s-unused"]}).json()
    assert ([refusal["code"] for refusal in tried["refusals"]], tried["outcome"]) == (["not_allowed"], None)
    assert advised.try_to_plan(desk.at_owner, "s-none").status_code == 404
    short = advised.try_to_plan(desk.at_owner, "s-unused", notice_days=1)
    assert (short.status_code, short.json()["code"]) == (422, "notice_too_short")
    assert rows(desk.center) == before


def test_taking_a_grant_needs_the_right_to_give_it_back(advised: Advised) -> None:
    """Administering without holding the right: taking it away would be for ever."""
    keeper = advised.desk.person("keeper", owns=[104])
    before = rows(advised.desk.center)
    refused = advised.try_to_plan(keeper, "s-unused")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_reversible")
    assert rows(advised.desk.center) == before


def test_a_grant_for_a_shorter_time_is_no_narrower_grant(advised: Advised) -> None:
    """It would end, and what was seen in use with it."""
    desk = advised.desk
    soon = now_ms() + DAY
    body = {"role_id": advised.role, "res_type": 4, "res_id": desk.topic.id, "authorities": [303], "valid_until": soon}
    assert desk.at_owner.post("/api/v1/grants", json=body).status_code == 201
    refused = advised.try_to_plan(desk.at_owner, "s-narrow")
    assert (refused.status_code, refused.json()["code"]) == (409, "overlapping_window")


def test_a_suggestion_about_a_changed_grant_is_outdated(advised: Advised) -> None:
    owner = advised.desk.at_owner
    assert owner.delete(f"/api/v1/grants/{advised.unused}", headers={"If-Match": "*"}).status_code == 204
    refused = advised.try_to_plan(owner, "s-unused")
    assert (refused.status_code, refused.json()["code"]) == (409, "suggestion_outdated")
    shown = owner.get("/api/v1/audit/suggestions/s-unused").json()
    assert "are gone" in shown["outdated"]


def test_a_list_of_plans_shows_which_rights_go_and_come(advised: Advised) -> None:
    def grants_of(parts: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
        return [(grant["id"], grant["resource"], grant["authorities"]) for grant in parts]

    listed = advised.desk.at_wanting.get("/api/v1/audit/suggestions").json()["items"]
    assert [(grants_of(part["gone"]), grants_of(part["come"])) for part in listed] == [
        ([(advised.unused, "acme", [102])], []),
        ([(advised.wide, "acme", [103])], [(None, "persistent://acme/orders/created", [303])]),
    ]
    path = f"/api/v1/grants/{advised.unused}"
    assert advised.desk.at_owner.delete(path, headers={"If-Match": "*"}).status_code == 204
    # What was revoked since goes no more.
    assert advised.desk.at_wanting.get("/api/v1/audit/suggestions").json()["items"][0]["gone"] == []


def test_a_grant_changed_since_the_audit_is_refused(advised: Advised) -> None:
    """It never saw that walter may delete the tenant by this grant, so it says nothing of whether he needs that."""
    owner, change = advised.desk.at_owner, {"authorities": [101, 102]}
    path = f"/api/v1/grants/{advised.unused}"
    assert owner.patch(path, json=change, headers={"If-Match": "*"}).status_code == 200
    refused = advised.try_to_plan(owner, "s-unused")
    assert (refused.status_code, refused.json()["code"]) == (409, "suggestion_outdated")
    assert "were changed" in owner.get("/api/v1/audit/suggestions/s-unused").json()["outdated"]
    advised.run(about={"revision": advised.desk.center.read(trail.current_revision)})
    assert advised.try_to_plan(owner, "s-unused").status_code == 201


def test_grants_of_a_clusters_users_are_left_alone(advised: Advised) -> None:
    center = advised.desk.center
    broker = center.make(a_user, "broker.prod", kind="service")
    grant = center.make(a_grant, broker, [4], CLUSTER, advised.desk.cluster.id)
    row = published.suggestion("s-broker", "remove_unused", grant.role_id, [grant.id], role_name="broker.prod")
    advised.run(suggestions=[row])
    root = center.with_token(center.make(an_administrator))
    refused = advised.try_to_plan(root, "s-broker")
    assert (refused.status_code, refused.json()["code"]) == (409, "needed_by_cluster")


def test_a_suggestion_is_shown_with_its_back_test_and_its_users(advised: Advised) -> None:
    curve = [published.backtest("s-narrow", 90, denied=1), published.backtest("s-narrow", 30)]
    advised.run(usage_daily=[used(advised.wide)], backtest=curve)
    shown = advised.desk.at_owner.get("/api/v1/audit/suggestions/s-narrow").json()
    assert [(window["window_days"], window["denied"]) for window in shown["backtest"]] == [(30, 0), (90, 1)]
    assert shown["worst_share"] == pytest.approx(0.01)
    assert [(grant["id"], grant["authorities"]) for grant in shown["gone"]] == [(advised.wide, [103])]
    assert [(use["user"], use["resource"]) for use in shown["uses"]] == [("walter", RESOURCE)]


def test_a_stranger_sees_no_remediation(advised: Advised) -> None:
    plan = advised.plan(advised.desk.at_owner, "s-unused")
    stranger: httpx.Client = advised.desk.center.with_token(advised.desk.center.make(a_user))
    assert stranger.get(f"{PLANS}/{plan['id']}").status_code == 404
    assert stranger.get(PLANS).json()["items"] == []
    assert advised.step(stranger, plan, "cancel", "no").status_code == 404
