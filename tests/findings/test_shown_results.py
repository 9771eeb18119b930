"""Readers see the results of the newest run, and only what is about their own."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from app.audit.findings import current_results
from tests.center import Center
from tests.factories import TENANT, Person, a_grant, a_tenant, a_user
from tests.findings.published import ABOUT, FIRST, LAST, RUNS, creeping, denial, finding, load, status, used


def test_loaded_results_are_shown_with_the_grant(center: Center, tmp_path: Path) -> None:
    alice, tenant = center.make(a_user, "alice"), center.make(a_tenant, "acme")
    grant = center.make(a_grant, alice, [102], TENANT, tenant.id)
    denied = used(None, decision=2)
    unwatched = status(grant.id, why="too_little_watched", watched_days=12, watched_since="2026-11-03")
    assert load(center, tmp_path, usage_daily=[used(grant.id), denied], grant_status=[unwatched])["state"] == "current"
    client = center.with_token(alice)
    usage = client.get(f"/api/v1/grants/{grant.id}/usage").json()
    assert usage["finding"] == {"status": "essential", "last": 90, "sole": 5, "covering": 5}
    assert (usage["coverage_percent"], usage["run"]["run"]) == (99.5, "run-1")
    assert [usage[name] for name in ("why", "watched_days", "watched_since")] == [
        "too_little_watched", 12, "2026-11-03"
    ]  # fmt: skip
    assert [(day["date"], day["n"]) for day in usage["days"]] == [(LAST, 5)]
    stranger = center.with_token(center.make(a_user))
    assert stranger.get(f"/api/v1/grants/{grant.id}/usage").status_code == 404


def test_only_administrators_see_numbers_of_the_whole_estate(
    center: Center, tmp_path: Path, root: httpx.Client
) -> None:
    alice, tenant = center.make(a_user, "alice"), center.make(a_tenant, "acme")
    grant = center.make(a_grant, alice, [102], TENANT, tenant.id)
    load(center, tmp_path, about={"events": 7_000_000, "lost": 12}, grant_status=[status(grant.id)])
    paths = "/api/v1/audit/results", f"/api/v1/grants/{grant.id}/usage"
    client = center.with_token(alice)
    assert [("7000000" in client.get(path).text, "7000000" in root.get(path).text) for path in paths] == [
        (False, True)
    ] * 2


def test_administrators_see_the_use_of_a_revoked_grant(center: Center, tmp_path: Path, root: httpx.Client) -> None:
    """A finding names it, and its reader wants to know who still used it."""
    alice = center.make(a_user, "alice")
    load(center, tmp_path, usage_daily=[used(99)], grant_status=[status(99, "used_not_granted")])
    seen = root.get("/api/v1/grants/99/usage").json()
    assert (seen["finding"]["status"], [day["user"] for day in seen["days"]]) == ("used_not_granted", ["walter"])
    assert center.with_token(alice).get("/api/v1/grants/99/usage").status_code == 404
    assert root.get("/api/v1/grants/98/usage").status_code == 404


def test_a_run_replaces_the_dates_it_knows_and_all_statuses(center: Center, tmp_path: Path) -> None:
    first = [used(1, date="2026-10-30"), used(1)]
    load(center, tmp_path, about={"from": "2026-10-30"}, usage_daily=first, grant_status=[status(1), status(2)])
    load(center, tmp_path, "run-2", usage_daily=[used(1, n=7)], grant_status=[status(1, "unused")])
    days = center.read(current_results.usage_of, 1)
    assert [(day.date, day.n) for day in days] == [(LAST, 7), ("2026-10-30", 5)]
    found = center.read(current_results.statuses, [1, 2])
    assert {number: state.status for number, state in found.items()} == {1: "unused"}


def test_a_run_that_ends_in_the_future_does_not_hold_up_the_next_ones(root: httpx.Client) -> None:
    """An event of a broker with a wrong clock, or a mistyped date: it is shown, and the run of tomorrow replaces it."""
    for name, until in (("wrong", "2126-11-20"), ("right", str(datetime.now(UTC).date()))):
        root.post(RUNS, json=ABOUT | {"run": name, "until": until})
        assert root.post(f"{RUNS}/{name}/complete", json={"lines": {}}).json()["state"] == "current"


def test_everybody_reads_the_results_about_their_own_grants(center: Center, tmp_path: Path, root: httpx.Client) -> None:
    tenant, other = center.make(a_tenant, "acme"), center.make(a_tenant, "globex")
    owner, walter = center.make(a_user, "olga"), center.make(a_user, "walter")
    center.make(a_grant, owner, [104], TENANT, tenant.id)
    mine = center.make(a_grant, walter, [103], TENANT, other.id)
    rows = [
        finding("f1", severity=4),
        finding("f2", tenant="globex", grant=mine.id),
        finding("f3", tenant=None, user="walter", kind="new_address"),
        finding("f4", tenant="globex"),
    ]
    evidence = [{"date": LAST, "user": "walter", "ip": "10.0.0.9", "n": 3}]
    span = {"watched_since": FIRST, "watched_until": LAST}
    load(center, tmp_path, findings=[*rows, finding("f5", state="closed", evidence=evidence, **span)])

    def seen(client: httpx.Client, **query: Any) -> set[str]:
        return {finding["id"] for finding in client.get("/api/v1/audit/findings", params=query).json()["items"]}

    at_owner, at_walter = center.with_token(owner), center.with_token(walter)
    assert seen(root) == {"f1", "f2", "f3", "f4", "f5"}
    assert seen(at_owner) == {"f1", "f5"}
    assert seen(at_walter) == {"f2", "f3"}
    assert (seen(root, severity=3), seen(root, kind="new_address"), seen(root, state="closed")) == (
        {"f1"}, {"f3"}, {"f5"},
    )  # fmt: skip
    assert [finding["id"] for finding in root.get("/api/v1/audit/findings?sort=-severity&limit=1").json()["items"]] == [
        "f1"
    ]
    detail = at_owner.get("/api/v1/audit/findings/f5").json()
    assert detail["evidence"][0]["ip"] == "10.0.0.9"
    assert (detail["watched_since"], detail["watched_until"]) == (FIRST, LAST)
    assert at_walter.get("/api/v1/audit/findings/f5").status_code == 404
    assert at_owner.get("/api/v1/audit/results").json()["findings"] == {"unused_grant": 1}
    sub = center.with_token(center.make(a_user, "olga.sub", parent=Person(owner.id, "olga")))
    assert seen(sub) == set()


def test_creep_and_denials_are_listed_heaviest_first(center: Center, tmp_path: Path, root: httpx.Client) -> None:
    creep = [creeping("role", str(number), number / 10) for number in (1, 5, 3)]
    come = {"cred": "t1", "ip": "10.0.0.9"}
    load(center, tmp_path, creep=creep, denials=[denial("eve", 4), denial("mallory", 9) | come])
    listed = root.get("/api/v1/audit/creep?sort=-weight&scope_type=role").json()["items"]
    assert [row["scope"] for row in listed] == ["5", "3", "1"]
    denials = root.get("/api/v1/audit/denials?sort=-weight&tenant=acme").json()["items"]
    shown = [(denial["user"], denial["n"], denial["cred"], denial["ip"]) for denial in denials]
    assert shown == [("mallory", 9, "t1", "10.0.0.9"), ("eve", 4, None, None)]


def test_creep_has_the_names_of_roles_and_what_earlier_runs_counted(
    center: Center, tmp_path: Path, root: httpx.Client
) -> None:
    owner, walter, tenant = center.make(a_user, "olga"), center.make(a_user, "walter"), center.make(a_tenant, "acme")
    center.make(a_grant, owner, [104], TENANT, tenant.id)
    role = center.make(a_grant, walter, [103], TENANT, tenant.id).role_id
    other = creeping("role", str(role), 99.0, "globex")
    load(center, tmp_path, "a", about={"until": FIRST}, creep=[creeping("role", str(role), 12.5), other])
    load(center, tmp_path, "b", creep=[creeping("role", str(role), 20.0), creeping("role", "999", 1.0)])
    seen = root.get("/api/v1/audit/creep?sort=-weight").json()["items"]
    before = {"until": FIRST, "granted_leaves": 9, "used_leaves": 1, "index": 12.5}
    assert [(row["role_name"], row["past"]) for row in seen] == [("walter", [before]), (None, [])]
    stranger = center.with_token(center.make(a_user)).get("/api/v1/audit/creep").json()["items"]
    assert (seen, stranger) == (center.with_token(owner).get("/api/v1/audit/creep?sort=-weight").json()["items"], [])


def test_grants_are_listed_by_their_status(center: Center, tmp_path: Path, root: httpx.Client) -> None:
    alice, tenant = center.make(a_user, "alice"), center.make(a_tenant, "acme")
    idle, busy = (center.make(a_grant, alice, [right], TENANT, tenant.id).id for right in (102, 103))
    load(center, tmp_path, "a", grant_status=[status(busy, "unused"), status(idle)])
    load(center, tmp_path, "b", grant_status=[status(idle, "unused"), status(busy)])

    def listed(client: httpx.Client, name: str) -> list[int]:
        return [grant["id"] for grant in client.get("/api/v1/usage", params={"status": name}).json()["items"]]

    assert (listed(root, "unused"), listed(root, "essential"), listed(root, "unknown")) == ([idle], [busy], [])
    assert listed(center.with_token(center.make(a_user)), "unused") == []
    assert root.get("/api/v1/usage?status=other").status_code == 422
