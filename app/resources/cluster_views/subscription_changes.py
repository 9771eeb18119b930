"""Changes of where a subscription stands, each with a forecast of what it will do (`pulsar-admin topics reset-cursor`,
`skip`, `clear-backlog`, `expire-messages`, `unsubscribe`).
"""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from app.access.naming_rules import is_scalable
from app.platform.errors import InvalidInput
from app.resources.cluster_views.cluster_query import ClusterTarget, Reader
from app.resources.cluster_views.failures import MissingError, NotForScalableTopics
from app.resources.cluster_views.ledgers import (
    InternalStats,
    Position,
    entries_between,
    internal_stats,
    parse,
    written,
)
from app.resources.cluster_views.pulsar_values import Count, PulsarValue, read
from app.resources.cluster_views.topic_stats import Stats, topic_stats
from app.resources.pulsar.admin_http import ClusterRefusedError
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.cluster_errors import NameNotCallableError

Kind = Literal["reset", "skip", "clear", "expire", "delete"]
MOST_LOOKED_UP = 32
"""Partitions in which the message of a moment is looked up; of others the forecast tells no position."""


@dataclass(frozen=True)
class SubscriptionChange:
    """What to do with a subscription. `partition`: only there. `moment`: reset to messages published from then on
    (epoch ms), or expire those before, which are `age_seconds` old. `position`: reset to this one. `messages`: skip so
    many. `force`: delete it though consumers are connected."""

    kind: Kind
    subscription: str
    partition: int | None = None
    moment: int | None = None
    age_seconds: int | None = None
    position: Position | None = None
    messages: int | None = None
    force: bool = False


@dataclass(frozen=True)
class PartForecast:
    """One partition, or the topic without. `entries`: not delivered any more; negative: delivered again; null when the
    cluster does not tell. An entry holds one message, or a batch of them."""

    partition: int | None
    msg_backlog: int
    from_position: str | None
    to_position: str | None
    entries: int | None


@dataclass(frozen=True)
class SubscriptionForecast:
    """What the change will do. `messages`: not delivered any more, by Pulsar's count; null when only `entries` of
    `parts` are known. `consumers`: connected now."""

    subscription: str
    consumers: int
    msg_backlog: int
    messages: int | None
    parts: list[PartForecast]


class _MessageId(PulsarValue):
    ledger_id: Count
    entry_id: Count


def forecast(change: SubscriptionChange, target: ClusterTarget, topic: str) -> SubscriptionForecast:
    """Read what the change would do now. Raises InvalidInput, NotOnCluster, ClusterRefused, ClusterUnreachable,
    NotForScalableTopics."""
    if is_scalable(topic):
        _check_offered(change)
    stats = topic_stats(target, topic)
    _check_partition(change, stats.partitions)
    standing = {
        number: stats
        for number, stats in stats.parts.items()
        if change.subscription in stats.subscriptions and change.partition in (None, number)
    }
    with target.open() as reader:
        _path(topic, change)  # what no call can name is refused before it is recorded
        if not standing:
            raise MissingError("the topic has no such subscription")
        ledgers = internal_stats(target, topic) if topic.startswith("persistent") else {}
        parts = [
            _part(reader, topic, change, partition, stats, ledgers.get(partition))
            for partition, stats in standing.items()
        ]
    backlog = sum(part.msg_backlog for part in parts)
    known = {"clear": backlog, "delete": backlog, "skip": min(change.messages or 0, backlog)}
    consumers = sum(len(stats.subscriptions[change.subscription].consumers) for stats in standing.values())
    if is_scalable(topic) and change.kind == "delete" and consumers:
        message = f"{consumers} consumers are connected: Pulsar would answer that it is deleted, and keep it."
        raise NotForScalableTopics(message)
    return SubscriptionForecast(change.subscription, consumers, backlog, known.get(change.kind), parts)


