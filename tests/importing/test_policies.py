"""Policies of namespaces and topics come as the center's wish, and no cluster is asked to set them."""

from typing import Any

from app.desired_state.importing.models import Import
from tests.importing import companies
from tests.importing.conftest import Migration


def test_policies_are_imported_without_a_job(migration: Migration) -> None:
    migration.played.namespaces["acme/quiet"] |= {"message_ttl_in_seconds": 3600, "new_in_5": {"a": 1}}
    run = migration.begin()["id"]
    report = migration.report(run)
    assert ("acme/quiet", "policy new_in_5") in {(row["place"], row["what"]) for row in report["not_carried"]}
    assert migration.apply(run)["state"] == "done"
    assert migration.report(run)["refused"] == []
    found = {
        namespace["full_name"]: namespace for namespace in migration.root.get("/api/v1/namespaces").json()["items"]
    }
    policies = migration.root.get(f"/api/v1/namespaces/{found['acme/quiet']['id']}/policies")
    assert policies.status_code == 200, policies.text
    assert "3600" in policies.text or "1h" in policies.text
    topics = {topic["full_name"]: topic for topic in migration.root.get("/api/v1/topics").json()["items"]}
    assert "77" in migration.root.get(f"/api/v1/topics/{topics[companies.ORDERS]['id']}/policies").text
    assert {resource["provisioning"]["state"] for resource in [*found.values(), *topics.values()]} == {"ready"}
    assert migration.played.changes == []
    assert migration.center.read(lambda session: session.get_one(Import, run).state) == "done"


def not_carried(report: dict[str, Any]) -> set[tuple[str, str]]:
    return {(row["place"], row["what"]) for row in report["not_carried"]}


def differences(report: dict[str, Any]) -> set[tuple[str, str, str, str]]:
    return {
        (difference["name"], difference["what"], difference["cluster"], difference["center"])
        for difference in report["differs"]
    }


def test_the_report_keeps_its_lists_after_it_was_applied(migration: Migration) -> None:
    migration.played.tenants["acme"]["allowedClusters"] = ["prod", "other"]
    migration.played.namespaces["acme/quiet"] |= {
        "offload_policies": {"managedLedgerOffloadDriver": "aws-s3"}, "replication_clusters": ["other", "prod"],
    }  # fmt: skip
    migration.played.topic_policies[companies.ORDERS] = {"messageTTL": 77, "replication": ["other", "prod"]}
    run = migration.begin()["id"]
    before = migration.report(run)
    assert not_carried(before) >= {
        ("acme/quiet", "policy offload_policies"),
        ("acme/quiet", "policy replication_clusters"),
    }
    assert differences(before) == {("acme", "allowed clusters", "prod, other", "prod")}
    migration.apply(run)
    for report in (migration.report(run), migration.report(migration.begin()["id"])):
        assert (not_carried(report), differences(report)) == (not_carried(before), differences(before))


def test_a_repeated_import_compares_policies(migration: Migration) -> None:
    migration.played.namespaces["acme/quiet"] |= {"message_ttl_in_seconds": 3600}
    migration.apply(migration.begin()["id"])
    migration.played.namespaces["acme/quiet"] |= {"message_ttl_in_seconds": 60, "is_allow_auto_update_schema": False}
    migration.played.topic_policies[companies.ORDERS] = {}
    report = migration.report(migration.begin()["id"])
    assert report["comes"] == {}
    assert differences(report) == {
        ("acme/quiet", "policy message_ttl", "1m", "1h"),
        ("acme/quiet", "policy is_allow_auto_update_schema", "off", "not set"),
        (companies.ORDERS, "policy message_ttl", "not set", "77s"),
    }


def test_a_policy_that_was_not_read_does_not_differ(migration: Migration) -> None:
    migration.apply(migration.begin()["id"])
    migration.played.wrong["/persistent/acme/orders/created/messageTTL"] = lambda: (500, b"oops")
    assert differences(migration.report(migration.begin()["id"])) == set()
