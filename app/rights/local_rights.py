"""The rights of some users at some places: enough to judge a change, which makes all other writers wait.

The amount read grows with the places asked about, never with what these users hold elsewhere. The creator of a hundred
thousand topics has as many grants, and reading them would hold up everybody else (decision 0067).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import Select, and_, exists, literal, not_, or_, select, union_all
from sqlalchemy.orm import Session

from app.access import rights_snapshot
from app.access.holding import topics_served_by
from app.access.names import ROOT_NAME, ResourceName, ResourceType
from app.audit.trail import trail
from app.grants import held_places
from app.grants.models import Grant
from app.grants.places import Key, Place, ids_by_type, places_of
from app.identity.models import User
from app.platform.database import slices
from app.resources.models import MODELS
from app.rights import known_rights, places_by_name, snapshot_records
from app.rights.snapshots import NO_CLUSTER, cluster_name
from app.rights.visible_grants import below

_MOST_BELOW = 1_000
"""Grants of one user inside a place that are read at most: enough to tell whether it holds anything there."""
_ROOT: Key = (0, 0)


class _MutableSnapshot(rights_snapshot.Snapshot):
    """A snapshot with a single user of it, so it may be changed."""

    grants: dict[int, rights_snapshot.Grant]

    @cached_property
    def by_role(self) -> dict[int, rights_snapshot.RolePlaces]:
        """As in any snapshot."""
        return rights_snapshot.index_by_role(self.grants.values())


class LocalRights:
    """The rights of these users (and their main accounts), read for all announced places at once."""

    def __init__(self, session: Session, usernames: Collection[str], *, from_root: bool = True) -> None:
        """Without `from_root` the grants on the root are left out, for questions that come through a broker."""
        self._session, self._usernames, self._from_root = session, usernames, from_root
        self._announced: dict[Key, Place] = {}
        self._people: dict[str, rights_snapshot.UserRights] | None = None
        self._known: dict[int | None, tuple[frozenset[Key], _MutableSnapshot]] = {}
        self._names: dict[tuple[int | None, Key], str] = {}

    @property
    def people(self) -> dict[str, rights_snapshot.UserRights]:
        """The users and their main accounts, by name."""
        if self._people is None:
            self._people = known_rights.people(self._session, set(self._usernames))[0]
        return self._people

    def announce(self, places: Iterable[Place]) -> None:
        """Say beforehand for which places `at` will be called, so that they are read together."""
        self._announced |= {place.key: place for place in places}

    def at(self, cluster_id: int | None, place: Place) -> rights_snapshot.Snapshot:
        """The users' rights on this place and above it, as a cluster (None: none) sees them. Raises NotFound."""
        cached = self._known.get(cluster_id)
        if cached is None or place.key not in cached[0]:
            announced = {**self._announced, place.key: place}
            cached = self._known[cluster_id] = frozenset(announced), self._read(cluster_id, list(announced.values()))
        return cached[1]

    def inside(self, cluster_id: int | None, place: Place, now: int) -> rights_snapshot.Snapshot:
        """Like `at`, with some of each user's grants in force inside the place."""
        snapshot = self.at(cluster_id, place)
        if cluster_id is None:
            return snapshot
        found = [entry for person in self.people.values() for entry in self._inside(person, place, now)]
        where = places_of(self._session, [key for key, _ in found])
        more = [
            known_rights.grant(row, where[key].name)
            for key, row in found
            if key in where and (not where[key].clusters or cluster_id in where[key].clusters)
        ]
        return self._snapshot(
            snapshot.cluster, {**snapshot.grants, **{grant.id: grant for grant in more}}, snapshot.invalid
        )

    def note_revoked(self, number: int) -> None:
        """Tell that this grant was revoked. Nothing is read again: else n changes of one's own grants would cost n²."""
        for _, snapshot in self._known.values():
            if (revoked := snapshot.grants.pop(number, None)) is not None:
                snapshot.judged.clear()
                by_place = snapshot.by_role.get(revoked.role, {})
                rest = [entry for entry in by_place.pop((revoked.type, revoked.name), []) if entry[0].id != number]
                by_place.update({(revoked.type, revoked.name): rest} if rest else {})

    def put(self, grant: Grant) -> None:
        """Tell that this grant was made or changed."""
        if grant.id is None:  # not stored yet
            self.forget()
            return
        self.note_revoked(grant.id)
        key = grant.res_type, grant.res_id
        for cluster, (_, snapshot) in self._known.items():
            if (name := self._names.get((cluster, key))) is not None:
                entry = known_rights.grant_of(grant, name)
                snapshot.grants[entry.id] = entry
                snapshot.judged.clear()
                if usable := entry.usable():
                    snapshot.by_role.setdefault(entry.role, {}).setdefault((entry.type, entry.name), []).append(
                        (entry, usable)
                    )

    def forget(self) -> None:
        """Forget all: a membership or a grant on the root has changed."""
        self._people = None
        self._known.clear()

    def _read(self, cluster_id: int | None, places: list[Place]) -> "_MutableSnapshot":
        cluster = NO_CLUSTER if cluster_id is None else cluster_name(self._session, cluster_id)
        all_places = [*places, *self._served(places)]
        names = {key: name for place in all_places for key, name in _names(place, cluster_id, cluster)}
        if cluster_id is None:
            names = {_ROOT: ROOT_NAME}
        if not self._from_root:
            names.pop(_ROOT, None)
        roles = sorted({role for person in self.people.values() for role in person.roles})
        self._names |= {(cluster_id, key): name for key, name in names.items()}
        grants = [known_rights.grant(row, names[key]) for key, row in _grants(self._session, names, roles)]
        closed = frozenset(names[key] for key in _closed_keys(self._session, names))
        return self._snapshot(cluster, {grant.id: grant for grant in grants}, closed)

    def _snapshot(
        self, cluster: str, grants: dict[int, rights_snapshot.Grant], closed_places: frozenset[str]
    ) -> "_MutableSnapshot":
        return _MutableSnapshot(
            cluster=cluster,
            revision=trail.current_revision(self._session),
            users=self.people,
            grants=grants,
            invalid=closed_places,
            keys={},
            revoked={},
        )

    def _served(self, places: Iterable[Place]) -> Iterator[Place]:
        """The topics that the retry and dead-letter topics among these may serve: these are closed with them."""
        topics = [ResourceName.of_topic(place.name) for place in places if place.key[0] == ResourceType.TOPIC]
        names = [served for topic in topics for served in topics_served_by(topic)]
        return iter(places_by_name.find(self._session, names).values() if names else ())

    def _inside(self, person: rights_snapshot.UserRights, place: Place, now: int) -> Iterator[tuple[Key, Any]]:
        query = select(*snapshot_records.GRANT_COLUMNS, Grant.res_id).where(
            Grant.role_id.in_(person.roles), _inside(place)
        )
        rows: Iterable[Any] = self._session.execute(query.where(held_places.in_force(now)).limit(_MOST_BELOW))
        for *row, res_id in rows:
            yield (row[2], res_id), row


