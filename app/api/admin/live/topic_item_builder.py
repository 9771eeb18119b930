"""Which producers and consumers a caller sees, and what of them."""

from collections.abc import Callable, Iterator, Mapping

from app.api.admin.live.topic_items import ConsumerItem, CursorItem, Numbers, ProducerItem, SubscriptionItem
from app.resources.cluster_views.ledgers import InternalStats
from app.resources.cluster_views.topic_stats import Consumer, Producer, Stats, Subscription, TopicStats

MOST_LISTED = 200
"""Producers, and consumers of one subscription, that are listed; all are counted."""
MOST_SUBSCRIPTIONS = 500
Shows = Callable[[str | None], bool]
"""Whether the caller may know of connections of this principal."""
Principals = Mapping[tuple[str | None, str | None], str | None]
"""Producer's name and address → principal."""


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
    return ProducerItem(
        partition=number,
        name=producer.producer_name,
        principal=principal,
        address=address,
        since=producer.connected_since,
        client_version=producer.client_version,
        msg_rate=producer.msg_rate_in,
        msg_throughput=producer.msg_throughput_in,
        access_mode=producer.access_mode,
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
