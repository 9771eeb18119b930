"""A topic's statistics, of all partitions together and of each (Pulsar's TopicStats)."""

from dataclasses import dataclass
from typing import Any

from pydantic import Field

from app.access.naming_rules import is_scalable
from app.resources.cluster_views.cluster_query import ClusterTarget, Reader
from app.resources.cluster_views.pulsar_values import MAKES_NO_SENSE, Count, PulsarValue, Rate, Text, Traffic, read
from app.resources.pulsar.admin_http import ClusterRefusedError
from app.resources.pulsar.admin_path import AdminPath

MOST_PARTITIONS = 200
"""With more, only the sums are asked for: an answer about each would be too long."""


class Producer(PulsarValue):
    """A producer. Pulsar does not say whose it is."""

    producer_name: Text = None
    address: Text = None
    connected_since: Text = None
    client_version: Text = None
    access_mode: Text = None
    msg_rate_in: Rate
    msg_throughput_in: Rate
    average_msg_size: Rate


class Consumer(PulsarValue):
    """A consumer of a subscription; `app_id` is the principal. Times are epoch ms, 0: never."""

    consumer_name: Text = None
    app_id: Text = None
    address: Text = None
    connected_since: Text = None
    client_version: Text = None
    msg_rate_out: Rate
    msg_throughput_out: Rate
    msg_rate_redeliver: Rate
    available_permits: Count
    unacked_messages: Count
    last_acked_timestamp: Count
    last_consumed_timestamp: Count


class Subscription(PulsarValue):
    """A subscription. Times are epoch ms, 0: never."""

    type: Text = None
    msg_backlog: Count
    backlog_size: Count
    unacked_messages: Count
    msg_delayed: Count
    msg_rate_out: Rate
    msg_throughput_out: Rate
    msg_rate_redeliver: Rate
    msg_rate_expired: Rate
    msg_out_counter: Count
    is_durable: bool = True
    is_replicated: bool = False
    blocked_subscription_on_unacked_msgs: bool = False
    non_contiguous_deleted_messages_ranges: Count
    last_acked_timestamp: Count
    last_consumed_timestamp: Count
    last_mark_delete_advanced_timestamp: Count
    consumers: list[Consumer] = Field(default_factory=list)


class Stats(Traffic):
    """Statistics of a topic or partition. Rates are per second over the last minute; sizes and throughput in bytes."""

    msg_in_counter: Count
    bytes_in_counter: Count
    msg_out_counter: Count
    bytes_out_counter: Count
    average_msg_size: Rate
    storage_size: Count
    backlog_size: Count
    offloaded_storage_size: Count
    oldest_backlog_message_age_seconds: Count
    msg_drop_rate: Rate
    owner_broker: Text = None
    publishers: list[Producer] = Field(default_factory=list)
    subscriptions: dict[str, Subscription] = Field(default_factory=dict)

    @property
    def msg_backlog(self) -> int:
        """Messages that the subscriptions have not received yet, each subscription counted."""
        return sum(subscription.msg_backlog for subscription in self.subscriptions.values())

    @property
    def consumers(self) -> int:
        """Consumers of all subscriptions."""
        return sum(len(subscription.consumers) for subscription in self.subscriptions.values())


@dataclass(frozen=True)
class TopicStats:
    """`whole`: all partitions together. `partitions`: 0 when not partitioned. `by_partition`: by number; empty for a
    topic without partitions, and for one with more than `MOST_PARTITIONS`."""

    whole: Stats
    partitions: int
    by_partition: dict[int, Stats]

    @property
    def parts(self) -> dict[int | None, Stats]:
        """What has connections: each partition, or the topic itself."""
        return dict(self.by_partition.items()) if self.by_partition else {None: self.whole}


def topic_stats(target: ClusterTarget, topic: str) -> TopicStats:
    """The statistics now. Raises NotOnCluster, ClusterRefused, ClusterUnreachable."""
    with target.open() as reader:
        count = partitions(reader, topic)
        if not count:
            return TopicStats(read(Stats, reader.get(AdminPath.of_topic(topic) / "stats")), 0, {})
        by_partition = str(count <= MOST_PARTITIONS).lower()
        path = AdminPath.of_topic(topic) / "partitioned-stats"
        answer = reader.get(path.asking(perPartition=by_partition)).members()
        parts = of_partitions(answer)
        return TopicStats(
            read(Stats, answer), count, {partition: read(Stats, part) for partition, part in parts.items()}
        )


def partitions(reader: Reader, topic: str) -> int:
    """The number of partitions; 0: not partitioned. Raises ClusterRefusedError."""
    if is_scalable(topic):
        reader.get(AdminPath.of_topic(topic))  # of one that is gone, its statistics are no answer
        return 0
    count = reader.get(AdminPath.of_topic(topic) / "partitions").members().get("partitions")
    if not isinstance(count, int) or count < 0:
        raise ClusterRefusedError(f"{MAKES_NO_SENSE} (partitions)")
    return count


def of_partitions(answer: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The member `partitions` of an answer, by number instead of name. Raises ClusterRefusedError."""
    named = answer.get("partitions") or {}
    try:
        by_number = {int(partition.rpartition("-partition-")[2]): part for partition, part in named.items()}
    except (ValueError, AttributeError) as error:
        raise ClusterRefusedError(f"{MAKES_NO_SENSE} (partitions)") from error
    return dict(sorted(by_number.items()))
