"""Which grants come: native grants as authorities, less what their receivers hold already; and what `consume` means on
the cluster from then on. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from app.access.vocabulary import SUPER_USER, parts
from app.importing import authorities, roles, sentences
from app.importing.center import Center
from app.importing.lines import Difference, NotCarried
from app.importing.roles import NativeGrant, Place
from app.importing.sentences import Sentence
from app.importing.steps import GrantStep, Receiver, SettingStep
from app.importing.targets import Targets
from app.pulsar.estate import ClusterEstate
from app.pulsar.names import ResourceName, ResourceType

Held = dict[tuple[Receiver, Place], frozenset[int]]


@dataclass
class Grants:
    """What was found."""

    steps: list[GrantStep | SettingStep] = field(default_factory=list)
    exists: Counter[str] = field(default_factory=Counter)
    differs: list[Difference] = field(default_factory=list)
    not_carried: list[NotCarried] = field(default_factory=list)


def compare(
    estate: ClusterEstate,
    center: Center,
    chosen: Targets,
    usable: Collection[Place],
    *,
    wanted: bool,
    now: int,
) -> Grants:
    """Compare the native grants with those of the center. `wanted`: what the mapping says about `consume`."""
    found, brought = Grants(), False
    manages = wanted if center.consume_manages is None else center.consume_manages
    given: defaultdict[tuple[Receiver, Place], set[int]] = defaultdict(set)
    for one in roles.grants(estate):
        receiver = chosen.receivers.get(one.role)
        if receiver is None or not _is_carried(found, estate, usable, one):
            continue  # who becomes nobody is said once, for all
        numbers, left = authorities.of(one.place[0], one.actions, manages=manages)
        if left:
            what, why = _actions(left), sentences.why("no_effect_on_topics")
            found.not_carried.append(NotCarried(one.place[1], one.role, what, why))
        given[receiver, one.place] |= numbers
        brought |= one.actions != roles.ADMINISTER
    for role in sorted(chosen.super_users):
        given[chosen.receivers[role], (ResourceType.CLUSTER, estate.cluster)].add(SUPER_USER)
    if brought:
        _set(found, estate.cluster, wanted, center.consume_manages)
    _settle(found, center, chosen, given, now, estate.cluster)
    return found


def _set(found: Grants, cluster: str, wanted: bool, chosen: bool | None) -> None:
    if chosen is None:
        found.steps.append(SettingStep(cluster, wanted))
    elif chosen == wanted:
        found.exists["setting"] += 1
    else:
        what = sentences.what("consume_manages_subscriptions")
        found.differs.append(Difference("setting", cluster, what, str(wanted).lower(), str(chosen).lower()))


def _settle(
    found: Grants,
    center: Center,
    chosen: Targets,
    wanted: dict[tuple[Receiver, Place], set[int]],
    now: int,
    cluster: str,
) -> None:
    """Main accounts first: their sub-accounts are given only what they hold."""
    held, timed = _held(center, now)
    for (receiver, place), numbers in sorted(wanted.items(), key=lambda one: _order(chosen, *one[0])):
        there = held.get((receiver, place), frozenset())
        missing = frozenset(numbers) - there
        if missing and not _may_receive(center, receiver):
            what, why = sentences.what("everything_held"), sentences.why("receiver_disabled", name=receiver[1])
            found.not_carried.append(NotCarried(place[1], receiver[1], what, why))
            continue
        for_a_time = missing & timed.get((receiver, place), frozenset())
        _leave(found, receiver, place, for_a_time, sentences.why("held_for_a_time", name=receiver[1]))
        missing -= for_a_time
        main = chosen.main_of.get(receiver[1]) if receiver[0] == "user" else None
        if main is not None and missing:
            possible = frozenset(one for one in missing if authorities.is_held(one, place, cluster, _of(held, main)))
            _leave(found, receiver, place, missing - possible, sentences.why("main_account_lacks_it", main=main))
            missing = possible
        found.exists["grant"] += not missing and bool(numbers & there)
        if missing:
            found.steps.append(GrantStep(receiver, place, missing))
            held[receiver, place] = there | missing


def _leave(found: Grants, receiver: Receiver, place: Place, numbers: Collection[int], why: Sentence) -> None:
    """Say that authorities are not taken over."""
    for number in sorted(numbers):
        what = sentences.what("authority", authority=number)
        found.not_carried.append(NotCarried(place[1], receiver[1], what, why))


def _may_receive(center: Center, receiver: Receiver) -> bool:
    """False for a user who is there and disabled, or whose main account is."""
    return receiver[0] == "role" or receiver[1] not in center.users or center.users[receiver[1]].active


def _order(chosen: Targets, receiver: Receiver, place: Place) -> tuple[bool, Place, Receiver]:
    return receiver[1] in chosen.main_of, place, receiver


def _of(held: Held, main: str) -> Callable[[Place], frozenset[int]]:
    """What a main account was itself given. What it has by shared roles does not count: that may end."""
    return lambda place: held.get((("user", main), place), frozenset())


def _held(center: Center, now: int) -> tuple[Held, Held]:
    """What everybody holds on each place by grants without end and limits, with what it includes; and what they hold
    there for a time, or will: a role has an authority once at a time (`grants.overlaps`)."""
    receivers: dict[int, Receiver] = {number: ("user", name) for name, number in center.personal.items()}
    receivers |= {number: ("role", name) for name, number in center.shared.items()}
    held: Held = {}
    timed: Held = {}
    for one in center.snapshot.grants.values():
        receiver, ended = receivers.get(one.role), one.valid_until is not None and one.valid_until <= now
        if receiver is None or one.limits is not None or ended:
            continue
        key = receiver, (ResourceType(one.type), one.name)
        if one.valid_until is None and (one.valid_from or 0) <= now:
            held[key] = held.get(key, frozenset()) | frozenset(_with_parts(one.authorities))
        else:
            timed[key] = timed.get(key, frozenset()) | frozenset(one.authorities)
    return held, timed


def _with_parts(numbers: Collection[int]) -> Iterator[int]:
    for number in numbers:
        yield number
        yield from parts(number)


def _is_carried(found: Grants, estate: ClusterEstate, usable: Collection[Place], one: NativeGrant) -> bool:
    """False, with a line for the report, for a grant on a place that the center will not have."""
    if one.place in usable:
        return True
    kind, name = one.place
    if kind != ResourceType.TOPIC or _above(name) not in usable:
        return False  # said with its tenant or namespace
    what, whole = _actions(one.actions), ResourceName.of_topic(name)
    if roles.is_partition(name) and not whole.malformed:
        if not _also_on_whole(estate, whole, one):
            found.not_carried.append(NotCarried(name, one.role, what, sentences.why("single_partition")))
        return False
    unread = any(line.place == whole.name for line in estate.unread)
    why = sentences.why("topic_not_read" if unread else "topic_gone")
    found.not_carried.append(NotCarried(name, one.role, what, why))
    return False


def _actions(actions: Collection[str]) -> Sentence:
    return sentences.what("actions", actions=", ".join(sorted(actions)))


def _above(topic: str) -> Place:
    return ResourceType.NAMESPACE, ResourceName.of_topic(topic).namespace or ""


def _also_on_whole(estate: ClusterEstate, whole: ResourceName, one: NativeGrant) -> bool:
    for namespace in estate.namespaces:
        if namespace.name == whole.namespace:
            return one.actions <= namespace.topic_roles.get(whole.name, {}).get(one.role, frozenset())
    return False
