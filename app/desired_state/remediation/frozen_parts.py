"""Turns a suggestion of the current run into a part of a remediation: the exact grants to remove and to add."""

import json
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.limits import Limits, from_json
from app.audit.findings.models import AuditRun, Suggestion
from app.audit.findings.result_lines import Replacement, SuggestionLine
from app.audit.trail.models import TrailEntry
from app.desired_state.remediation.models import Part
from app.grants import grant_limits, grants, places
from app.grants.models import Grant, Role
from app.platform.errors import Conflict
from app.rights import places_by_name
from app.rights.granting import restoring
from app.rights.inquiry import simulation_questions

PENDING, CANCELLED, APPLIED, FAILED = "pending", "cancelled", "applied", "failed"
ROLLED_BACK, NOT_RESTORED = "rolled_back", "not_restored"


def part_of(session: Session, row: Suggestion) -> Part:
    """The part for this suggestion, not yet in the session.

    Raises Conflict `suggestion_outdated` when its role, grants or resources are gone or were changed.
    """
    line = SuggestionLine.model_validate_json(row.content)
    if session.get(Role, line.role) is None:
        raise _outdated_error(row, "the role is gone")
    removals = restoring.freeze(session, _grants(session, row, line.removes))
    additions = [
        {**addition, "valid_until": _last_end(removals)}
        for addition in _freeze_additions(session, row, line.adds or [])
    ]
    _keep_networks(row, removals, additions)
    return Part(
        suggestion=row.suggestion,
        kind=row.kind,
        role_id=row.role_id,
        role_name=row.role_name,
        state=PENDING,
        facts="{}",
        removes=json.dumps(removals, ensure_ascii=False),
        adds=json.dumps(additions, ensure_ascii=False),
    )


def is_unchanged(session: Session, part: Part) -> bool:
    """True while every grant to remove exists and is unchanged."""
    ids = {grant["id"]: grant["update_time"] for grant in part.removed()}
    query = select(Grant.id, Grant.update_time).where(Grant.id.in_(ids))
    return {row.id: row.update_time for row in session.execute(query)} == ids


def _grants(session: Session, row: Suggestion, ids: list[int]) -> list[Grant]:
    existing = list(session.scalars(select(Grant).where(Grant.id.in_(ids)).order_by(Grant.id)))
    if len(existing) != len(set(ids)):
        gone = sorted(set(ids) - {grant.id for grant in existing})
        raise _outdated_error(row, f"grants {', '.join(map(str, gone))} are gone")
    if any(grant.role_id != row.role_id for grant in existing):
        raise _outdated_error(row, "a grant belongs to another role")
    if changed := _changed_since(session, row, ids):
        raise _outdated_error(row, f"grants {', '.join(map(str, changed))} were changed")
    return existing


def _changed_since(session: Session, row: Suggestion, ids: list[int]) -> list[int]:
    """The grants that were changed after the revision of the run; none if the run does not name its revision."""
    looked = json.loads(session.get_one(AuditRun, row.run_id).summary).get("revision")
    if looked is None:
        return []
    of_grants = TrailEntry.entity == "grant", TrailEntry.entity_key.in_([str(grant_id) for grant_id in ids])
    later = select(TrailEntry.entity_key).where(
        *of_grants, TrailEntry.action == "grant.update", TrailEntry.revision > looked
    )
    return sorted({int(grant_id) for grant_id in session.scalars(later)})


def _freeze_additions(session: Session, row: Suggestion, adds: list[Replacement]) -> list[dict[str, Any]]:
    """The grants to add, one per place and limits: a place on several clusters gets one grant."""
    additions = [(addition, simulation_questions.used_place(addition.res)[1]) for addition in adds]
    known_places = places_by_name.find(session, [name for _, name in additions])
    wanted: dict[tuple[places.Key, Limits | None], dict[str, Any]] = {}
    for addition, name in additions:
        place = known_places.get((int(name.type), name.name))
        if place is None or addition.role != row.role_id or int(name.type) != addition.type:
            raise _outdated_error(row, f"{addition.res} is unknown here")
        limits = (
            from_json(addition.limits.model_dump(exclude_none=True, exclude={"networks"})) if addition.limits else None
        )
        known = wanted.setdefault((place.key, limits), {"authorities": [], "resource": place.name})
        numbers = grants.grantable([*known["authorities"], *addition.authorities], place.key[0])
        checked = grant_limits.checked(limits, numbers, place.key[0])
        known |= {"res_type": place.key[0], "res_id": place.key[1], "authorities": numbers, "grant_id": None}
        known["limits"] = checked.to_json() if checked else None
    return list(wanted.values())


def _keep_networks(row: Suggestion, removals: list[dict[str, Any]], additions: list[dict[str, Any]]) -> None:
    """What is added is limited to the networks of what is removed, as these are written now: the audit knows no names
    of lists, and narrowing never widens."""
    networks = [(grant["limits"] or {}).get("networks") for grant in removals]
    if any(other != networks[0] for other in networks) and additions:
        raise _outdated_error(row, "its grants are limited to different networks")
    for addition in additions if networks and networks[0] is not None else ():
        addition["limits"] = {**(addition["limits"] or {}), "networks": networks[0]}


def _last_end(removals: list[dict[str, Any]]) -> int | None:
    """The added grants end with the last of the removed ones, so that narrowing never prolongs a right."""
    ends = [grant["valid_until"] for grant in removals]
    return None if None in ends else max(ends)


def _outdated_error(row: Suggestion, why: str) -> Conflict:
    message = f"Suggestion {row.suggestion} does not fit what is there any more: {why}. The next run makes new ones."
    return Conflict(message, code="suggestion_outdated", suggestion=row.suggestion)
