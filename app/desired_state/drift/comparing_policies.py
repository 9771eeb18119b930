"""Policies of a namespace or topic, compared and written by the catalogue (`app.resources.pulsar.policies`). Pure."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from app.access.names import ResourceType
from app.desired_state.drift.center_values import KnownPlace
from app.desired_state.drift.differences import Difference
from app.desired_state.engine.cluster_values import level_of
from app.resources.provisioning.admin_calls import AdminCall
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.policies import (
    POLICIES,
    PolicyReading,
    differences,
    from_namespace,
    from_topic,
    not_wished,
)
from app.resources.pulsar.policies.cluster_answers import calls_of
from app.resources.pulsar.policies.wire import written

_REPLICATION = "replication_clusters"


def compare(
    place: KnownPlace, raw: Mapping[str, Any], cluster: str, clusters: Collection[str] = ()
) -> Iterator[Difference]:
    """Policies that differ from the wish, or are set without one. `clusters`: where provisioning replicates a namespace
    without a wish."""
    wish, level = place.values["policies"], level_of(place.kind)
    read = read_of(place.kind, raw, cluster)
    for difference in (*differences(wish, read.wish, level), *not_wished(wish, read.wish)):
        wished = difference.wished
        if difference.name == _REPLICATION and level == "namespace" and wished is None:
            wished = sorted(clusters)  # of a namespace it is always set, without a wish by provisioning
        if wished is None or wished != difference.actual:
            yield Difference("different", place.kind, place.name, "policy", difference.name, wished, difference.actual)


def read_of(kind: ResourceType, raw: Mapping[str, Any], cluster: str) -> PolicyReading:
    """The policies that a cluster reports."""
    return from_topic(raw) if kind == ResourceType.TOPIC else from_namespace(raw, cluster)


def calls(kind: ResourceType, path: AdminPath, name: str, value: Any) -> list[AdminCall]:
    """The calls that set a policy, or take it back (None)."""
    policy, level = POLICIES[name], level_of(kind)
    place = calls_of(policy, level)
    removing = _call(path, place.remove or place.write, None if place.remove else place.unset)
    if value is None:
        return [removing]
    writing = _call(path, place.write, written(policy, value))
    return [removing, writing] if policy.type == "labels" else [writing]  # Pulsar adds labels to those there


def _call(path: AdminPath, how: str, value: Any) -> AdminCall:
    method, rest = how.split(" ", 1)
    if "{value}" in rest:
        return AdminCall(method, path.route(rest, value))
    return AdminCall(method, path.route(rest), value)
