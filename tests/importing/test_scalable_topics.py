"""Scalable topics of a cluster of Pulsar 5 come with their grants; a persistent topic of the name is another."""

from tests.importing import companies
from tests.importing.conftest import Migration

WIDE, TWIN = "topic://acme/orders/created", companies.ORDERS


def test_they_come_with_their_grants(migration: Migration) -> None:
    migration.played.topics |= {WIDE: 0, "topic://acme/orders/__x": 0, "topic://acme/orders/a/b": 0}
    migration.played.grant(WIDE, "sender", "produce")
    run = migration.begin()
    report = migration.report(run["id"])
    assert (report["comes"]["topic"], report["comes"]["grant"]) == (8, 9)
    assert "topic://acme/orders/a/b" in str(report["unread"])
    assert "topic://acme/orders/__x" in str(report["left_out"])
    assert migration.apply(run["id"])["state"] == "done"
    items = migration.root.get("/api/v1/topics", params={"domain": "topic"}).json()["items"]
    assert [(topic["full_name"], topic["partitions"]) for topic in items] == [(WIDE, 0)]
    for topic, allowed in ((WIDE, True), (TWIN, False)):
        question = {"cluster_id": migration.cluster, "principal": "sender", "question": "topic:PRODUCE"}
        question |= {"resource_type": "topic", "resource": topic}
        answer = migration.root.post("/api/v1/access/check", json={"questions": [question]}).json()["answers"][0]
        assert answer["allowed"] == allowed, topic
    assert migration.report(migration.begin()["id"])["comes"] == {}


def test_an_older_cluster_has_none(migration: Migration) -> None:
    """It answers 404 to the list: nothing was left unread."""
    run = migration.begin()
    assert "scalable" not in str(migration.report(run["id"])["unread"])
