"""The rights of some users on every cluster, read with a fixed number of statements.

For questions about many principals, resources and clusters in one request. The amount read grows with the rights of
those users (below the named tenants), never with the tables.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    String,
    and_,
    bindparam,
    false,
    join,
    literal,
    or_,
    select,
    true,
    union_all,
)
from sqlalchemy.orm import Session

from app.access import rights_snapshot, windows
from app.access.names import ROOT_NAME, ResourceType
from app.access.subscription_rules import SubscriptionRules
from app.audit.trail import epochs, subjects
from app.audit.trail.epochs import MemorySession
from app.audit.trail.subjects import Subject
from app.grants import grant_limits, places
from app.grants.models import Grant, UserRole
from app.identity.models import User
from app.platform.database import any_of, slices
from app.platform.errors import NotFound
from app.resources.models import Tenant
from app.rights import ruled_namespaces, snapshot_records
from app.rights.snapshot_records import BELOW_TENANTS, GRANT_COLUMNS, up_to_tenant
from app.rights.snapshots import NO_CLUSTER

T = TypeVar("T")
Closed = tuple[str, frozenset[int]]
Ruled = tuple[SubscriptionRules, frozenset[int]]
"""A name, or the rules of a namespace, with the ids of the clusters."""
EVERYWHERE = None
_NO_REVISION = 0
"""Rights of many revisions are the same: they are kept until somebody changes them."""


@dataclass(frozen=True)
class KnownRights:
    """The rights that were read. Grants and closed resources carry the ids of their clusters, None for all clusters."""

    clusters: dict[int, str]
    people: dict[str, rights_snapshot.UserRights]
    ids: dict[str, int]
    grants: tuple[tuple[rights_snapshot.Grant, frozenset[int] | None], ...]
    invalid: tuple[Closed, ...]
    ruled: tuple[Ruled, ...] = ()

    _made: dict[int | None, rights_snapshot.Snapshot] = field(default_factory=dict, repr=False)

    def rows(self) -> int:
        """Size of this object in rows, for the cache. Each cluster has its own view of the same grants."""
        of_each = len(self.people) + len(self.grants) + len(self.invalid) + len(self.ruled)
        return of_each * (1 + len(self.clusters)) + len(self.clusters)

    @cached_property
    def edges(self) -> windows.Edges:
        """The begins and ends of all these grants."""
        return windows.Edges(grant for grant, _ in self.grants)

    def subjects(self, names: Collection[str]) -> set[Subject]:
        """What the rights of these users depend on, beside the tenants."""
        return subjects.people(names, self.people)

    def on(self, cluster_id: int | None) -> rights_snapshot.Snapshot:
        """The rights as one cluster sees them; with None only grants on the root. Raises NotFound."""
        if cluster_id not in self._made:
            self._made[cluster_id] = self._seen_by(cluster_id)
        return self._made[cluster_id]

    def _seen_by(self, cluster_id: int | None) -> rights_snapshot.Snapshot:
        if cluster_id is not None and cluster_id not in self.clusters:
            raise NotFound("There is no such cluster.")
        return rights_snapshot.Snapshot(
            cluster=NO_CLUSTER if cluster_id is None else self.clusters[cluster_id],
            revision=_NO_REVISION,
            users=self.people,
            grants={grant.id: grant for grant, where in self.grants if where is None or cluster_id in where},
            invalid=frozenset(name for name, where in self.invalid if cluster_id in where),
            keys={},
            revoked={},
            subscription_rules={rules.namespace: rules for rules, where in self.ruled if cluster_id in where},
        )


def of(
    session: Session | MemorySession,
    usernames: Collection[str],
    tenants: Collection[str] | None = EVERYWHERE,
    only_places: Collection[places.Key] | None = None,
    roles: Collection[int] = (),
) -> KnownRights:
    """The rights of these users and their main accounts, below these tenants (or everywhere) and above them.

    `only_places`: read only grants on these places. `roles`: read the grants of these roles too, whoever their members
    are. Raises CacheMiss when `session` is the memory only and does not hold the answer.
    """
    names, below, places_on, further = frozenset(usernames), _frozen(tenants), _frozen(only_places), frozenset(roles)
    key = "known_rights", names, below, places_on, further
    return epochs.derive(
        session,
        key,
        lambda reading: _read(reading, names, below, places_on, further),
        KnownRights.rows,
        lambda known: {*known.subjects(names), *subjects.tenants(below), *subjects.roles(further)},
    )


def read_changed(session: Session, before: KnownRights, users: Collection[str], grants: Collection[int]) -> KnownRights:
    """The same rights after this transaction changed these users and grants: only those are read again.

    When somebody joined a role, `before` must contain that role's grants already.
    """
    found, ids = people(session, set(users)) if users else ({}, {})
    rows = snapshot_records.grant_rows(session, grants)
    where = places.places_of(session, [key for key, _ in rows])
    placed = [(row, where[key]) for key, row in rows if key in where]
    return replace(
        before,
        people={**before.people, **found},
        ids={**before.ids, **ids},
        grants=(
            *(entry for entry in before.grants if entry[0].id not in set(grants)),
            *((grant(row, place.name), frozenset(place.clusters) or None) for row, place in placed),
        ),
        _made={},
    )


def _frozen(values: Collection[T] | None) -> frozenset[T] | None:
    return None if values is None else frozenset(values)


def _read(
    session: Session,
    usernames: frozenset[str],
    tenants: frozenset[str] | None,
    only_places: frozenset[places.Key] | None,
    extra_roles: frozenset[int],
) -> KnownRights:
    found, ids = people(session, set(usernames))
    roles = {role for person in found.values() for role in person.roles} | extra_roles
    # Not of these users: read once for all. An entry about a cluster touches everything, so that names no subject.
    clusters = epochs.derive(session, ("clusters",), _clusters, len, lambda _: ())
    invalid, ruled = epochs.derive(
        session,
        ("below", tenants),
        lambda reading: _below(reading, tenants),
        lambda read: len(read[0]) + len(read[1]),
        lambda _: subjects.tenants(tenants),
    )
    grants = tuple(_grants(session, roles, tenants, only_places, clusters))
    return KnownRights(clusters, found, ids, grants, invalid, ruled)


def _clusters(session: Session) -> dict[int, str]:
    return dict(places.cluster_names(session))


def _below(session: Session, tenants: frozenset[str] | None) -> tuple[tuple[Closed, ...], tuple[Ruled, ...]]:
    """What is closed and what is ruled below these tenants."""
    query, within = (_CLOSED, {}) if tenants is None else (_CLOSED_BELOW, {"tenants": sorted(tenants)})
    rows = session.connection().execute(query, within)
    closed = tuple((name, _ids(clusters)) for name, clusters in rows)
    return closed, tuple(ruled_namespaces.read(session, true(), tenants))


def _closed(within: ColumnElement[bool]) -> CompoundSelect[Any]:
    """Names and clusters of what is closed."""
    places_of = (
        up_to_tenant(select(name, Tenant.clusters).select_from(model), model).where(
            snapshot_records.is_closed(model), within
        )
        for model, name in BELOW_TENANTS.values()
    )
    return union_all(*places_of)


_WITHIN = Tenant.name.in_(bindparam("tenants", expanding=True))
_CLOSED, _CLOSED_BELOW = (_closed(within) for within in (true(), _WITHIN))
"""Built once, like those below: building one costs more than executing it."""


def on_places(keys: Collection[places.Key] | None) -> ColumnElement[bool]:
    """A condition: the grant is on one of these places; with None always true."""
    if keys is None:
        return true()
    by_type = places.ids_by_type(keys).items()
    return or_(false(), *(and_(Grant.res_type == kind, Grant.res_id.in_(ids)) for kind, ids in by_type))


_NAMED = User.username.in_(bindparam("names", expanding=True))
_MAINS = select(User.parent).where(_NAMED, User.parent.is_not(None))
_PEOPLE = (
    select(User.id, User.username, User.status, snapshot_records.MAIN.username, User.cidrs, UserRole.role_id)
    .join(snapshot_records.MAIN, snapshot_records.MAIN.id == User.parent, isouter=True)
    .join(UserRole, UserRole.user_id == User.id, isouter=True)
    .where(User.id.in_(any_of(select(User.id).where(_NAMED), _MAINS)))
)


def people(session: Session, names: set[str]) -> tuple[dict[str, rights_snapshot.UserRights], dict[str, int]]:
    """Users and their main accounts by name, and the ids by name."""
    roles: dict[tuple[Any, ...], list[int]] = {}
    for *user, role in session.connection().execute(_PEOPLE, {"names": sorted(names)}):
        of_user = roles.setdefault(tuple(user), [])
        if role is not None:
            of_user.append(role)
    found = {
        username: rights_snapshot.UserRights(username, status, parent, tuple(sorted(numbers)), networks=cidrs)
        for (_, username, status, parent, cidrs), numbers in roles.items()
    }
    return found, {user[1]: user[0] for user in roles}


def _grant_query(condition: ColumnElement[bool], within: ColumnElement[bool], *, by_place: bool) -> CompoundSelect[Any]:
    """Grants of some roles with the ids of their places; below tenants also with the names and clusters of these."""
    held, columns = condition & Grant.role_id.in_(bindparam("roles", expanding=True)), (*GRANT_COLUMNS, Grant.res_id)
    # Without places the query starts from the roles: `+ 0` keeps the planner from the index on the type.
    kind_of = Grant.res_type if by_place else Grant.res_type + 0
    parts = [
        up_to_tenant(select(*columns, name_of, Tenant.clusters), model)
        .select_from(join(Grant, model, (kind_of == int(kind)) & (Grant.res_id == model.id)))
        .where(held, within)
        for kind, (model, name_of) in BELOW_TENANTS.items()
    ]
    above = select(*columns, literal("", String), literal("", String))
    return union_all(*parts, above.where(held, kind_of.in_([int(ResourceType.ROOT), int(ResourceType.CLUSTER)])))


_GRANTS, _GRANTS_BELOW = (_grant_query(true(), within, by_place=False) for within in (true(), _WITHIN))


def _grants(
    session: Session,
    roles: Collection[int],
    tenants: Collection[str] | None,
    only_places: Collection[places.Key] | None,
    clusters: Mapping[int, str],
) -> Iterator[tuple[rights_snapshot.Grant, frozenset[int] | None]]:
    """The grants with the ids of the clusters on which they count; None: on all."""
    query = _GRANTS if tenants is None else _GRANTS_BELOW
    if only_places is not None:
        query = _grant_query(on_places(only_places), true() if tenants is None else _WITHIN, by_place=True)
    within = {} if tenants is None else {"tenants": sorted(tenants)}
    for part in slices(roles):
        for *values, place, name, listed in session.connection().execute(query, {"roles": part, **within}):
            if values[2] == ResourceType.ROOT:
                yield grant(values, ROOT_NAME), None
            elif values[2] != ResourceType.CLUSTER:
                yield grant(values, name), _ids(listed)
            elif place in clusters:
                yield grant(values, clusters[place]), frozenset((place,))


def grant(row: Any, name: str) -> rights_snapshot.Grant:
    """A grant from a row (the values of `records.GRANT_COLUMNS`) and the name of its place."""
    number, role, kind, authorities, start, end, *limited = row
    numbers = tuple(int(text) for text in authorities.split(",") if text)
    return rights_snapshot.Grant(number, role, kind, name, numbers, start, end, grant_limits.read(*limited))


def grant_of(row: Grant, name: str) -> rights_snapshot.Grant:
    """The same from a row of the ORM."""
    window = row.valid_from, row.valid_until
    return rights_snapshot.Grant(
        row.id, row.role_id, row.res_type, name, tuple(row.authority_ids()), *window, row.limits
    )


def _ids(clusters: str) -> frozenset[int]:
    return frozenset(int(text) for text in clusters.split(",") if text)
