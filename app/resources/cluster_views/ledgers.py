"""Where a topic's messages lie, and where each subscription stands in them (Pulsar's internal statistics)."""

import re
from collections.abc import Collection

from pydantic import Field

from app.resources.cluster_views.cluster_query import ClusterTarget
from app.resources.cluster_views.failures import refuse_scalable
from app.resources.cluster_views.pulsar_values import Count, PulsarValue, Text, read
from app.resources.cluster_views.topic_stats import MOST_PARTITIONS, of_partitions, partitions
from app.resources.pulsar.admin_http import ClusterRefusedError
from app.resources.pulsar.admin_path import AdminPath

Position = tuple[int, int]
"""Ledger and entry; the entry is -1 before the first of a ledger."""
_POSITION = re.compile(r"(-?[0-9]{1,18}):(-?[0-9]{1,18})")


class Ledger(PulsarValue):
    """A ledger of BookKeeper. The one that is written tells 0 entries; `InternalStats` has its numbers."""

    ledger_id: Count
    entries: Count
    size: Count
    offloaded: bool = False
    under_replicated: bool = False


class Cursor(PulsarValue):
    """Where a subscription stands: positions are `ledger:entry`."""

    mark_delete_position: Text = None
    read_position: Text = None
    individually_deleted_messages: Text = None
    number_of_entries_since_first_not_acked_message: Count
    state: Text = None


class InternalStats(PulsarValue):
    """Ledgers of a topic without partitions, or of one."""

    number_of_entries: Count
    total_size: Count
    current_ledger_entries: Count
    current_ledger_size: Count
    last_confirmed_entry: Text = None
    last_ledger_created_timestamp: Text = None
    state: Text = None
    ledgers: list[Ledger] = Field(default_factory=list)
    cursors: dict[str, Cursor] = Field(default_factory=dict)

    def filled(self) -> list[Ledger]:
        """The ledgers, the last one with the numbers of the ledger that is written."""
        if not self.ledgers:
            return []
        *before, last = self.ledgers
        if last.entries or not self.current_ledger_entries:
            return self.ledgers
        now = {"entries": self.current_ledger_entries, "size": self.current_ledger_size}
        return [*before, last.model_copy(update=now)]


def internal_stats(target: ClusterTarget, topic: str) -> dict[int | None, InternalStats]:
    """By partition; None stands for a topic without partitions. Raises NotOnCluster, ClusterRefused,
    ClusterUnreachable, NotForScalableTopics."""
    refuse_scalable(topic)
    with target.open() as reader:
        count = partitions(reader, topic)
        if not count:
            return {None: read(InternalStats, reader.get(AdminPath.of_topic(topic) / "internalStats"))}
        if count > MOST_PARTITIONS:
            raise ClusterRefusedError(f"{count} partitions are more than are looked into ({MOST_PARTITIONS})")
        answer = reader.get(AdminPath.of_topic(topic) / "partitioned-internalStats").members()
        return {partition: read(InternalStats, stats) for partition, stats in of_partitions(answer).items()}


def parse(text: str | None) -> Position | None:
    """`3:15268` as numbers; None for anything else."""
    match = _POSITION.fullmatch(text or "")
    return (int(match[1]), int(match[2])) if match else None


def written(position: Position) -> str:
    """As Pulsar writes it."""
    return f"{position[0]}:{position[1]}"


def entries_between(ledgers: Collection[Ledger], marked: Position, following: Position) -> int:
    """How many entries a subscription skips when it has read up to `marked` and goes on at `following`; negative: so
    many it gets again."""
    return _entries_before(ledgers, following) - _entries_before(ledgers, (marked[0], marked[1] + 1))


def _entries_before(ledgers: Collection[Ledger], position: Position) -> int:
    """How many entries come before this position."""
    whole = sum(ledger.entries for ledger in ledgers if ledger.ledger_id < position[0])
    within = next((ledger.entries for ledger in ledgers if ledger.ledger_id == position[0]), 0)
    return whole + max(0, min(position[1], within))
