"""Changes between the plan of an import and its batch stay, and are reported."""

from collections.abc import Callable
from typing import Any

import pytest

from app.desired_state.importing import import_worker
from app.desired_state.importing.progress import CLAIM_MS
from app.platform.clock import now_ms
from tests.drift.conftest import create
from tests.importing.conftest import Migration

SAME = {"If-Match": "*"}


def apply_with(
    migration: Migration, meanwhile: Callable[[], object], mapping: str | None = None
) -> list[tuple[str, str, str]]:
    """Apply the newest import; `meanwhile` happens after its plan and before its first batch. Returns the refusals."""
    run = migration.begin(mapping)["id"]
    migration.apply(run, work=False)
    due = [meanwhile]

    def happen_in_between() -> bool:
        if due and migration.get(run)["total"]:
            due.pop()()
        return False

    import_worker.run(migration.center.database, migration.center.settings, now_ms() + CLAIM_MS + 1, happen_in_between)
    assert (migration.get(run)["state"], due) == ("done", [])
    return [(refusal["kind"], refusal["name"], refusal["code"]) for refusal in migration.report(run)["refused"]]


@pytest.fixture
def acme(migration: Migration) -> int:
    """The tenant, known already."""
    return create(migration.root, "tenants", name="acme", cluster_ids=[migration.cluster])


def rules(migration: Migration, namespace: int) -> dict[str, Any]:
    found: dict[str, Any] = migration.root.get(f"/api/v1/namespaces/{namespace}/subscription-permissions").json()
    return found


@pytest.mark.parametrize("listed", [["keeper"], []], ids=["somebody else", "nobody"])
def test_a_rule_set_meanwhile_stays(migration: Migration, acme: int, listed: list[str]) -> None:
    space = create(migration.root, "namespaces", tenant_id=acme, name="orders")
    create(migration.root, "users", username="keeper", kind="service")
    path = f"/api/v1/namespaces/{space}/subscription-permissions"

    def put() -> None:
        body = {"subscription": "billing", "users": listed}
        assert migration.root.put(path, json=body, headers=SAME).status_code == 200

    assert apply_with(migration, put) == [("subscription_rule", "acme/orders billing", "changed_meanwhile")]
    assert rules(migration, space)["items"] == [{"subscription": "billing", "users": listed}]


def test_a_mode_set_meanwhile_stays(migration: Migration, acme: int) -> None:
    """On the cluster it is Prefix."""
    ids: list[int] = []

    def make() -> None:
        ids.append(create(migration.root, "namespaces", tenant_id=acme, name="quiet"))

    assert apply_with(migration, make) == [("namespace", "acme/quiet", "changed_meanwhile")]
    assert rules(migration, ids[0])["subscription_auth_mode"] == "None"


def test_a_meaning_of_consume_set_meanwhile_stays(migration: Migration) -> None:
    path = f"/api/v1/clusters/{migration.cluster}"

    def change() -> None:
        body = {"consume_manages_subscriptions": False}
        assert migration.root.patch(path, json=body, headers=SAME).status_code == 200

    assert apply_with(migration, change) == [("setting", "prod", "changed_meanwhile")]
    assert migration.root.get(path).json()["consume_manages_subscriptions"] is False


def test_a_user_that_is_no_sub_account_of_the_mappings(migration: Migration) -> None:
    mapping = 'version: "1"\nroles:\n  - {role: reader, to: sub-account, main: boss}\n'
    refused = apply_with(migration, lambda: create(migration.root, "users", username="reader", kind="service"), mapping)
    assert ("user", "reader", "changed_meanwhile") in refused


def test_a_tenant_of_another_cluster(migration: Migration) -> None:
    other = {"name": "other", "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1"}
    west = create(migration.root, "clusters", **other)
    refused = apply_with(migration, lambda: create(migration.root, "tenants", name="shop", cluster_ids=[west]))
    assert ("tenant", "shop", "exists") in refused
    spaces = migration.root.get("/api/v1/namespaces", params={"limit": 100}).json()["items"]
    assert {space["full_name"] for space in spaces} == {"acme/orders", "acme/quiet"}


def test_the_same_is_no_change(migration: Migration, acme: int) -> None:
    space = create(migration.root, "namespaces", tenant_id=acme, name="orders")
    for name in ("reader", "auditor"):
        create(migration.root, "users", username=name, kind="service")
    body = {"subscription": "billing", "users": ["auditor", "reader"]}
    path = f"/api/v1/namespaces/{space}/subscription-permissions"
    assert apply_with(migration, lambda: migration.root.put(path, json=body, headers=SAME)) == []
