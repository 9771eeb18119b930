"""Which observed uses a part would take away. Decides each use with and without the grants; changes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import limits
from app.access.rights import Snapshot
from app.access.simulation import apply_change, simulate
from app.findings import current_results
from app.findings.models import UsageDaily
from app.grants.models import UserRole
from app.identity.models import User
from app.inquiry import erased_use, simulation_questions
from app.remediation.models import Part
from app.rights import known_rights

ALLOWED = 1
_SHOWN = 20
_FAR = 2**53
"""A moment (epoch ms) after the end of every grant that has one."""
_ADDED_ID = -1
"""Ids of grants that do not exist yet count down from here; real ids are positive."""


@dataclass(frozen=True, slots=True)
class Use:
    """Something that a user, or an erased user's pseudonym, did, and how often on its busiest day."""

    user: str
    question: str
    resource: str
    times: int | None

    def facts(self) -> dict[str, Any]:
        """The values for an answer or a notice."""
        return {"user": self.user, "operation": self.question, "resource": self.resource, "n": self.times}


def would_lose(session: Session, part: Part, since: str, now: int, beside: Sequence[Part] = ()) -> list[Use]:
    """Uses since a date (ISO) that are allowed now and would be denied if this part and the parts `beside` were
    applied.

    It also looks at the time when all temporary grants have ended. For a part that removes unused grants, any use
    counts. A use under a pseudonym is checked for everybody who may have made it, and reported under the pseudonym.
    """
    people, together = _people(session, part), [*beside, part]
    before = known_rights.of(session, people)
    removed = {one["id"] for each in together for one in each.removed()}
    asked = people, since, before, now, removed
    posed = [(one.ask.principal, one) for one in simulation_questions.seen_in_use(session, *asked)]
    posed += erased_use.seen_in_use(session, *asked)
    after = {
        cluster: apply_change(before.on(cluster), *_delta(together)) for cluster in {one.cluster for _, one in posed}
    }
    lost = (
        Use(user, one.ask.question, one.shown, one.uses)
        for user, one in posed
        if _is_lost(one, before.on(one.cluster), after[one.cluster], now)
    )
    found = list(dict.fromkeys(lost))
    if not found and part.kind == "remove_unused":
        found = [Use(row["user"], "", row["resource"], row["n"]) for row in uses_of(session, part, since)]
    return found[:_SHOWN]


def uses_of(session: Session, part: Part, since: str) -> list[dict[str, Any]]:
    """The days of use of the grants to remove, newest first, at most 20."""
    ids = [one["id"] for one in part.removed()]
    query = select(UsageDaily).where(
        UsageDaily.grant_id.in_(ids), UsageDaily.date >= since, current_results.valid_use()
    )
    query = query.where(UsageDaily.decision == ALLOWED, UsageDaily.covering > 0)
    rows = session.scalars(query.order_by(UsageDaily.date.desc(), UsageDaily.id).limit(_SHOWN))
    names = ("date", "user", "action", "resource", "n", "last", "sole", "grant_id")
    return [{name: getattr(row, name) for name in names} for row in rows]


def _is_lost(posed: simulation_questions.PosedQuestion, before: Snapshot, after: Snapshot, now: int) -> bool:
    outcomes = (next(simulate(before, after, [posed.ask], now=moment)) for moment in (now, _FAR))
    return any(outcome.before.allowed and not outcome.after.allowed for outcome in outcomes)


def _people(session: Session, part: Part) -> list[str]:
    members = select(UserRole.user_id).where(UserRole.role_id == part.role_id)
    concerned = User.id.in_(members) | User.parent.in_(members)
    return list(session.scalars(select(User.username).where(concerned).order_by(User.username)))


def _delta(parts: Sequence[Part]) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    added = [(part.role_id, one) for part in parts for one in part.added()]
    put = [
        {
            "id": _ADDED_ID - at,
            "role": role,
            "type": one["res_type"],
            "name": one["resource"],
            **limits.record(one["authorities"], limits.from_json(one.get("limits"))),
            "until": one["valid_until"],
        }
        for at, (role, one) in enumerate(added)
    ]
    return {"grants": put}, {"grants": [one["id"] for part in parts for one in part.removed()]}
