"""Which of Pulsar's actions the center's own grants allow to who has a native permission.

A grant counts wherever it is inherited from, if it is in force and without limits: then the native one changes nothing.
"""

from collections.abc import Collection
from dataclasses import replace

from sqlalchemy.orm import Session

from app.access import pulsar_actions
from app.access.names import ResourceName, ResourceType
from app.access.pulsar_actions import Meaning
from app.access.vocabulary import AUTHORITIES, Right
from app.desired_state.drift import role_holders
from app.desired_state.drift.center_values import KnownCluster
from app.desired_state.drift.comparing_grants import ADMINISTER
from app.desired_state.drift.role_holders import RightsHolder
from app.desired_state.importing import native_roles, receivers
from app.desired_state.importing.mapping import Mapping
from app.resources import clusters
from app.resources.pulsar.cluster_content import ClusterContent


def with_rights(
    session: Session, known: KnownCluster, cluster_id: int, content: ClusterContent, now: int
) -> KnownCluster:
    """The same with `covered` and `names` for every native permission of the cluster."""
    wanted = {(grant.role, *grant.place) for grant in native_roles.grants(content)}
    applied = receivers.mapping_of(session, cluster_id)
    holders = role_holders.of(session, {role for role, _, _ in wanted}, applied, now)
    meaning = pulsar_actions.meaning(manages=clusters.find(session, cluster_id).consume_manages_subscriptions)
    rights, covered = {**meaning, ADMINISTER: frozenset((Right.ADMINISTER,))}, {}
    for role, kind, name in wanted:
        chain = [*_chain(known, kind, name), (int(ResourceType.CLUSTER), cluster_id), (0, 0)]
        actions = [_actions(holder, kind, chain, rights) for holder in holders.get(role, ())]
        covered[role, name] = frozenset[str]().union(*actions)
    return replace(known, covered=covered, names=_names(content, applied))


def _names(content: ClusterContent, applied: Mapping) -> dict[str, str]:
    lines = applied.document.roles
    roles = {*native_roles.named(content), *(line.role for line in lines if "*" not in line.role)}
    return {role: name for role in roles if (name := receivers.user_of(role, applied)) is not None}


def _chain(known: KnownCluster, kind: ResourceType, name: str) -> list[tuple[int, int]]:
    resource = ResourceName.of(kind, name)  # of a partition: its topic, whose grants count there
    names = [resource.name, resource.namespace, resource.tenant]
    places = [known.places[name] for name in names if name is not None and name in known.places]
    return [(int(place.kind), place.id) for place in places]


def _actions(
    holder: RightsHolder, kind: ResourceType, chain: Collection[tuple[int, int]], rights: Meaning
) -> frozenset[str]:
    numbers_by_owner = [{authority for key in chain for authority in grants.get(key, ())} for grants in holder.held]
    return frozenset(
        action
        for action, rights_needed in rights.items()
        if all(_gives(numbers, right, kind) for numbers in numbers_by_owner for right in rights_needed)
    )


def _gives(numbers: Collection[int], right: Right, kind: ResourceType) -> bool:
    """A right on every topic inside is as good as the same on the namespace: data is in topics alone."""
    levels = {kind.level} | ({ResourceType.TOPIC.level} if right in (Right.WRITE, Right.READ) else set())
    known = [AUTHORITIES[number] for number in numbers if number in AUTHORITIES]
    return any(authority.gives(right, level) for authority in known for level in levels)
