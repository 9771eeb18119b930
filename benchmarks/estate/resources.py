"""Tenants, namespaces and topics, with topics that come and go inside the window."""

import random

from benchmarks.estate.model import NAMESPACE, TENANT, TOPIC, Place
from benchmarks.estate.size import CLUSTERS, DAY, Size

_DOMAINS = ("orders", "billing", "stock", "payments", "search", "telemetry", "fraud", "shipping")
_NAMESPACES = ("events", "commands", "logs", "changes")
_OLD = 400 * DAY


def places(size: Size, chance: random.Random) -> tuple[list[Place], list[Place], list[Place]]:
    """Tenants, namespaces, topics. The first tenants are spread so that every cluster has at least one."""
    tenants = [_tenant(size, chance, number) for number in range(size.tenants)]
    namespaces = [_below(tenant, NAMESPACE, f"{tenant.path}/{name}") for tenant in tenants for name in _NAMESPACES]
    topics = [_topic(size, chance, chance.choice(namespaces), number) for number in range(size.topics)]
    by_path = {place.path: place for place in (*tenants, *namespaces)}
    for topic in topics:
        tenant, namespace, _ = topic.path.split("/")
        by_path[tenant].topics.append(topic)
        by_path[f"{tenant}/{namespace}"].topics.append(topic)
    return tenants, namespaces, topics


def _tenant(size: Size, chance: random.Random, number: int) -> Place:
    clusters = list(CLUSTERS)
    cluster = clusters[number] if number < len(clusters) else chance.choices(clusters, list(CLUSTERS.values()))[0]
    return Place(TENANT, f"{_DOMAINS[number % len(_DOMAINS)]}{number}", cluster, size.begin - _OLD + number * 1000)


def _below(parent: Place, kind: int, path: str) -> Place:
    return Place(kind, path, parent.cluster, parent.begin + 60_000)


def _topic(size: Size, chance: random.Random, namespace: Place, number: int) -> Place:
    topic = _below(namespace, TOPIC, f"{namespace.path}/topic-{number}")
    fate = chance.random()
    if fate < 0.05:
        topic.begin = chance.randrange(size.begin, size.end - DAY)
    elif fate < 0.08:
        topic.end = chance.randrange(size.begin + DAY, size.end)
    else:
        topic.begin += chance.randrange(300 * DAY)
    return topic
