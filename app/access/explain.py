"""Explains a decision: why it is allowed, or what is missing. Pure, like the decision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from app.access import remedies
from app.access.decision import Decision, Reason, Subject, decide_case, in_order, rules_to_be_listed_in, subject_of
from app.access.holding import Case, DecisionOptions, grants_meeting, super_user_grants
from app.access.names import ResourceName
from app.access.network_limits import ANYWHERE, Address
from app.access.remedies import Remedy
from app.access.rights_snapshot import Grant, Snapshot, UserRights
from app.access.sharing import shared_grants
from app.access.vocabulary import AUTHORITIES, QUESTIONS, Need, Question

__all__ = ["Alternative", "Cover", "Explanation", "NearMiss", "Remedy", "Shortfall", "explain"]


class Shortfall(StrEnum):
    """Why a grant on or above the resource does not count."""

    NOT_IN_FORCE = "NOT_IN_FORCE"
    MAIN_ACCOUNT_LACKS_RIGHT = "MAIN_ACCOUNT_LACKS_RIGHT"
    OUTSIDE_LIMITS = "OUTSIDE_LIMITS"
    OUTSIDE_NETWORK = "OUTSIDE_NETWORK"
    MISPLACED = "MISPLACED"
    OTHER_RIGHT = "OTHER_RIGHT"
    CLOSED = "CLOSED"
    BARRED_BY_RULE = "BARRED_BY_RULE"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to be allowed. `grants`: the user's own that meet it; `main_holds_it`: None without main account."""

    need: Need
    met: bool
    grants: tuple[Grant, ...]
    main_holds_it: bool | None


@dataclass(frozen=True, slots=True)
class Cover:
    """A grant of `user` that allows what is asked, and the authorities in it that do."""

    user: str
    grant: Grant
    counting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A grant of `user` on the resource or above it that does not allow it, and why not."""

    user: str
    grant: Grant
    shortfall: Shortfall


@dataclass(frozen=True, slots=True)
class Explanation:
    """A decision with its reasons.

    `covering`: the user's grants that allow it. `main_covering`: the grants of a sub-account's main account for the
    same right, even when the sub-account itself lacks it. `near_misses`: when denied, grants of either account that do
    not count. `remedies`: when denied, what would allow it, the narrowest first; empty when no grant can help.
    `rules_to_be_listed_in`: subscriptions; being listed in the rules about all of them would allow it, too.
    """

    decision: Decision
    alternatives: tuple[Alternative, ...] = ()
    covering: tuple[Cover, ...] = ()
    main_covering: tuple[Cover, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    rules_to_be_listed_in: tuple[str, ...] = ()


def explain(
    snapshot: Snapshot,
    principal: str | None,
    question: str,
    resource: ResourceName,
    *,
    subscription: str | None = None,
    now: int,
    options: DecisionOptions | None = None,
    address: Address = ANYWHERE,
) -> Explanation:
    """The decision for the same arguments as `decide`, with the grants that led to it or what is missing. Without an
    address it says what is allowed from somewhere."""
    asked = QUESTIONS.get(question)
    if asked is None:
        return Explanation(Decision(False, Reason.UNKNOWN_OPERATION))
    subject = subject_of(snapshot, principal, asked, resource, address)
    if isinstance(subject, Reason):
        return Explanation(Decision(False, subject))
    # `asked`: the question; `subject`: about whom; `case`: about which resource, when, and from where.
    case = Case(snapshot, resource, subscription, now, options or DecisionOptions(), address=address)
    decision = decide_case(case, subject, asked)
    alternatives = tuple(_alternative(case, subject, need) for need in asked.needs)
    main_covering = tuple(_main_covering(case, subject, asked, decision))
    if decision.allowed:
        grants = [snapshot.grants[grant_id] for grant_id in decision.grants]
        covering = tuple(
            Cover(subject.user.name, grant, sufficient_authorities(case, subject.user, asked, grant))
            for grant in grants
        )
        return Explanation(decision, alternatives, covering, main_covering)
    near_misses = tuple(_near_misses(case, subject, asked, decision, {covered.grant.id for covered in main_covering}))
    found = remedies.of(case, subject, asked, decision.reason)
    barred = decision.reason == Reason.SUBSCRIPTION_NOT_PERMITTED
    listed = rules_to_be_listed_in(case, subject, asked) if barred else ()
    return Explanation(decision, alternatives, (), main_covering, near_misses, found, listed)


def sufficient_authorities(case: Case, user: UserRights, question: Question, grant: Grant) -> tuple[int, ...]:
    """The authorities of the grant that would each allow the question alone."""
    found = []
    for number in grant.usable():
        narrowed_case = _with_only(case, replace(grant, authorities=(number,)), case.now, case.address)
        if super_user_grants(narrowed_case, user) or any(
            grants_meeting(narrowed_case, user, need) for need in question.needs
        ):
            found.append(number)
    return tuple(found)


def _with_only(case: Case, grant: Grant, now: int | None, address: Address) -> Case:
    """The same question from this address where this is the only grant."""
    alone = replace(case.snapshot, grants={grant.id: grant})
    return Case(alone, case.target, case.subscription, now, case.options, address=address)


def _alternative(case: Case, subject: Subject, need: Need) -> Alternative:
    grants = tuple(in_order(grants_meeting(case, subject.user, need)))
    main_holds_it = None if subject.main is None else bool(subject.of_main(case, need))
    return Alternative(need, bool(subject.meeting(case, need)), grants, main_holds_it)


def _main_covering(case: Case, subject: Subject, question: Question, decision: Decision) -> Iterable[Cover]:
    """The main account's grants for the same right. When allowed, only those for the alternatives that allow it."""
    if subject.main is None or decision.reason in (Reason.SYSTEM_TOPIC, Reason.RESOURCE_INVALID):
        return ()
    needs = [need for need in question.needs if not decision.allowed or subject.meeting(case, need)]
    alone = replace(question, needs=tuple(need.of_the_right_alone() for need in needs))
    found = super_user_grants(case, subject.main)
    for need in needs:
        main_grants = subject.of_main(case, need)
        if decision.allowed:
            main_grants = shared_grants(case, need, main_grants, subject.meeting(case, need))
        found = found + main_grants
    main = subject.main
    return (Cover(main.name, grant, sufficient_authorities(case, main, alone, grant)) for grant in in_order(found))


