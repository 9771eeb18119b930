"""What the three answers share: who gave one and when, its entry in the audit log, and accepting."""

from typing import Any

from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.desired_state.drift.models import ACCEPTED, OPEN, DriftLine
from app.identity.models import User
from app.platform.errors import Conflict
from app.platform.moments import check_end


def accept(session: Session, by: User, line: DriftLine, until: int, reason: str, now: int) -> None:
    """Leave a line as it is until a moment (epoch ms), at most 366 days ahead. It opens again when it changes.

    Raises InvalidInput `window_in_past`, `window_too_long`, Conflict `drift_answered`.
    """
    refuse_answered(line)
    check_end(until, now, "an acceptance")
    before = facts_of(line)
    line.state, line.until, line.reason = ACCEPTED, until, reason
    sign(session, by, line, "accept", before, now)


def reopen(session: Session, by: User, line: DriftLine, now: int) -> None:
    """End an acceptance."""
    before = facts_of(line)
    line.state, line.until, line.reason, line.since = OPEN, None, None, now
    sign(session, by, line, "undo", before, now)
    line.answer = None


def refuse_answered(line: DriftLine) -> None:
    """Raises Conflict `drift_answered` for a line that is gone or being repaired."""
    if line.state not in (OPEN, ACCEPTED):
        raise Conflict(f"This line is {line.state}: read the list again.", code="drift_answered", state=line.state)


def not_undoable(line: DriftLine) -> Conflict:
    """The error for what has no way back."""
    return Conflict(f"What was done about {line.place} cannot be undone here.", code="not_undoable")


def refuse_changed(line: DriftLine, *, changed: bool) -> None:
    """Raises Conflict `drift_outdated` when somebody changed since what an answer made."""
    if changed:
        message = f"Somebody changed {line.place} since: undoing would take that back, too."
        raise Conflict(message, code="drift_outdated")


def sign(session: Session, by: User, line: DriftLine, verb: str, before: dict[str, Any], now: int) -> None:
    """Note who answered, and record it."""
    line.answer, line.answered_by, line.answered_at, line.message = verb, by.username, now, None
    session.flush()
    record(session, by.username, line, verb, before)


def record(session: Session, actor: str, line: DriftLine, verb: str, before: dict[str, Any]) -> None:
    """The entry in the audit log. `before`: `facts_of` from before the answer."""
    session.flush()
    trail.record(session, actor, f"drift.{verb}", line.place, before=before, after=facts_of(line), cluster=line.cluster)


def facts_of(line: DriftLine) -> dict[str, Any]:
    """What the audit log keeps of a line."""
    names = ("id", "cluster", "kind", "place", "field", "subject", "state", "answer", "reason", "until", "message")
    values = {field: getattr(line, field) for field in names}
    return {**values, "wished": line.wished_value(), "actual": line.actual_value(), "calls": line.calls}
