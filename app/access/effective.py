"""The rights that somebody really has on a place: a sub-account's are limited by those of its main account. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from app.access.decision import Reason, is_system_topic, who
from app.access.holding import (
    Case,
    DecisionOptions,
    authorities_in_force,
    grants_meeting,
    holding,
    served_topics,
    super_user_grants,
)
from app.access.limits import every_subscription
from app.access.rights import Snapshot
from app.access.vocabulary import AUTHORITIES, SUPER_USER, Authority, Need, asked_level, giving
from app.pulsar.names import ResourceName, ResourceType

Limit = Literal["no", "partly", "entirely"]
"""How much of a sub-account's right is withheld because its main account lacks it."""
_ANYTHING_IN = Need(None, -1, "in", False)


def usable_authorities(
    snapshot: Snapshot, principal: str, resource: ResourceName, now: int, options: DecisionOptions | None = None
) -> tuple[int, ...]:
    """The authorities that the principal has here at `now`, of those that may be held on this type of resource.

    It agrees with `decide`: a question that needs one of these rights is allowed here. On a closed resource that is
    true only of questions that are not about data. On a system topic only super users have any.
    """
    subject = who(snapshot, principal)
    if isinstance(subject, Reason):
        return ()
    case = Case(snapshot, resource, None, now, options or DecisionOptions())
    people = (subject.user,) if subject.main is None else (subject.user, subject.main)
    if is_system_topic(resource) and not all(super_user_grants(case, person) for person in people):
        return ()
    asked = _HELD_ON[resource.type]
    if served_topics(case):
        return tuple(n for n, right, level in asked if all(holding(case, person, right, level) for person in people))
    has = [authorities_in_force(case, person) for person in people]
    return tuple(n for n, right, level in asked if not any(giving(right, level).isdisjoint(one) for one in has))


_HELD_ON = {
    kind: [(n, one.right, asked_level(one)) for n, one in AUTHORITIES.items() if one.may_be_held_on(kind)]
    for kind in ResourceType
}


def says_something(authority: int, place: ResourceType, asked: ResourceType) -> bool:
    """True when the authority, held on a place of this type, concerns resources of type `asked` at or below it."""
    known = AUTHORITIES.get(authority)
    if known is None or not known.may_be_held_on(place):
        return False
    return place == asked or known.reaches(asked)


def main_account_limit(
    snapshots: Iterable[Snapshot], main: str | None, authority: int, place: ResourceName, now: int
) -> Limit:
    """How much of what a sub-account was given on this place its main account does not hold. "no" without main
    account."""
    if main is None:
        return "no"
    found = {_limit_by(snapshot, main, AUTHORITIES[authority], place, now) for snapshot in snapshots}
    if found <= {"no"}:
        return "no"
    return "entirely" if found == {"entirely"} else "partly"


def _limit_by(snapshot: Snapshot, main: str, authority: Authority, place: ResourceName, now: int) -> Limit:
    subject = who(snapshot, main)
    if isinstance(subject, Reason) or subject.main is not None:
        return "entirely"
    case = Case(snapshot, place, None, now, DecisionOptions())
    if authority.id == SUPER_USER:
        if super_user_grants(case, subject.user):
            return "no"
        return "partly" if grants_meeting(case, subject.user, _ANYTHING_IN) else "entirely"
    every = every_subscription(authority.right)
    if holding(case, subject.user, authority.right, _level_at(authority, place.type), asked=every):
        return "no"
    below = (grant for grant in grants_meeting(case, subject.user, _ANYTHING_IN) if grant.type > place.type)
    parts = (AUTHORITIES[number] for grant in below for number in grant.usable())
    return "partly" if any(_is_part(one, authority) for one in parts) else "entirely"


def _level_at(authority: Authority, kind: ResourceType) -> int:
    level = asked_level(authority)
    return level if authority.right.exact else max(level, kind.level)


def _is_part(one: Authority, of: Authority) -> bool:
    """True when authority `one`, held further down, is a part of holding `of`."""
    return one.right == of.right and (one.level == of.level or not of.right.exact)
