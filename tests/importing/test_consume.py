"""Pulsar's `consume` means the same in an import, in grants of pulsar-admin, and in lists of permissions."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.grants import roles
from app.grants.models import Grant
from app.identity import users
from app.resources.models import Cluster
from tests.brokers.plugin import Plugin, a_plugin
from tests.drift.conftest import create
from tests.factories import NAMESPACE, TENANT, TOPIC, a_grant, a_user
from tests.importing.companies import ORDERS
from tests.importing.conftest import Migration

SPACE = {"resource_type": "namespace", "resource": "acme/orders"}
ON_TOPIC = {"resource_type": "topic", "resource": ORDERS}
READ_ALONE = 'version: "1"\nmanage_subscriptions: false\n'


@pytest.fixture
def plugin(migration: Migration) -> Plugin:
    """A broker of the cluster."""
    migration.center.make(a_user, "alice")
    return a_plugin(
        migration.center, migration.center.read(lambda session: session.get_one(Cluster, migration.cluster))
    )


def make_lord(migration: Migration) -> None:
    """Who may give everything in acme."""
    tenant = migration.root.get("/api/v1/tenants", params={"q": "acme"}).json()["items"][0]["id"]
    everything = [102, 103, 104, 105, 106, 202, 203, 204, 206, 302, 303, 304, 306]
    migration.center.make(a_grant, migration.center.make(a_user, "lord"), everything, TENANT, tenant)


def authorities_of(migration: Migration, username: str, kind: int = NAMESPACE) -> list[str]:
    def read(session: Session) -> list[str]:
        user = users.by_name(session, username)
        assert user is not None
        mine = Grant.role_id == roles.personal_role_of(session, user.id).id, Grant.res_type == int(kind)
        return sorted(session.scalars(select(Grant.authorities).where(*mine)))

    return migration.center.read(read)


def permissions_after(plugin: Plugin, verb: str, where: dict[str, str] = SPACE, **values: Any) -> dict[str, list[str]]:
    """Send the command; returns user → actions afterwards."""
    answer = plugin.permissions(verb, **{"actor": "lord", "user": "alice", "actions": ["consume"], **where, **values})
    assert answer.status_code == 200, answer.text
    permissions: dict[str, list[str]] = answer.json()["permissions"]
    return permissions


def setting(migration: Migration) -> bool:
    found = migration.root.get(f"/api/v1/clusters/{migration.cluster}").json()["consume_manages_subscriptions"]
    return bool(found)


def change(migration: Migration, *, manages: bool) -> None:
    body = {"consume_manages_subscriptions": manages}
    answer = migration.root.patch(f"/api/v1/clusters/{migration.cluster}", json=body, headers={"If-Match": "*"})
    assert (answer.status_code, answer.json()["consume_manages_subscriptions"]) == (200, manages)


def test_without_an_import_consume_means_reading(migration: Migration, plugin: Plugin) -> None:
    tenant = create(migration.root, "tenants", name="acme", cluster_ids=[migration.cluster])
    create(migration.root, "namespaces", tenant_id=tenant, name="orders")
    make_lord(migration)
    assert permissions_after(plugin, "grant")["alice"] == ["consume"]
    assert (setting(migration), authorities_of(migration, "alice")) == (False, ["203"])
    assert "alice" not in permissions_after(plugin, "revoke")
    assert authorities_of(migration, "alice") == []


@pytest.mark.parametrize(
    ("mapping", "manages", "on_namespace", "on_topic"),
    [(None, True, ["203,206"], ["303,306"]), (READ_ALONE, False, ["203"], ["303"])],
)
def test_after_an_import_consume_means_what_the_import_gave(
    migration: Migration,
    plugin: Plugin,
    mapping: str | None,
    manages: bool,
    on_namespace: list[str],
    on_topic: list[str],
) -> None:
    run = migration.begin(mapping)["id"]
    report = migration.report(run)
    wanted = "consume reads and manages subscriptions" if manages else "consume reads"
    assert {"kind": "setting", "name": "prod", "detail": wanted} in report["steps"]
    assert (report["comes"]["setting"], setting(migration)) == (1, False)
    assert migration.apply(run)["state"] == "done"
    make_lord(migration)
    assert setting(migration) is manages
    assert (authorities_of(migration, "reader"), authorities_of(migration, "auditor", TOPIC)) == (
        ["203", "203"] if mapping else ["203,206", "203,206"], on_topic,
    )  # fmt: skip
    permissions = permissions_after(plugin, "grant")
    assert (permissions["alice"], permissions["reader"]) == (["consume"], ["consume"])
    assert permissions_after(plugin, "grant", ON_TOPIC)["alice"] == ["consume"]
    assert (authorities_of(migration, "alice"), authorities_of(migration, "alice", TOPIC)) == (on_namespace, on_topic)
    assert permissions_after(plugin, "list", ON_TOPIC, actions=[])["alice"] == ["consume"]
    assert "alice" not in permissions_after(plugin, "revoke", ON_TOPIC)
    assert "alice" not in permissions_after(plugin, "revoke", actions=[])
    assert (authorities_of(migration, "alice"), authorities_of(migration, "alice", TOPIC)) == ([], [])


def test_readers_are_listed_where_consume_means_reading(migration: Migration, plugin: Plugin) -> None:
    migration.apply(migration.begin()["id"])
    make_lord(migration)
    change(migration, manages=False)
    assert permissions_after(plugin, "grant")["alice"] == ["consume"]
    change(migration, manages=True)
    assert "alice" not in permissions_after(plugin, "list", actions=[])
    assert permissions_after(plugin, "grant")["alice"] == ["consume"]
    assert authorities_of(migration, "alice") == ["203", "206"]


def test_a_chosen_meaning_of_consume_stays_and_is_imported(migration: Migration, plugin: Plugin) -> None:
    change(migration, manages=False)
    run = migration.begin()["id"]
    report = migration.report(run)
    differs = {"kind": "setting", "name": "prod", "what_code": "consume_manages_subscriptions"}
    assert [{name: difference[name] for name in differs} for difference in report["differs"]] == [differs]
    assert (report["differs"][0]["cluster"], report["differs"][0]["center"]) == ("true", "false")
    assert "setting" not in report["comes"]
    migration.apply(run)
    assert (setting(migration), authorities_of(migration, "reader")) == (False, ["203", "203"])


def test_an_import_without_native_permissions_changes_no_setting(migration: Migration) -> None:
    for space in migration.played.namespaces.values():
        space["auth_policies"] = {}
    report = migration.report(migration.begin()["id"])
    assert ("setting" in report["comes"], report["differs"]) == (False, [])


def test_the_meaning_is_taken_back_with_the_import(migration: Migration) -> None:
    run = migration.begin()["id"]
    for _ in range(2):
        migration.apply(run)
        assert setting(migration)
        assert migration.undo(run, rehearse=True)["goes"]["setting"] == 1
        migration.undo(run)
        assert (setting(migration), migration.report(run)["comes"]["setting"]) == (False, 1)


def test_a_meaning_chosen_since_stays_when_the_import_is_undone(migration: Migration) -> None:
    run = migration.begin()["id"]
    migration.apply(run)
    change(migration, manages=True)
    kept = migration.undo(run, rehearse=True)["keeps"]
    assert [(item_kept["kind"], item_kept["name"], item_kept["code"]) for item_kept in kept] == [
        ("setting", "prod", "changed_since")
    ]
    migration.undo(run)
    assert setting(migration)
