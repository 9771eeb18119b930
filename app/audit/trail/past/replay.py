"""Replays the audit log revision by revision, and turns it into lines."""

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, Protocol

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry

Line = dict[str, Any]
Content = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Moment:
    """A revision and its time (epoch ms, of its last entry)."""

    revision: int
    time: int


@dataclass(frozen=True, slots=True)
class TrailChange:
    """One entry of the audit log; `before` and `after` are empty where it has none."""

    actor: str
    entity: str
    verb: str
    key: str
    before: Content
    after: Content


class PastState(Protocol):
    """The state of one kind of thing while the trail is replayed."""

    @property
    def entities(self) -> tuple[str, ...]:
        """The kinds of entries that it needs."""

    def take_in(self, change: TrailChange) -> Iterable[Any]:
        """Follow one change. Returns the keys of the things whose lines may differ now."""

    def lines(self, key: Any) -> Mapping[str, Line]:
        """The thing's lines now, by cluster (`""` where it has none); {} when it is gone."""


def lines(session: Session, past_state: PastState, until: int) -> Iterator[Line]:
    """The lines of `past_state`, in the order in which their periods ended. Periods still open at revision `until` come
    last, by key and cluster."""
    periods = _Periods()
    for moment, changes in revisions(session, past_state.entities, until):
        # All entries of a revision are one step, so lines are compared after the last of them.
        for key in sorted({key for change in changes for key in past_state.take_in(change)}):
            yield from periods.ended(key, past_state.lines(key), moment)
    yield from periods.still_open()


@dataclass
class _Periods:
    """The open periods, by thing and cluster."""

    open: dict[Any, dict[str, tuple[Line, Moment]]] = field(default_factory=dict)

    def ended(self, key: Hashable, new_lines: Mapping[str, Line], now: Moment) -> Iterator[Line]:
        """Replace the thing's lines by `new_lines` from now on. Yields the lines that end."""
        open_lines = self.open.setdefault(key, {})
        for cluster in sorted(open_lines):
            line, since = open_lines[cluster]
            if new_lines.get(cluster) != line:
                del open_lines[cluster]
                yield _line(line, since, now)
        open_lines.update({cluster: (line, now) for cluster, line in new_lines.items() if cluster not in open_lines})

    def still_open(self) -> Iterator[Line]:
        """The lines of the periods that are open at the end."""
        for key in sorted(self.open):
            for cluster in sorted(self.open[key]):
                yield _line(*self.open[key][cluster], None)


def _line(line: Line, start: Moment, until: Moment | None) -> Line:
    return {
        **line,
        "from_rev": start.revision,
        "until_rev": until and until.revision,
        "from_time": start.time,
        "until_time": until and until.time,
    }


def revisions(session: Session, entities: tuple[str, ...], until: int) -> Iterator[tuple[Moment, list[TrailChange]]]:
    """The entries about these kinds, grouped by revision."""
    columns = (TrailEntry.revision, TrailEntry.time, TrailEntry.actor, TrailEntry.action, TrailEntry.entity_key)
    about = TrailEntry.entity.in_(entities), TrailEntry.revision <= until
    query = select(*columns, TrailEntry.before, TrailEntry.after).where(*about)
    rows = session.execute(query.order_by(TrailEntry.revision, TrailEntry.id), execution_options={"yield_per": 1000})
    for revision, entries in groupby(rows, key=attrgetter("revision")):
        entry_list = list(entries)
        yield Moment(revision, max(row.time for row in entry_list)), [_change(row) for row in entry_list]


def _change(row: Any) -> TrailChange:
    entity, _, verb = row.action.partition(".")
    return TrailChange(row.actor, entity, verb, row.entity_key, _values(row.before), _values(row.after))


def _values(text: str | None) -> Content:
    return json.loads(text) if text else {}
