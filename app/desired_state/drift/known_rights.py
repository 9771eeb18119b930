"""Which of Pulsar's actions the center's own grants allow to who has a native permission.

A grant counts wherever it is inherited from, if it is in force and without limits: then the native one changes nothing.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Mapping as Map
from dataclasses import replace

from sqlalchemy import Select, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.access import pulsar_actions
from app.access.names import ResourceName, ResourceType
from app.access.pulsar_actions import Meaning
from app.access.vocabulary import AUTHORITIES, Right
from app.desired_state.drift.center_places import KnownCluster
from app.desired_state.drift.comparing_grants import ADMINISTER
from app.desired_state.engine.state import Receiver
from app.desired_state.importing import mapping_file, native_roles
from app.desired_state.importing.mapping_file import Mapping
from app.grants import held_places
from app.grants.models import Grant, Role, UserRole
from app.identity.models import User
from app.platform.database import slices
from app.resources import clusters
from app.resources.pulsar.cluster_content import ClusterContent

_Authorities = Map[tuple[int, int], frozenset[int]]
"""Place → authorities, by grants in force without limits."""
_Held = Sequence[_Authorities]
"""What a user or shared role holds; of a sub-account also what its main account holds: an action takes both."""


def with_rights(
    session: Session, known: KnownCluster, cluster_id: int, content: ClusterContent, now: int
) -> KnownCluster:
    """The same with `covered` and `names` for every native permission of the cluster."""
    wanted = {(grant.role, *grant.place) for grant in native_roles.grants(content)}
    applied = mapping_file.of_cluster(session, cluster_id)
    holders = _holders(session, {role for role, _, _ in wanted}, applied, now)
    meaning = pulsar_actions.meaning(manages=clusters.find(session, cluster_id).consume_manages_subscriptions)
    rights, covered = {**meaning, ADMINISTER: frozenset((Right.ADMINISTER,))}, {}
    for role, kind, name in wanted:
        chain = [*_chain(known, kind, name), (int(ResourceType.CLUSTER), cluster_id), (0, 0)]
        actions = [_actions(held, kind, chain, rights) for held in holders.get(role, ())]
        covered[role, name] = frozenset[str]().union(*actions)
    return replace(known, covered=covered, names=_names(content, applied))


def _names(content: ClusterContent, applied: Mapping) -> dict[str, str]:
    lines = applied.document.roles
    roles = {*native_roles.named(content), *(line.role for line in lines if "*" not in line.role)}
    return {role: name for role in roles if (name := applied.user_of(role)) is not None}


def _chain(known: KnownCluster, kind: ResourceType, name: str) -> list[tuple[int, int]]:
    resource = ResourceName.of(kind, name)  # of a partition: its topic, whose grants count there
    names = [resource.name, resource.namespace, resource.tenant]
    places = [known.places[name] for name in names if name is not None and name in known.places]
    return [(int(place.kind), place.id) for place in places]


def _actions(held: _Held, kind: ResourceType, chain: Collection[tuple[int, int]], rights: Meaning) -> frozenset[str]:
    numbers_by_owner = [{authority for key in chain for authority in grants.get(key, ())} for grants in held]
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


def _holders(
    session: Session, native: Collection[str], applied: mapping_file.Mapping, now: int
) -> dict[str, list[_Held]]:
    """Native role → what those hold who are behind it: the user of its name, and the user or role that the import made
    of it. A fixed number of queries for every 500 roles."""
    behind = {role: {("user", role), applied.target(role).receiver or ("user", role)} for role in native}
    receivers = set[Receiver]().union(*behind.values())
    held = _held_by_users(session, {name for kind, name in receivers if kind == "user"}, now)
    held |= _held_by_roles(session, {name for kind, name in receivers if kind == "role"}, now)
    return {role: [held[receiver] for receiver in those if receiver in held] for role, those in behind.items()}


def _held_by_users(session: Session, names: Collection[str], now: int) -> dict[Receiver, _Held]:
    """Of active users alone."""
    people = select(User.username, User.id, User.parent).where(User.status == "active")
    rows = [row for part in slices(names) for row in session.execute(people.where(User.username.in_(part)))]
    ids = {user_id for row in rows for user_id in (row.id, row.parent) if user_id is not None}
    grants = select(UserRole.user_id).join(Grant, Grant.role_id == UserRole.role_id)
    held = _authorities_of(session, grants, UserRole.user_id, ids, now)
    return {
        ("user", row.username): [held.get(user_id, {}) for user_id in (row.id, row.parent) if user_id is not None]
        for row in rows
    }


def _held_by_roles(session: Session, names: Collection[str], now: int) -> dict[Receiver, _Held]:
    shared = select(Role.role_name, Role.id).where(Role.personal_of.is_(None))
    rows = [row for part in slices(names) for row in session.execute(shared.where(Role.role_name.in_(part)))]
    held = _authorities_of(session, select(Grant.role_id), Grant.role_id, [row.id for row in rows], now)
    return {("role", row.role_name): [held.get(row.id, {})] for row in rows}


def _authorities_of(
    session: Session, query: Select[int], owner: InstrumentedAttribute[int], ids: Iterable[int], now: int
) -> Map[int, _Authorities]:
    """`query` selects the owner of each grant."""
    whole = Grant.name_prefix.is_(None), Grant.subscriptions.is_(None), Grant.networks.is_(None)
    rows = query.add_columns(Grant.res_type, Grant.res_id, Grant.authorities)
    held = defaultdict[int, dict[tuple[int, int], frozenset[int]]](dict)
    for part in slices(ids):
        for owner_id, kind, place, authorities in session.execute(
            rows.where(owner.in_(part), held_places.in_force(now), *whole)
        ):
            numbers = frozenset(int(authority) for authority in authorities.split(",") if authority)
            held[owner_id][kind, place] = held[owner_id].get((kind, place), frozenset()) | numbers
    return held