def holds_inside(session: Session, user: User, place: Place, now: int) -> bool:
    """True when the user has a grant in force on a resource inside the place."""
    if not place.clusters:
        return False
    any_grant = exists().where(held_places.in_force_of(session, user.id, now), _inside(place))
    return user.status == "active" and bool(session.scalar(select(any_grant)))


def _inside(place: Place) -> Any:
    kind, number = place.key
    return and_(below(kind, number), not_(and_(Grant.res_type == kind, Grant.res_id == number)))


def _names(place: Place, cluster_id: int | None, cluster: str) -> Iterator[tuple[Key, str]]:
    """Key and name of the place and of the places above it, as one cluster sees them."""
    name = ResourceName.of(place.key[0], place.name)
    by_type = {int(resource.type): resource.name for resource in (name, *name.ancestors(cluster))}
    for kind, res_id in (place.key, *place.above):
        if kind != ResourceType.CLUSTER or res_id == cluster_id:
            yield (kind, res_id), by_type[kind]


def _by_type(keys: Iterable[Key]) -> Iterator[tuple[int, list[int]]]:
    return ((kind, part) for kind, ids in ids_by_type(keys).items() for part in slices(ids))


def _grants(session: Session, keys: Iterable[Key], roles: Collection[int]) -> Iterator[tuple[Key, Any]]:
    """The grants of each role on each place, read by the index on both."""
    of_roles = select(*snapshot_records.GRANT_COLUMNS, Grant.res_id).where(Grant.role_id.in_(roles))
    queries = [of_roles.where(Grant.res_type == kind, Grant.res_id.in_(ids)) for kind, ids in _by_type(keys)]
    for *row, res_id in _all(session, queries if roles else []):
        yield (row[2], res_id), row


def _closed_keys(session: Session, keys: Iterable[Key]) -> Iterator[Key]:
    queries: list[Select[*tuple[Any, ...]]] = []
    for kind, ids in _by_type(keys):
        if kind > ResourceType.CLUSTER:
            model = MODELS[kind]
            closed = or_(model.is_valid != 1, model.deleting > 0)
            queries.append(select(literal(kind), model.id).where(model.id.in_(ids), closed))
    return ((kind, res_id) for kind, res_id in _all(session, queries))


def _all(session: Session, queries: Sequence[Select[*tuple[Any, ...]]]) -> Iterable[Any]:
    return session.execute(union_all(*queries)).all() if queries else ()
