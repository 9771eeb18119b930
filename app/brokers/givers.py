"""Who could give it: active main accounts that administer a place and hold the authority there themselves, now.

The rule of `delegation`, asked of everybody at once with a fixed number of statements: people with the same roles hold
the same, so each set of roles is judged once.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import rights
from app.access.decision import holds_authority
from app.access.models import Grant, UserRole
from app.access.places import Place, places_of
from app.access.remedies import Remedy
from app.access.vocabulary import AUTHORITIES, SUPER_USER, Right
from app.access.windows import Window, first_gap
from app.brokers import named_places
from app.brokers.known_rights import KnownRights, on_places
from app.brokers.named_places import Named
from app.brokers.snapshots import NO_CLUSTER
from app.identity.models import User
from app.pulsar.names import ROOT, ResourceName
from app.resources import clusters

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Givers:
    """Everybody: people before services, administrators of the center after others, by name."""

    everybody: tuple[str, ...] = ()
    valid_until: Mapping[str, int] = field(default_factory=dict)
    """Of those who can give it for a time only: until when (epoch ms)."""

    @property
    def first(self) -> tuple[str, ...]:
        """As many as are shown."""
        return self.everybody[:SHOWN]


def administering(place: ResourceName) -> int:
    """The authority that decides about the grants of a place: 4, 104, 204 or 304."""
    return max(place.type.level, 0) * 100 + int(Right.ADMINISTER)


def of(
    session: Session,
    remedies: Sequence[Remedy],
    where: Mapping[Named, Place],
    principal: str,
    known: KnownRights,
    now: int,
) -> dict[Remedy, Givers]:
    """Who could give each remedy to the accounts that lack it. `known` has the principal's main account."""
    if not remedies:
        return {}
    people = _People(session, where, now)
    main = known.people[principal].main if principal in known.people else None
    return {remedy: _givers(people, remedy, principal, main, known, where) for remedy in remedies}


def with_main_account(
    remedies: Sequence[Remedy], where: Mapping[Named, Place], principal: str, known: KnownRights, now: int
) -> list[Remedy]:
    """The same; a main account is named too where it does not hold the authority on each cluster of the place: only
    then can its sub-account be given it."""
    main = known.people[principal].main if principal in known.people else None
    if main is None:
        return list(remedies)
    return [
        one if main in one.lacking or _holds(known, main, one, where, now) else replace(one, lacking=(principal, main))
        for one in remedies
    ]


def _holds(known: KnownRights, username: str, remedy: Remedy, where: Mapping[Named, Place], now: int) -> bool:
    """True when the user holds the authority on every cluster of the place."""
    place = where.get((int(remedy.place.type), remedy.place.name))
    there = [known.on(cluster) for cluster in (place.clusters if place else ()) or (None,)]
    return all(holds_authority(one, username, remedy.authority, remedy.place, now) for one in there)


def _givers(
    people: "_People",
    remedy: Remedy,
    principal: str,
    main: str | None,
    known: KnownRights,
    where: Mapping[Named, Place],
) -> Givers:
    found = dict(people.who_could(remedy.place, remedy.authority))
    ends = list(_later(known, remedy, people.now))
    if main is not None and remedy.lacking == (principal,):
        # A sub-account is given nothing for longer than its main account holds it.
        ends += _gaps(known, main, remedy, where, people.now)
        if main not in found and _holds(known, main, remedy, where, people.now):
            # A main account gives its sub-accounts what it holds, also where it does not administer.
            found = {main: None, **found}
    names = [name for name in found if name not in remedy.lacking]
    limits = {name: min((end for end in (found[name], *ends) if end is not None), default=None) for name in names}
    return Givers(tuple(names), {name: end for name, end in limits.items() if end is not None})


def _later(known: KnownRights, remedy: Remedy, now: int) -> Iterator[int]:
    """When those who lack it get the same there by a grant that has not begun yet."""
    roles = {role for name in remedy.lacking if name in known.people for role in known.people[name].roles}
    for grant, _ in known.grants:
        here = (grant.type, grant.name) == (int(remedy.place.type), remedy.place.name)
        if here and grant.role in roles and remedy.authority in grant.authorities and (grant.valid_from or 0) > now:
            yield grant.valid_from or 0


def _gaps(known: KnownRights, username: str, remedy: Remedy, where: Mapping[Named, Place], now: int) -> Iterator[int]:
    """When the user no longer holds it, on any cluster of the place."""
    place = where.get((int(remedy.place.type), remedy.place.name))
    for cluster in (place.clusters if place else ()) or (None,):
        gap = first_gap(known.on(cluster), username, remedy.authority, remedy.place, Window(now))
        if gap is not None:
            yield gap


