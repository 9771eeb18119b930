"""The use of erased people, seen by audits under a pseudonym. Nobody may find out which account a pseudonym was, but
the account may still work. So each use is asked for every account that may have made it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.rights_snapshot import UserRights
from app.audit.findings import current_results, erasing
from app.audit.findings.models import UsageDaily
from app.platform.database import slices
from app.rights.inquiry import simulation_questions
from app.rights.inquiry.simulation_questions import SampleQuestion
from app.rights.known_rights import KnownRights

_DENIED = 2


@dataclass
class _Use:
    """A use of an erased person on some days: the grants that covered it, and the count of the busiest day."""

    grants: set[int] = field(default_factory=set)
    times: int = 0


_Uses = dict[tuple[str, int, str], _Use]
"""(pseudonym, action, resource) → use."""


def seen_in_use(
    session: Session,
    people: Collection[str],
    first_day: str,
    before: KnownRights,
    now: int,
    covering_grants: Collection[int],
) -> list[tuple[str, SampleQuestion]]:
    """Uses under a pseudonym since a day (ISO date): the pseudonym, and the question in the name of one of `people`.

    A use is asked for those people who may do it now by a grant that the audit named. `covering_grants` as for
    `simulation_questions.seen_in_use`. Raises InvalidInput `too_much_to_simulate`.
    """
    accounts = {username: before.people[username] for username in people if username in before.people}
    role_of = _roles_of_grants(before, accounts, covering_grants)
    uses = sorted(_uses(session, sorted(role_of), first_day).items(), key=lambda entry: entry[0])
    questions = [
        (key, use, username)
        for key, use in uses
        for username in _members_of(accounts, {role_of[grant_id] for grant_id in use.grants})
    ]
    simulation_questions.refuse_too_much(len(questions), simulation_questions.MOST_QUESTIONS, "questions")
    ids = {cluster: cluster_id for cluster_id, cluster in before.clusters.items()}
    found: list[tuple[str, SampleQuestion]] = []
    for (pseudonym, action, resource), use, username in questions:
        posed = simulation_questions.questions_of(before, ids, username, action, resource, use.grants, use.times, now)
        found.extend((pseudonym, question) for question in posed)
    return found


def _roles_of_grants(
    before: KnownRights, people: Mapping[str, UserRights], covering_grants: Collection[int]
) -> dict[int, int]:
    """Grant id → role id of the grants whose uses are looked at: those in `covering_grants`, and all of sub-accounts'
    roles."""
    of_subs = {role for person in people.values() if person.main is not None for role in person.roles}
    return {grant.id: grant.role for grant, _ in before.grants if grant.id in covering_grants or grant.role in of_subs}


def _uses(session: Session, grants: list[int], first_day: str) -> _Uses:
    found: _Uses = {}
    for user, action, resource, grant, times in _rows(session, grants, first_day):
        if erasing.is_pseudonym(user):
            use = found.setdefault((user, action, resource), _Use())
            use.grants.add(grant)
            use.times = max(use.times, times)
    return found


def _rows(session: Session, grants: list[int], first_day: str) -> list[Any]:
    columns = UsageDaily.user, UsageDaily.action, UsageDaily.resource, UsageDaily.grant_id, UsageDaily.n
    query = select(*columns).where(UsageDaily.user.startswith(erasing.PREFIX, autoescape=True))
    query = query.where(UsageDaily.date >= first_day, UsageDaily.decision != _DENIED, current_results.valid_use())
    rows: list[Any] = []
    for part in slices(grants):
        of_grants = query.where(UsageDaily.grant_id.in_(part))
        rows.extend(session.execute(of_grants.limit(simulation_questions.MOST_USES + 1)))
        simulation_questions.refuse_too_much(len(rows), simulation_questions.MOST_USES, "days of use")
    return rows


def _members_of(known: dict[str, UserRights], roles: set[int]) -> list[str]:
    return sorted(username for username, person in known.items() if roles & set(person.roles))
