"""What a deletion would destroy on the clusters: topics, subscriptions, backlog, connections, by Pulsar's statistics.

A person waits for the answer, so it takes some seconds at most and looks at as many topics as fit. The answer says how
many were not looked at, so that a loss is never understated.
"""

import time
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.platform.settings import Settings
from app.resources import cluster_users, endpoints
from app.resources.models import Cluster, Tenant
from app.resources.provisioning import cluster_abandonment
from app.resources.pulsar.addresses import AddressNotAllowedError
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_http import ClusterRefusedError, ClusterUnreachableError
from app.resources.pulsar.endpoint import Endpoint
from app.resources.resource_rows import Row

SECONDS = 5.0
"""Limit for asking one cluster."""
LANES = 8
"""Clusters that are asked at the same time, by all requests together."""
MOST_TOPICS = 500
"""Topics of one cluster that are looked at, with one or two calls each."""
_NAMED = 20
_UNUSED: dict[str, Any] = {"publishers": [], "subscriptions": {}, "storageSize": 0}
"""For a topic that no broker has loaded, and which therefore has no statistics."""
_NONSENSE = "the cluster's statistics of a topic make no sense"

_MOST = 2**53
"""The largest integer that all JSON readers keep exactly; larger counts are implausible."""
T = TypeVar("T")
State = Literal["whole", "partly", "unknown"]


@dataclass(frozen=True)
class ClusterToAsk:
    """A cluster and the user as whom it is called. `gone`: it was given up and is not called."""

    cluster_id: int
    cluster: str
    username: str
    gone: bool
    at: Endpoint


@dataclass(frozen=True)
class TopicLoss:
    """One topic with all its partitions. `backlog`: messages that its subscriptions have not received yet."""

    topic: str
    subscriptions: int
    backlog: int
    bytes: int
    producers: int
    consumers: int


@dataclass(frozen=True)
class ClusterLoss:
    """What one cluster would lose.

    `state`: `whole`: that is all; `partly`: at least this much; `unknown`: nothing, `message` says why. The sums cover
    `looked_at` of the `topics`. `namespaces`: those of a tenant.
    """

    cluster_id: int
    cluster: str
    state: State
    message: str | None
    namespaces: int
    topics: int
    looked_at: int
    subscriptions: int
    backlog: int
    bytes: int
    producers: int
    consumers: int
    largest: list[TopicLoss]
    """Topics with connections first, then by backlog and size."""


@dataclass
class _Counts:
    """Counts and topics collected from a cluster so far."""

    namespaces: int = 0
    topics: int = 0
    looked_at: list[TopicLoss] = field(default_factory=list)
    whole: bool = False


def clusters_of(session: Session, settings: Settings, row: Row) -> list[ClusterToAsk]:
    """The clusters that a tenant, namespace or topic lives on."""
    tenant = row if isinstance(row, Tenant) else session.get_one(Tenant, row.tenant)
    clusters = [session.get_one(Cluster, cluster_id) for cluster_id in tenant.cluster_ids()]
    return [how_to_ask(session, settings, cluster) for cluster in clusters]


def how_to_ask(session: Session, settings: Settings, cluster: Cluster) -> ClusterToAsk:
    """How to ask a cluster."""
    return ClusterToAsk(
        cluster.id,
        cluster.name,
        cluster_users.admin_username(session, cluster),
        bool(cluster.gone),
        endpoints.of(session, settings, cluster),
    )


def ask(target: ClusterToAsk, kind: ResourceType, name: str, token: str, *, seconds: float = SECONDS) -> ClusterLoss:
    """What deleting a tenant, namespace or topic with everything in it would destroy on this cluster.

    Changes nothing there and raises nothing: a cluster that does not answer is part of the result.
    """
    if target.gone:
        return _cluster_loss(target, _Counts(), cluster_abandonment.MESSAGE)
    counts, message = _Counts(), None
    try:
        with AdminClient(target.at, token, seconds=seconds) as client:
            _collect(client, kind, name, counts, time.monotonic() + seconds)
    except (ClusterUnreachableError, ClusterRefusedError, AddressNotAllowedError) as error:
        message = str(error)
    return _cluster_loss(target, counts, message)


def _collect(client: AdminClient, kind: ResourceType, name: str, counts: _Counts, end: float) -> None:
    """Counts what is inside and looks at its topics, until the time is over."""
    namespaces = client.namespaces(name) if kind == ResourceType.TENANT else []
    within = [name] if kind == ResourceType.NAMESPACE else namespaces
    topics = (
        [name] if kind == ResourceType.TOPIC else [topic for namespace in within for topic in client.topics(namespace)]
    )
    counts.namespaces, counts.topics = len(namespaces), len(topics)
    for topic in topics[:MOST_TOPICS]:
        if time.monotonic() > end:
            return
        stats = client.stats(topic)
        if stats is None and kind == ResourceType.TOPIC:
            counts.topics = 0
        else:
            counts.looked_at.append(_topic_loss(topic, _UNUSED if stats is None else stats))
    counts.whole = len(counts.looked_at) == counts.topics


def _cluster_loss(target: ClusterToAsk, counts: _Counts, message: str | None) -> ClusterLoss:
    looked = counts.looked_at
    return ClusterLoss(
        target.cluster_id,
        target.cluster,
        "whole" if counts.whole else "partly" if looked or not message else "unknown",
        message,
        counts.namespaces,
        counts.topics,
        len(looked),
        subscriptions=sum(topic.subscriptions for topic in looked),
        backlog=sum(topic.backlog for topic in looked),
        bytes=sum(topic.bytes for topic in looked),
        producers=sum(topic.producers for topic in looked),
        consumers=sum(topic.consumers for topic in looked),
        largest=sorted(looked, key=_weight, reverse=True)[:_NAMED],
    )


def _topic_loss(topic: str, stats: dict[str, Any]) -> TopicLoss:
    subscriptions = _member(dict, stats, "subscriptions").values()
    return TopicLoss(
        topic,
        subscriptions=len(subscriptions),
        backlog=sum(_count(subscription, "msgBacklog") for subscription in subscriptions),
        bytes=_count(stats, "storageSize"),
        producers=len(_member(list, stats, "publishers")),
        consumers=sum(len(_member(list, subscription, "consumers")) for subscription in subscriptions),
    )


def _member(kind: type[T], members: Any, name: str) -> T:
    value = members.get(name) if isinstance(members, dict) else None
    if not isinstance(value, kind):
        raise ClusterRefusedError(_NONSENSE)
    return value


def _count(members: Any, name: str) -> int:
    number = _member(int, members, name)
    if not 0 <= number < _MOST:
        raise ClusterRefusedError(_NONSENSE)
    return number


def _weight(topic: TopicLoss) -> tuple[bool, int, int]:
    return bool(topic.producers or topic.consumers), topic.backlog, topic.bytes
