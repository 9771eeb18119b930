"""Undoing changes of rights that the audit log recorded: one, or several together. `POST /access/simulate` tries it."""

from collections.abc import Sequence

from pydantic import Field
from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.api.admin.audit import trail_filter
from app.api.admin.grants import roles
from app.api.callers import Caller
from app.api.guard import SignedInToChange, require_reauthentication, require_reauthentication_to_give
from app.api.paging import ApiModel, Body, IdValue, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.audit.trail import trail
from app.audit.trail.models import TrailEntry
from app.platform.clock import now_ms
from app.platform.errors import NotFound
from app.rights.granting.undoing import Undoing, authorities_given, is_undoable, last_content
from app.rights.inquiry.simulation_questions import AffectedRights

router = ChangingRouter(tags=["trail"])
MOST = 100
"""Entries undone together."""


class Undo(Body):
    """The entries to undo, by their numbers."""

    model_config = examples({"entries": [7]})

    entries: list[IdValue] = Field(min_length=1, max_length=MOST)


class Undone(ApiModel):
    """The entries that were undone, the newest first."""

    entries: list[int]


@router.post("/trail/undo", summary="Undo changes of rights", responses=responses(404, 409))
def undo_changes(caller: SignedInToChange, body: Undo) -> Undone:
    """Makes the opposite changes in the caller's name, checked like changes by hand: all or none. Undone are grants
    that were given, changed or revoked, memberships of shared roles and an account's business group. 409
    `not_undoable`: another kind; `changed_since`: somebody changed since what the entry left. `entry` tells which."""
    found = readable(caller, body.entries)
    for entry in found:
        require_reauthentication_to_give(caller, authorities_given(entry))
        if entry.action == "user.leave":
            require_reauthentication(caller)
    undo(caller, found, now_ms())
    return Undone(entries=[entry.id for entry in found])


def readable(caller: Caller, numbers: Sequence[int]) -> list[TrailEntry]:
    """These entries, the newest first. Raises NotFound when there is one that the caller may not read."""
    found = list(caller.session.scalars(_these(numbers)))
    if len(found) < len(set(numbers)) or not all(trail_filter.may_read(caller, entry) for entry in found):
        raise NotFound("There is no such entry.")
    return found


def undo(caller: Caller, found: Sequence[TrailEntry], now: int) -> set[int]:
    """Undo entries as the caller, in its session. Returns the ids of all grants that were made, revoked or changed.
    Raises what the changes raise."""
    undoing = Undoing(caller.session, caller.user, now)
    with trail.together(caller.session):
        for entry in found:
            if entry.action == "user.leave":
                roles.refuse_sub_account(caller)
            undoing.undo(entry)
    return undoing.grants


def find_touched(session: Session, numbers: Sequence[int], touched: AffectedRights) -> None:
    """Note the roles, people and places that undoing these entries touches."""
    for entry in session.scalars(_these(numbers)):
        content = last_content(entry)
        if entry.entity == "grant" and is_undoable(entry):
            touched.grant(content["role_id"], (content["res_type"], content["res_id"]))
        elif entry.entity == "user" and "role_id" in content:
            touched.membership(session, content["user_id"], content["role_id"])


def _these(numbers: Sequence[int]) -> Select[TrailEntry]:
    return select(TrailEntry).where(TrailEntry.id.in_(set(numbers))).order_by(TrailEntry.id.desc())
