"""What a cluster has of a namespace's or topic's policies now: those set there, its defaults, what differs.

A person waits for the answer, so it takes some seconds at most.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.resources.provisioning import cluster_abandonment
from app.resources.provisioning.deletion_forecast import SECONDS, ClusterToAsk
from app.resources.pulsar import policies
from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.admin_http import AdminHttp, ClusterRefusedError, ClusterUnreachableError
from app.resources.pulsar.policies import Level
from app.resources.pulsar.policies.cluster_answers import PolicyReading, of_configuration
from app.resources.pulsar.policy_client import PolicyClient


@dataclass(frozen=True)
class DifferentPolicy:
    """A policy that is not as wished, in people's units. `actual` null: not set there. `wished` null: not wished."""

    name: str
    wished: str | None
    actual: str | None


@dataclass(frozen=True)
class ClusterPolicies:
    """One cluster's policies. `message`: why it told nothing, or not all; what it did tell is there."""

    cluster_id: int
    cluster: str
    message: str | None
    defaults: dict[str, str]
    """Of broker.conf, for what nobody has set."""
    actual: dict[str, str]
    unknown: list[str]
    """Set there, but not known here: Pulsar's names."""
    different: list[DifferentPolicy]


def ask(target: ClusterToAsk, level: Level, name: str, wish: Mapping[str, Any], token: str) -> ClusterPolicies:
    """Changes nothing there and raises nothing: a cluster that does not answer is part of the result."""
    if target.gone:
        return ClusterPolicies(target.cluster_id, target.cluster, cluster_abandonment.MESSAGE, {}, {}, [], [])
    defaults: dict[str, str] = {}
    messages: list[str] = []
    read: PolicyReading | None = None
    try:
        with AdminHttp(target.at, token, seconds=SECONDS) as http:
            client = PolicyClient(http)
            defaults = _defaults(client, level, messages)
            read = client.of_namespace(name, target.cluster) if level == "namespace" else client.of_topic(name)
    except (ClusterUnreachableError, ClusterRefusedError, AddressNotAllowedError) as error:
        messages.append(str(error))
    message = "; ".join(dict.fromkeys(messages)) or None
    if read is None:
        return ClusterPolicies(target.cluster_id, target.cluster, message, defaults, {}, [], [])
    return _compare(target, level, wish, read, message, defaults)


def _defaults(client: PolicyClient, level: Level, messages: list[str]) -> dict[str, str]:
    try:
        return of_configuration(level, client.defaults())
    except ClusterRefusedError as error:
        messages.append(str(error))
        return {}


def _compare(
    target: ClusterToAsk,
    level: Level,
    wish: Mapping[str, Any],
    reading: PolicyReading,
    message: str | None,
    defaults: dict[str, str],
) -> ClusterPolicies:
    differences = [*policies.differences(wish, reading.wish, level), *policies.not_wished(wish, reading.wish)]
    different = [
        DifferentPolicy(
            difference.name, _show(difference.name, difference.wished), _show(difference.name, difference.actual)
        )
        for difference in differences
    ]
    actual = policies.shown(reading.wish)
    return ClusterPolicies(target.cluster_id, target.cluster, message, defaults, actual, reading.unknown, different)


def _show(name: str, value: Any) -> str | None:
    return None if value is None else policies.show(name, value)
