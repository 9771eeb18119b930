"""Who could give a missing right: active main accounts that administer the place and hold the authority there now.

It applies the rule of `delegation` to everybody at once, with a fixed number of statements. People with the same roles
hold the same rights, so each set of roles is judged once.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import rights_snapshot
from app.access.decision import holds_authority
from app.access.limits import UNLIMITED
from app.access.names import ROOT, ResourceName
from app.access.remedies import Remedy
from app.access.vocabulary import AUTHORITIES, SUPER_USER, Right, administering
from app.access.windows import Window, first_gap
from app.grants.models import Grant, UserRole
from app.grants.places import places_of
from app.identity.models import User
from app.resources import cluster_users
from app.rights import places_by_name
from app.rights.granting import lineage
from app.rights.granting.lacking_account import LackingAccount
from app.rights.known_rights import grant_of, on_places
from app.rights.places_by_name import Named
from app.rights.snapshots import NO_CLUSTER

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Givers:
    """Everybody who could give a right: people before services, within each administrators of the center last, then by
    name."""

    everybody: tuple[str, ...] = ()
    valid_until: Mapping[str, int] = field(default_factory=dict)
    """Name → until when they can give it (epoch ms). Givers without an end are left out."""

    @property
    def first(self) -> tuple[str, ...]:
        """The first `SHOWN` names: answers show no more."""
        return self.everybody[:SHOWN]


def givers_of_remedies(session: Session, remedies: Sequence[Remedy], account: LackingAccount) -> dict[Remedy, Givers]:
    """For each remedy: who could give it, from `account.start` on, to the accounts that lack it."""
    if not remedies:
        return {}
    people = _People(session, account)
    return {remedy: _givers(people, remedy, account) for remedy in remedies}


def with_main_account(remedies: Sequence[Remedy], account: LackingAccount) -> list[Remedy]:
    """The same remedies; each also names the main account when that lacks the authority on a cluster of the place.

    A sub-account can be given a right only after its main account holds it.
    """
    main = account.main
    if main is None:
        return list(remedies)
    return [
        remedy
        if main in remedy.lacking or account.main_holds(remedy)
        else replace(remedy, lacking=(account.principal, main))
        for remedy in remedies
    ]


def _givers(people: "_People", remedy: Remedy, account: LackingAccount) -> Givers:
    """Who can grant the remedy, and until when, without those who lack it themselves."""
    if account.place(remedy) is None:
        return Givers()  # nobody can grant on a place that the center does not know
    found, ends = dict(people.who_could(remedy)), list(account.same_of_their_own(remedy))
    if account.main is not None and remedy.lacking == (account.principal,):
        # A grant to a sub-account may not outlive the right of its main account.
        ends += account.gaps_of_main(remedy)
        found = _main_account_earliest(found, account.main, remedy, account)
    ends_by_giver: dict[str, int | None] = {}
    for username, own_end in found.items():
        if username not in remedy.lacking:
            end = _earliest((own_end, people.circular_from(remedy, username), *ends))
            if end is None or end > account.start:
                ends_by_giver[username] = end
    return Givers(tuple(ends_by_giver), {name: end for name, end in ends_by_giver.items() if end is not None})


def _main_account_earliest(
    givers: Mapping[str, int | None], main: str, remedy: Remedy, account: LackingAccount
) -> dict[str, int | None]:
    """The same givers with the main account first: it may grant what it holds to its sub-accounts without
    administering."""
    if not (account.main_holds(remedy) and replace(account, start=account.now).main_holds(remedy)):
        return dict(givers)
    return {main: None, **{username: end for username, end in givers.items() if username != main}}


def _earliest(moments: Iterable[int | None]) -> int | None:
    """The earliest moment; None (no end) when there is none."""
    return min((moment for moment in moments if moment is not None), default=None)


class _People:
    """Everybody who administers one of the places or a place above them, by the set of roles that they have."""

    def __init__(self, session: Session, account: LackingAccount) -> None:
        self._account, self._now = account, account.now
        found_grants = session.scalars(
            select(Grant).where(on_places(places_by_name.keys_on_the_way(account.where)))
        ).all()
        named = places_of(session, {(grant.res_type, grant.res_id) for grant in found_grants})
        self._grants = [
            (grant_of(grant, place.name), place.clusters)
            for grant in found_grants
            if (place := named.get((grant.res_type, grant.res_id))) is not None
        ]
        self._session, self._held = session, found_grants
        self._gave = {grant.granted_by_id for grant in found_grants if grant.granted_by_id is not None}
        self._ids: dict[str, int] = {}
        self._above_all: set[str] = set()
        self._clusters = {key[1]: place.name for key, place in named.items() if key[0] == 1}
        self._names = self._by_roles(session)
        self._snapshots: dict[int | None, rights_snapshot.Snapshot] = {}
        self._found: dict[tuple[int, Named], dict[str, int | None]] = {}

    def who_could(self, remedy: Remedy) -> dict[str, int | None]:
        """Name → until when that user can give the remedy (epoch ms, None: no end). In the order of `Givers`."""
        place, authority = remedy.place, remedy.authority
        key = authority, (int(place.type), place.name)
        if key not in self._found:
            self._found[key] = self._judge_givers(place, authority)
        return self._found[key]

    def circular_from(self, remedy: Remedy, name: str) -> int | None:
        """From when on (epoch ms) the giver has the authority only because an account that lacks it gave it.

        Granting it back would be a circle, which is refused. None: there is no circle.
        """
        place, giver = self._account.place(remedy), self._ids.get(name)
        origins = [
            number for username in remedy.lacking if (number := self._account.known.ids.get(username)) in self._gave
        ]
        if not origins or place is None or giver is None or name in self._above_all:
            return None
        keys = {place.key, *place.above}
        on_the_way = [(user, grant) for user, grant in self._grants_of_givers if (grant.res_type, grant.res_id) in keys]
        given_grants = [(user, grant) for user, grant in on_the_way if lineage.covers(grant, remedy.place, UNLIMITED)]
        window = Window(self._account.start)
        circles = [
            lineage.first_circle(given_grants, giver, origin, remedy.authority, window) for origin in origins if origin
        ]
        return _earliest(circles)

    @cached_property
    def _grants_of_givers(self) -> list[tuple[int, Grant]]:
        """(user id, grant) on the place and above it, of all possible givers and all who made grants there."""
        concerned = sorted(self._gave | set(self._ids.values()))
        query = select(UserRole.user_id, UserRole.role_id).where(UserRole.user_id.in_(concerned))
        by_role: dict[int, list[Grant]] = defaultdict(list)
        for grant in self._held:
            by_role[grant.role_id].append(grant)
        return [(user, grant) for user, role in self._session.execute(query) for grant in by_role.get(role, ())]

    def _judge_givers(self, place: ResourceName, authority: int) -> dict[str, int | None]:
        """Name → until when it may give the authority: people before services, administrators last among them."""
        clusters = self._account.where[int(place.type), place.name].clusters or (None,)
        found: list[tuple[bool, bool, str, int | None]] = []
        for roles, names in self._names.items():
            label = _key_of_roles(roles)
            snapshots = [self._snapshot_on(cluster) for cluster in clusters]
            needed = (authority, administering(place.type))
            if all(
                holds_authority(snapshot, label, number, place, self._now)
                for snapshot in snapshots
                for number in needed
            ):
                center = holds_authority(self._snapshot_on(None), label, SUPER_USER, ROOT, self._now)
                self._above_all.update(name for _, name in names if center)
                window = Window(self._account.start)
                gaps = [
                    first_gap(snapshot, label, number, place, window) for snapshot in snapshots for number in needed
                ]
                end = _earliest(gaps)
                found.extend((service, center, name, end) for service, name in names)
        return {name: end for _, _, name, end in sorted(found, key=lambda giver: giver[:3])}

    def _by_roles(self, session: Session) -> dict[frozenset[int], list[tuple[bool, str]]]:
        """Set of role ids → the users with exactly these roles, as (is a service, name)."""
        deciding = {grant.role for grant, _ in self._grants if grant.in_force(self._now) and _administers(grant)}
        if not deciding:
            return {}
        administrators = select(UserRole.user_id).where(UserRole.role_id.in_(sorted(deciding)))
        query = (
            select(User.id, User.username, User.kind, UserRole.role_id)
            .join(UserRole, UserRole.user_id == User.id)
            .where(
                User.id.in_(administrators),
                User.parent.is_(None),
                User.status == "active",
                UserRole.role_id.in_(sorted({grant.role for grant, _ in self._grants})),
            )
        )
        # The internal users of a cluster are left out: nobody could ask them for a grant.
        internal = {
            f(cluster)
            for cluster in self._clusters.values()
            for f in (cluster_users.center_username, cluster_users.broker_username)
        }
        roles: dict[tuple[bool, str], set[int]] = defaultdict(set)
        for user_id, username, kind, role in session.execute(query):
            if username not in internal:
                self._ids[username] = user_id
                roles[kind == "service", username].add(role)
        found: dict[frozenset[int], list[tuple[bool, str]]] = defaultdict(list)
        for who, ids in roles.items():
            found[frozenset(ids)].append(who)
        return dict(found)

    def _snapshot_on(self, cluster: int | None) -> rights_snapshot.Snapshot:
        """A snapshot with one made-up user for each set of roles: they stand for all who have these roles."""
        if cluster not in self._snapshots:
            people = {
                _key_of_roles(roles): rights_snapshot.UserRights(_key_of_roles(roles), roles=tuple(sorted(roles)))
                for roles in self._names
            }
            local = (grant for grant, where in self._grants if not where or cluster in where)
            name = NO_CLUSTER if cluster is None else self._clusters.get(cluster, NO_CLUSTER)
            grants = {grant.id: grant for grant in local}
            self._snapshots[cluster] = rights_snapshot.Snapshot(name, 0, people, grants, frozenset(), {}, {})
        return self._snapshots[cluster]


def _key_of_roles(roles: frozenset[int]) -> str:
    return ",".join(map(str, sorted(roles)))


def _administers(grant: rights_snapshot.Grant) -> bool:
    return any(AUTHORITIES[number].right == Right.ADMINISTER for number in grant.usable())
