"""The epoch of the revisions, and whether a broker's revision is from this database's history.

Within one epoch a revision stands for one state. After a back-up was restored, revisions are given out a second time.
Brokers therefore report the epoch, their revision, and its mark (the beginning of the hash of its last entry in the
audit log); `knows` tells whether this database ever had that state. `begin` starts a new epoch, which makes brokers
take a fresh snapshot, whatever their revision (decision 0026).
"""

import json
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.orm import Session

from app.audit.trail import subjects as entry_subjects
from app.audit.trail import trail
from app.audit.trail.models import Revision, TrailEntry
from app.audit.trail.subjects import Entry, Subject
from app.platform.database import DERIVED
from app.platform.derived import Derived, Key

T = TypeVar("T")
MARK_LENGTH = 16
_MOST_FOLLOWED = 500
"""Entries. After more, the cached values are read anew as they are asked for."""
_STATE = "state"
_BEFORE = "before"
_ROW = Revision.__table__.c
STATE_VERSION = select(_ROW.epoch, _ROW.revision, _ROW.head_hash).where(_ROW.id == 1)
_TRAIL = TrailEntry.__table__.c
_BEGUN = select(_TRAIL.before).where(_TRAIL.entity == "epoch", _TRAIL.action == "epoch.begin")
_FIRST = _BEGUN.order_by(_TRAIL.id).limit(1)
_BETWEEN = (
    select(_TRAIL.entity, _TRAIL.action, _TRAIL.entity_key, _TRAIL.role, _TRAIL.before, _TRAIL.after)
    .add_columns(_TRAIL.revision, _TRAIL.hash)
    .where(_TRAIL.revision.between(bindparam("first"), bindparam("last")))
    .order_by(_TRAIL.id)
    .limit(_MOST_FOLLOWED + 1)
)
_LAST_OF = select(_TRAIL.hash).where(_TRAIL.revision == bindparam("number")).order_by(_TRAIL.id.desc()).limit(1)


@dataclass(frozen=True, slots=True)
class StateVersion:
    """The state of a database or a broker: epoch, revision, and the mark of that revision. Brokers of an older version
    report neither epoch nor mark."""

    epoch: str | None
    revision: int
    mark: str | None = None


def current(session: Session) -> StateVersion:
    """The state that this transaction sees."""
    return state_version(session.connection().execute(STATE_VERSION).one())


def state_version(row: Sequence[Any]) -> StateVersion:
    """The state from a row that the `STATE_VERSION` query returned."""
    epoch, revision, digest = row
    return StateVersion(epoch, revision, digest[:MARK_LENGTH])


class MemorySession:
    """Stands in for a session and answers from memory only: what was computed for one state before, or still holds."""

    def __init__(self, cache: Derived, state: StateVersion) -> None:
        self._cache, self.state = cache, state

    def of(self, key: Key) -> Any:
        """The cached value. Raises CacheMiss when there is none."""
        return self._cache.kept(self.state, key)

    def keep(self, key: Key, value: object, subjects: Collection[Subject]) -> None:
        """Cache a value of one row that was computed for this state."""
        self._cache.keep(self.state, key, value, 1, subjects)


def memory_of(session: Session | MemorySession) -> MemorySession:
    """What is cached for the state that a reading session sees."""
    if isinstance(session, MemorySession):
        return session
    return MemorySession(session.info[DERIVED], _read_once(session))


def derive(
    session: Session | MemorySession,
    key: Key,
    make: Callable[[Session], T],
    rows: Callable[[T], int],
    subjects: Callable[[T], Collection[Subject]],
) -> T:
    """The result of `make`, cached for the state that the session sees (`platform.derived`), and for later ones until
    one of its `subjects` is touched. It may depend only on what the audit log records. In a transaction that makes
    changes nothing is cached. Raises CacheMiss when there is no session."""
    if isinstance(session, MemorySession):
        found: T = session.of(key)
        return found
    cache: Derived | None = session.info.get(DERIVED)
    if cache is None:
        return make(session)
    return cache.get(_read_once(session), key, lambda: make(session), rows, subjects)


def seen_by(session: Session | MemorySession) -> StateVersion:
    """The state that answers are based on."""
    return session.state if isinstance(session, MemorySession) else _read_once(session)


