"""Has what a plan was made from changed since? Asked of the trail, so that signing in or a new key is no change."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit import trail
from app.audit.models import TrailEntry
from app.errors import Conflict, InvalidInput

_ENTITIES = ("group", "user", "role", "cluster", "tenant", "namespace", "topic", "grant")
_NOTHING_TO_A_PLAN = ("user.initial_secret", "user.password", "user.secret_create", "user.secret_delete")


def refuse_stale(session: Session, revision: int) -> None:
    """Raises Conflict `changed_meanwhile_plan` when rights changed after the revision of a plan, InvalidInput
    `unknown_revision` for a number that the center has not reached."""
    now = trail.current_revision(session)
    if not 1 <= revision <= now:
        raise InvalidInput(f"The center is at revision {now}; {revision} is none of its own.", code="unknown_revision")
    query = select(TrailEntry.revision).where(
        TrailEntry.revision > revision,
        TrailEntry.entity.in_(_ENTITIES),
        TrailEntry.action.not_in(_NOTHING_TO_A_PLAN),
    )
    # Which change it was is not said: it may be about what the caller may not see.
    if (first := session.scalars(query.order_by(TrailEntry.id).limit(1)).first()) is not None:
        raise Conflict(
            f"Rights changed at revision {first}, after this plan of revision {revision}: plan again.",
            code="changed_meanwhile_plan",
            revision=now,
        )
