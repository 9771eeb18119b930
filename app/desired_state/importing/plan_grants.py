"""Which grants come: native grants as authorities, less what their receivers hold already; and what `consume` means on
the cluster from then on. Pure."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator

from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import SUPER_USER, parts
from app.desired_state.engine.entitlements import ALWAYS, Entitlement
from app.desired_state.engine.state import CenterState, Place, Receiver, RightsSlot
from app.desired_state.engine.steps import ConsumeStep, RightsStep
from app.desired_state.importing import native_roles
from app.desired_state.importing.import_plan import ImportPlan, PlanBasis
from app.desired_state.importing.native_roles import NativePermission
from app.desired_state.importing.report_lines import ImportDifference
from app.desired_state.importing.sentences import Sentence, what, why
from app.desired_state.importing.targets import Targets
from app.resources.pulsar.cluster_content import ClusterContent

HeldAuthorities = dict[tuple[Receiver, Place], frozenset[int]]


def compare(plan: ImportPlan, content: ClusterContent, basis: PlanBasis, *, wanted: bool, now: int) -> None:
    """Compare the native grants with those of the center. `wanted`: what the mapping says about `consume`."""
    chosen, brought = plan.targets, False
    manages = wanted if basis.consume_manages is None else basis.consume_manages
    rights: defaultdict[tuple[Receiver, Place], set[int]] = defaultdict(set)
    for grant in native_roles.grants(content):
        receiver = chosen.receivers.get(grant.role)
        if receiver is None or not _is_carried(plan, content, grant):
            continue  # a role that becomes nobody has one line for everything
        numbers, left = native_roles.authorities_of(grant, manages=manages)
        if left:
            plan.leave(grant.place[1], grant.role, _actions(left), why("no_effect_on_topics"))
        rights[receiver, grant.place] |= numbers
        brought |= grant.actions != native_roles.ADMINISTER
    for role in sorted(chosen.super_users):
        rights[chosen.receivers[role], (ResourceType.CLUSTER, content.cluster)].add(SUPER_USER)
    if brought:
        _plan_setting(plan, content.cluster, wanted, basis.consume_manages)
    _plan_grants(plan, basis, rights, now, content.cluster)


def _plan_setting(plan: ImportPlan, cluster: str, wanted: bool, chosen: bool | None) -> None:
    if chosen is None:
        plan.steps.append(ConsumeStep(cluster, wanted))
    elif chosen == wanted:
        plan.exists["setting"] += 1
    else:
        texts = str(wanted).lower(), str(chosen).lower()
        plan.differs.append(ImportDifference("setting", cluster, what("consume_manages_subscriptions"), *texts))


def _plan_grants(
    plan: ImportPlan, basis: PlanBasis, wanted: dict[tuple[Receiver, Place], set[int]], now: int, cluster: str
) -> None:
    """Main accounts first: their sub-accounts are given only what they hold."""
    chosen = plan.targets
    held, timed = _held_authorities(basis, now)
    for (receiver, place), numbers in sorted(wanted.items(), key=lambda wish: _order(chosen, *wish[0])):
        present = held.get((receiver, place), frozenset())
        missing = frozenset(numbers) - present
        if missing and not _may_receive(basis.center, receiver):
            reason = why("receiver_disabled", name=receiver[1])
            plan.leave(place[1], receiver[1], what("everything_held"), reason)
            continue
        for_a_time = missing & timed.get((receiver, place), frozenset())
        _report_left(plan, receiver, place, for_a_time, why("held_for_a_time", name=receiver[1]))
        missing -= for_a_time
        main = chosen.main_of.get(receiver[1]) if receiver[0] == "user" else None
        if main is not None and missing:
            possible = frozenset(
                number for number in missing if native_roles.is_held(number, place, cluster, _held_by(held, main))
            )
            _report_left(plan, receiver, place, missing - possible, why("main_account_lacks_it", main=main))
            missing = possible
        plan.exists["grant"] += not missing and bool(numbers & present)
        if missing:
            plan.steps.append(RightsStep(RightsSlot(place, receiver), {ALWAYS: Entitlement(missing)}))
            held[receiver, place] = present | missing


def _report_left(
    plan: ImportPlan, receiver: Receiver, place: Place, numbers: Collection[int], reason: Sentence
) -> None:
    """Say that authorities are not taken over."""
    for number in sorted(numbers):
        plan.leave(place[1], receiver[1], what("authority", authority=number), reason)


def _may_receive(center: CenterState, receiver: Receiver) -> bool:
    """False for a user who is there and disabled, or whose main account is."""
    return receiver[0] == "role" or receiver[1] not in center.users or center.is_active(receiver[1])


def _order(chosen: Targets, receiver: Receiver, place: Place) -> tuple[bool, Place, Receiver]:
    return receiver[1] in chosen.main_of, place, receiver


def _held_by(held: HeldAuthorities, main: str) -> Callable[[Place], frozenset[int]]:
    """What a main account was itself given. What it has by shared roles does not count: that may end."""
    return lambda place: held.get((("user", main), place), frozenset())


def _held_authorities(basis: PlanBasis, now: int) -> tuple[HeldAuthorities, HeldAuthorities]:
    """What everybody holds on each place by grants without end and limits, with what it includes; and what they hold
    there for a time, or will: a role has an authority once at a time (`grants.overlaps`)."""
    receivers = {role_id: receiver for receiver, role_id in basis.center.role_ids().items()}
    held: HeldAuthorities = {}
    timed: HeldAuthorities = {}
    for grant in basis.snapshot.grants.values():
        receiver, ended = receivers.get(grant.role), grant.valid_until is not None and grant.valid_until <= now
        if receiver is None or grant.limits is not None or ended:
            continue
        key = receiver, (ResourceType(grant.type), grant.name)
        if grant.valid_until is None and (grant.valid_from or 0) <= now:
            held[key] = held.get(key, frozenset()) | frozenset(_with_parts(grant.authorities))
        else:
            timed[key] = timed.get(key, frozenset()) | frozenset(grant.authorities)
    return held, timed


def _with_parts(numbers: Collection[int]) -> Iterator[int]:
    for number in numbers:
        yield number
        yield from parts(number)


def _is_carried(plan: ImportPlan, content: ClusterContent, grant: NativePermission) -> bool:
    """False, with a line for the report, for a grant on a place that the center will not have."""
    if grant.place in plan.usable:
        return True
    kind, name = grant.place
    whole = ResourceName.of_topic(name)
    if kind != ResourceType.TOPIC or (ResourceType.NAMESPACE, whole.namespace or "") not in plan.usable:
        return False  # the line of its tenant or namespace says so
    if native_roles.is_partition(name) and not whole.malformed:
        if not _also_on_whole(content, whole, grant):
            plan.leave(name, grant.role, _actions(grant.actions), why("single_partition"))
        return False
    unread = any(line.place == whole.name for line in content.unread)
    plan.leave(name, grant.role, _actions(grant.actions), why("topic_not_read" if unread else "topic_gone"))
    return False


def _actions(actions: Collection[str]) -> Sentence:
    return what("actions", actions=", ".join(sorted(actions)))


def _also_on_whole(content: ClusterContent, whole: ResourceName, grant: NativePermission) -> bool:
    for namespace in content.namespaces:
        if namespace.name == whole.namespace:
            return grant.actions <= namespace.topic_roles.get(whole.name, {}).get(grant.role, frozenset())
    return False
