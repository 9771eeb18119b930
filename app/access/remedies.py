"""Which grants would allow a denied question: an authority on a place, and which of the two accounts lacks it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.access.decision import UNBOUND_BY_RULES, Reason, Subject, barring_rule
from app.access.holding import Case, DecisionOptions, grants_meeting, holding, served_topics
from app.access.limits import every_subscription
from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import is_system_place
from app.access.subscription_owners import owns_subscription
from app.access.vocabulary import (
    AUDIT_AUTHORITIES,
    AUTHORITIES,
    SUPER_USER,
    Authority,
    Need,
    Question,
    Right,
    answering,
    asked_level,
)

READ_TOPIC = 303
_GRANTABLE = sorted(
    (number for number in AUTHORITIES if number != SUPER_USER),
    key=lambda number: (-AUTHORITIES[number].level, len(AUTHORITIES[number].rights), -number),
)
"""From the narrowest level up, and on each level the rights that include others last. Super user is handled apart: it
can be granted only on clusters and the root."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A grant that would allow it, to be given to each account in `lacking`, to the main account first. A sub-account
    can be given only what its main account holds there, so a main account that lacks it is named too."""

    authority: int
    place: ResourceName
    lacking: tuple[str, ...]


def of(case: Case, subject: Subject, question: Question, reason: Reason) -> tuple[Remedy, ...]:
    """Every remedy, the narrowest place first, each authority on each place once."""
    found: dict[tuple[int, str], Remedy] = {}
    for remedy in _all_remedies(case, subject, question, reason):
        found.setdefault((remedy.authority, f"{int(remedy.place.type)}:{remedy.place.name}"), remedy)
    return tuple(sorted(found.values(), key=lambda remedy: -remedy.place.type))


def fits(authority: Authority, case: Case, need: Need) -> bool:
    """True when the authority, held on the target or above it, meets the alternative."""
    if need.right is None:
        return authority.id in answering(case.target.type, audit=need.audit)
    return authority.gives(need.right, need.level)


def _all_remedies(case: Case, subject: Subject, question: Question, reason: Reason) -> Iterator[Remedy]:
    """Every grant that would allow the question; past a rule that bars it, or on a closed place, only some would."""
    above = (case.target, *case.target.ancestors(case.snapshot.cluster))
    closed = reason in (Reason.SYSTEM_TOPIC, Reason.RESOURCE_INVALID)
    barred = barring_rule(case, subject, question) is not None
    if not closed and barred:
        yield from _past_the_rules(case, subject, question, above)
    elif not closed:
        for need in question.needs:
            users = case.snapshot.users
            own = not need.own_subscription or owns_subscription(users, subject.user.name, case.subscription)
            if own and case.options.counts(need):
                lines = [*_for_need(case, need, above), *_authorities_of_main(case, subject, need)]
                yield from _sparing_the_main(subject, [_remedy(case, subject, need, *line) for line in lines])
    for place in above:
        if place.type <= ResourceType.CLUSTER:
            yield Remedy(SUPER_USER, place, _lacking_accounts(case, subject, SUPER_USER, place))


def _past_the_rules(
    case: Case, subject: Subject, question: Question, above: Sequence[ResourceName]
) -> Iterator[Remedy]:
    """Administering the namespace: its rules do not bind administrators. When the right itself is lacking, too, only
    authorities that give both."""
    lacking = [need for need in question.needs if need.right is not None and case.options.counts(need)]
    met, on_namespace = any(subject.meeting(case, need) for need in question.needs), case.of_namespace()
    lines = [
        _remedy(on_namespace, subject, UNBOUND_BY_RULES, number, place)
        for number, place in _for_need(on_namespace, UNBOUND_BY_RULES, above)
        if met or any(not need.own_subscription and fits(AUTHORITIES[number], case, need) for need in lacking)
    ]
    yield from _sparing_the_main(subject, lines)


def _remedy(case: Case, subject: Subject, need: Need, number: int, place: ResourceName) -> Remedy:
    """The remedy by this alternative, with the accounts that need the grant."""
    # About a retry or dead-letter topic both need the right at one place: that a question names is not enough.
    apart = need.data or not served_topics(case)
    if need.right is not None and apart and subject.main is not None and grants_meeting(case, subject.user, need):
        return Remedy(number, place, (subject.main.name,))
    return Remedy(number, place, _lacking_accounts(case, subject, number, place))


def _lacking_accounts(case: Case, subject: Subject, number: int, place: ResourceName) -> tuple[str, ...]:
    """The accounts of the two that do not hold it there, by the rule that granting applies."""
    at_place = Case(case.snapshot, place, None, case.now, DecisionOptions(subscription_topics=False))
    authority = AUTHORITIES[number]
    people = (subject.user,) if subject.main is None else (subject.user, subject.main)
    right, level = authority.right, asked_level(authority)
    return tuple(
        person.name
        for person in people
        if not holding(at_place, person, right, level, subscriptions=every_subscription(right))
    )


def _sparing_the_main(subject: Subject, lines: Sequence[Remedy]) -> Sequence[Remedy]:
    """Only the remedies that need no grant to the main account, if there are any."""
    alone = [line for line in lines if line.lacking == (subject.user.name,)]
    return alone if subject.main is not None and alone else [line for line in lines if line.lacking]


def _authorities_of_main(case: Case, subject: Subject, need: Need) -> Iterator[tuple[int, ResourceName]]:
    """The authorities that the main account holds inside the target, if the alternative accepts rights inside."""
    for grant in subject.of_main(case, need) if need.any == "in" else ():
        place = ResourceName.of(grant.type, grant.name)
        if grant.type > case.target.type and not is_system_place(place):
            yield from ((number, place) for number in grant.usable() if need.audit or number not in AUDIT_AUTHORITIES)


def _for_need(case: Case, need: Need, above: Sequence[ResourceName]) -> Iterator[tuple[int, ResourceName]]:
    """(authority, place) of the grants that meet one alternative, on the target, above it or on a served topic."""
    fitting = [number for number in _GRANTABLE if fits(AUTHORITIES[number], case, need)]
    for place in filter(_can_be_granted_on, above):
        yield from _authorities_on(place, fitting)
    # The right to read a topic covers reading and writing its retry and dead-letter topics. Other rights on the topic
    # count on these as they are.
    by_reading = need.right in (Right.WRITE, Right.READ)
    on_served = set[int]() if need.data and by_reading else set(fitting)
    if by_reading:
        on_served.add(READ_TOPIC)
    for topic in filter(_can_be_granted_on, served_topics(case)):
        yield from _authorities_on(topic, sorted(on_served, reverse=True))


def _authorities_on(place: ResourceName, authorities: Sequence[int]) -> Iterator[tuple[int, ResourceName]]:
    return ((number, place) for number in authorities if AUTHORITIES[number].may_be_held_on(place.type))


def _can_be_granted_on(place: ResourceName) -> bool:
    """False for `x-partition-0`, the topic of `x-partition-0-partition-1`: a grant there would be on a partition."""
    return ResourceName.of(place.type, place.name).name == place.name
