"""An import from the first question to the last grant: read, report, apply, again."""

import json
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.desired_state.importing.progress import CLAIM_MS
from app.platform.clock import now_ms
from tests.importing.conftest import Migration
from tests.importing.played_cluster import PlayedCluster


def problem(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def names(migration: Migration, what: str) -> set[str]:
    found = migration.root.get(f"/api/v1/{what}", params={"limit": 100}).json()["items"]
    return {row.get("full_name") or row["name"] for row in found}


def test_an_import_takes_everything_and_does_not_touch_the_cluster(migration: Migration) -> None:
    run = migration.begin()
    assert (run["state"], run["calls"]) == ("planned", migration.played.calls)
    report = migration.report(run["id"])
    comes = {"grant": 8, "namespace": 3, "setting": 1, "subscription_rule": 1, "tenant": 2, "topic": 7, "user": 8}
    assert report["comes"] == comes
    assert names(migration, "tenants") == set()
    done = migration.apply(run["id"])
    assert (done["state"], done["applied"], done["message"]) == ("done", 30, None)
    assert names(migration, "tenants") == {"acme", "shop"}
    assert "non-persistent://acme/orders/live" in names(migration, "topics")
    after = migration.report(run["id"])
    assert (after["comes"], after["refused"], after["not_carried_total"]) == ({}, [], report["not_carried_total"])
    assert after["exists"] == report["comes"]
    assert migration.played.changes == []


def test_imported_places_are_ready_at_once(migration: Migration) -> None:
    migration.apply(migration.begin()["id"])
    for what in ("tenants", "namespaces", "topics"):
        items = migration.root.get(f"/api/v1/{what}").json()["items"]
        assert {row["provisioning"]["state"] for row in items} == {"ready"}, what


def test_a_second_import_changes_nothing(migration: Migration) -> None:
    migration.apply(migration.begin()["id"])
    run = migration.begin()
    assert migration.report(run["id"])["comes"] == {}
    before = migration.center.read(entries)
    assert migration.apply(run["id"])["applied"] == 0
    new = migration.center.read(entries)[len(before) :]
    assert {entry.action for entry in new} == {"import.apply", "import.end"}


def test_each_change_is_recorded_with_the_import_as_its_origin(migration: Migration) -> None:
    run = migration.begin()
    before = len(migration.center.read(entries))
    migration.apply(run["id"])
    new = [entry for entry in migration.center.read(entries)[before:] if not entry.action.startswith("import.apply")]
    assert {entry.credential for entry in new} == {f"import:{run['id']}"}
    assert len({entry.revision for entry in new}) == 2, "one batch, and the end"
    assert {entry.action for entry in new} >= {"user.create", "tenant.create", "topic.create", "grant.create"}


def test_entries_come_kind_by_kind(migration: Migration) -> None:
    for namespace in migration.played.namespaces.values():
        namespace["subscription_auth_mode"] = "Prefix"
    before = len(migration.center.read(entries))
    migration.apply(migration.begin()["id"])
    actions = [entry.action for entry in migration.center.read(entries)[before:]]
    kinds = ("tenant.create", "cluster.update", "namespace.create", "topic.create", "namespace.update", "grant.create")
    assert list(dict.fromkeys(action for action in actions if action in kinds)) == list(kinds)


def test_the_mapping_decides_who_receives(migration: Migration) -> None:
    run = migration.begin(
        """
version: "1"
manage_subscriptions: false
roles:
  - {role: boss, to: person, name: berta}
  - {role: reader, to: sub-account, main: berta}
  - {role: "w*", to: shared-role, name: staff}
  - {role: sneaky, to: nothing, reason: "left the company"}
  - {role: svc with blank, name: svc}
  - {role: root, super_user: "true"}
"""
    )
    report = migration.report(run["id"])
    steps = {(step["kind"], step["name"]): step["detail"] for step in report["steps"]}
    assert steps["user", "berta"] == "person"
    assert steps["user", "reader"] == "sub-account of berta"
    assert ("role", "staff") in steps
    assert ("user", "sneaky") not in steps
    assert steps["grant", "svc on shop/carts"] == "203"
    assert steps["grant", "root on prod"] == "4"
    assert steps["grant", "staff on acme/orders"] == "202, 208, 209, 210, 211"
    assert report["super_users"] == [{"role": "root", "user": "root", "given": True}]
    nobody = {row["role"]: (row["what_code"], row["code"], row["values"]) for row in report["not_carried"]}
    assert nobody["sneaky"] == ("everything_held", "own_reason", {"reason": "left the company"})
    proof = report["proof"]
    assert (
        sum(reason["count"] for reason in proof["reasons"])
        == sum(proof["by_reason"].values())
        == proof["differences_total"]
    )
    assert {reason["why"] for reason in proof["reasons"]} == set(proof["by_reason"])
    done = migration.apply(run["id"])
    assert (done["state"], migration.report(run["id"])["refused"]) == ("done", [])


def test_the_draft_maps_as_the_import_does(migration: Migration) -> None:
    run = migration.begin()
    draft = migration.root.get(f"{migration.path}/{run['id']}/mapping").json()["mapping"]
    again = migration.begin(draft)
    assert migration.report(again["id"]) == migration.report(run["id"])
    assert migration.get(run["id"])["state"] == "cancelled", "a newer one took its place"


def test_the_report_as_a_page_runs_nothing(migration: Migration) -> None:
    migration.played.tenant("<script>alert(1)</script>")
    run = migration.begin()
    page = migration.root.get(f"{migration.path}/{run['id']}/report", params={"format": "html"})
    assert page.headers["content-type"].startswith("text/html")
    assert "<script>" not in page.text
    assert "persistent://acme/orders/created" in page.text


def test_only_one_import_runs_at_a_time(migration: Migration) -> None:
    first = migration.root.post(migration.path, json={}).json()
    assert problem(migration.root.post(migration.path, json={})) == (409, "import_running")
    assert problem(migration.root.post(f"{migration.path}/{first['id']}/apply")) == (409, "import_running")
    assert problem(migration.root.get(f"{migration.path}/{first['id']}/report")) == (409, "import_not_planned")
    assert migration.root.post(f"{migration.path}/{first['id']}/cancel").json()["state"] == "cancelled"
    assert problem(migration.root.post(f"{migration.path}/{first['id']}/cancel")) == (409, "import_over")
    assert problem(migration.root.post(f"{migration.path}/{first['id']}/apply")) == (409, "import_not_planned")
    assert migration.begin()["state"] == "planned"


def test_a_wrong_mapping_is_refused_with_line_and_entry(migration: Migration) -> None:
    text = 'version: "1"\nroles:\n  - {role: a, to: king}\n  - {role: b, to: sub-account}\n'
    answer = migration.root.post(migration.path, json={"mapping": text})
    assert answer.status_code == 422
    assert [(error["field"], error["line"]) for error in answer.json()["errors"]] == [("roles.0.to", 3)]


def test_an_import_cancelled_while_applied_can_be_continued(migration: Migration) -> None:
    run = migration.begin()["id"]
    migration.apply(run, work=False)
    assert migration.root.post(f"{migration.path}/{run}/cancel").json()["state"] == "cancelled"
    migration.work(CLAIM_MS + 1)
    assert names(migration, "tenants") == set()
    assert migration.apply(run)["state"] == "done"


def test_values_that_the_center_has_otherwise_stay(migration: Migration) -> None:
    made = migration.root.post("/api/v1/tenants", json={"name": "acme", "cluster_ids": [migration.cluster]}).json()
    space = migration.root.post("/api/v1/namespaces", json={"tenant_id": made["id"], "name": "orders"}).json()
    topic = {"namespace_id": space["id"], "name": "parted", "partitions": 2}
    assert migration.root.post("/api/v1/topics", json=topic).status_code == 201
    report = migration.report(migration.begin()["id"])
    assert [
        (difference["name"], difference["what"], difference["cluster"], difference["center"])
        for difference in report["differs"]
    ] == [("persistent://acme/orders/parted", "partitions", "3", "2")]
    assert report["exists"] == {"tenant": 1, "namespace": 1, "topic": 1}


def test_the_applier_must_still_administer_the_center(migration: Migration) -> None:
    from tests.factories import an_administrator

    other = migration.center.make(an_administrator, "other")
    run = migration.begin()["id"]
    with_other = migration.center.signed_in(other)
    assert with_other.post(f"{migration.path}/{run}/apply").status_code == 200
    found = migration.root.get("/api/v1/users", params={"q": "other"}).json()["items"][0]
    answer = migration.root.patch(
        f"/api/v1/users/{found['id']}", json={"status": "disabled"}, headers={"If-Match": "*"}
    )
    assert answer.status_code == 200, answer.text
    migration.work(CLAIM_MS + 1)
    assert (migration.get(run)["state"], migration.get(run)["message"]) == (
        "failed",
        "who applies it is no administrator",
    )
    assert names(migration, "tenants") == set()


def entries(session: Session) -> list[TrailEntry]:
    return list(session.scalars(select(TrailEntry).order_by(TrailEntry.id)))


def test_progress_is_shown_and_the_claim_is_released(migration: Migration) -> None:
    from app.desired_state.importing import progress

    run = migration.root.post(migration.path, json={}).json()["id"]
    now = now_ms()
    with progress.claim(migration.center.database, run, now) as mine:
        assert mine
        with progress.claim(migration.center.database, run, now) as other:
            assert not other
    assert progress.due(migration.center.database, now) == [run]


def test_large_cluster_in_several_batches(migration: Migration) -> None:
    big: PlayedCluster = migration.played
    big.tenant("big")
    big.namespace("big/one", {f"role{number}": ["produce"] for number in range(90)})
    big.topics |= {f"persistent://big/one/t{number}": 0 for number in range(700)}
    run = migration.begin()["id"]
    before = migration.center.read(entries)[-1].revision
    done = migration.apply(run)
    assert (done["state"], done["done"], done["total"]) == ("done", 0, 0)
    assert migration.report(run)["comes"] == {}
    assert migration.center.read(entries)[-1].revision - before > 3
    assert json.dumps(migration.report(run)["proof"]["differences"]).count("persistent://big") == 0
