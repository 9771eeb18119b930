"""Compares what the center wishes with what a cluster holds. Pure.

Not drift: what jobs are still doing, Pulsar's own places, more bundles than wished (brokers split busy ones), topics
that exist only while somebody uses them. What could not be read is never taken for missing.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import is_system_place
from app.desired_state.drift import comparing_grants
from app.desired_state.drift.center_places import KnownCluster, KnownPlace
from app.desired_state.drift.differences import RESOURCE, Difference, Field
from app.desired_state.drift.unreadable_parts import Gaps
from app.desired_state.engine.state import policy_level
from app.resources.pulsar import policies
from app.resources.pulsar.cluster_content import ClusterContent, ClusterNamespace, ClusterTenant, ClusterTopic

_REPLICATION = "replication_clusters"
_TENANT, _NAMESPACE, _TOPIC = ResourceType.TENANT, ResourceType.NAMESPACE, ResourceType.TOPIC
_ClusterPlace = ClusterTenant | ClusterNamespace | ClusterTopic


def compare(known: KnownCluster, content: ClusterContent) -> list[Difference]:
    """All differences, sorted by place: what is above comes before what is in it."""
    differences = [*_missing_places(known, content), *_present(known, content)]
    differences = [
        difference
        for difference in differences
        if not is_system_place(ResourceName.of(difference.res_type, difference.place))
    ]
    return sorted(
        differences,
        key=lambda difference: (_by_name(difference), difference.res_type, difference.field, difference.subject or ""),
    )


def _by_name(difference: Difference) -> str:
    return difference.place.partition("://")[2] or difference.place


def _missing_places(known: KnownCluster, content: ClusterContent) -> Iterator[Difference]:
    every: tuple[_ClusterPlace, ...] = (*content.tenants, *content.namespaces, *content.topics)
    names = {place.name for place in every}
    gaps = Gaps(content.unread)
    for name, place in known.places.items():
        if name not in names and place.settled and not _is_fleeting(place) and not gaps.hide(name):
            yield Difference("missing", place.kind, name, RESOURCE, wished=dict(place.values))


def _is_fleeting(place: KnownPlace) -> bool:
    """A non-persistent topic without partitions is only listed while a broker serves it."""
    return place.name.startswith("non-persistent://") and not place.values.get("partitions")


def _present(known: KnownCluster, content: ClusterContent) -> Iterator[Difference]:
    gaps = Gaps(content.unread)
    for tenant in content.tenants:
        yield from _compare_place(known, _TENANT, tenant, gaps)
    for namespace in content.namespaces:
        yield from _compare_place(known, _NAMESPACE, namespace, gaps)
    for topic in content.topics:
        yield from _compare_place(known, _TOPIC, topic, gaps)


def _compare_place(known: KnownCluster, kind: ResourceType, actual: _ClusterPlace, gaps: Gaps) -> Iterator[Difference]:
    place = known.places.get(actual.name)
    if place is None:
        yield Difference("extra", kind, actual.name, RESOURCE, actual=_content_of(actual, known.cluster))
    elif place.settled and gaps.is_read(actual.name):
        differences = _values(known, place, actual)
        yield from (
            difference
            for difference in differences
            if was_read(gaps, difference.place, difference.field, difference.subject)
        )
    if isinstance(actual, ClusterNamespace) and (place is None or place.settled):
        yield from comparing_grants.of_topics(known, actual)


def _content_of(actual: _ClusterPlace, cluster: str) -> dict[str, object]:
    """What a place has that the center does not know: enough to make it here, too."""
    if isinstance(actual, ClusterTenant):
        return {"allowed_clusters": sorted(actual.allowed_clusters), "admin_roles": sorted(actual.admin_roles)}
    if isinstance(actual, ClusterNamespace):
        return {
            "bundles": actual.bundles,
            "policies": _read(_NAMESPACE, actual.policies, cluster).wish,
        }
    return {
        "partitions": actual.partitions,
        "policies": _read(_TOPIC, actual.policies, cluster).wish,
    }


def _values(known: KnownCluster, place: KnownPlace, actual: _ClusterPlace) -> Iterator[Difference]:
    if isinstance(actual, ClusterTenant):
        yield from _tenant(known, place, actual)
    elif isinstance(actual, ClusterNamespace):
        yield from _namespace(known, place, actual)
    else:
        wished = place.values.get("partitions", 0)
        if wished != actual.partitions:
            yield _differs(place, "partitions", wished, actual.partitions)
        yield from _policies(place, actual.policies, known.cluster)


def was_read(gaps: Gaps, place: str, field: str, subject: str | None) -> bool:
    """False for a policy that could not be read."""
    route = policies.topic_read(subject or "") if field == "policy" else None
    return route is None or gaps.is_policy_read(place, route)


def _tenant(known: KnownCluster, place: KnownPlace, tenant: ClusterTenant) -> Iterator[Difference]:
    wished, actual = sorted(place.values["allowed_clusters"]), sorted(tenant.allowed_clusters)
    if actual and wished != actual:  # no tenant is without: then the cluster did not tell
        yield _differs(place, "allowed_clusters", wished, actual)
    yield from comparing_grants.of_tenant(known, tenant)


def _namespace(known: KnownCluster, place: KnownPlace, namespace: ClusterNamespace) -> Iterator[Difference]:
    wished, actual = place.values["bundles"], namespace.bundles
    if actual is not None and actual < wished:
        yield _differs(place, "bundles", wished, actual)
    mode, native = place.values["subscription_auth_mode"], namespace.policies.get("subscription_auth_mode") or "None"
    if native != mode and (native != "None" or not known.enforced):
        yield _differs(place, "subscription_auth_mode", mode, native)
    tenant = known.places[place.name.partition("/")[0]]
    yield from _policies(place, namespace.policies, known.cluster, tenant.values["allowed_clusters"])
    yield from comparing_grants.of_namespace(known, namespace)


def _differs(place: KnownPlace, field: Field, wished: object, actual: object) -> Difference:
    return Difference("different", place.kind, place.name, field, None, wished, actual)


def _policies(
    place: KnownPlace, raw: Mapping[str, Any], cluster: str, clusters: Collection[str] = ()
) -> Iterator[Difference]:
    """Policies that differ from the wish, or are set without one. `clusters`: where provisioning replicates a namespace
    without a wish."""
    wish, level = place.values["policies"], policy_level(place.kind)
    read = _read(place.kind, raw, cluster)
    for difference in (*policies.differences(wish, read.wish, level), *policies.not_wished(wish, read.wish)):
        wished = difference.wished
        if difference.name == _REPLICATION and level == "namespace" and wished is None:
            wished = sorted(clusters)  # of a namespace it is always set, without a wish by provisioning
        if wished is None or wished != difference.actual:
            yield Difference("different", place.kind, place.name, "policy", difference.name, wished, difference.actual)


def _read(kind: ResourceType, raw: Mapping[str, Any], cluster: str) -> policies.PolicyReading:
    """The policies that a cluster reports."""
    return policies.from_topic(raw) if kind == ResourceType.TOPIC else policies.from_namespace(raw, cluster)
