"""The rights that somebody really has on a place: a sub-account's are limited by those of its main account. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from app.access.decision import Reason, find_subject, is_system_topic
from app.access.holding import (
    Case,
    DecisionOptions,
    authorities_in_force,
    cases_within,
    grants_meeting,
    holding,
    served_topics,
    super_user_grants,
)
from app.access.limits import UNLIMITED, Limits, asked_subscriptions, name_below, names_of
from app.access.names import ResourceName, ResourceType
from app.access.network_limits import ANYWHERE
from app.access.rights_snapshot import Grant, Snapshot
from app.access.sharing import gives_a_part
from app.access.vocabulary import AUTHORITIES, Authority, Need, asked_level, giving

Limit = Literal["no", "partly", "entirely"]
"""How much of a sub-account's right is withheld because its main account lacks it."""
_ANYTHING_IN = Need(None, -1, "in", False, audit=True)


def usable_authorities(
    snapshot: Snapshot, principal: str, resource: ResourceName, now: int, options: DecisionOptions | None = None
) -> tuple[int, ...]:
    """The authorities that the principal has here at `now`, of those that may be held on this type of resource.

    It agrees with `decide` from anywhere: a question that needs one of these rights is allowed here. On a closed
    resource that is true only of questions that are not about data, and rules about subscriptions are not looked at.
    On a system topic only super users have any.
    """
    subject = find_subject(snapshot, principal)
    if isinstance(subject, Reason):
        return ()
    case = Case(snapshot, resource, None, now, options or DecisionOptions(), address=ANYWHERE)
    people = (subject.user,) if subject.main is None else (subject.user, subject.main)
    if is_system_topic(resource) and not all(super_user_grants(case, person) for person in people):
        return ()
    held_on = _HELD_ON[resource.type]
    if served_topics(case):
        return tuple(n for n, right, level in held_on if all(holding(case, person, right, level) for person in people))
    has = [authorities_in_force(case, person) for person in people]
    return tuple(n for n, right, level in held_on if not any(giving(right, level).isdisjoint(held) for held in has))


_HELD_ON = {
    kind: [
        (n, authority.right, asked_level(authority))
        for n, authority in AUTHORITIES.items()
        if authority.may_be_held_on(kind)
    ]
    for kind in ResourceType
}


def says_something(authority: int, place: ResourceType, kind: ResourceType) -> bool:
    """True when the authority, held on a place of this type, concerns resources of type `kind` at or below it."""
    found = AUTHORITIES.get(authority)
    if found is None or not found.may_be_held_on(place):
        return False
    return place == kind or found.reaches(kind)


def main_account_limit(
    snapshots: Iterable[Snapshot],
    main: str | None,
    authority: int,
    place: ResourceName,
    now: int,
    limits: Limits | None = None,
) -> Limit:
    """How much of a sub-account's authority on this place, within these limits, its main account lacks. "no" without
    main account."""
    if main is None:
        return "no"
    return combined_limit(
        _limit_by(snapshot, main, AUTHORITIES[authority], place, now, limits) for snapshot in snapshots
    )


def combined_limit(limits: Iterable[Limit]) -> Limit:
    """How much is withheld of several rights taken together."""
    found = set(limits)
    return "no" if found <= {"no"} else "entirely" if found == {"entirely"} else "partly"


def _limit_by(
    snapshot: Snapshot, main: str, authority: Authority, place: ResourceName, now: int, limits: Limits | None
) -> Limit:
    """How much this main account withholds: "no", "partly" or "entirely"."""
    subject = find_subject(snapshot, main)
    if isinstance(subject, Reason) or subject.main is not None:
        return "entirely"
    options = DecisionOptions()
    right, level = authority.right, _level_at(authority, place.type, limits)
    cases, subscriptions = cases_within(snapshot, place, now, options, limits), asked_subscriptions(right, limits)
    held = [holding(case, subject.user, right, level, subscriptions=names) for case in cases for names in subscriptions]
    if all(held):
        return "no"
    from_somewhere = Case(snapshot, place, None, now, options, names_of(limits), ANYWHERE)
    grants = grants_meeting(from_somewhere, subject.user, _ANYTHING_IN)
    touching = [grant for grant in grants if _overlaps(grant, place, limits)]
    return "partly" if any(held) or gives_a_part(from_somewhere, _ANYTHING_IN, touching, authority) else "entirely"


def _overlaps(grant: Grant, place: ResourceName, limits: Limits | None) -> bool:
    """True when the grant, on the place, above or inside it, is about some of what the limits name."""
    grant_limits, wanted = grant.limits or UNLIMITED, limits or UNLIMITED
    if grant.type > place.type and not wanted.covers_name(
        name_below(place.type, ResourceName.of(grant.type, grant.name))
    ):
        return False
    if grant.type != place.type:  # its prefix is about names of another level
        grant_limits, wanted = replace(grant_limits, prefix=None), replace(wanted, prefix=None)
    return grant_limits.meets(wanted)


def _level_at(authority: Authority, kind: ResourceType, limits: Limits | None) -> int:
    level = asked_level(authority)
    inside = kind if limits is None or limits.prefix is None else ResourceType(kind + 1)
    return level if authority.right.exact else max(level, inside.level)
