"""Turns a suggestion of the current run into a part of a remediation: the exact grants to remove and to add."""

import json
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.limits import Limits, from_json
from app.errors import Conflict
from app.findings.models import AuditRun, Suggestion
from app.findings.result_lines import AddedGrant, SuggestionLine
from app.granting import restoring
from app.grants import grant_limits, grants, places
from app.grants.models import Grant, Role
from app.inquiry import simulation_questions
from app.remediation.models import Part
from app.rights import places_by_name
from app.trail.models import TrailEntry

PENDING, CANCELLED, APPLIED, FAILED = "pending", "cancelled", "applied", "failed"
ROLLED_BACK, NOT_RESTORED = "rolled_back", "not_restored"


def part_of(session: Session, row: Suggestion) -> Part:
    """The part for this suggestion, not yet in the session.

    Raises Conflict `suggestion_outdated` when its role, grants or resources are gone or were changed.
    """
    line = SuggestionLine.model_validate_json(row.content)
    if session.get(Role, line.role) is None:
        raise _outdated(row, "the role is gone")
    gone = restoring.freeze(session, _grants(session, row, line.removes))
    come = [{**one, "valid_until": _end(gone)} for one in _freeze_additions(session, row, line.adds or [])]
    _keep_networks(row, gone, come)
    return Part(
        suggestion=row.suggestion,
        kind=row.kind,
        role_id=row.role_id,
        role_name=row.role_name,
        state=PENDING,
        facts="{}",
        removes=json.dumps(gone, ensure_ascii=False),
        adds=json.dumps(come, ensure_ascii=False),
    )


def is_unchanged(session: Session, part: Part) -> bool:
    """True while every grant to remove exists and is unchanged."""
    ids = {one["id"]: one["update_time"] for one in part.removed()}
    there = select(Grant.id, Grant.update_time).where(Grant.id.in_(ids))
    return {row.id: row.update_time for row in session.execute(there)} == ids


def _grants(session: Session, row: Suggestion, ids: list[int]) -> list[Grant]:
    found = list(session.scalars(select(Grant).where(Grant.id.in_(ids)).order_by(Grant.id)))
    if len(found) != len(set(ids)):
        gone = sorted(set(ids) - {one.id for one in found})
        raise _outdated(row, f"grants {', '.join(map(str, gone))} are gone")
    if any(one.role_id != row.role_id for one in found):
        raise _outdated(row, "a grant belongs to another role")
    if changed := _changed_since(session, row, ids):
        raise _outdated(row, f"grants {', '.join(map(str, changed))} were changed")
    return found


def _changed_since(session: Session, row: Suggestion, ids: list[int]) -> list[int]:
    """The grants that were changed after the revision of the run; none if the run does not name its revision."""
    looked = json.loads(session.get_one(AuditRun, row.run_id).summary).get("revision")
    if looked is None:
        return []
    named = TrailEntry.entity == "grant", TrailEntry.entity_key.in_([str(one) for one in ids])
    later = select(TrailEntry.entity_key).where(
        *named, TrailEntry.action == "grant.update", TrailEntry.revision > looked
    )
    return sorted({int(key) for key in session.scalars(later)})


def _freeze_additions(session: Session, row: Suggestion, adds: list[AddedGrant]) -> list[dict[str, Any]]:
    """The grants to add, one per place and limits: a place on several clusters gets one grant."""
    named = [(one, simulation_questions.used_place(one.res)[1]) for one in adds]
    found = places_by_name.find(session, [name for _, name in named])
    wanted: dict[tuple[places.Key, Limits | None], dict[str, Any]] = {}
    for one, name in named:
        place = found.get((int(name.type), name.name))
        if place is None or one.role != row.role_id or int(name.type) != one.type:
            raise _outdated(row, f"{one.res} is unknown here")
        limits = from_json(one.limits.model_dump(exclude_none=True, exclude={"networks"})) if one.limits else None
        known = wanted.setdefault((place.key, limits), {"authorities": [], "resource": place.name})
        numbers = grants.grantable([*known["authorities"], *one.authorities], place.key[0])
        checked = grant_limits.checked(limits, numbers, place.key[0])
        known |= {"res_type": place.key[0], "res_id": place.key[1], "authorities": numbers, "grant_id": None}
        known["limits"] = checked.to_json() if checked else None
    return list(wanted.values())


def _keep_networks(row: Suggestion, gone: list[dict[str, Any]], come: list[dict[str, Any]]) -> None:
    """What is added is limited to the networks of what is removed, as these are written now: the audit knows no names
    of lists, and narrowing never widens."""
    held = [(one["limits"] or {}).get("networks") for one in gone]
    if any(one != held[0] for one in held) and come:
        raise _outdated(row, "its grants are limited to different networks")
    for one in come if held and held[0] is not None else ():
        one["limits"] = {**(one["limits"] or {}), "networks": held[0]}


def _end(gone: list[dict[str, Any]]) -> int | None:
    """The added grants end with the last of the removed ones, so that narrowing never prolongs a right."""
    ends = [one["valid_until"] for one in gone]
    return None if None in ends else max(ends)


def _outdated(row: Suggestion, why: str) -> Conflict:
    message = f"Suggestion {row.suggestion} does not fit what is there any more: {why}. The next run makes new ones."
    return Conflict(message, code="suggestion_outdated", suggestion=row.suggestion)