class _People:
    """Everybody who administers something on the way, by the roles that count there."""

    def __init__(self, session: Session, where: Mapping[Named, Place], now: int) -> None:
        self.now, self._where = now, where
        held = session.scalars(select(Grant).where(on_places(named_places.keys_on_the_way(where)))).all()
        named = places_of(session, {(one.res_type, one.res_id) for one in held})
        self._grants = [
            (
                rights.Grant(
                    one.id,
                    one.role_id,
                    one.res_type,
                    named[one.res_type, one.res_id].name,
                    tuple(one.authority_ids()),
                    one.valid_from,
                    one.valid_until,
                ),
                named[one.res_type, one.res_id].clusters,
            )
            for one in held
            if (one.res_type, one.res_id) in named
        ]
        self._clusters = {key[1]: place.name for key, place in named.items() if key[0] == 1}
        self._names = self._by_roles(session)
        self._snapshots: dict[int | None, rights.Snapshot] = {}
        self._found: dict[tuple[int, Named], dict[str, int | None]] = {}

    def who_could(self, place: ResourceName, authority: int) -> dict[str, int | None]:
        """People before services, administrators of the center after others, then by name; until when each can."""
        key = authority, (int(place.type), place.name)
        if key not in self._found:
            self._found[key] = self._judge(place, authority)
        return self._found[key]

    def _judge(self, place: ResourceName, authority: int) -> dict[str, int | None]:
        known = self._where.get((int(place.type), place.name))
        if known is None:
            return {}
        found: list[tuple[bool, bool, str, int | None]] = []
        for roles, names in self._names.items():
            label = _label(roles)
            there = [self._on(cluster) for cluster in known.clusters or (None,)]
            needed = (authority, administering(place))
            if all(holds_authority(one, label, number, place, self.now) for one in there for number in needed):
                center = holds_authority(self._on(None), label, SUPER_USER, ROOT, self.now)
                gaps = [first_gap(one, label, n, place, Window(self.now)) for one in there for n in needed]
                end = min((gap for gap in gaps if gap is not None), default=None)
                found.extend((service, center, name, end) for service, name in names)
        return {name: end for _, _, name, end in sorted(found, key=lambda one: one[:3])}

    def _by_roles(self, session: Session) -> dict[frozenset[int], list[tuple[bool, str]]]:
        """Roles → who has exactly these, and whether it is a service."""
        deciding = {grant.role for grant, _ in self._grants if grant.in_force(self.now) and _administers(grant)}
        if not deciding:
            return {}
        administrators = select(UserRole.user_id).where(UserRole.role_id.in_(sorted(deciding)))
        query = (
            select(User.username, User.kind, UserRole.role_id)
            .join(UserRole, UserRole.user_id == User.id)
            .where(
                User.id.in_(administrators),
                User.parent.is_(None),
                User.status == "active",
                UserRole.role_id.in_(sorted({grant.role for grant, _ in self._grants})),
            )
        )
        # The users that were made with a cluster give nothing by themselves: nobody could ask them.
        internal = {
            f(name) for name in self._clusters.values() for f in (clusters.center_username, clusters.broker_username)
        }
        roles: dict[tuple[bool, str], set[int]] = defaultdict(set)
        for name, kind, role in session.execute(query):
            if name not in internal:
                roles[kind == "service", name].add(role)
        found: dict[frozenset[int], list[tuple[bool, str]]] = defaultdict(list)
        for who, some in roles.items():
            found[frozenset(some)].append(who)
        return dict(found)

    def _on(self, cluster: int | None) -> rights.Snapshot:
        if cluster not in self._snapshots:
            people = {
                _label(roles): rights.UserRights(_label(roles), roles=tuple(sorted(roles))) for roles in self._names
            }
            there = (grant for grant, where in self._grants if not where or cluster in where)
            name = NO_CLUSTER if cluster is None else self._clusters.get(cluster, NO_CLUSTER)
            grants = {grant.id: grant for grant in there}
            self._snapshots[cluster] = rights.Snapshot(name, 0, people, grants, frozenset(), {}, {})
        return self._snapshots[cluster]


def _label(roles: frozenset[int]) -> str:
    return ",".join(map(str, sorted(roles)))


def _administers(grant: rights.Grant) -> bool:
    return any(AUTHORITIES[number].right == Right.ADMINISTER for number in grant.usable())
