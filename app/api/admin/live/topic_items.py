"""Statistics and subscriptions of a topic, as the API tells them: one part for each cluster that it lives on; and which
producers and consumers a caller sees of them."""

from collections.abc import Callable, Iterator, Mapping

from pydantic import Field

from app.api.admin.resources.resource_items import OnClusters
from app.api.paging import ApiModel
from app.resources.cluster_views.ledgers import InternalStats
from app.resources.cluster_views.topic_stats import Consumer, Producer, Stats, Subscription, TopicStats

MOST_LISTED = 200
"""Producers, and consumers of one subscription, that are listed; all are counted."""
MOST_SUBSCRIPTIONS = 500
Shows = Callable[[str | None], bool]
"""Whether the caller may know of connections of this principal."""
Principals = Mapping[tuple[str | None, str | None], str | None]
"""Producer's name and address → principal."""


class Numbers(ApiModel):
    """Rates are per second over the last minute, throughput and sizes in bytes; counters begin when the broker loads
    the topic. `msg_backlog`: what subscriptions have not received yet."""

    owner_broker: str | None
    msg_rate_in: float
    msg_rate_out: float
    msg_throughput_in: float
    msg_throughput_out: float
    msg_in_counter: int
    bytes_in_counter: int
    msg_out_counter: int
    bytes_out_counter: int
    average_msg_size: float
    storage_size: int
    backlog_size: int
    msg_backlog: int
    offloaded_storage_size: int
    oldest_backlog_message_age_seconds: int = Field(description="-1: not known.")
    msg_drop_rate: float = Field(description="Of a non-persistent topic.")
    producers: int
    consumers: int
    subscriptions: int


class PartitionItem(Numbers):
    """One partition."""

    partition: int


class Connected(ApiModel):
    """What producers and consumers share. `partition`: null for a topic without. `since`: as the broker writes it."""

    partition: int | None
    name: str | None
    principal: str | None
    address: str | None
    since: str | None
    client_version: str | None
    msg_rate: float
    msg_throughput: float


class ProducerItem(Connected):
    """An open producer. `principal` is null unless `principals` was asked for: the cluster does not tell it."""

    access_mode: str | None


class ConsumerItem(Connected):
    """An open consumer. Times are epoch ms; null: never."""

    available_permits: int
    unacked_messages: int
    msg_rate_redeliver: float
    last_acked: int | None
    last_consumed: int | None


class CursorItem(ApiModel):
    """Where a subscription stands in a partition. Positions are `ledger:entry`; `deleted_ranges`: acknowledged beyond
    the mark-delete position, as the broker writes it."""

    partition: int | None
    mark_delete_position: str | None
    read_position: str | None
    deleted_ranges: str | None
    entries_since_first_not_acked: int
    state: str | None


class SubscriptionItem(ApiModel):
    """A subscription. Times are epoch ms; null: never."""

    name: str
    type: str | None
    durable: bool
    replicated: bool
    msg_backlog: int
    backlog_size: int
    unacked_messages: int
    msg_delayed: int
    blocked: bool = Field(description="It gets nothing until consumers acknowledge.")
    deleted_ranges: int = Field(description="Ranges acknowledged beyond the mark-delete position.")
    msg_rate_out: float
    msg_throughput_out: float
    msg_rate_redeliver: float
    msg_rate_expired: float
    msg_out_counter: int
    last_acked: int | None
    last_consumed: int | None
    last_mark_delete_advanced: int | None
    consumers_total: int
    consumers: list[ConsumerItem]
    cursors: list[CursorItem]


class AnswerOfCluster(ApiModel):
    """On one cluster. `code` and `message`: why it did not answer."""

    cluster_id: int
    cluster: str
    code: str | None = Field(examples=["not_on_cluster"])
    message: str | None


class StatsOnCluster(AnswerOfCluster):
    """Statistics on one cluster. `by_partition` is empty for a topic without partitions, or with more than 200.
    `producers` lists those that the caller may know of: all for who administers the topic, else those of its own."""

    partitions: int | None
    stats: Numbers | None
    by_partition: list[PartitionItem]
    producers: list[ProducerItem]


class SubscriptionsOnCluster(AnswerOfCluster):
    """Subscriptions on one cluster, by name. Consumers are listed like producers."""

    total: int
    subscriptions: list[SubscriptionItem]


class LedgerItem(ApiModel):
    """A ledger of BookKeeper; the last one of a partition is being written."""

    ledger_id: int
    entries: int
    size: int
    offloaded: bool
    under_replicated: bool