def perform(change: SubscriptionChange, target: ClusterTarget, topic: str) -> None:
    """Do it. Raises NotOnCluster, ClusterRefused, ClusterUnreachable."""
    with target.open() as reader:
        base = _path(topic, change)
        if is_scalable(topic):
            _perform_on_segments(reader, base, change)
        elif change.kind == "delete":
            reader.call("DELETE", base.asking(force=str(change.force).lower()))
        elif change.kind == "skip":
            reader.call("POST", base / "skip" / str(change.messages))
        elif change.kind == "clear":
            reader.call("POST", base / "skip_all")
        elif change.kind == "expire":
            reader.call("POST", base / "expireMessages" / str(change.age_seconds))
        elif change.position is not None:
            ledger, entry = change.position
            index = -1 if change.partition is None else change.partition
            body = {"ledgerId": ledger, "entryId": entry, "partitionIndex": index, "batchIndex": -1}
            reader.call("POST", base / "resetcursor", body)
        else:
            reader.call("POST", base / "resetcursor" / str(change.moment))


def _perform_on_segments(reader: Reader, base: AdminPath, change: SubscriptionChange) -> None:
    if change.kind == "delete":
        reader.call("DELETE", base)
    elif change.kind == "clear":
        reader.call("POST", base / "skip-all")
    else:
        reader.call("POST", (base / "seek").asking(timestamp=str(change.moment)))


def _check_offered(change: SubscriptionChange) -> None:
    """Segments have messages and positions of their own. Raises NotForScalableTopics."""
    if change.kind in ("skip", "expire") or change.position is not None:
        message = "Pulsar resets subscriptions of scalable topics to a time, clears and deletes them, and does no more."
        raise NotForScalableTopics(message)


def _path(topic: str, change: SubscriptionChange) -> AdminPath:
    if is_scalable(topic):
        if unquote(change.subscription) != change.subscription:  # tried on 5.0.1: for segments it is decoded once more
            raise NameNotCallableError("No call can name this subscription: Pulsar would take it for another one.")
        return AdminPath.of_topic(topic) / "subscriptions" / change.subscription
    return AdminPath.of_topic(topic, change.partition).subscription(change.subscription)


def _check_partition(change: SubscriptionChange, partitions: int) -> None:
    if change.partition is not None and change.partition >= partitions:
        raise InvalidInput(f"The topic has {partitions} partitions, counted from 0.", field="partition")
    if partitions and change.partition is None and (change.kind == "skip" or change.position is not None):
        message = "Name one partition: Pulsar counts messages and positions in each of its own."
        raise InvalidInput(message, field="partition")


def _part(
    reader: Reader,
    topic: str,
    change: SubscriptionChange,
    number: int | None,
    stats: Stats,
    ledger_stats: InternalStats | None,
) -> PartForecast:
    backlog = stats.subscriptions[change.subscription].msg_backlog
    cursor = ledger_stats.cursors.get(change.subscription) if ledger_stats is not None else None
    if ledger_stats is None or cursor is None:
        return PartForecast(number, backlog, None, None, None)
    following = _next_position(reader, topic, change, number, ledger_stats)
    marked, shown = parse(cursor.mark_delete_position), None if following is None else written(following)
    known = marked is not None and following is not None
    entries = entries_between(ledger_stats.filled(), marked, following) if known else None  # type: ignore[arg-type]
    if change.kind == "expire" and entries is not None:
        entries = max(0, entries)
    return PartForecast(number, backlog, cursor.mark_delete_position, shown, entries)


def _next_position(
    reader: Reader, topic: str, change: SubscriptionChange, number: int | None, ledger_stats: InternalStats
) -> Position | None:
    """The position that the subscription will read next."""
    if change.kind == "clear":
        last = parse(ledger_stats.last_confirmed_entry)
        return None if last is None else (last[0], last[1] + 1)
    if change.position is not None or change.moment is None:
        return change.position
    if (number or 0) >= MOST_LOOKED_UP:
        return None
    try:
        message = read(_MessageId, reader.get(AdminPath.of_topic(topic, number) / "messageid" / str(change.moment)))
    except ClusterRefusedError:
        return None  # an older broker, or a topic without messages
    return message.ledger_id, message.entry_id
