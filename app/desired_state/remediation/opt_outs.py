"""Opt-outs: a grant, or all of a user's personal role, that no remediation touches until a day, with a reason."""

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from app.audit.findings.result_lines import SuggestionLine
from app.audit.trail import contents, trail
from app.desired_state.remediation.models import OptOut, Part
from app.grants.models import Role
from app.identity.models import User
from app.platform.moments import check_end


def create(
    session: Session, by: User, *, grant_id: int | None, user_id: int | None, reason: str, until: int, now: int
) -> OptOut:
    """Opt out until a moment (epoch ms), at most 366 days ahead. Raises InvalidInput `window_in_past`,
    `window_too_long`.

    The caller checks whether `by` may.
    """
    check_end(until, now, "an opt-out")
    row = OptOut(
        grant_id=grant_id,
        user_id=user_id,
        reason=reason,
        until=until,
        given_by_id=by.id,
        given_by=by.username,
        add_time=now,
    )
    session.add(row)
    session.flush()
    trail.record(session, by.username, "opt_out.create", str(row.id), after=contents.row(row))
    return row


def remove(session: Session, by: User, row: OptOut) -> None:
    """End the opt-out now."""
    before = contents.row(row)
    session.delete(row)
    session.flush()
    trail.record(session, by.username, "opt_out.end", str(row.id), before=before)


def own_or(user_id: int, others: Iterable[ColumnElement[bool]]) -> Select[OptOut]:
    """The opt-outs that the user gave or has, and those that meet the conditions."""
    own = or_(OptOut.given_by_id == user_id, OptOut.user_id == user_id)
    return select(OptOut).where(*(or_(own, condition) for condition in others))


def of_grants(session: Session, ids: Collection[int], now: int) -> dict[int | None, int]:
    """Grant → until when suggestions leave it alone (epoch ms)."""
    alive = select(OptOut.grant_id, OptOut.until).where(OptOut.grant_id.in_(ids), OptOut.until > now)
    return dict(session.execute(alive.order_by(OptOut.until)).all())


def of_parts(session: Session, parts: Iterable[Part], now: int) -> dict[str, OptOut]:
    """Suggestion → the opt-out that blocks it, with a fixed number of statements. Others are left out."""
    return _blocking(
        session, [(part.suggestion, part.role_id, [grant["id"] for grant in part.removed()]) for part in parts], now
    )


def of_suggestions(session: Session, lines: Iterable[SuggestionLine], now: int) -> dict[str, int]:
    """Suggestion → until when an opt-out blocks it (epoch ms)."""
    opt_outs = _blocking(session, [(line.id, line.role, line.removes) for line in lines], now)
    return {suggestion: opt_out.until for suggestion, opt_out in opt_outs.items()}


def _blocking(session: Session, wanted: Sequence[tuple[str, int, list[int]]], now: int) -> dict[str, OptOut]:
    if not wanted:
        return {}
    roles = {role for _, role, _ in wanted}
    owners = select(Role.id, Role.personal_of).where(Role.id.in_(roles), Role.personal_of.is_not(None))
    users = {row.id: row.personal_of for row in session.execute(owners)}
    ids = {grant_id for _, _, numbers in wanted for grant_id in numbers}
    about = or_(OptOut.grant_id.in_(ids), OptOut.user_id.in_(users.values()))
    opt_outs = list(session.scalars(select(OptOut).where(OptOut.until > now, about).order_by(OptOut.id)))
    blocked = ((suggestion, _first(opt_outs, numbers, users.get(role))) for suggestion, role, numbers in wanted)
    return {suggestion: opt_out for suggestion, opt_out in blocked if opt_out is not None}


def _first(opt_outs: Iterable[OptOut], numbers: list[int], owner: int | None) -> OptOut | None:
    return next(
        (
            opt_out
            for opt_out in opt_outs
            if opt_out.grant_id in numbers or (owner is not None and opt_out.user_id == owner)
        ),
        None,
    )
