"""Why is it allowed, or what is missing? And what would a change of rights change? Pure, like the decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from app.access.decision import Decision, Reason, Subject, decide, in_order, subject_of
from app.access.holding import Case, DecisionOptions, meeting, owns_subscription, served_topics
from app.access.rights import Grant, Snapshot, UserRights
from app.access.vocabulary import AUTHORITIES, QUESTIONS, SUPER_USER, Authority, Need, Question, Right
from app.pulsar.names import ResourceName, ResourceType

READ_TOPIC = 303


class Shortfall(StrEnum):
    """Why a grant that is near does not count."""

    NOT_IN_FORCE = "NOT_IN_FORCE"
    MAIN_ACCOUNT_LACKS_RIGHT = "MAIN_ACCOUNT_LACKS_RIGHT"
    MISPLACED = "MISPLACED"
    OTHER_RIGHT = "OTHER_RIGHT"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to a yes. `grants` meet it (the user's own); `main_holds_it` is None where there is no main account."""

    need: Need
    met: bool
    grants: tuple[Grant, ...]
    main_holds_it: bool | None


@dataclass(frozen=True, slots=True)
class NearGrant:
    """A grant of the user on the resource or above it that does not allow it, and why."""

    grant: Grant
    shortfall: Shortfall


@dataclass(frozen=True, slots=True)
class Explanation:
    """The decision with its reasons. `would_do`: pairs of authority id and resource, each of which would allow it when
    granted to the user, the narrowest first; empty when it is allowed or no grant can help."""

    decision: Decision
    alternatives: tuple[Alternative, ...] = ()
    near: tuple[NearGrant, ...] = ()
    would_do: tuple[tuple[int, ResourceName], ...] = ()


@dataclass(frozen=True, slots=True)
class Simulation:
    """The same question before and after a change of rights."""

    before: Decision
    after: Decision


def explain(
    snapshot: Snapshot,
    principal: str | None,
    question: str,
    resource: ResourceName,
    *,
    subscription: str | None = None,
    now: int,
    options: DecisionOptions | None = None,
) -> Explanation:
    """The decision on the same arguments as `decide`, with what led to it or what is missing."""
    chosen = options or DecisionOptions()
    decision = decide(snapshot, principal, question, resource, subscription=subscription, now=now, options=chosen)
    asked = QUESTIONS.get(question)
    subject = subject_of(snapshot, principal, asked, resource) if asked else Reason.UNKNOWN_OPERATION
    if asked is None or isinstance(subject, Reason):
        return Explanation(decision)
    case = Case(snapshot, resource, subscription, now, chosen)
    alternatives = tuple(_alternative(case, subject, need) for need in asked.needs)
    if decision.allowed:
        return Explanation(decision, alternatives)
    near = tuple(_near(case, subject, asked, grant) for grant in _grants_on_the_way(case, subject.user))
    would_do = tuple(dict.fromkeys(_would_do(case, subject, asked, decision.reason)))
    return Explanation(decision, alternatives, near, would_do)


def simulate(
    snapshot: Snapshot,
    put: Mapping[str, Sequence[Any]],
    gone: Mapping[str, Sequence[Any]],
    principal: str | None,
    question: str,
    resource: ResourceName,
    *,
    subscription: str | None = None,
    now: int,
    options: DecisionOptions | None = None,
) -> Simulation:
    """The answer now, and after a change in the form of a delta: records of `put` set, keys of `gone` taken away."""
    delta = {"after": snapshot.revision, "revision": snapshot.revision + 1, "set": put, "gone": gone}
    before, after = (
        decide(rights, principal, question, resource, subscription=subscription, now=now, options=options)
        for rights in (snapshot, snapshot.apply_delta(delta))
    )
    return Simulation(before, after)


def _alternative(case: Case, subject: Subject, need: Need) -> Alternative:
    grants = tuple(in_order(meeting(case, subject.user, need)))
    main_holds_it = None if subject.main is None else subject.main_meets(case, need)
    return Alternative(need, bool(grants) and main_holds_it is not False, grants, main_holds_it)


def _grants_on_the_way(case: Case, user: UserRights) -> list[Grant]:
    """Every grant of the user on the target or above, whether it counts or not."""
    places = {(int(p.type), p.name) for p in (case.target, *case.target.ancestors(case.snapshot.cluster))}
    grants = case.snapshot.grants.values()
    return in_order(grant for grant in grants if grant.role in user.roles and (grant.type, grant.name) in places)


def _near(case: Case, subject: Subject, asked: Question, grant: Grant) -> NearGrant:
    if any(grant in meeting(case, subject.user, need) for need in asked.needs):
        return NearGrant(grant, Shortfall.MAIN_ACCOUNT_LACKS_RIGHT)
    if any(grant in meeting(case.at_any_time(), subject.user, need) for need in asked.needs):
        return NearGrant(grant, Shortfall.NOT_IN_FORCE)
    misplaced = set(grant.authorities) - set(grant.usable())
    wanted = any(
        _fits(AUTHORITIES[number], case, need) for number in misplaced & set(AUTHORITIES) for need in asked.needs
    )
    return NearGrant(grant, Shortfall.MISPLACED if wanted else Shortfall.OTHER_RIGHT)


def _fits(authority: Authority, case: Case, need: Need) -> bool:
    if need.right is None:
        return authority.reaches(case.target.type)
    return authority.gives(need.right, need.level)


def _would_do(case: Case, subject: Subject, asked: Question, reason: Reason) -> Iterator[tuple[int, ResourceName]]:
    """What to grant. Where the main account lacks the right, nothing granted to the sub-account helps."""
    above = (case.target, *case.target.ancestors(case.snapshot.cluster))
    if reason not in (Reason.SYSTEM_TOPIC, Reason.RESOURCE_INVALID):
        for need in asked.needs:
            if _can_be_met(case, subject, need):
                yield from _for_need(case, need, above)
    if subject.main is None or subject.super_main(case):
        yield from ((SUPER_USER, place) for place in above if place.type <= ResourceType.CLUSTER)


def _can_be_met(case: Case, subject: Subject, need: Need) -> bool:
    if need.own_subscription and not owns_subscription(subject.user.name, case.subscription):
        return False
    return subject.main is None or subject.main_meets(case, need)


def _for_need(case: Case, need: Need, above: Sequence[ResourceName]) -> Iterator[tuple[int, ResourceName]]:
    served = served_topics(case) if need.right in (Right.WRITE, Right.READ) else []
    for place in filter(_can_be_granted_on, above):
        for authority in sorted(AUTHORITIES.values(), key=lambda one: -one.id):
            if authority.id != SUPER_USER and authority.may_be_held_on(place.type) and _fits(authority, case, need):
                yield authority.id, place
    for topic in filter(_can_be_granted_on, served):
        yield READ_TOPIC, topic


def _can_be_granted_on(place: ResourceName) -> bool:
    """False for `x-partition-0`, the topic of `x-partition-0-partition-1`: a grant there would be on a partition."""
    return ResourceName.of(place.type, place.name).name == place.name
