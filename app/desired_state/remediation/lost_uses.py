"""Which observed uses a part would take away. Decides each use with and without the grants; changes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import limits
from app.access.rights_snapshot import Snapshot
from app.access.simulation import apply_change, simulate
from app.audit.findings import current_results
from app.audit.findings.models import UsageDaily
from app.desired_state.remediation.models import Part
from app.grants.models import UserRole
from app.identity.models import User
from app.rights import known_rights
from app.rights.inquiry import erased_use, simulation_questions

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
    removed = {grant["id"] for each in together for grant in each.removed()}
    arguments = people, since, before, now, removed
    questions = [
        (question.query.principal, question) for question in simulation_questions.seen_in_use(session, *arguments)
    ]
    questions += erased_use.seen_in_use(session, *arguments)
    after = {
        cluster: apply_change(before.on(cluster), *_delta(together))
        for cluster in {question.cluster for _, question in questions}
    }
    lost = (
        Use(user, question.query.question, question.shown, question.uses)
        for user, question in questions
        if _is_lost(question, before.on(question.cluster), after[question.cluster], now)
    )
    uses = list(dict.fromkeys(lost))
    if not uses and part.kind == "remove_unused":
        uses = [Use(row["user"], "", row["resource"], row["n"]) for row in uses_of(session, part, since)]
    return uses[:_SHOWN]


def uses_of(session: Session, part: Part, since: str) -> list[dict[str, Any]]:
    """The days of use of the grants to remove, newest first, at most 20."""
    ids = [grant["id"] for grant in part.removed()]
    query = select(UsageDaily).where(
        UsageDaily.grant_id.in_(ids), UsageDaily.date >= since, current_results.valid_use()
    )
    query = query.where(UsageDaily.decision == ALLOWED, UsageDaily.covering > 0)
    rows = session.scalars(query.order_by(UsageDaily.date.desc(), UsageDaily.id).limit(_SHOWN))
    names = ("date", "user", "action", "resource", "n", "last", "sole", "grant_id")
    return [{column: getattr(row, column) for column in names} for row in rows]


def _is_lost(posed: simulation_questions.SampleQuestion, before: Snapshot, after: Snapshot, now: int) -> bool:
    outcomes = (next(simulate(before, after, [posed.query], now=moment)) for moment in (now, _FAR))
    return any(outcome.before.allowed and not outcome.after.allowed for outcome in outcomes)


def _people(session: Session, part: Part) -> list[str]:
    members = select(UserRole.user_id).where(UserRole.role_id == part.role_id)
    concerned = User.id.in_(members) | User.parent.in_(members)
    return list(session.scalars(select(User.username).where(concerned).order_by(User.username)))


def _delta(parts: Sequence[Part]) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    added = [(part.role_id, grant) for part in parts for grant in part.added()]
    put = [
        {
            "id": _ADDED_ID - position,
            "role": role,
            "type": grant["res_type"],
            "name": grant["resource"],
            **limits.record(grant["authorities"], limits.from_json(grant.get("limits"))),
            "until": grant["valid_until"],
        }
        for position, (role, grant) in enumerate(added)
    ]
    return {"grants": put}, {"grants": [grant["id"] for part in parts for grant in part.removed()]}
