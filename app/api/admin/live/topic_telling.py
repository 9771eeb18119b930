"""Whose producers and consumers somebody is told of, and what of them."""

from collections.abc import Callable, Iterator, Mapping

from app.api.admin.live.topic_items import ConsumerItem, CursorItem, Numbers, ProducerItem, SubscriptionItem
from app.cluster_views.ledgers import InternalStats
from app.cluster_views.topic_stats import Consumer, Producer, Stats, Subscription, TopicStats

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
    for number, one in stats.parts.items():
        for producer in one.publishers:
            address = plain_address(producer.address)
            principal = principals.get((producer.producer_name, address))
            if shows(principal):
                yield _producer(number, producer, address, principal)


def _producer(number: int | None, one: Producer, address: str | None, principal: str | None) -> ProducerItem:
    return ProducerItem(
        partition=number,
        name=one.producer_name,
        principal=principal,
        address=address,
        since=one.connected_since,
        client_version=one.client_version,
        msg_rate=one.msg_rate_in,
        msg_throughput=one.msg_throughput_in,
        access_mode=one.access_mode,
    )


def subscription(
    name: str, stats: TopicStats, lies: Mapping[int | None, InternalStats], shows: Shows
) -> SubscriptionItem:
    """A subscription of the topic, in all partitions together."""
    whole, parts = stats.whole.subscriptions[name], _in_parts(name, stats)
    consumers = [_consumer(number, each) for number, one in parts for each in one.consumers]
    # A non-persistent topic has cursors without positions.
    cursors = [(number, one.cursors[name]) for number, one in lies.items() if name in one.cursors]
    cursors = [(number, one) for number, one in cursors if one.mark_delete_position is not None]
    return SubscriptionItem.of(
        whole,
        name=name,
        durable=whole.is_durable,
        replicated=whole.is_replicated,
        blocked=any(one.blocked_subscription_on_unacked_msgs for _, one in parts),
        deleted_ranges=sum(one.non_contiguous_deleted_messages_ranges for _, one in parts),
        # Pulsar's sums over partitions leave the times out.
        last_acked=max(one.last_acked_timestamp for _, one in parts) or None,
        last_consumed=max(one.last_consumed_timestamp for _, one in parts) or None,
        last_mark_delete_advanced=max(one.last_mark_delete_advanced_timestamp for _, one in parts) or None,
        consumers_total=len(consumers),
        consumers=[one for one in consumers if shows(one.principal)][:MOST_LISTED],
        cursors=[
            CursorItem.of(
                one,
                partition=number,
                deleted_ranges=one.individually_deleted_messages,
                entries_since_first_not_acked=one.number_of_entries_since_first_not_acked_message,
            )
            for number, one in cursors
        ],
    )


def _in_parts(name: str, stats: TopicStats) -> list[tuple[int | None, Subscription]]:
    found = [(number, one.subscriptions[name]) for number, one in stats.parts.items() if name in one.subscriptions]
    return found or [(None, stats.whole.subscriptions[name])]


def _consumer(number: int | None, one: Consumer) -> ConsumerItem:
    return ConsumerItem.of(
        one,
        partition=number,
        name=one.consumer_name,
        principal=one.app_id,
        address=plain_address(one.address),
        since=one.connected_since,
        msg_rate=one.msg_rate_out,
        msg_throughput=one.msg_throughput_out,
        last_acked=one.last_acked_timestamp or None,
        last_consumed=one.last_consumed_timestamp or None,
    )


def plain_address(text: str | None) -> str | None:
    """`127.0.0.1:47486` of Java's `/127.0.0.1:47486`."""
    return None if text is None else text.removeprefix("/")
