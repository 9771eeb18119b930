"""What was seen in use that a part would take away: pure decisions before and after, on what the audit saw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.rights import Snapshot
from app.access.simulation import apply_change, simulate
from app.findings import reports
from app.findings.models import UsageDaily
from app.grants.models import UserRole
from app.identity.models import User
from app.inquiry import erased_use, simulation_questions
from app.remediation.models import Part
from app.rights import known_rights

ALLOWED = 1
_SHOWN = 20
_FAR = 2**53
"""A moment (epoch ms) at which everything that ends by itself has ended."""
_ADDED_ID = -1
"""Ids of grants that are not there yet count down from here; real ones are positive."""


@dataclass(frozen=True, slots=True)
class Use:
    """Something that was done by a user, or under the pseudonym of one, and how often on its busiest day."""

    user: str
    question: str
    resource: str
    times: int | None

    def facts(self) -> dict[str, Any]:
        """For an answer or a notice."""
        return {"user": self.user, "operation": self.question, "resource": self.resource, "n": self.times}


def would_lose(session: Session, part: Part, since: str, now: int, beside: Sequence[Part] = ()) -> list[Use]:
    """Uses since a date (ISO) that are allowed now and would not be, if it were done together with the parts `beside`.

    Or that are allowed for ever, and would not be. Of a grant that was called unused: any use. A use under a pseudonym
    may have been made by anybody whom the grant allows it; it is told under the pseudonym.
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
    """Who used the grants that go, newest first: days of use, 20 at most."""
    ids = [one["id"] for one in part.removed()]
    query = select(UsageDaily).where(UsageDaily.grant_id.in_(ids), UsageDaily.date >= since, reports.valid_use())
    query = query.where(UsageDaily.decision == ALLOWED, UsageDaily.covering > 0)
    rows = session.scalars(query.order_by(UsageDaily.date.desc(), UsageDaily.id).limit(_SHOWN))
    names = ("date", "user", "action", "resource", "n", "last", "sole", "grant_id")
    return [{name: getattr(row, name) for name in names} for row in rows]


def _is_lost(posed: simulation_questions.Posed, before: Snapshot, after: Snapshot, now: int) -> bool:
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
            "auth": one["authorities"],
            "until": one["valid_until"],
        }
        for at, (role, one) in enumerate(added)
    ]
    return {"grants": put}, {"grants": [one["id"] for part in parts for one in part.removed()]}
