"""Everybody with rights on one resource: users, their grants on it or above it, and how much of each is in effect.

It is complete at any size: the users are found through the grants on the resource and its few ancestors, by index, and
a page reads only the rights of its own users.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, Select, and_, false, or_, select, true
from sqlalchemy.orm import Session

from app.access import rights_snapshot
from app.access.decision import is_closed
from app.access.effective import Limit, combined_limit, main_account_limit, says_something, usable_authorities
from app.access.holding import topics_served_by
from app.access.limits import Limits, name_below
from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import AUTHORITIES, Right, asked_level
from app.grants import held_places, roles
from app.grants.models import Grant, UserRole
from app.grants.places import Place
from app.identity.models import User
from app.rights import known_rights, places_by_name
from app.rights.known_rights import KnownRights

_READ_TOPICS = frozenset(number for number, authority in AUTHORITIES.items() if authority.gives(Right.READ, 3))
_ON_SERVED = _READ_TOPICS | {
    number
    for number, authority in AUTHORITIES.items()
    if authority.level == ResourceType.TOPIC.level and authority.right not in (Right.READ, Right.WRITE)
}
"""Authorities on a topic that also count on its retry and dead-letter topics (decision 0055): all but write."""


@dataclass(frozen=True, slots=True)
class HolderSource:
    """A grant that gives the holder a right here. `served`: the grant is on the topic that this retry or dead-letter
    topic serves."""

    grant: rights_snapshot.Grant
    role_name: str
    personal_of: int | None
    """The user whose personal role it is."""
    authorities: tuple[int, ...]
    inherited: bool
    served: bool
    in_force: bool
    personal: bool = False
    """It is the holder's own personal role."""
    main_limits: Limit = "no"


@dataclass(frozen=True, slots=True)
class Holder:
    """A user with rights here. `effective`: authority → the clusters on which the user can use it, None for all of
    them. `closed`: the place, or one above it, is switched off; then no right gives its data."""

    user: User
    main: str | None
    grants: tuple[HolderSource, ...]
    effective: dict[int, tuple[str, ...] | None]
    closed: bool