def begin_change(session: Session, cache: Derived) -> StateVersion:
    """Lock the revision. Returns the state before the change; `before` then gives access to its cached values."""
    found = state_version(trail.hold_and_read(session)[:3])
    follow(session.connection(), cache, found, cache.state)
    session.info[_BEFORE] = MemorySession(cache, found)
    return found


def before(session: Session) -> MemorySession | None:
    """The cached values of the state before this change; None once the change has modified something."""
    changed = trail.recorded_revision(session) is not None or session.new or session.dirty or session.deleted
    return None if changed else session.info.get(_BEFORE)


def follow(connection: Connection, cache: Derived, to: StateVersion, known: object = None) -> None:
    """Bring the cached values to this state: those about what was touched since are dropped.

    `known`: the state that was cached before `to` was read. If it is later, a back-up was restored, and all are
    dropped. Any other later state stays: somebody who read it after `to` was faster.
    """
    while isinstance(at := cache.state, StateVersion) and at != to:
        if at != known and at.epoch == to.epoch and at.revision > to.revision:
            return
        cache.move(at, to, _touched(connection, at, to))
    cache.move(None, to, None)


def _touched(connection: Connection, at: StateVersion, newest: StateVersion) -> frozenset[Subject] | None:
    """What the entries between two states of one history touch; None when that is not known."""
    if at.epoch != newest.epoch or not 0 < newest.revision - at.revision <= _MOST_FOLLOWED:
        return None
    rows = connection.execute(_BETWEEN, {"first": at.revision, "last": newest.revision}).all()
    later = [row for row in rows if row.revision > at.revision]
    known = [row.hash[:MARK_LENGTH] for row in (rows[-len(later) - 1], rows[-1])] if len(rows) > len(later) > 0 else []
    # Revision 0 has no entry, so it is not followed. A gap: old entries were deleted.
    if known != [at.mark, newest.mark] or len({row.revision for row in later}) != newest.revision - at.revision:
        return None
    return entry_subjects.of_entries(Entry(*row[:-2]) for row in later)


def _read_once(session: Session) -> StateVersion:
    """The state seen by a read-only transaction, which does not change while it lasts."""
    transaction = session.get_transaction()
    cached: tuple[object, StateVersion] | None = session.info.get(_STATE)
    if cached is None or cached[0] is not transaction or transaction is None:
        found = current(session)
        cached = session.info[_STATE] = session.get_transaction(), found
        if (cache := session.info.get(DERIVED)) is not None:
            follow(session.connection(), cache, found)
    return cached[1]


def first_epoch(session: Session) -> str:
    """The epoch in which this center began. It identifies the center for good, whatever back-ups were restored."""
    entry = session.connection().execute(_FIRST).scalar()
    return str((json.loads(entry)["epoch"] if entry else current(session).epoch) or "")


def knows(session: Session, newest: StateVersion, broker: StateVersion) -> bool:
    """False when the broker's rights come from a history that is not (or no longer) this database's."""
    if broker.epoch not in (None, newest.epoch) or broker.revision > newest.revision:
        return False
    if broker.mark is None or broker.revision == 0 or broker.mark == newest.mark:
        return True
    digest = session.connection().execute(_LAST_OF, {"number": broker.revision}).scalar()
    # Revision 0 has no entry. If another revision has none, its entries were deleted, which verification reports.
    return digest is None or str(digest).startswith(broker.mark)


def follows(session: Session, newest: StateVersion, epoch: str | None) -> bool:
    """False when that epoch was never ended in this database: then it is a copy from before the epoch began."""
    if epoch in (None, newest.epoch):
        return True
    ended = session.connection().execute(_BEGUN).scalars()
    return any(epoch in json.loads(before)["ended"] for before in ended)


def begin(session: Session, actor: str, broker_epochs: Collection[str] = ()) -> StateVersion:
    """Start a new epoch and record it. It follows the current one, and those `broker_epochs` that brokers report. Locks
    the revision until the transaction ends."""
    trail.lock_revision(session)
    before, after = current(session), secrets.token_hex(8)
    ended = sorted({*broker_epochs, before.epoch or ""})
    session.execute(update(Revision).where(Revision.id == 1).values(epoch=after))
    trail.record(
        session, actor, "epoch.begin", after, before={"epoch": before.epoch, "ended": ended}, after={"epoch": after}
    )
    return current(session)
