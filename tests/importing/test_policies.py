"""Policies of namespaces and topics come as the center's wish, and no cluster is asked to set them."""

from app.importing.models import Import
from tests.importing import companies
from tests.importing.conftest import Migration


def test_policies_become_the_wish_without_a_job(migration: Migration) -> None:
    migration.played.namespaces["acme/quiet"] |= {"message_ttl_in_seconds": 3600, "new_in_5": {"a": 1}}
    run = migration.begin()["id"]
    told = migration.report(run)
    assert ("acme/quiet", "policy new_in_5") in {(one["place"], one["what"]) for one in told["not_carried"]}
    assert migration.apply(run)["state"] == "done"
    assert migration.report(run)["refused"] == []
    found = {one["full_name"]: one for one in migration.root.get("/api/v1/namespaces").json()["items"]}
    policies = migration.root.get(f"/api/v1/namespaces/{found['acme/quiet']['id']}/policies")
    assert policies.status_code == 200, policies.text
    assert "3600" in policies.text or "1h" in policies.text
    topics = {one["full_name"]: one for one in migration.root.get("/api/v1/topics").json()["items"]}
    assert "77" in migration.root.get(f"/api/v1/topics/{topics[companies.ORDERS]['id']}/policies").text
    assert {one["provisioning"]["state"] for one in [*found.values(), *topics.values()]} == {"ready"}
    assert migration.played.changes == []
    assert migration.center.read(lambda session: session.get_one(Import, run).state) == "done"
