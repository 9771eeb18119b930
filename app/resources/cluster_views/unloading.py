"""Moving load: unload a topic, a bundle or a namespace, split a bundle, each with what will be interrupted."""

from dataclasses import dataclass

from app.platform.errors import InvalidInput
from app.resources.cluster_views.bundles import Bundle, bundles
from app.resources.cluster_views.cluster_query import ClusterTarget
from app.resources.cluster_views.failures import refuse_scalable
from app.resources.cluster_views.topic_stats import topic_stats
from app.resources.pulsar.admin_path import AdminPath


@dataclass(frozen=True)
class Interruption:
    """Clients of these topics reconnect within seconds; nothing is lost, but for messages on their way in
    non-persistent topics. Null: the cluster does not tell. `brokers`: those that serve it now."""

    bundles: list[str]
    brokers: list[str]
    topics: int | None
    producers: int | None
    consumers: int | None


def interrupted_topic(target: ClusterTarget, topic: str) -> Interruption:
    """What unloading the topic interrupts. Raises NotOnCluster, ClusterRefused, ClusterUnreachable,
    NotForScalableTopics."""
    refuse_scalable(topic)
    stats = topic_stats(target, topic)
    brokers = sorted({part.owner_broker for part in stats.parts.values() if part.owner_broker})
    producers = sum(len(part.publishers) for part in stats.parts.values())
    consumers = sum(part.consumers for part in stats.parts.values())
    return Interruption([], brokers, max(1, stats.partitions), producers, consumers)


def interrupted_bundles(target: ClusterTarget, namespace: str, bundle: str | None) -> Interruption:
    """What unloading a bundle, or all of the namespace, interrupts. Raises InvalidInput for a bundle that there is not,
    NotOnCluster, ClusterRefused, ClusterUnreachable."""
    interrupted = [listed for listed in bundles(target, namespace).bundles if bundle in (None, listed.bundle)]
    if not interrupted:
        message = "The namespace has no such bundle (any more); they are split when they are busy."
        raise InvalidInput(message, field="bundle")
    brokers = sorted({listed.broker for listed in interrupted if listed.broker})
    return Interruption([listed.bundle for listed in interrupted], brokers, _topics(interrupted), None, None)


def _topics(interrupted: list[Bundle]) -> int | None:
    counts = [bundle.numbers.topics for bundle in interrupted if bundle.numbers is not None]
    return sum(counts) if counts else None


def unload_topic(target: ClusterTarget, topic: str) -> None:
    """Close the topic on its broker; whoever is asked for it next loads it. Raises NotOnCluster, …"""
    with target.open() as reader:
        reader.call("PUT", AdminPath.of_topic(topic) / "unload")


def unload_bundles(target: ClusterTarget, namespace: str, bundle: str | None) -> None:
    """Take a bundle, or all of the namespace, from its broker. Raises NotOnCluster, …"""
    with target.open() as reader:
        path = AdminPath.of_namespace(namespace)
        reader.call("PUT", (path / bundle if bundle else path) / "unload")


def split_bundle(target: ClusterTarget, namespace: str, bundle: str, *, unload: bool) -> None:
    """Divide a bundle in two. `unload`: then let the brokers choose anew who serves them. Raises NotOnCluster, …"""
    with target.open() as reader:
        path = AdminPath.of_namespace(namespace) / bundle / "split"
        reader.call("PUT", path.asking(unload=str(unload).lower()))
