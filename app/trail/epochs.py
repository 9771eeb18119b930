"""The epoch of the revisions, and whether a broker stands on this database's history.

Within one epoch a revision means one state. After a back-up was restored that is no longer so: revisions are given out
a second time. Brokers therefore name the epoch, their revision, and its mark (the beginning of the hash of its last
entry in the trail); `knows` tells whether this database ever was where they are. `begin` starts a new epoch: brokers
then take a fresh snapshot, whatever their revision (decision 0026).
"""

import json
import secrets
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from app.database import DERIVED
from app.derived import Derived
from app.trail import trail
from app.trail.models import Revision, TrailEntry

T = TypeVar("T")
MARK_LENGTH = 16
UNTOUCHED_BY_GRANTS = ("bearer", "center", "administers")
"""The first words of such keys: of `app.tokens.bearers`, `app.rights.snapshots.of_center` and `app.api.authority`."""
_STATE = "state"
_BEFORE = "before"
_ROW = Revision.__table__.c
STANDING = select(_ROW.epoch, _ROW.revision, _ROW.head_hash).where(_ROW.id == 1)
_TRAIL = TrailEntry.__table__.c
_BEGUN = select(_TRAIL.before).where(_TRAIL.entity == "epoch", _TRAIL.action == "epoch.begin")
_FIRST = _BEGUN.order_by(_TRAIL.id).limit(1)
_LAST_OF = select(_TRAIL.hash).where(_TRAIL.revision == bindparam("number")).order_by(_TRAIL.id.desc()).limit(1)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a database or a broker is: epoch, revision, and the mark of that revision. A broker of an older version
    names no epoch and no mark."""

    epoch: str | None
    revision: int
    mark: str | None = None


def current(session: Session) -> Standing:
    """Where the state that this transaction sees is."""
    return standing(session.connection().execute(STANDING).one())


def standing(row: Sequence[Any]) -> Standing:
    """What `STANDING` found."""
    epoch, revision, digest = row
    return Standing(epoch, revision, digest[:MARK_LENGTH])


class KeptOnly:
    """Answers instead of a session what was worked out in one state already, from memory alone."""

    def __init__(self, kept: Derived, state: Standing) -> None:
        self._kept, self.state = kept, state

    def of(self, key: Hashable) -> Any:
        """Raises NotKept."""
        return self._kept.kept(self.state, key)


def derive(session: Session | KeptOnly, key: Hashable, make: Callable[[Session], T], rows: Callable[[T], int]) -> T:
    """What `make` works out from what the trail records, kept for the state that the session sees (see app.derived); in
    a transaction that changes something it is worked out each time. Raises NotKept when there is no session."""
    if isinstance(session, KeptOnly):
        found: T = session.of(key)
        return found
    kept: Derived | None = session.info.get(DERIVED)
    if kept is None:
        return make(session)
    return kept.get(_read_once(session), key, lambda: make(session), rows)


def seen_by(session: Session | KeptOnly) -> Standing:
    """The state that answers come from."""
    return session.state if isinstance(session, KeptOnly) else _read_once(session)


def begins_with(session: Session, kept: Derived) -> Standing:
    """Hold the revision: the state that a change begins with. What is kept of it can be asked for."""
    found = standing(trail.hold_and_read(session)[:3])
    session.info[_BEFORE] = KeptOnly(kept, found)
    return found


def before(session: Session) -> KeptOnly | None:
    """What is kept of the state that a change began with; None as soon as it has changed something itself."""
    changed = trail.recorded_revision(session) is not None or session.new or session.dirty or session.deleted
    return None if changed else session.info.get(_BEFORE)


def leaves(session: Session, kept: Derived) -> Callable[[], None]:
    """To be asked at the end of a change, and called when it is committed: what it did not touch stays kept. A grant
    says nothing of tokens, and nothing of who administers the center unless it is one on the root."""
    before: KeptOnly | None = session.info.get(_BEFORE)
    changed = trail.find_changed(session)
    if before is None or changed is None:
        return lambda: None
    after = standing((before.state.epoch, changed[0].revision, changed[0].hash))
    untouched = UNTOUCHED_BY_GRANTS if all(map(_is_a_grant_below_the_root, changed[1])) else ()
    return lambda: kept.move(before.state, after, lambda key: isinstance(key, tuple) and key[0] in untouched)


def _is_a_grant_below_the_root(touched: trail.Touched) -> bool:
    return touched.entity == "grant" and bool(touched.res_type)


def _read_once(session: Session) -> Standing:
    """The state of a transaction that only reads: the same from its beginning to its end."""
    transaction = session.get_transaction()
    known: tuple[object, Standing] | None = session.info.get(_STATE)
    if known is None or known[0] is not transaction or transaction is None:
        found = current(session)
        known = session.info[_STATE] = session.get_transaction(), found
    return known[1]


def first(session: Session) -> str:
    """The epoch in which this center began: it names the center for good, whatever back-ups were restored."""
    begun = session.connection().execute(_FIRST).scalar()
    return str((json.loads(begun)["epoch"] if begun else current(session).epoch) or "")


def knows(session: Session, newest: Standing, broker: Standing) -> bool:
    """False when the broker's rights come from a history that is not (or no longer) this database's."""
    if broker.epoch not in (None, newest.epoch) or broker.revision > newest.revision:
        return False
    if broker.mark is None or broker.revision == 0 or broker.mark == newest.mark:
        return True
    digest = session.connection().execute(_LAST_OF, {"number": broker.revision}).scalar()
    # Before revision 1 there is no entry; a revision without one was cut out of the trail, which others notice.
    return digest is None or str(digest).startswith(broker.mark)


def follows(session: Session, newest: Standing, epoch: str | None) -> bool:
    """False when nobody has ended that epoch here: this database is a copy from before it began."""
    if epoch in (None, newest.epoch):
        return True
    begun = session.connection().execute(_BEGUN).scalars()
    return any(epoch in json.loads(before)["ended"] for before in begun)


def begin(session: Session, actor: str, others: Collection[str] = ()) -> Standing:
    """Start a new epoch and record it: it follows the present one, and those `others` that brokers are in. Holds the
    revision until the transaction ends."""
    trail.lock_revision(session)
    before, after = current(session), secrets.token_hex(8)
    ended = sorted({*others, before.epoch or ""})
    session.execute(update(Revision).where(Revision.id == 1).values(epoch=after))
    trail.record(
        session, actor, "epoch.begin", after, before={"epoch": before.epoch, "ended": ended}, after={"epoch": after}
    )
    return current(session)
