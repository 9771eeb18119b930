"""One authority of one role on one resource at one time is one grant: to extend it, change it."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import grants, windows
from app.access.models import Grant
from app.errors import Conflict


def refuse(session: Session, wanted: Grant, now: int) -> None:
    """The same authority twice at the same time on the same resource is one grant to change, not two to keep.

    Raises Conflict `grant_exists` for the very same grant, `overlapping_window` otherwise; both name the other one.
    """
    there = [getattr(Grant, field) == getattr(wanted, field) for field in ("role_id", "res_type", "res_id")]
    with session.no_autoflush:
        others = session.scalars(select(Grant).where(*there, Grant.id != (wanted.id or 0)).order_by(Grant.id)).all()
    for other in others:
        grants.refuse_same(wanted, other)
    for other in others:
        common = sorted(set(wanted.authority_ids()) & set(other.authority_ids()))
        if common and windows.overlap(windows.of(wanted, now), windows.of(other, now)):
            raise Conflict(
                f"Grant {other.id} gives the role {', '.join(map(str, common))} here in a part of that time: "
                "change its window, or leave out what it gives.",
                code="overlapping_window",
                grant_id=other.id,
                authorities=common,
                valid_from=other.valid_from,
                valid_until=other.valid_until,
            )
