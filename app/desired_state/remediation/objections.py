"""What stands against a remediation before anything is rehearsed: it is planned already, opted out of, too large, or
would take what a cluster needs or what somebody was seen using. Reads only; decision 0041."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.findings import runs
from app.audit.trail import trail
from app.desired_state.remediation import frozen_parts, lost_uses, opt_outs, removal_notices
from app.desired_state.remediation.models import Part
from app.grants.models import Role
from app.identity.models import User
from app.platform.errors import Conflict
from app.resources import clusters

MOST_PARTS = 100
MOST_CHANGES = 600
"""Grants that one remediation may remove and add. A single suggestion of the audit has at most 501."""
MOST_PEOPLE = 1_000
"""People who may be told of one remediation."""


def refuse(session: Session, since: str, parts: Sequence[Part], now: int) -> None:
    """Raises the objections that reading alone can find. `since`: uses from that date (ISO) on must stay possible."""
    refuse_barred(session, parts, now)
    judge(session, since, parts, now)


def state_of(session: Session) -> tuple[int, int | None]:
    """(revision, run id). While both stay the same, `judge` gives the same result."""
    run = runs.current(session)
    return trail.current_revision(session), None if run is None else run.id


def refuse_barred(session: Session, parts: Sequence[Part], now: int) -> None:
    """Raises Conflict `already_planned`, `opted_out`."""
    _refuse_planned(session, parts)
    for suggestion, opt_out in opt_outs.of_parts(session, parts, now).items():
        message = f"{opt_out.given_by} has opted out: {opt_out.reason}"
        raise Conflict(message, code="opted_out", suggestion=suggestion, until=opt_out.until)


def judge(session: Session, since: str, parts: Sequence[Part], now: int) -> None:
    """Raises Conflict `too_much_at_once`, `needed_by_cluster`, `use_would_be_lost`.

    It reads all rights and uses of the people concerned, so it should run before other writers are locked out.
    """
    _refuse_too_much(session, parts)
    _refuse_needed(session, parts)
    for number, part in enumerate(parts):
        if lost := lost_uses.would_lose(session, part, since, now, parts[:number]):
            message = f"Suggestion {part.suggestion} would deny what {lost[0].user} was seen doing."
            uses = [use.facts() for use in lost]
            raise Conflict(message, code="use_would_be_lost", suggestion=part.suggestion, uses=uses)


def _refuse_planned(session: Session, parts: Sequence[Part]) -> None:
    keys = [part.suggestion for part in parts]
    query = select(Part).where(Part.suggestion.in_(keys), Part.state == frozen_parts.PENDING).limit(1)
    with session.no_autoflush:
        planned = session.scalars(query).first()
    if planned is not None:
        message = f"Suggestion {planned.suggestion} is part of remediation {planned.remediation_id}."
        raise Conflict(message, code="already_planned", remediation_id=planned.remediation_id)


def _refuse_too_much(session: Session, parts: Sequence[Part]) -> None:
    """Limit the size, as other writers wait during the rehearsal and the roll-back. Raises Conflict
    `too_much_at_once`."""
    changes = sum(len(part.removed()) + len(part.added()) for part in parts)
    many = (
        (changes, MOST_CHANGES, "changed grants"),
        (removal_notices.count_concerned(session, parts), MOST_PEOPLE, "people told"),
    )
    for total, most, things in many:
        if total > most:
            message = (
                f"These suggestions make {total:,} {things}; one remediation has {most:,} at most. Take fewer at once."
            )
            raise Conflict(message, code="too_much_at_once", total=total, most=most)


def _refuse_needed(session: Session, parts: Sequence[Part]) -> None:
    """Refuse parts about users that a cluster needs: its brokers and the center use their rights in any case. Raises
    Conflict `needed_by_cluster`."""
    roles = {part.role_id for part in parts}
    owners = select(User).join(Role, Role.personal_of == User.id).where(Role.id.in_(roles))
    for user in session.scalars(owners.order_by(User.id)):
        clusters.refuse_needed(session, user)