class StoredItem(ApiModel):
    """What a partition, or a topic without, has stored. `last_confirmed_entry`: `ledger:entry`."""

    partition: int | None
    entries: int
    size: int
    state: str | None
    last_confirmed_entry: str | None
    last_ledger_created: str | None
    ledgers: list[LedgerItem]


class StoredOnCluster(AnswerOfCluster):
    """Ledgers on one cluster."""

    stored: list[StoredItem]


class LiveStats(OnClusters[StatsOnCluster]):
    """One for each cluster that the topic lives on."""


class LiveSubscriptions(OnClusters[SubscriptionsOnCluster]):
    """One for each cluster that the topic lives on."""


class LiveInternalStats(OnClusters[StoredOnCluster]):
    """One for each cluster that the topic lives on."""


def numbers(stats: Stats) -> dict[str, object]:
    """The values for `Numbers`."""
    own = {"producers": len(stats.publishers), "subscriptions": len(stats.subscriptions)}
    return Numbers.of(stats, **own).model_dump()


def producers(stats: TopicStats, shows: Shows, principals: Principals) -> Iterator[ProducerItem]:
    """The producers that the caller may know of."""
    for partition, part in stats.parts.items():
        for producer in part.publishers:
            address = plain_address(producer.address)
            principal = principals.get((producer.producer_name, address))
            if shows(principal):
                yield _producer(partition, producer, address, principal)


def _producer(number: int | None, producer: Producer, address: str | None, principal: str | None) -> ProducerItem:
    return ProducerItem.of(
        producer,
        partition=number,
        name=producer.producer_name,
        principal=principal,
        address=address,
        since=producer.connected_since,
        msg_rate=producer.msg_rate_in,
        msg_throughput=producer.msg_throughput_in,
    )


def subscription(
    name: str, stats: TopicStats, lies: Mapping[int | None, InternalStats], shows: Shows
) -> SubscriptionItem:
    """A subscription of the topic, in all partitions together."""
    whole, parts = stats.whole.subscriptions[name], _in_parts(name, stats)
    consumers = [_consumer(partition, consumer) for partition, part in parts for consumer in part.consumers]
    # A non-persistent topic has cursors without positions.
    cursors = [(partition, stored.cursors[name]) for partition, stored in lies.items() if name in stored.cursors]
    cursors = [(partition, cursor) for partition, cursor in cursors if cursor.mark_delete_position is not None]
    return SubscriptionItem.of(
        whole,
        name=name,
        durable=whole.is_durable,
        replicated=whole.is_replicated,
        blocked=any(part.blocked_subscription_on_unacked_msgs for _, part in parts),
        deleted_ranges=sum(part.non_contiguous_deleted_messages_ranges for _, part in parts),
        # Pulsar's sums over partitions leave the times out.
        last_acked=max(part.last_acked_timestamp for _, part in parts) or None,
        last_consumed=max(part.last_consumed_timestamp for _, part in parts) or None,
        last_mark_delete_advanced=max(part.last_mark_delete_advanced_timestamp for _, part in parts) or None,
        consumers_total=len(consumers),
        consumers=[consumer for consumer in consumers if shows(consumer.principal)][:MOST_LISTED],
        cursors=[
            CursorItem.of(
                cursor,
                partition=partition,
                deleted_ranges=cursor.individually_deleted_messages,
                entries_since_first_not_acked=cursor.number_of_entries_since_first_not_acked_message,
            )
            for partition, cursor in cursors
        ],
    )


def _in_parts(name: str, stats: TopicStats) -> list[tuple[int | None, Subscription]]:
    in_parts = [
        (partition, part.subscriptions[name]) for partition, part in stats.parts.items() if name in part.subscriptions
    ]
    return in_parts or [(None, stats.whole.subscriptions[name])]


def _consumer(number: int | None, consumer: Consumer) -> ConsumerItem:
    return ConsumerItem.of(
        consumer,
        partition=number,
        name=consumer.consumer_name,
        principal=consumer.app_id,
        address=plain_address(consumer.address),
        since=consumer.connected_since,
        msg_rate=consumer.msg_rate_out,
        msg_throughput=consumer.msg_throughput_out,
        last_acked=consumer.last_acked_timestamp or None,
        last_consumed=consumer.last_consumed_timestamp or None,
    )


def plain_address(text: str | None) -> str | None:
    """`127.0.0.1:47486` of Java's `/127.0.0.1:47486`."""
    return None if text is None else text.removeprefix("/")
