"""What would turn a denial into a yes: an authority on a place, and who of the two accounts lacks it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from app.access.decision import Reason, Subject
from app.access.holding import Case, meeting, owns_subscription, served_topics, super_user_grants
from app.access.vocabulary import AUTHORITIES, SUPER_USER, Authority, Need, Question, Right
from app.pulsar.names import ResourceName, ResourceType

READ_TOPIC = 303


@dataclass(frozen=True, slots=True)
class Remedy:
    """Granted there to each of `lacking` (the user, its main account, or both), this authority would allow it."""

    authority: int
    place: ResourceName
    lacking: tuple[str, ...]


def of(case: Case, subject: Subject, asked: Question, reason: Reason) -> tuple[Remedy, ...]:
    """Every remedy, the narrowest place first; each authority on each place once."""
    found: dict[tuple[int, str], Remedy] = {}
    for remedy in _all(case, subject, asked, reason):
        found.setdefault((remedy.authority, f"{int(remedy.place.type)}:{remedy.place.name}"), remedy)
    return tuple(sorted(found.values(), key=lambda remedy: -remedy.place.type))


def fits(authority: Authority, case: Case, need: Need) -> bool:
    """True when the authority, held on the target or above it, meets the alternative."""
    if need.right is None:
        return authority.reaches(case.target.type)
    return authority.gives(need.right, need.level)


def _all(case: Case, subject: Subject, asked: Question, reason: Reason) -> Iterator[Remedy]:
    above = (case.target, *case.target.ancestors(case.snapshot.cluster))
    if reason not in (Reason.SYSTEM_TOPIC, Reason.RESOURCE_INVALID):
        for need in asked.needs:
            own = not need.own_subscription or owns_subscription(subject.user.name, case.subscription)
            if own and case.options.counts(need):
                lacking = _lacking(case, subject, need)
                yield from (Remedy(number, place, lacking) for number, place in _for_need(case, need, above))
    people = (subject.user,) if subject.main is None else (subject.user, subject.main)
    lacking = tuple(person.name for person in people if not super_user_grants(case, person))
    yield from (Remedy(SUPER_USER, place, lacking) for place in above if place.type <= ResourceType.CLUSTER)


def _lacking(case: Case, subject: Subject, need: Need) -> tuple[str, ...]:
    found = [] if meeting(case, subject.user, need) else [subject.user.name]
    # A subscription is named after the sub-account, not after its main account.
    if subject.main is not None and not meeting(case, subject.main, replace(need, own_subscription=False)):
        found.append(subject.main.name)
    return tuple(found)


def _for_need(case: Case, need: Need, above: Sequence[ResourceName]) -> Iterator[tuple[int, ResourceName]]:
    served = served_topics(case) if need.right in (Right.WRITE, Right.READ) else []
    for place in filter(_can_be_granted_on, above):
        for authority in sorted(AUTHORITIES.values(), key=lambda one: -one.id):
            if authority.id != SUPER_USER and authority.may_be_held_on(place.type) and fits(authority, case, need):
                yield authority.id, place
    for topic in filter(_can_be_granted_on, served):
        yield READ_TOPIC, topic


def _can_be_granted_on(place: ResourceName) -> bool:
    """False for `x-partition-0`, the topic of `x-partition-0-partition-1`: a grant there would be on a partition."""
    return ResourceName.of(place.type, place.name).name == place.name
