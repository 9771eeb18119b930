"""Notices about a remediation: to the holders of its grants (for a sub-account its main account) and to the givers."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from app.desired_state.remediation.models import Part, Remediation
from app.rights.requests import notices
from app.rights.requests.notices import NewNotice

PLANNED, CANCELLED = "removal_planned", "removal_cancelled"
DONE, UNDONE, SPARED = "removal_done", "removal_undone", "removal_spared"
_LISTED = 5


def tell(session: Session, kind: str, remediation: Remediation, parts: Sequence[Part], now: int) -> None:
    """Send each person concerned one notice about all of their grants; a second notice of the same kind is not sent."""
    facts = _by_person(session, parts)
    about = {
        "remediation_id": remediation.id,
        "due": remediation.due,
        "by": remediation.confirmed_by or remediation.planned_by,
        "reason": remediation.comment if kind == CANCELLED else remediation.reason,
    }
    if kind != PLANNED:
        notices.mark_settled(session, PLANNED, str(remediation.id), now)
    news = (NewNotice(person, kind, str(remediation.id), {**about, **_short(rows)}) for person, rows in facts.items())
    notices.tell(session, news, now)


def tell_spared(session: Session, remediation: Remediation, part: Part, now: int) -> None:
    """Tell that a part was not applied: to those who planned and confirmed it, and if it was announced, to the holders
    and givers."""
    deciders = {remediation.planned_by_id, remediation.confirmed_by_id or remediation.planned_by_id}
    announced = remediation.due is not None
    people = deciders.union(_by_person(session, [part]) if announced else ())
    facts = {"remediation_id": remediation.id, "why": part.why, **_short(_grants(part))}
    notices.tell(session, [NewNotice(person, SPARED, f"{remediation.id}:{part.id}", facts) for person in people], now)


def count_concerned(session: Session, parts: Sequence[Part]) -> int:
    """The number of people who get a notice."""
    return len(_by_person(session, parts))


def _by_person(session: Session, parts: Sequence[Part]) -> dict[int, list[dict[str, Any]]]:
    holders = notices.main_accounts(session, {part.role_id for part in parts})
    grants_by_person: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for part in parts:
        for grant in _grants(part):
            for person in sorted(holders[part.role_id] | ({grant["granted_by_id"]} - {None})):
                grants_by_person[person].append(grant)
    return dict(grants_by_person)


def _grants(part: Part) -> list[dict[str, Any]]:
    return [{**grant, "receiver": part.role_name} for grant in part.removed()]


def _short(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    names = ("receiver", "res_type", "resource", "authorities", "limits")
    listed = [{field: grant[field] for field in names if grant.get(field) is not None} for grant in rows[:_LISTED]]
    return {"grants": listed, "grants_total": len(rows)}
