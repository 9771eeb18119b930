"""The calls that make a cluster follow a wish."""

import json
from typing import Any, cast

import pytest

from app.resources.pulsar.admin_http import AdminAnswer, AdminHttp
from app.resources.pulsar.policies import Level
from app.resources.pulsar.policy_client import PolicyClient

TOPIC = "persistent://acme/orders/created"


class RecordingCluster:
    """A cluster that tells the same policies of a namespace, and keeps what it is asked."""

    def __init__(self, **policies: Any) -> None:
        self._policies = policies
        self.changes: list[tuple[str, str, Any]] = []

    def call(self, method: str, path: Any, body: Any = None) -> AdminAnswer:
        if method == "GET":
            return AdminAnswer(200, json.dumps(self._policies).encode() if "namespaces" in str(path) else b"")
        self.changes.append((method, str(path).rpartition("/")[2], body))
        return AdminAnswer(204, b"")


def changes_asked(level: Level, wish: dict[str, Any], unset: list[str], **policies: Any) -> list[tuple[str, str, Any]]:
    cluster = RecordingCluster(**policies)
    name = TOPIC if level == "topic" else "acme/orders"
    PolicyClient(cast(AdminHttp, cluster)).fulfil(level, name, wish, unset, "prod")
    return cluster.changes


@pytest.mark.parametrize(
    ("level", "policy", "value", "change"),
    [
        ("namespace", "offload_threshold", -1, ("PUT", "offloadThreshold", -1)),
        ("namespace", "replication_clusters", ["west"], ("POST", "replication", ["west"])),
        ("topic", "schema_validation_enforced", False, ("POST", "schemaValidationEnforced", False)),
        ("topic", "dispatcher_pause_on_ack_state", False, ("POST", "dispatcherPauseOnAckStatePersistent", False)),
    ],
)
def test_a_policy_that_reads_as_unset_is_written_anyway(
    level: Level, policy: str, value: Any, change: tuple[str, str, Any]
) -> None:
    """The namespace, or broker.conf, may say otherwise."""
    assert changes_asked(level, {policy: value}, [], replication_clusters=["prod"]) == [change]


def test_a_policy_that_may_be_set_is_removed_anyway() -> None:
    pause = "dispatcher_pause_on_ack_state"
    assert changes_asked("topic", {}, [pause, "retention"]) == [("DELETE", "dispatcherPauseOnAckStatePersistent", None)]


def test_a_policy_in_force_is_not_written_again() -> None:
    holds = {"message_ttl": 60, "encryption_required": True}
    assert changes_asked("namespace", holds, ["retention"], message_ttl_in_seconds=60, encryption_required=True) == []
