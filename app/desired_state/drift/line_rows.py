"""Stores what a run found: new lines, lines seen again, lines that are gone. A bounded number of rows a cluster."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import and_, delete, select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.desired_state.drift import comparing
from app.desired_state.drift.center_places import KnownCluster
from app.desired_state.drift.differences import RESOURCE, RIGHTS, Difference
from app.desired_state.drift.models import ACCEPTED, GONE, OPEN, REPAIRING, DriftLine
from app.desired_state.drift.unreadable_parts import Gaps
from app.grants.places import Key
from app.platform.database import slices

MOST = 5_000
"""Lines that are kept of one cluster; the run says how many differences there are."""
_MOST_GONE = 1_000
_GONE_MS = 90 * 24 * 3_600_000


def store(
    session: Session, cluster_id: int, differences: Sequence[Difference], gaps: Gaps, known: KnownCluster, now: int
) -> None:
    """Store all differences of a cluster. What is no difference any more, as far as it was compared, is gone."""
    # Locked: an answer that somebody gives now is either seen here, or comes after.
    mine = select(DriftLine).where(DriftLine.cluster == cluster_id).with_for_update()
    rows = {row.key: row for row in session.scalars(mine)}
    differences = [*differences, *_ended_rights(rows.values(), known)]
    for difference in _shown(differences, rows):
        row = rows.get(difference.key)
        if row is not None and difference.field == RIGHTS:
            near = row.near_type, row.near_id  # who administers another place of that name does not see it
        else:
            near = _near(cluster_id, difference, known)
        see(session, cluster_id, difference, row, near, now)
    keys = {difference.key for difference in differences}
    for row in rows.values():
        if row.key not in keys and row.state in (OPEN, ACCEPTED) and was_compared(row, gaps, known):
            row.state, row.seen, row.due, row.calls = GONE, now, 0, None
        elif row.state == ACCEPTED and (row.until or 0) <= now:
            _open(row, now)
    session.flush()
    _prune(session, cluster_id, now)


def was_compared(row: DriftLine, gaps: Gaps, known: KnownCluster) -> bool:
    """False for what could not be read, and while jobs work on the place: then nothing is known about a line."""
    if row.kind == "extra" and row.field == RESOURCE and row.place in known.places:
        return True  # the center has it by now
    if row.field == RIGHTS:
        return True  # they end with their place at the center
    places = [known.places[name] for name in _names(row) if name in known.places]
    was_read = not gaps.hide(row.place) and comparing.was_read(gaps, row.place, row.field, row.subject)
    return was_read and all(place.settled for place in places)


def _names(row: DriftLine | Difference) -> list[str]:
    """The place and what it lies in, the nearest first."""
    resource = ResourceName.of(row.res_type, row.place)
    return [name for name in (row.place, resource.namespace, resource.tenant) if name is not None]


def _shown(differences: Sequence[Difference], rows: dict[str, DriftLine]) -> list[Difference]:
    """Those with a row first: an accepted line must not be forgotten because there are many others."""
    known = [difference for difference in differences if difference.key in rows]
    return [*known, *(difference for difference in differences if difference.key not in rows)][:MOST]


def _ended_rights(rows: Iterable[DriftLine], known: KnownCluster) -> Iterator[Difference]:
    """Lines that only an answer ends, or the end of their place at the center."""
    for row in rows:
        waits = row.field == RIGHTS and row.state in (OPEN, ACCEPTED) and row.place in known.places
        if waits and _is_known(row, known):
            kind = ResourceType(row.res_type)
            yield Difference("missing", kind, row.place, RIGHTS, wished=row.wished_value())


def _is_known(row: DriftLine, known: KnownCluster) -> bool:
    """False when what the line was about was deleted at the center, also if there is one of that name again."""
    chain = [known.places[name] for name in _names(row) if name in known.places]
    near = row.near_type, row.near_id
    return row.near_type == ResourceType.CLUSTER or near in [(int(place.kind), place.id) for place in chain]


def see(
    session: Session, cluster_id: int, difference: Difference, row: DriftLine | None, near: Key, now: int
) -> DriftLine:
    """Write a difference that is there into its row, or a new one, and open it.

    `near`: the place itself, or the nearest one above it that the center knows.
    """
    if row is None:
        row = DriftLine(cluster=cluster_id, key=difference.key, state=GONE, due=0)
        session.add(row)
    elif row.state == REPAIRING:
        return row
    changed = not is_same(row, difference)
    row.seen = now
    _describe(row, difference, near)
    if row.state == GONE or (row.state == ACCEPTED and changed):
        _open(row, now)
    return row


def is_same(row: DriftLine, difference: Difference) -> bool:
    """Whether a line says what is there."""
    return (row.kind, row.wished, row.actual) == (difference.kind, text(difference.wished), text(difference.actual))


def _open(row: DriftLine, now: int) -> None:
    row.state, row.since = OPEN, now
    row.answer = row.answered_by = row.answered_at = row.reason = row.until = row.back = row.message = None


def _describe(row: DriftLine, difference: Difference, near: Key) -> None:
    row.kind, row.res_type, row.place, row.field, row.subject = (
        difference.kind,
        int(difference.res_type),
        difference.place,
        difference.field,
        difference.subject,
    )
    row.wished, row.actual = text(difference.wished), text(difference.actual)
    row.tenant = (ResourceName.of(difference.res_type, difference.place).tenant or "")[:128]
    row.near_type, row.near_id = near


def _near(cluster_id: int, difference: Difference, known: KnownCluster) -> Key:
    near = next((known.places[name] for name in _names(difference) if name in known.places), None)
    # The cluster itself: its number is not among the places.
    return (int(ResourceType.CLUSTER), cluster_id) if near is None else (int(near.kind), near.id)


def text(value: Any) -> str | None:
    """A value as it is stored."""
    return None if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True, default=list)


def _prune(session: Session, cluster_id: int, now: int) -> None:
    gone = select(DriftLine.id).where(DriftLine.cluster == cluster_id, DriftLine.state == GONE)
    old = list(session.scalars(gone.where(DriftLine.seen < now - _GONE_MS)))
    newest_first = gone.order_by(DriftLine.seen.desc())
    ended = and_(DriftLine.field == RIGHTS, DriftLine.answer.is_(None))  # may be given again: others crowd out none
    for kept, most in ((ended, MOST), (~ended, _MOST_GONE)):
        old += session.scalars(newest_first.where(kept).offset(most).limit(MOST))
    for part in slices(old):
        session.execute(delete(DriftLine).where(DriftLine.id.in_(part)))
