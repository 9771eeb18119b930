"""The revision counter and the audit log. Code that makes a change records it in the same transaction and function."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from sqlalchemy import Select, Table, bindparam, event, insert, select, update
from sqlalchemy.orm import Session, SessionTransaction, sessionmaker

from app.audit.trail import chain
from app.audit.trail.models import Revision, TrailEntry
from app.platform.clock import now_ms
from app.platform.database import Database, others_wait

_NEWEST = select(Revision.__table__.c.revision).where(Revision.__table__.c.id == 1)
"""Prepared once, as it is executed at every poll and for every pushed change."""
_ROW = cast(Table, Revision.__table__)
_HOLD = update(_ROW).where(_ROW.c.id == 1).values(revision=_ROW.c.revision)
_TAKE = update(_ROW).where(_ROW.c.id == 1).values(revision=_ROW.c.revision + 1)
_HEAD_OF = select(Revision.revision, Revision.head_id, Revision.head_hash)
_HELD_ROW = select(_ROW.c.epoch, _ROW.c.revision, _ROW.c.head_hash, _ROW.c.head_id)
_INSERT = insert(cast(Table, TrailEntry.__table__))
_MOVE_HEAD = update(_ROW).where(_ROW.c.id == 1).values(head_id=bindparam("number"), head_hash=bindparam("digest"))
ORIGIN = "origin"
"""In `Session.info`: an `EntryOrigin`, set by whoever opens the session for a caller."""
_HEAD = "trail_head"
_BUFFER = "trail_kept"
_HELD = "trail_held"
_LONGEST_ADDRESS = 64


@dataclass(frozen=True, slots=True)
class EntryOrigin:
    """The credential (`session:7`, `token:<jti>`, `system`), the address and the request behind a change."""

    credential: str | None = None
    address: str | None = None
    request_id: str | None = None


SYSTEM = EntryOrigin("system")
"""The center itself: its worker, its start, its command line."""


class LockedState(NamedTuple):
    """The state before a change. The revision is locked, so nobody else changes it until the change ends."""

    epoch: str | None
    revision: int
    hash: str
    id: int


@dataclass(frozen=True, slots=True)
class _Head:
    """The newest entry, as this transaction left it. Valid only within the savepoint in which it was written: a
    roll-back of that restores the row."""

    transaction: SessionTransaction | None
    savepoint: SessionTransaction | None
    revision: int
    id: int
    hash: str


@dataclass(frozen=True, slots=True)
class _EntryBuffer:
    """Entries that `together` writes at its end, and the savepoint that they all belong to."""

    savepoint: SessionTransaction
    rows: list[dict[str, Any]]


def lock_revision(session: Session) -> int:
    """Like `hold_revision`. Returns the current revision."""
    hold_revision(session)
    return current_revision(session)


@contextmanager
def center_transaction(database: Database) -> Iterator[Session]:
    """A change by the center itself: a transaction that holds the lock of the revision."""
    with database.writing() as session:
        session.info[ORIGIN] = SYSTEM
        lock_revision(session)
        yield session


def hold_revision(session: Session) -> None:
    """Wait for other writers, then lock the counter until the transaction ends.

    Every changing transaction calls this before it reads what its decision depends on. A sequence is not enough: a
    change that commits late would never be delivered to a reader that already saw a higher number.
    """
    session.connection().execute(_HOLD)
    others_wait(session)


def hold_and_read(session: Session) -> LockedState:
    """Like `hold_revision`. Returns the state before the change."""
    hold_revision(session)
    found = LockedState(*session.connection().execute(_HELD_ROW).one())
    session.info[_HELD] = session.get_transaction(), found
    return found


def current_revision(session: Session) -> int:
    """The revision that this transaction sees."""
    return int(session.connection().execute(_NEWEST).scalar_one())


def record(
    session: Session,
    actor: str,
    action: str,
    key: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    cluster: int | None = None,
) -> int:
    """Add one entry. Returns its revision: the next one, which all entries of the transaction share.

    `action` is `entity.verb`; `key` is the key of the entity in the broker's snapshot. Contents must not hold secrets.
    """
    head, origin = _head(session), session.info.get(ORIGIN, EntryOrigin())
    values = {
        "id": head.id + 1,
        "revision": head.revision,
        "time": now_ms(),
        "actor": actor,
        "credential": origin.credential,
        "address": origin.address and origin.address[:_LONGEST_ADDRESS],
        "request_id": origin.request_id,
        "action": action,
        "entity": action.partition(".")[0],
        "key": key,
        "cluster": cluster,
        "role": _role_of(action, after or before or {}),
        "before": _plain(before),
        "after": _plain(after),
    }
    digest = chain.link(head.hash, values)
    session.flush()
    buffer: _EntryBuffer | None = session.info.get(_BUFFER)
    row = {**_row(values), "previous_hash": head.hash, "hash": digest}
    if buffer is None:
        _append(session, [row])
    else:
        buffer.rows.append(row)
    session.info[_HEAD] = replace(head, id=head.id + 1, hash=digest)
    return head.revision


@contextmanager
def together(session: Session) -> Iterator[None]:
    """Write the entries of the block at its end with one statement, for many changes at once.

    The block may not open a savepoint or read the audit log. When it raises, its changes are undone with their entries.
    A nested block becomes part of the outer one.
    """
    if _BUFFER in session.info:
        yield
        return
    with session.begin_nested() as savepoint:
        session.info[_BUFFER] = buffer = _EntryBuffer(savepoint, [])
        try:
            yield
        finally:
            del session.info[_BUFFER]
        if buffer.rows:
            _append(session, buffer.rows)


def revision_of_change(session: Session) -> int:
    """The revision under which the running transaction records, or would record."""
    return recorded_revision(session) or current_revision(session) + 1


def recorded_revision(session: Session) -> int | None:
    """The revision under which the running transaction has recorded something, or None."""
    head: _Head | None = session.info.get(_HEAD)
    return head.revision if head is not None and head.transaction is session.get_transaction() else None


def newest(session: Session) -> chain.TrailHead:
    """The current revision and the hash of its last entry. A copy kept elsewhere proves the log up to there."""
    return chain.TrailHead(*session.execute(select(Revision.revision, Revision.head_hash)).one())


def export_line(entry: TrailEntry) -> dict[str, Any]:
    """One line of the export: every hashed field, and both hashes."""
    renamed = {"key": entry.entity_key, "before": _read(entry.before), "after": _read(entry.after)}
    values = {field: renamed[field] if field in renamed else getattr(entry, field) for field in chain.FIELDS}
    return {**values, "previous_hash": entry.previous_hash, "hash": entry.hash}


def entries(session: Session, /, *, after: int = 0, limit: int = 50, **exact: str | None) -> list[TrailEntry]:
    """The oldest entries after a revision with these values."""
    return list(session.scalars(since(after, **exact).order_by(TrailEntry.id).limit(limit)))


def since(revision: int, **exact: str | None) -> Select[TrailEntry]:
    """The entries after a revision with these values; None and "" say nothing."""
    query = select(TrailEntry).where(TrailEntry.revision > revision) if revision else select(TrailEntry)
    return query.filter_by(**{column: value for column, value in exact.items() if value})


def on_commit(sessions: sessionmaker[Session], call: Callable[[int], None]) -> None:
    """Have `call(revision)` called after each commit that recorded something, in the committing thread.

    It must be quick and must not raise: the change is committed already.
    """

    def committed(session: Session) -> None:
        # Releasing a savepoint is no commit.
        if session.get_nested_transaction() is None and (revision := recorded_revision(session)) is not None:
            call(revision)

    event.listen(sessions, "after_commit", committed)


def _head(session: Session) -> _Head:
    """The newest entry and the revision for the next one. Locks the row of the revision."""
    head: _Head | None = session.info.get(_HEAD)
    buffer: _EntryBuffer | None = session.info.get(_BUFFER)
    where = session.get_transaction(), session.get_nested_transaction()
    if buffer is not None and buffer.savepoint is not where[1]:
        raise RuntimeError("a savepoint within trail.together: undone, its entries would be written all the same")
    if head is not None and (head.transaction, head.savepoint) == where:
        return head
    if (taken := recorded_revision(session)) is None or current_revision(session) != taken:
        session.connection().execute(_TAKE)
    if (locked := _take_held(session)) is not None:
        return _Head(*where, revision=locked.revision + 1, id=locked.id, hash=locked.hash)
    found = session.connection().execute(_HEAD_OF).one()
    return _Head(*where, revision=found.revision, id=found.head_id, hash=found.head_hash)


def _take_held(session: Session) -> LockedState | None:
    """What `hold_and_read` read, if nothing was recorded since."""
    state: tuple[SessionTransaction | None, LockedState] | None = session.info.pop(_HELD, None)
    return state[1] if state is not None and state[0] is session.get_transaction() else None


def _role_of(action: str, content: Mapping[str, Any]) -> int | None:
    return content.get("role_id") if action.partition(".")[0] in ("grant", "user") else None


def _row(values: Mapping[str, Any]) -> dict[str, Any]:
    """As a row, without the hashes."""
    columns = {field: value for field, value in values.items() if field not in ("key", "before", "after")}
    return {**columns, "entity_key": values["key"], "before": _json(values["before"]), "after": _json(values["after"])}


def _append(session: Session, rows: list[dict[str, Any]]) -> None:
    connection = session.connection()
    connection.execute(_INSERT, rows)
    connection.execute(_MOVE_HEAD, {"number": rows[-1]["id"], "digest": rows[-1]["hash"]})


def _plain(values: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The values after a round trip through JSON, so that the hash covers what is stored."""
    return None if values is None else dict(json.loads(json.dumps(dict(values))))


def _json(values: Mapping[str, Any] | None) -> str | None:
    return None if values is None else json.dumps(values, ensure_ascii=False, sort_keys=True)


def _read(text: str | None) -> Any:
    return None if text is None else json.loads(text)
