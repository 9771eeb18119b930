"""From suggestions to a remediation: rehearsed, confirmed (with four eyes by a second person), announced; cancelled,
rolled back.

`due_remediations` applies it when the notice period is over; decision 0041.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from app.access.vocabulary import AUTHORITIES, Right
from app.audit.findings import runs
from app.audit.findings.models import Suggestion
from app.audit.trail import contents, trail
from app.desired_state.remediation import apply_and_roll_back, frozen_parts, objections, removal_notices
from app.desired_state.remediation.models import Part, Remediation
from app.identity.models import User
from app.platform.clock import later_than
from app.platform.errors import Conflict, InvalidInput, NotAllowed, NotFound
from app.platform.settings import Settings
from app.rights.requests import four_eyes

PROPOSED, ANNOUNCED, APPLIED = "proposed", "announced", "applied"
CANCELLED, ROLLED_BACK = "cancelled", "rolled_back"
OPEN = (PROPOSED, ANNOUNCED)
DAY_MS = 24 * 3_600_000


class _EndOfRehearsal(Exception):
    """Ends the savepoint of a rehearsal."""


def plan(
    session: Session,
    settings: Settings,
    by: User,
    suggestions: Sequence[Suggestion],
    reason: str,
    notice_days: int | None,
    now: int,
    *,
    judged: Sequence[Part] | None = None,
) -> Remediation:
    """Make a remediation of these suggestions of the current run. It is announced at once unless a second person has to
    confirm it.

    Everything is rehearsed first, including the roll-back. `judged`: the parts, if `objections.judge` accepted them for
    the same revision and run.

    Raises what changing grants raises; NotAllowed `not_reversible`, `person_needed`; Conflict `suggestion_outdated`,
    `already_planned`, `opted_out`, `use_would_be_lost`, `too_much_at_once`; InvalidInput `notice_too_short`.
    """
    days = _days(settings, notice_days)
    run = runs.current(session)
    if run is None or not suggestions:
        raise NotFound("There is no such suggestion.")
    parts = judged or [frozen_parts.part_of(session, suggestion) for suggestion in suggestions]
    takes_two = approvals_needed(settings, parts) > 1
    if takes_two:
        four_eyes.refuse_others(by)
    tenants = {suggestion.tenant for suggestion in suggestions}
    remediation = Remediation(
        state=PROPOSED,
        run=run.run,
        since=run.first_date,
        tenant=tenants.pop() if len(tenants) == 1 else None,
        reason=reason,
        notice_days=days,
        planned_by_id=by.id,
        planned_by=by.username,
        add_time=now,
        update_time=now,
        looked_at=run.id,
    )
    check(session, by, remediation, parts, now, judged=judged is not None)
    session.add(remediation)
    session.flush()
    for part in parts:
        part.remediation_id = remediation.id
    session.add_all(parts)
    session.flush()
    trail.record(session, by.username, "remediation.create", str(remediation.id), after=trail_facts(remediation, parts))
    if not takes_two:
        _announce(session, by, remediation, parts, now)
    return remediation


def check(
    session: Session, by: User, remediation: Remediation, parts: Sequence[Part], now: int, *, judged: bool
) -> None:
    """Raises the first objection against the remediation now. Changes nothing."""
    objections.refuse_barred(session, parts, now)
    if not judged:
        objections.judge(session, remediation.since, parts, now)
    rehearse(session, by, remediation, parts, now)


def rehearse(session: Session, by: User, remediation: Remediation, parts: Sequence[Part], now: int) -> None:
    """Apply all parts and roll them back, in a savepoint that is undone. Raises what either of both raises."""
    copies = [_copy(part) for part in parts]
    applier = apply_and_roll_back.PartApplier(session, by, remediation, copies, now)
    try:
        with applier.together():
            applier.make(copies)
            for part in reversed(copies):
                _undo(applier, part)
            raise _EndOfRehearsal
    except _EndOfRehearsal:
        pass


def confirm(session: Session, by: User, remediation: Remediation, now: int, *, judged: bool = False) -> None:
    """The second person agrees, and the notice period begins. Confirming again changes nothing.

    Raises NotAllowed `self_approval` or `person_needed`, Conflict `already_decided`, and what `plan` raises.
    """
    if remediation.state == ANNOUNCED:
        return
    _refuse_unless_in(remediation, PROPOSED)
    if by.id == remediation.planned_by_id:
        raise NotAllowed("A second person has to confirm.", code="self_approval")
    four_eyes.refuse_others(by)
    parts = parts_of(session, remediation)
    for part in parts:
        part.state = frozen_parts.CANCELLED  # lest `check` finds its own parts as already planned
    session.flush()
    check(session, by, remediation, parts, now, judged=judged)
    for part in parts:
        part.state = frozen_parts.PENDING
    _announce(session, by, remediation, parts, now)


def cancel(session: Session, by: User, remediation: Remediation, comment: str, now: int) -> None:
    """Cancel it before it is applied. Cancelling again changes nothing. Raises Conflict `already_decided`."""
    if remediation.state == CANCELLED:
        return
    _refuse_unless_in(remediation, *OPEN)
    before, parts = trail_facts(remediation, []), parts_of(session, remediation)
    announced = remediation.state == ANNOUNCED
    for part in parts:
        if part.state == frozen_parts.PENDING:
            apply_and_roll_back.end(part, frozen_parts.CANCELLED, "by_hand", {})
    end(remediation, CANCELLED, by.username, comment, now)
    session.flush()
    after = trail_facts(remediation, parts)
    trail.record(session, by.username, "remediation.cancel", str(remediation.id), before=before, after=after)
    if announced:
        removal_notices.tell(session, removal_notices.CANCELLED, remediation, parts, now)


def roll_back(session: Session, by: User, remediation: Remediation, comment: str | None, now: int) -> None:
    """Roll back every applied part, each completely or not at all. Rolling back again changes nothing.

    Raises NotAllowed when `by` may not give all of it, Conflict `already_decided` before it was applied.
    """
    if remediation.state == ROLLED_BACK:
        return
    _refuse_unless_in(remediation, APPLIED)
    before, parts = trail_facts(remediation, []), parts_of(session, remediation)
    undone = [part for part in parts if part.state == frozen_parts.APPLIED]
    applier = apply_and_roll_back.PartApplier(session, by, remediation, undone, now)
    for part in reversed(undone):
        applier.roll_back(part)
    end(remediation, ROLLED_BACK, by.username, comment, now)
    session.flush()
    after = trail_facts(remediation, parts)
    trail.record(session, by.username, "remediation.roll_back", str(remediation.id), before=before, after=after)
    removal_notices.tell(session, removal_notices.UNDONE, remediation, undone, now)


def end(remediation: Remediation, state: str, by: str, comment: str | None, now: int) -> None:
    """Store how the remediation ended."""
    remediation.state, remediation.ended_by, remediation.ended_time = state, by, now
    remediation.comment = comment
    remediation.update_time = later_than(remediation.update_time, now)


def approvals_needed(settings: Settings, parts: Sequence[Part]) -> int:
    """How many people must agree, by the rule of access requests, for removed grants as for added ones."""
    if settings.four_eyes == "off":
        return 1
    numbers = {
        authority for part in parts for grant in (*part.removed(), *part.added()) for authority in grant["authorities"]
    }
    grave = any(AUTHORITIES[authority].right in (Right.ADMINISTER, Right.DELETE) for authority in numbers)
    return 2 if grave or settings.four_eyes == "all" else 1


def own_or(user_id: int, others: Iterable[ColumnElement[bool]]) -> Select[Remediation]:
    """The remediations that the user planned or confirmed, and those that meet the conditions."""
    own = or_(Remediation.planned_by_id == user_id, Remediation.confirmed_by_id == user_id)
    return select(Remediation).where(*(or_(own, condition) for condition in others))


def planned(session: Session, suggestions: Iterable[str]) -> dict[str, int]:
    """Suggestion → the remediation that plans it."""
    waiting = Part.suggestion.in_(suggestions), Part.state == frozen_parts.PENDING
    return dict(session.execute(select(Part.suggestion, Part.remediation_id).where(*waiting)).all())


def parts_of(session: Session, remediation: Remediation) -> list[Part]:
    """The parts in the order in which they are applied."""
    return list(session.scalars(select(Part).where(Part.remediation_id == remediation.id).order_by(Part.id)))


def trail_facts(remediation: Remediation, parts: Sequence[Part]) -> dict[str, object]:
    """What the audit log keeps."""
    listed = {"parts": [contents.row(part) for part in parts]} if parts else {}
    return contents.row(remediation, **listed)


def _announce(session: Session, by: User, remediation: Remediation, parts: Sequence[Part], now: int) -> None:
    before = trail_facts(remediation, [])
    remediation.state, remediation.due = ANNOUNCED, now + remediation.notice_days * DAY_MS
    remediation.confirmed_by_id, remediation.confirmed_by = by.id, by.username
    remediation.update_time = later_than(remediation.update_time, now)
    session.flush()
    after = trail_facts(remediation, [])
    trail.record(session, by.username, "remediation.announce", str(remediation.id), before=before, after=after)
    removal_notices.tell(session, removal_notices.PLANNED, remediation, parts, now)


def _undo(applier: apply_and_roll_back.PartApplier, part: Part) -> None:
    try:
        applier.undo(part)
    except NotAllowed as error:
        message = f"You may take this away, but could not give it back: {error.detail}"
        raise NotAllowed(message, code="not_reversible", suggestion=part.suggestion) from error


def _copy(part: Part) -> Part:
    names = ("suggestion", "kind", "role_id", "role_name", "removes", "adds")
    return Part(**{column: getattr(part, column) for column in names})


def _days(settings: Settings, wanted: int | None) -> int:
    days = settings.notice_days if wanted is None else wanted
    if days < settings.notice_days:
        message = f"is at least {settings.notice_days} days here"
        raise InvalidInput(f"The notice period {message}.", code="notice_too_short", field="notice_days", wrong=message)
    return days


def _refuse_unless_in(remediation: Remediation, *states: str) -> None:
    if remediation.state not in states:
        message = f"The remediation is {remediation.state} already."
        raise Conflict(message, code="already_decided", state=remediation.state)
