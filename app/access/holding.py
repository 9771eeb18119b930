"""Which grants give one user a right over a place. Windows and inheritance are applied here. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from app.access import network_limits
from app.access.limits import UNLIMITED, Limits, name_below
from app.access.names import ResourceName, ResourceType
from app.access.network_limits import Address
from app.access.rights_snapshot import Grant, Place, Snapshot, UserRights
from app.access.subscription_owners import owns_subscription
from app.access.vocabulary import AUDIT_AUTHORITIES, SUPER_USER, Need, Right, answering, giving

_SUBSCRIPTION_SUFFIXES = ("-RETRY", "-DLQ")

Authorities = frozenset[int]
_SUPER: Authorities = frozenset((SUPER_USER,))
Subscriptions = Collection[str | None]
"""What a question asks about: no subscription (), all of them (None), or one by its name."""


@dataclass(frozen=True, slots=True)
class DecisionOptions:
    """Settings of the operator. `subscription_topics`: the right to read a topic includes the retry and dead-letter
    topics of its subscriptions. `list_for_topic_holders`: a user with a right on one topic may list the topics of its
    namespace. `list_tenants`: a user with any right in the cluster may list all its tenants."""

    subscription_topics: bool = True
    list_for_topic_holders: bool = True
    list_tenants: bool = False

    def counts(self, need: Need) -> bool:
        """False for an alternative whose setting is off."""
        return need.option is None or bool(getattr(self, need.option))


@dataclass(slots=True)  # not frozen: one is made for each question, and frozen would add a tenth to the cost
class Case:
    """A question with everything that its answer depends on. `now` None: windows are ignored. `part`: it is about this
    part of the target alone. `address`: where it is asked from; a grant with networks counts when these contain the
    address and the networks of the part."""

    snapshot: Snapshot
    target: ResourceName
    subscription: str | None
    now: int | None
    options: DecisionOptions
    part: Limits | None = None
    address: Address = None
    places: tuple[Place, ...] = field(init=False, repr=False)
    """The places where a grant reaches the target: the target and the places above it."""

    def __post_init__(self) -> None:
        self.places = _places(self.target, self.snapshot.cluster)

    def at_any_time(self) -> Case:
        """The same question with windows ignored."""
        return Case(self.snapshot, self.target, self.subscription, None, self.options, address=self.address)

    def of_namespace(self) -> Case:
        """The same question about the target's namespace as a whole. Only where the target is in one."""
        place = ResourceName.of_namespace(self.target.namespace or "")
        return Case(self.snapshot, place, None, self.now, self.options, address=self.address)

    def lets(self, limits: Limits | None) -> bool:
        """True when the limits to networks, if there are any, let the question in."""
        if limits is None or limits.networks is None:
            return True
        networks = None if self.part is None else self.part.networks
        covered = networks is None or network_limits.cover(limits.networks, networks)
        return covered and network_limits.let_in(limits.networks, self.address)

    def subscriptions_of(self, need: Need) -> Subscriptions:
        """The subscriptions that this alternative is about."""
        if need.every_subscription:
            return (None,)
        return (self.subscription or None,) if need.of_subscription else ()


def cases_within(
    snapshot: Snapshot,
    target: ResourceName,
    now: int,
    options: DecisionOptions,
    limits: Limits | None,
    address: Address = network_limits.ANYWHERE,
) -> list[Case]:
    """A case for each part of the target within the limits; together they are all of it. Only grants that let the
    address in count."""
    within = limits or UNLIMITED
    # Without networks all addresses are meant, which no grant that is limited to networks covers.
    asking_address = None if within.networks is None else address
    return [Case(snapshot, target, None, now, options, part, asking_address) for part in within.by_network()]


def grants_meeting(case: Case, user: UserRights, need: Need) -> list[Grant]:
    """The grants of `user` that meet one alternative; [] when none does. The main account is not considered here."""
    if not case.options.counts(need):
        return []
    if need.right is not None:
        if need.own_subscription and not owns_subscription(case.snapshot.users, user.name, case.subscription):
            return []
        return holding(
            case,
            user,
            need.right,
            need.level,
            data=need.data,
            subscriptions=case.subscriptions_of(need),
            read_of_served=need.read_of_served,
        )
    kind = case.target.type
    counting = answering(kind, audit=need.audit)
    found = _grants_on_or_above(case, user, case.target, counting)
    for served, subscription in served_subscriptions(case):
        found += _grants_on_or_above(case, user, served, counting, (subscription,))
    inside = need.any == "in" and kind != ResourceType.TOPIC  # a topic contains nothing: do not search all grants
    if inside and (case.options.list_for_topic_holders or kind != ResourceType.NAMESPACE):
        found += _grants_below(case, user, audit=need.audit)
    return found


def holding(
    case: Case,
    user: UserRights,
    right: Right,
    level: int,
    *,
    data: bool = True,
    subscriptions: Subscriptions = (),
    read_of_served: bool = False,
) -> list[Grant]:
    """The grants that give `user` a right over everything of `level` in the target.

    A retry or dead-letter topic also gets rights from the topic that it serves. There the right to read means both
    reading and writing; other rights count as they are. `data`: false for a question that is not about data: then
    writing counts as it is, too. `subscriptions`: those that the right is needed for. `read_of_served`: see `Need`.
    """
    found = _grants_on_or_above(case, user, case.target, giving(right, level), subscriptions)
    following = Right.READ if read_of_served or right in (Right.WRITE, Right.READ) else right
    for served, subscription in served_subscriptions(case):
        authorities = giving(following, level)
        found += _grants_on_or_above(
            case, user, served, authorities if data else authorities | giving(right, level), (subscription,)
        )
    return found