def _near_misses(
    case: Case, subject: Subject, question: Question, decision: Decision, main_covering_ids: set[int]
) -> Iterable[NearMiss]:
    """The grants of the user and its main account on it or above it, each with its shortfall."""
    closed = decision.reason in (Reason.SYSTEM_TOPIC, Reason.RESOURCE_INVALID)
    barred = decision.reason in (Reason.SUBSCRIPTION_NOT_PERMITTED, Reason.SUBSCRIPTION_NOT_PREFIXED)
    for user in (subject.user,) if subject.main is None else (subject.user, subject.main):
        for grant in _grants_on_the_way(case, user):
            if user is subject.user or grant.id not in main_covering_ids:
                yield NearMiss(user.name, grant, _shortfall(case, user, question, grant, closed=closed, barred=barred))


def _grants_on_the_way(case: Case, user: UserRights) -> list[Grant]:
    """Every grant of the user on the target or above it, whether it counts or not."""
    grants = case.snapshot.grants.values()
    return in_order(grant for grant in grants if grant.role in user.roles and (grant.type, grant.name) in case.places)


def _shortfall(
    case: Case, user: UserRights, question: Question, grant: Grant, *, closed: bool, barred: bool
) -> Shortfall:
    """The first reason why this grant does not allow the question."""
    if any(grant in grants_meeting(case, user, need) for need in question.needs):
        if barred:
            return Shortfall.BARRED_BY_RULE
        return Shortfall.CLOSED if closed else Shortfall.MAIN_ACCOUNT_LACKS_RIGHT
    if any(grant in grants_meeting(case.at_any_time(), user, need) for need in question.needs):
        return Shortfall.NOT_IN_FORCE
    if grant.limits is not None:
        if _covers_alone(case, user, question, grant):
            return Shortfall.OUTSIDE_NETWORK
        if _covers_alone(case, user, question, replace(grant, limits=None)):
            return Shortfall.OUTSIDE_LIMITS
    misplaced = set(grant.authorities) - set(grant.usable())
    wanted = any(
        remedies.fits(AUTHORITIES[number], case, need)
        for number in misplaced & set(AUTHORITIES)
        for need in question.needs
    )
    return Shortfall.MISPLACED if wanted else Shortfall.OTHER_RIGHT


def _covers_alone(case: Case, user: UserRights, question: Question, grant: Grant) -> bool:
    """True when the grant would cover it at some time, from some network."""
    narrowed_case = _with_only(case, grant, None, ANYWHERE)
    return any(grants_meeting(narrowed_case, user, need) for need in question.needs)
