"""Compares what the center wishes with what a cluster holds. Pure.

Not drift: what jobs are still doing, Pulsar's own places, more bundles than wished (brokers split busy ones), topics
that exist only while somebody uses them. What could not be read is never taken for missing.
"""

from collections.abc import Iterator

from app.drift import comparing_grants, comparing_policies
from app.drift.differences import RESOURCE, Difference, Field
from app.drift.known import Known, KnownPlace
from app.drift.unread import Gaps
from app.pulsar.estate import ClusterEstate, ClusterNamespace, ClusterTenant, ClusterTopic
from app.pulsar.names import ResourceName, ResourceType
from app.pulsar.naming_rules import is_system_place

_TENANT, _NAMESPACE, _TOPIC = ResourceType.TENANT, ResourceType.NAMESPACE, ResourceType.TOPIC
MOST_BUNDLES = 2**31 - 1
_There = ClusterTenant | ClusterNamespace | ClusterTopic


def compare(known: Known, estate: ClusterEstate) -> list[Difference]:
    """All differences, sorted by place: what is above comes before what is in it."""
    found = [*_missing(known, estate), *_there(known, estate)]
    found = [one for one in found if not is_system_place(ResourceName.of(one.res_type, one.place))]
    return sorted(found, key=lambda one: (_by_name(one), one.res_type, one.field, one.subject or ""))


def _by_name(one: Difference) -> str:
    return one.place.partition("://")[2] or one.place


def _missing(known: Known, estate: ClusterEstate) -> Iterator[Difference]:
    every: tuple[_There, ...] = (*estate.tenants, *estate.namespaces, *estate.topics)
    there = {one.name for one in every}
    gaps = Gaps(estate.unread)
    for name, place in known.places.items():
        if name not in there and place.settled and not _is_fleeting(place) and not gaps.hide(name):
            yield Difference("missing", place.kind, name, RESOURCE, wished=dict(place.values))


def _is_fleeting(place: KnownPlace) -> bool:
    """A non-persistent topic without partitions is only listed while a broker serves it."""
    return place.name.startswith("non-persistent://") and not place.values.get("partitions")


def _there(known: Known, estate: ClusterEstate) -> Iterator[Difference]:
    gaps = Gaps(estate.unread)
    for tenant in estate.tenants:
        yield from _one(known, _TENANT, tenant, gaps)
    for namespace in estate.namespaces:
        yield from _one(known, _NAMESPACE, namespace, gaps)
    for topic in estate.topics:
        yield from _one(known, _TOPIC, topic, gaps)


def _one(known: Known, kind: ResourceType, there: _There, gaps: Gaps) -> Iterator[Difference]:
    place = known.places.get(there.name)
    if place is None:
        yield Difference("extra", kind, there.name, RESOURCE, actual=_held(there, known.cluster))
    elif place.settled and gaps.told(there.name):
        found = _values(known, place, there)
        yield from (one for one in found if was_told(gaps, one.place, one.field, one.subject))
    if isinstance(there, ClusterNamespace) and (place is None or place.settled):
        yield from comparing_grants.of_topics(known, there)


def _held(there: _There, cluster: str) -> dict[str, object]:
    """What a place has that the center does not know: enough to make it here, too."""
    if isinstance(there, ClusterTenant):
        return {"allowed_clusters": sorted(there.allowed_clusters), "admin_roles": sorted(there.admin_roles)}
    if isinstance(there, ClusterNamespace):
        return {
            "bundles": bundles_of(there),
            "policies": comparing_policies.read_of(_NAMESPACE, there.policies, cluster).wish,
        }
    return {
        "partitions": there.partitions,
        "policies": comparing_policies.read_of(_TOPIC, there.policies, cluster).wish,
    }


def _values(known: Known, place: KnownPlace, there: _There) -> Iterator[Difference]:
    if isinstance(there, ClusterTenant):
        yield from _tenant(known, place, there)
    elif isinstance(there, ClusterNamespace):
        yield from _namespace(known, place, there)
    else:
        wished = place.values.get("partitions", 0)
        if wished != there.partitions:
            yield _differs(place, "partitions", wished, there.partitions)
        yield from comparing_policies.compare(place, there.policies, known.cluster)


def was_told(gaps: Gaps, place: str, field: str, subject: str | None) -> bool:
    """False for a policy that the cluster did not tell."""
    route = comparing_policies.route_of(subject or "") if field == "policy" else None
    return route is None or gaps.told_policy(place, route)


def _tenant(known: Known, place: KnownPlace, there: ClusterTenant) -> Iterator[Difference]:
    wished, actual = sorted(place.values["allowed_clusters"]), sorted(there.allowed_clusters)
    if actual and wished != actual:  # no tenant is without: then the cluster did not tell
        yield _differs(place, "allowed_clusters", wished, actual)
    yield from comparing_grants.of_tenant(known, there)


def _namespace(known: Known, place: KnownPlace, there: ClusterNamespace) -> Iterator[Difference]:
    wished, actual = place.values["bundles"], bundles_of(there)
    if actual is not None and actual < wished:
        yield _differs(place, "bundles", wished, actual)
    mode, native = place.values["subscription_auth_mode"], there.policies.get("subscription_auth_mode") or "None"
    if native != mode and (native != "None" or not known.enforced):
        yield _differs(place, "subscription_auth_mode", mode, native)
    tenant = known.places[place.name.partition("/")[0]]
    yield from comparing_policies.compare(place, there.policies, known.cluster, tenant.values["allowed_clusters"])
    yield from comparing_grants.of_namespace(known, there)


def bundles_of(there: ClusterNamespace) -> int | None:
    """How many bundles a namespace has; None when the cluster does not tell it as a number."""
    told = there.policies.get("bundles")
    count = told.get("numBundles") if isinstance(told, dict) else None
    return count if isinstance(count, int) and 0 < count <= MOST_BUNDLES else None


def _differs(place: KnownPlace, field: Field, wished: object, actual: object) -> Difference:
    return Difference("different", place.kind, place.name, field, None, wished, actual)
