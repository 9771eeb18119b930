"""Right after an import drift shows only what the import did not take over."""

from typing import Any

import pytest

from tests.drift.conftest import TOPIC, Drifting
from tests.drift.test_renamed_roles import take_over


@pytest.fixture
def imported_cluster(drifting: Drifting) -> Drifting:
    """A replicated cluster, whose broker granted on each partition, as Pulsar does."""
    played = drifting.played
    played.wrong["/clusters"] = lambda: (200, b'["prod", "dr"]')
    played.tenant("acme", "boss", clusters=("prod", "dr"))
    for topic in (TOPIC, f"{TOPIC}-partition-0", f"{TOPIC}-partition-1"):
        played.grant(topic, "sender", "produce")
    played.grant(f"{TOPIC}-partition-1", "sneaky", "consume")
    played.grant(TOPIC, "auditor", "consume", "functions")  # functions count on namespaces alone
    take_over(drifting, 'version: "1"')
    drifting.compare()
    return drifting


def _lines(drifting: Drifting) -> dict[str, dict[str, Any]]:
    return {line["field"]: line for line in drifting.lines()}


def test_only_what_the_import_did_not_take_over_is_drift(imported_cluster: Drifting) -> None:
    found = [(line["place"], line["field"], line["subject"], line["severity"]) for line in imported_cluster.lines()]
    assert sorted(found, key=str) == [
        ("acme", "allowed_clusters", None, 3), (f"{TOPIC}-partition-1", "grant", "sneaky", 4),
    ]  # fmt: skip


def test_taking_a_tenant_off_a_cluster_needs_confirmation(imported_cluster: Drifting) -> None:
    line = _lines(imported_cluster)["allowed_clusters"]
    refused = imported_cluster.answer("repair", line).json()
    assert (line["loses"], refused["code"], "taken off dr" in refused["detail"]) == (
        ["repair"], "confirmation_needed", True,
    )  # fmt: skip
    assert imported_cluster.done("repair", line, confirm="acme")["state"] == "repairing"


def test_taking_a_namespace_off_a_cluster_needs_confirmation(imported_cluster: Drifting) -> None:
    imported_cluster.played.namespaces["acme/orders"]["replication_clusters"] = ["prod", "dr"]
    imported_cluster.compare()
    line = _lines(imported_cluster)["policy"]
    assert (line["subject"], line["loses"]) == ("replication_clusters", ["repair"])
    assert imported_cluster.answer("repair", line).json()["code"] == "confirmation_needed"
