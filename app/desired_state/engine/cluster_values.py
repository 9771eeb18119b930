"""What a cluster says of its places, in the center's terms. Pure."""

from app.access.names import ResourceType
from app.resources.pulsar.cluster_content import ClusterNamespace
from app.resources.pulsar.policies import POLICIES, Level

_MOST_BUNDLES = 2**31 - 1


def bundles_of(namespace: ClusterNamespace) -> int | None:
    """How many bundles a namespace has; None when the cluster does not tell it as a number."""
    bundles = namespace.policies.get("bundles")
    count = bundles.get("numBundles") if isinstance(bundles, dict) else None
    return count if isinstance(count, int) and 0 < count <= _MOST_BUNDLES else None


def level_of(kind: ResourceType) -> Level:
    """The level of a place's policies."""
    return "topic" if kind == ResourceType.TOPIC else "namespace"


def topic_read_path(policy: str) -> str | None:
    """The path by which a topic's policy is read."""
    place = POLICIES[policy].topic if policy in POLICIES else None
    return None if place is None else place.read
