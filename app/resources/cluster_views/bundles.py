"""The bundles of a namespace: key ranges, the broker that owns each, and what the topics in it do."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pydantic import Field

from app.platform.errors import UserCenterError
from app.resources.cluster_views.cluster_query import ClusterTarget, Deadline
from app.resources.cluster_views.pulsar_values import Count, PulsarValue, Traffic, read
from app.resources.pulsar.admin_http import ClusterRefusedError
from app.resources.pulsar.admin_path import AdminPath

_DOMAINS = ("persistent", "non-persistent")


class _Boundaries(PulsarValue):
    boundaries: list[str]


class _Subscription(PulsarValue):
    msg_backlog: Count


class _TopicStats(Traffic):
    """A topic as a broker's own statistics tell it, which are at most a minute old."""

    storage_size: Count
    subscriptions: dict[str, _Subscription] = Field(default_factory=dict)


@dataclass
class BundleNumbers:
    """What the topics of a bundle do together. Rates are per second, throughput and storage in bytes."""

    topics: int = 0
    msg_rate_in: float = 0.0
    msg_rate_out: float = 0.0
    msg_throughput_in: float = 0.0
    msg_throughput_out: float = 0.0
    storage_size: int = 0
    msg_backlog: int = 0


@dataclass(frozen=True)
class Bundle:
    """A part of the namespace's hash range. `broker`: null when none owns it. `numbers`: null when its broker does not
    tell them."""

    bundle: str
    broker: str | None
    numbers: BundleNumbers | None


@dataclass(frozen=True)
class Bundles:
    """All bundles of a namespace; `messages` tell which brokers did not say everything, and why."""

    bundles: list[Bundle]
    messages: list[str]


def bundles(target: ClusterTarget, namespace: str) -> Bundles:
    """The bundles in order of their ranges. Raises UserCenterError when the cluster does not list them."""
    until = Deadline()
    with target.open() as reader:
        ends = read(_Boundaries, reader.get(AdminPath.of_namespace(namespace) / "bundles")).boundaries
        brokers = reader.get(AdminPath.of("brokers")).names()
    ranges, messages = [f"{low}_{high}" for low, high in pairwise(ends)], list[str]()
    owners, numbers = dict[str, str](), dict[str, BundleNumbers]()
    for broker in sorted(brokers):
        try:
            owned = _owned_bundles(target, broker, namespace, until)
            owners |= dict.fromkeys(owned, broker)
            if owned:
                numbers |= {bundle: BundleNumbers() for bundle in owned} | _numbers_by_bundle(
                    target, broker, namespace, until
                )
        except UserCenterError as error:
            messages.append(f"{broker}: {error.detail}")
    return Bundles([Bundle(bundle, owners.get(bundle), numbers.get(bundle)) for bundle in ranges], messages)


def _owned_bundles(target: ClusterTarget, broker: str, namespace: str, until: Deadline) -> list[str]:
    with target.open_broker(broker, until) as reader:
        path = AdminPath.of("brokers", target.cluster.cluster, broker, "ownedNamespaces")
        begin = f"{namespace}/"
        return [bundle.removeprefix(begin) for bundle in reader.get(path).members() if bundle.startswith(begin)]


def _numbers_by_bundle(target: ClusterTarget, broker: str, namespace: str, until: Deadline) -> dict[str, BundleNumbers]:
    with target.open_broker(broker, until) as reader:
        stats = reader.get(AdminPath.of("broker-stats", "topics")).members().get(namespace) or {}
        return {bundle: _sum_topics(domains) for bundle, domains in _as_mapping(stats).items()}


def _sum_topics(domains: Any) -> BundleNumbers:
    numbers = BundleNumbers()
    for topic in (
        read(_TopicStats, stats)
        for domain in _DOMAINS
        for stats in _as_mapping(_as_mapping(domains).get(domain) or {}).values()
    ):
        numbers.topics += 1
        numbers.msg_rate_in += topic.msg_rate_in
        numbers.msg_rate_out += topic.msg_rate_out
        numbers.msg_throughput_in += topic.msg_throughput_in
        numbers.msg_throughput_out += topic.msg_throughput_out
        numbers.storage_size += topic.storage_size
        numbers.msg_backlog += sum(subscription.msg_backlog for subscription in topic.subscriptions.values())
    return numbers


def _as_mapping(answer: Any) -> Mapping[str, Any]:
    if not isinstance(answer, dict):
        raise ClusterRefusedError("the broker's statistics make no sense")
    return answer
