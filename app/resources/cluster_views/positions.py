"""Positions in a topic, `ledger:entry`, and how many entries lie between two of them. Pure."""

import re
from collections.abc import Collection

from app.resources.cluster_views.ledgers import Ledger

Position = tuple[int, int]
"""Ledger and entry; the entry is -1 before the first of a ledger."""
_POSITION = re.compile(r"(-?[0-9]{1,18}):(-?[0-9]{1,18})")


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