class Holders:
    """Finds who has rights on one place."""

    def __init__(self, session: Session, place: Place, now: int) -> None:
        self._session, self.place, self._now = session, place, now
        self.name = ResourceName.of(place.key[0], place.name)
        served = topics_served_by(self.name)
        self._is_retry_or_dead_letter = bool(served)
        found = places_by_name.find(session, served) if served else {}
        self._served = {topic.key: topic.name for topic in found.values()}
        """The topics of which this is the retry or dead-letter topic."""
        self._keys = {place.key, *place.above, *self._served}
        self._made: dict[tuple[int, bool, Limit], HolderSource] = {}

    def people(self, authority_ids: Collection[int] | None = None) -> Select[User]:
        """The users with a grant here of any authority, or of one of `authority_ids`."""
        roles = select(Grant.role_id).where(self._concerning(authority_ids))
        return select(User).where(User.id.in_(select(UserRole.user_id).where(UserRole.role_id.in_(roles))))

    def of(self, users: Sequence[User]) -> list[Holder]:
        """The rights of these users here."""
        tenants = [self.name.tenant] if self.name.tenant else []
        rights = known_rights.of(self._session, [user.username for user in users], tenants, self._keys)
        clusters = [number for number in self.place.clusters if number in rights.clusters]
        snapshots = {rights.clusters[number]: rights.on(number) for number in clusters} or {"": rights.on(None)}
        by_role = self._by_role(rights)
        return [self._holder(user, rights.people[user.username], by_role, snapshots) for user in users]

    def _holder(
        self,
        account: User,
        rights: rights_snapshot.UserRights,
        by_role: dict[int, list[HolderSource]],
        snapshots: dict[str, rights_snapshot.Snapshot],
    ) -> Holder:
        """The account's rights here. `snapshots`: by the name of the cluster, "" for a place without clusters."""
        usable = {
            cluster: usable_authorities(snapshot, account.username, self.name, self._now)
            for cluster, snapshot in snapshots.items()
        }
        effective: dict[int, tuple[str, ...] | None] = {}
        for authority in sorted({authority for authorities in usable.values() for authority in authorities}):
            usable_on = tuple(sorted(cluster for cluster, authorities in usable.items() if authority in authorities))
            effective[authority] = None if len(usable_on) == len(usable) else usable_on
        own_grants = [role_grant for role in rights.roles for role_grant in by_role.get(role, ())]
        own_grants.sort(key=lambda role_grant: (-role_grant.grant.type, role_grant.grant.id))
        grants = tuple(self._shown_grant(account, rights, role_grant, snapshots) for role_grant in own_grants)
        closed = any(is_closed(snapshot, self.name) for snapshot in snapshots.values())
        return Holder(account, rights.main, grants, effective, closed)

    def _shown_grant(
        self,
        account: User,
        rights: rights_snapshot.UserRights,
        role_grant: HolderSource,
        snapshots: dict[str, rights_snapshot.Snapshot],
    ) -> HolderSource:
        """The grant as shown. Members of a role share one object, unless their main accounts limit them differently."""
        limits = self._limits(rights.main, role_grant, snapshots) if rights.main else "no"
        personal = role_grant.personal_of == account.id
        which = role_grant.grant.id, personal, limits
        if which not in self._made:
            self._made[which] = replace(role_grant, personal=personal, main_limits=limits)
        return self._made[which]

    def _limits(self, main: str, role_grant: HolderSource, snapshots: dict[str, rights_snapshot.Snapshot]) -> Limit:
        limits = _subscriptions_of(role_grant.grant.limits) if role_grant.inherited else role_grant.grant.limits
        known = snapshots.values()
        return combined_limit(
            main_account_limit(known, main, authority, self.name, self._now, limits)
            for authority in role_grant.authorities
        )

    def _by_role(self, rights: KnownRights) -> dict[int, list[HolderSource]]:
        """Role id → its grants that give a right here. Built once, not for each user."""
        names = roles.names(self._session, {grant.role for grant, _ in rights.grants})
        found = defaultdict[int, list[HolderSource]](list)
        served = {(kind, name) for (kind, _), name in self._served.items()}
        own_place = int(self.name.type), self.name.name
        served.discard(own_place)
        for grant, _ in rights.grants:
            place = grant.type, grant.name
            is_served, in_force = place in served, grant.in_force(self._now)
            if authorities := self._authorities_here(grant, is_served=is_served):
                entry = HolderSource(grant, *names[grant.role], authorities, place != own_place, is_served, in_force)
                found[grant.role].append(entry)
        return found

    def _authorities_here(self, grant: rights_snapshot.Grant, *, is_served: bool) -> tuple[int, ...]:
        kind, name = ResourceType(grant.type), name_below(grant.type, self.name)
        if grant.limits is not None and name is not None and not grant.limits.covers_name(name):
            return ()
        if is_served:
            return tuple(authority for authority in grant.usable() if authority in _ON_SERVED)
        return tuple(authority for authority in grant.usable() if says_something(authority, kind, self.name.type))

    def _concerning(self, authority_ids: Collection[int] | None) -> ColumnElement[bool]:
        """A condition: the grant gives an authority here (one of `authority_ids`)."""
        if authority_ids is not None and self._is_retry_or_dead_letter and self._followed(authority_ids):
            authority_ids = _READ_TOPICS | set(authority_ids)
        conditions: list[ColumnElement[bool]] = [false()]
        for kind, res_id in sorted(self._keys):
            if (kind, res_id) in self._served:
                followed = _READ_TOPICS if authority_ids is None or self._followed(authority_ids) else frozenset()
                authorities = set(followed) | (_ON_SERVED if authority_ids is None else _ON_SERVED & set(authority_ids))
            else:
                place = ResourceType(kind)
                authorities = {n for n in AUTHORITIES if says_something(n, place, self.name.type)}
                authorities &= set(AUTHORITIES) if authority_ids is None else set(authority_ids)
            if authorities:
                on_place = Grant.res_type == kind, Grant.res_id == res_id, held_places.names_one_of(authorities)
                conditions.append(and_(*on_place, self._covering(kind)))
        return or_(*conditions)

    def _covering(self, kind: int) -> ColumnElement[bool]:
        """A condition on grants on a place of this type: what they are limited to covers this place, or is inside
        it."""
        name = name_below(kind, self.name)
        return true() if name is None else held_places.covering(name)

    @staticmethod
    def _followed(authority_ids: Collection[int]) -> bool:
        """True when `authority_ids` contains reading or writing: the right to read a topic includes both on its retry
        and dead-letter topics."""
        return any(AUTHORITIES[authority].right in (Right.READ, Right.WRITE) for authority in authority_ids)


def _subscriptions_of(limits: Limits | None) -> Limits | None:
    return None if limits is None or limits.subscriptions is None else Limits(None, limits.subscriptions)


def authorities_giving(right: Right | None, authority: int | None) -> set[int] | None:
    """The authorities that give this right on any level and include this authority; None when neither is named."""
    found: set[int] | None = None
    if right is not None:
        found = {number for number, known in AUTHORITIES.items() if right in known.rights or number == 4}
    if authority is not None:
        named = AUTHORITIES[authority]
        including = {n for n, known in AUTHORITIES.items() if known.gives(named.right, asked_level(named))}
        found = including if found is None else found & including
    return found
