"""Undoing an import: what it made goes, but for what was changed or used since, which is reported."""

from typing import Any

from sqlalchemy.orm import Session

from app.desired_state.importing import mapping_file
from app.desired_state.importing.progress import CLAIM_MS
from app.desired_state.importing.runs import KEPT
from tests.factories import TOPIC, a_grant, a_user, an_administrator
from tests.importing.conftest import Migration
from tests.importing.test_imports import entries, names, problem


def codes_by_name(refusals: list[dict[str, Any]]) -> dict[str, str]:
    return {refusal["name"]: refusal["code"] for refusal in refusals}


def test_undo_removes_all_and_does_not_touch_the_cluster(migration: Migration) -> None:
    run = migration.begin()["id"]
    comes = migration.report(run)["comes"]
    before = migration.center.read(entries)
    people = names_of_users(migration)
    migration.apply(run)
    rehearsed = migration.undo(run, rehearse=True)
    assert (rehearsed["goes"], rehearsed["keeps"]) == (comes, [])
    assert migration.get(run)["state"] == "done", "a rehearsal changes nothing"
    assert migration.undo(run)["goes"] == comes
    after = migration.get(run)
    assert (after["state"], after["applied"], after["message"]) == ("undone", 0, None)
    assert (names(migration, "tenants"), names(migration, "topics")) == (set(), set())
    assert names_of_users(migration) == people
    report = migration.report(run)
    assert (report["comes"], report["kept"]) == (comes, [])
    assert migration.played.changes == []
    new = migration.center.read(entries)[len(before) :]
    actions = {entry.action for entry in new}
    assert actions >= {"import.undo", "grant.revoke", "topic.delete", "tenant.delete", "user.delete"}
    assert {entry.credential for entry in new if entry.action.endswith(".delete")} == {f"import:{run}"}


def test_an_undone_import_can_be_applied_again(migration: Migration) -> None:
    run = migration.begin()["id"]
    comes = migration.report(run)["comes"]
    migration.apply(run)
    migration.undo(run)
    assert migration.apply(run)["state"] == "done"
    assert migration.undo(run, rehearse=True)["goes"] == comes


def test_things_changed_or_used_since_stay_with_all_they_need(migration: Migration) -> None:
    run = migration.begin()["id"]
    migration.apply(run)
    space = item_named(migration, "namespaces", "shop/carts")
    changed = migration.root.patch(
        f"/api/v1/namespaces/{space['id']}", json={"remark": "ours now"}, headers={"If-Match": "*"}
    )
    assert changed.status_code == 200, changed.text
    topic = item_named(migration, "topics", "persistent://acme/orders/created")
    guest = migration.center.make(a_user, "guest")
    migration.center.make(a_grant, guest, [303], TOPIC, topic["id"])
    writer = migration.root.get("/api/v1/users", params={"q": "reader"}).json()["items"][0]
    assert migration.root.post(f"/api/v1/users/{writer['id']}/client-secrets").status_code == 201
    rehearsed = migration.undo(run, rehearse=True)
    wanted = {
        "shop/carts": "changed_since",
        "shop": "used_since",
        topic["full_name"]: "used_since",
        "acme/orders": "used_since",
        "acme": "used_since",
        "reader": "used_since",
    }
    assert codes_by_name(rehearsed["keeps"]) == wanted
    migration.undo(run)
    assert codes_by_name(migration.report(run)["kept"]) == wanted
    assert names(migration, "tenants") == {"acme", "shop"}
    assert names(migration, "topics") == {topic["full_name"]}


def test_a_place_with_an_encryption_key_stays(migration: Migration) -> None:
    """Its messages are still on the cluster, and nobody else has the private half."""
    run = migration.begin()["id"]
    migration.apply(run)
    topic = item_named(migration, "topics", "persistent://acme/orders/created")
    body = {"name": "orders", "algorithm": "EC-P256"}
    made = migration.root.post(f"/api/v1/topics/{topic['id']}/encryption-keys", json=body)
    assert made.status_code == 201, made.text
    wanted = {topic["full_name"]: "used_since", "acme/orders": "used_since", "acme": "used_since"}
    assert codes_by_name(migration.undo(run, rehearse=True)["keeps"]) == wanted
    migration.undo(run)
    assert names(migration, "topics") == {topic["full_name"]}


def test_things_made_otherwise_are_not_taken_back(migration: Migration) -> None:
    migration.root.post("/api/v1/tenants", json={"name": "acme", "cluster_ids": [migration.cluster]})
    run = migration.begin()["id"]
    migration.apply(run)
    migration.undo(run)
    assert names(migration, "tenants") == {"acme"}


def test_states_in_which_an_import_cannot_be_undone(migration: Migration) -> None:
    run = migration.begin()["id"]
    assert problem(migration.root.post(f"{migration.path}/{run}/undo")) == (409, "import_not_applied")
    migration.apply(run, work=False)
    assert problem(migration.root.post(f"{migration.path}/{run}/undo")) == (409, "import_running")
    migration.work(CLAIM_MS + 1)
    assert migration.root.post(f"{migration.path}/{run}/undo").json()["state"] == "undoing"
    assert problem(migration.root.post(f"{migration.path}/{run}/apply")) == (409, "import_running")
    assert migration.root.post(f"{migration.path}/{run}/cancel").json()["state"] == "cancelled"
    migration.undo(run)
    assert names(migration, "tenants") == set()


def test_the_newest_import_that_made_something_is_not_forgotten(migration: Migration) -> None:
    run = migration.begin()["id"]
    migration.apply(run)
    for _ in range(KEPT + 1):
        started = migration.root.post(migration.path, json={}).json()["id"]
        assert migration.root.post(f"{migration.path}/{started}/cancel").status_code == 200
    kept = [run["id"] for run in migration.root.get(migration.path).json()]
    assert (len(kept), kept[-1]) == (KEPT + 1, run)


def test_the_mapping_in_force_is_that_of_the_last_import_in_effect(migration: Migration) -> None:
    """Else drift asks who native roles are by a mapping that made nothing, or whose users are gone."""
    migration.apply(migration.begin('version: "1"\nroles: [{role: boss, name: chief}]\n')["id"])
    undone = migration.begin('version: "1"\nroles: [{role: boss, name: other}]\n')["id"]
    migration.apply(undone)
    assert migration.center.read(user_of_boss, migration.cluster) == "other"
    migration.undo(undone)
    assert migration.center.read(user_of_boss, migration.cluster) == "chief"
    refused = migration.begin('version: "1"\nroles: [{role: boss, to: nothing}]\n')["id"]
    migration.center.make(an_administrator, "boss")
    assert migration.apply(refused)["state"] == "failed"
    assert migration.center.read(user_of_boss, migration.cluster) == "chief"


def user_of_boss(session: Session, cluster: int) -> str | None:
    return mapping_file.of_cluster(session, cluster).user_of("boss")


def names_of_users(migration: Migration) -> set[str]:
    found = migration.root.get("/api/v1/users", params={"limit": 100}).json()["items"]
    return {user["username"] for user in found}


def item_named(migration: Migration, what: str, name: str) -> dict[str, Any]:
    found = migration.root.get(f"/api/v1/{what}", params={"limit": 100}).json()["items"]
    return next(row for row in found if row["full_name"] == name)