def authorities_in_force(case: Case, user: UserRights) -> set[int]:
    """The authorities of all grants of `user` in force on the target and above it.

    For many rights at once this is cheaper than `holding`: compare it with `giving`. Not for a target that serves a
    topic.
    """
    by_role, now = case.snapshot.by_role, case.now
    on_places = (
        of_role[place]
        for role in user.roles
        if (of_role := by_role.get(role))
        for place in case.places
        if place in of_role
    )
    return {
        number
        for found in on_places
        for grant, usable in found
        if (now is None or grant.in_force(now)) and _is_within_limits(case, grant, case.target, ())
        for number in usable
    }


def super_user_grants(case: Case, user: UserRights) -> list[Grant]:
    """The grants of authority 4 on the target's cluster or on the root; it cannot be held elsewhere."""
    return _grants_of(case, user, case.target, case.places[-2:], _SUPER)


def may_serve(name: str) -> bool:
    """False when the name cannot be that of a retry or dead-letter topic, as of nearly all topics."""
    return name.endswith(_SUBSCRIPTION_SUFFIXES)


def served_topics(case: Case) -> list[ResourceName]:
    """The topics that the target may be a retry or dead-letter topic of: `<topic>-<subscription>-RETRY` / `-DLQ`."""
    return [topic for topic, _ in served_subscriptions(case)]


def topics_served_by(target: ResourceName) -> list[ResourceName]:
    """The same by the name alone, for a broker with default settings."""
    return [topic for topic, _ in _served_by(target)]


def served_subscriptions(case: Case) -> list[tuple[ResourceName, str]]:
    """The topics that the target may be a retry or dead-letter topic of, each with the subscription that it is for."""
    return _served_by(case.target) if case.options.subscription_topics else []


def _served_by(target: ResourceName) -> list[tuple[ResourceName, str]]:
    """What a retry or dead-letter topic may serve: each (topic, subscription) that its name can be split into."""
    if not may_serve(target.name) or target.type != ResourceType.TOPIC:
        return []
    local = target.local_name
    stem = next((local.removesuffix(suffix) for suffix in _SUBSCRIPTION_SUFFIXES if local.endswith(suffix)), "")
    splits = [at for at, character in enumerate(stem) if character == "-" and 0 < at < len(stem) - 1]
    topics = [(target.sibling(stem[:at]), stem[at + 1 :]) for at in splits]
    return [(topic, subscription) for topic, subscription in topics if not topic.malformed]


def _grants_on_or_above(
    case: Case, user: UserRights, target: ResourceName, authorities: Authorities, subscriptions: Subscriptions = ()
) -> list[Grant]:
    """Grants in force on the target or above it, with a usable authority out of `authorities`."""
    places = case.places if target is case.target else _places(target, case.snapshot.cluster)
    return _grants_of(case, user, target, places, authorities, subscriptions)


def _grants_of(
    case: Case,
    user: UserRights,
    target: ResourceName,
    places: Sequence[Place],
    authorities: Authorities,
    subscriptions: Subscriptions = (),
) -> list[Grant]:
    """The user's grants on these places that count for the case and give one of the authorities."""
    now, by_role = case.now, case.snapshot.by_role
    on_places = (
        of_role[place] for role in user.roles if (of_role := by_role.get(role)) for place in places if place in of_role
    )
    return [
        grant
        for found in on_places
        for grant, usable in found
        if not authorities.isdisjoint(usable)
        and (now is None or grant.in_force(now))
        and (grant.limits is None or _is_within_limits(case, grant, target, subscriptions))
    ]


def _is_within_limits(case: Case, grant: Grant, target: ResourceName, subscriptions: Subscriptions) -> bool:
    """True when the question is within the limits of a grant on the target or above it."""
    limits = grant.limits
    if limits is None:
        return True
    name = name_below(grant.type, target)
    if name is None and case.part is not None:
        name = case.part.prefix
    return limits.covers_name(name) and all(map(limits.covers_subscription, subscriptions)) and case.lets(limits)


def _places(target: ResourceName, cluster: str) -> tuple[Place, ...]:
    return ((int(target.type), target.name), *_places_above(target.type, target.tenant, target.namespace, cluster))


@lru_cache(4096)
def _places_above(kind: ResourceType, tenant: str | None, namespace: str | None, cluster: str) -> tuple[Place, ...]:
    """The places above, cached: most questions are about topics of few namespaces."""
    named = ResourceName(kind, None, "", namespace, tenant)
    return tuple((int(place.type), place.name) for place in named.ancestors(cluster))


def _grants_below(case: Case, user: UserRights, *, audit: bool) -> Iterator[Grant]:
    """Grants on anything inside the target; with `audit` also those that only allow auditing."""
    target_place = case.places[0]
    for grant, usable in _all_grants_below(case, user, target_place):
        counts = audit or not AUDIT_AUTHORITIES.issuperset(usable)
        if counts and (case.now is None or grant.in_force(case.now)) and case.lets(grant.limits):
            yield grant


def _all_grants_below(case: Case, user: UserRights, target_place: Place) -> Iterator[tuple[Grant, tuple[int, ...]]]:
    for role in user.roles:
        for place, found in case.snapshot.by_role.get(role, {}).items():
            if place == target_place:
                yield from (entry for entry in found if entry[0].prefixed)
            elif _is_below(ResourceName.of(*place), case):
                yield from found


def _is_below(place: ResourceName, case: Case) -> bool:
    return place.type > case.target.type and any(
        above.type == case.target.type and above.name == case.target.name
        for above in place.ancestors(case.snapshot.cluster)
    )
