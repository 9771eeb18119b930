"""Lines right after an import: what its report says is not taken over, and nothing that makes no difference."""

from typing import Any

import pytest

from tests.drift.conftest import TOPIC, Drifting
from tests.drift.test_renamed_roles import take_over


@pytest.fixture
def imported(drifting: Drifting) -> Drifting:
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


def test_only_what_the_import_left_is_told(imported: Drifting) -> None:
    found = [(line["place"], line["field"], line["subject"], line["severity"]) for line in imported.lines()]
    assert sorted(found, key=str) == [
        ("acme", "allowed_clusters", None, 3), (f"{TOPIC}-partition-1", "grant", "sneaky", 4),
    ]  # fmt: skip


def test_nobody_is_taken_off_a_cluster_unasked(imported: Drifting) -> None:
    line = _lines(imported)["allowed_clusters"]
    refused = imported.answer("repair", line).json()
    assert (line["loses"], refused["code"], "taken off dr" in refused["detail"]) == (
        ["repair"], "confirmation_needed", True,
    )  # fmt: skip
    assert imported.done("repair", line, confirm="acme")["state"] == "repairing"


def test_a_namespace_is_not_taken_off_a_cluster_unasked(imported: Drifting) -> None:
    imported.played.namespaces["acme/orders"]["replication_clusters"] = ["prod", "dr"]
    imported.compare()
    line = _lines(imported)["policy"]
    assert (line["subject"], line["loses"]) == ("replication_clusters", ["repair"])
    assert imported.answer("repair", line).json()["code"] == "confirmation_needed"
