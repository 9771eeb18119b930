"""The rights of a giver on a place, on every cluster of it. `KnownGiver` reads them once for many grants."""

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from ipaddress import ip_network
from itertools import product

from sqlalchemy.orm import Session

from app.access import rights_snapshot
from app.access.decision import holds_authority
from app.access.limits import UNLIMITED, Limits, name_below, names_of
from app.access.names import ROOT, ResourceName, ResourceType
from app.access.network_limits import ANYWHERE, Address, address_of, let_in
from app.access.read_permission import may_read
from app.access.vocabulary import SUPER_USER, administering, reaching
from app.access.windows import Window, first_gap
from app.audit.trail import epochs
from app.grants.models import Grant
from app.grants.places import Place
from app.identity.models import User
from app.platform import calling_address
from app.platform.derived import CacheMiss
from app.platform.errors import NotFound
from app.rights import local_rights, snapshots
from app.rights.local_rights import LocalRights

Lacking = dict[int, int]
"""Authority → the first moment (epoch ms) at which it is not held."""


@dataclass(frozen=True)
class Offer:
    """What somebody would give: authorities, for all of this time, within these limits (None: without)."""

    authorities: Collection[int]
    window: Window
    limits: Limits | None = None


@dataclass(frozen=True)
class Giver:
    """Somebody who grants or revokes on one resource, with the giver's rights on every cluster of that resource.

    Its grants that are limited to networks count only while it works from inside them: for its acts, and for what it
    gives on.
    """

    user: User
    place: Place
    resource: ResourceName
    snapshots: tuple[rights_snapshot.Snapshot, ...]
    now: int
    holds_inside: Callable[[], bool]
    """True when the giver has a grant in force below the resource. Reads the database, so it is called last."""
    has_given: dict[int, bool] = field(default_factory=dict)
    """User id of a receiver → whether that user ever gave a grant. A cache that `KnownGiver` keeps."""
    concerned: dict[int, list[User]] = field(default_factory=dict)
    """Role id of a shared role → the members that could close a circle of grants. A cache that `KnownGiver` keeps."""
    address: str | None = None
    """Where the giver works from; None: it is not known."""

    def holds(self, authority: int, limits: Limits | None = None) -> bool:
        """True when the giver, from where it works, holds the authority on the resource within the limits, on every
        cluster."""
        return self._holds(authority, self._needed_limits(limits), self.address)

    def administer(self, limits: Limits | None = None) -> int:
        """The authority that the giver needs to decide about the resource's grants with these limits: who administers
        all names that begin so decides about grants that are limited to them."""
        kind = self.resource.type
        return administering(kind if names_of(limits) is None else ResourceType(kind + 1))

    def administers(self, limits: Limits | None = None) -> bool:
        """True when the giver may decide about the resource's grants with these limits."""
        return self._holds(self.administer(limits), self._limits_here(names_of(limits)))

    def administers_the_center(self) -> bool:
        """True when the giver, from where it works, administers the center."""
        name, limits = self.user.username, self._limits_here(None)
        return all(holds_authority(snapshot, name, SUPER_USER, ROOT, self.now, limits) for snapshot in self.snapshots)

    def reads(self) -> bool:
        """True when the giver may read what is recorded about the resource, on every cluster of it."""
        name, limits = self.user.username, self._limits_here(None)
        return all(may_read(snapshot, name, self.resource, self.now, limits) for snapshot in self.snapshots)

    def require_visible(self) -> None:
        """Raises NotFound when the giver has no grant on, above or below the resource: it must not learn that it
        exists."""
        if not self.sees():
            raise NotFound("There is no such resource.")

    def lacking(self, offer: Offer) -> Lacking:
        """The authorities that the giver lacks within the limits now or at some time of the window, each with the first
        moment of the gap."""
        return self._lacking(replace(offer, limits=self._needed_limits(offer.limits)), self.address)

    def lacking_to_decide(self, offer: Offer) -> Lacking:
        """The same for the authority that one needs to decide about such a grant. Where the receiver works from does
        not matter for that."""
        limits = self._limits_here(names_of(offer.limits))
        return self._lacking(Offer({self.administer(offer.limits)}, offer.window, limits))

    def sees(self) -> bool:
        """True when the giver has a grant in force on the resource, above it or below it."""
        reached = any(
            _reaches(snapshot, self.user.username, self.resource, self.now, self.address) for snapshot in self.snapshots
        )
        return reached or self.holds_inside()

    def gives_by(self, limits: Limits | None) -> bool:
        """True when a grant of the giver with these limits counts from where it works, so that it may be given on."""
        return limits is None or let_in(limits.networks, self.address)

    def _holds(self, authority: int, limits: Limits | None, address: Address = ANYWHERE) -> bool:
        return all(
            holds_authority(snapshot, self.user.username, authority, self.resource, self.now, limits, address)
            for snapshot in self.snapshots
        )

    def _lacking(self, offer: Offer, address: Address = ANYWHERE) -> Lacking:
        return lacking(self.snapshots, self.user.username, self.resource, offer, self.now, address)

    def _needed_limits(self, limits: Limits | None) -> Limits | None:
        """What has to be held to give within the limits. An empty list lets nobody in yet: it has to count here.
        Without an address all networks have to be held, as no limited grant counts."""
        networks = _network_of(self.address)
        if limits is None or limits.networks is None:
            return limits
        if networks is None:
            return replace(limits, networks=None)
        return limits if limits.networks else replace(limits, networks=(networks,))

    def _limits_here(self, limits: Limits | None) -> Limits | None:
        """The limits, and of all networks only the address that the giver works from. Without an address: all
        networks, which nothing that is limited to networks covers."""
        return _limits_from(self.address, limits)


def lacking(
    snapshots: Iterable[rights_snapshot.Snapshot],
    username: str,
    resource: ResourceName,
    offer: Offer,
    now: int,
    address: Address = ANYWHERE,
) -> Lacking:
    """Authority → the first moment (epoch ms) at which the user lacks it within the limits on some cluster, now or in
    the window. Only grants that let the address in count.

    An empty list of networks may be filled with any: it takes a right that is not limited to networks.
    """
    window, limits = offer.window, offer.limits
    if limits is not None and limits.networks == ():
        limits = replace(limits, networks=None)
    found: Lacking = {}
    for snapshot, number in product(snapshots, sorted(set(offer.authorities))):
        gap: int | None = min(now, window.start)
        if holds_authority(snapshot, username, number, resource, now, limits, address):
            gap = first_gap(snapshot, username, number, resource, window, limits, address)
        if gap is not None:
            found[number] = min(gap, found.get(number, gap))
    return found


def giver(session: Session, user: User, place: Place, now: int) -> Giver:
    """The user as giver on this place, for a single grant. For many grants use `KnownGiver`."""
    return KnownGiver(session, user, now).at(place)


def lacking_anywhere(session: Session, user: User, place: Place, now: int, offer: Offer) -> Lacking:
    """What the user lacks on this place, wherever it works from: for questions about it, not for its acts."""
    account = giver(session, user, place, now)
    return lacking(account.snapshots, user.username, account.resource, offer, now)


def from_nowhere(session: Session, user: User, place: Place, now: int) -> Giver:
    """The user with what it holds there wherever it works from: none of its grants that are limited to networks."""
    return replace(giver(session, user, place, now), address=None)


class KnownGiver:
    """A user that makes many grants in one transaction.

    Its rights are read once per cluster, for all announced places. `note_revoked` and `note_given` keep them true in
    memory. They are read again after a change of its grants on the root, or of its own grants that are not stored yet.
    """

    def __init__(self, session: Session, user: User, now: int) -> None:
        self.user, self.now = user, now
        self._session = session
        self._above_all: rights_snapshot.Snapshot | None = None
        self._known = LocalRights(session, [user.username])
        self._gave: dict[int, bool] = {}
        self._concerned: dict[int, list[User]] = {}
        self._before = epochs.before(session)

    def announce(self, places: Iterable[Place]) -> None:
        """Say beforehand on which places it will grant or revoke, so that they are read together."""
        self._known.announce(places)

    def at(self, place: Place) -> Giver:
        """The user as giver on this place."""
        # A permanent authority 4 on the root covers every place, so no other rights need to be read.
        above_all = self._above_all = self._above_all or self._read_above_all()
        if not lacking([above_all], self.user.username, ROOT, Offer([SUPER_USER], Window(self.now)), self.now):
            return self._giver(place, above_all)
        return self._giver(place, *(self._known.at(cluster, place) for cluster in place.clusters or (None,)))

    def _giver(self, place: Place, *known: rights_snapshot.Snapshot) -> Giver:
        def holds_inside() -> bool:
            return local_rights.holds_inside(self._session, self.user, place, self.now)

        name = ResourceName.of(place.key[0], place.name)
        address = calling_address.current()
        return Giver(self.user, place, name, known, self.now, holds_inside, self._gave, self._concerned, address)

    def note_revoked(self, grant: Grant) -> None:
        """Tell that this grant was revoked. It may belong to anybody."""
        if not self._concerns_all(grant):
            self._known.note_revoked(grant.id)

    def note_given(self, grant: Grant) -> None:
        """Tell that this grant was made or changed. It may belong to anybody."""
        if not self._concerns_all(grant):
            self._known.put(grant)

    def note_giver(self, user_id: int | None) -> None:
        """Tell that a grant was made in the name of this user: the cached answers on who ever gave something are
        stale."""
        if user_id != self.user.id:
            self._gave.clear()
            self._concerned.clear()

    def _concerns_all(self, grant: Grant) -> bool:
        """True when no single grant has to be updated: `grant` is none of the giver's own, or it is one on the root,
        and then everything that was read is forgotten."""
        self._before = None
        if grant.res_type == ResourceType.ROOT and any(grant.role_id in person.roles for person in self._people()):
            self._above_all = None
            self._known.forget()
            return True
        return all(grant.role_id not in person.roles for person in self._people())

    def _people(self) -> Iterable[rights_snapshot.UserRights]:
        return self._above_all.users.values() if self._above_all is not None else ()

    def _read_above_all(self) -> rights_snapshot.Snapshot:
        if self._before is not None:
            with suppress(CacheMiss):
                return snapshots.of_center(self._before, self.user.username)
        return snapshots.snapshot_of(self._session, None, [self.user.username])


def from_here(limits: Limits | None = None) -> Limits | None:
    """What a right has to cover to count for the running request: these limits, from the request's address."""
    return _limits_from(calling_address.current(), limits)


def _limits_from(address: str | None, limits: Limits | None) -> Limits | None:
    networks = _network_of(address)
    return limits if networks is None else replace(limits or UNLIMITED, networks=(networks,))


def _network_of(address: str | None) -> str | None:
    """The network of this address alone; None when it is not known."""
    found = None if address is None else address_of(address)
    return None if found is None else str(ip_network(found))


def _reaches(
    snapshot: rights_snapshot.Snapshot, username: str, resource: ResourceName, now: int, address: str | None
) -> bool:
    person = snapshot.users.get(username)
    above = {(place.type.value, place.name) for place in (resource, *resource.ancestors(snapshot.cluster))}
    places_of_roles = [
        snapshot.by_role.get(role, {}) for role in (person.roles if person is not None and person.active else ())
    ]
    found = (entry for places in places_of_roles for key in above for entry in places.get(key, ()))
    return any(
        grant.in_force(now) and _lets_in(grant, address) and _says_something(grant, usable, resource)
        for grant, usable in found
    )


def _lets_in(grant: rights_snapshot.Grant, address: str | None) -> bool:
    return grant.limits is None or let_in(grant.limits.networks, address)


def _says_something(grant: rights_snapshot.Grant, usable_authorities: Collection[int], resource: ResourceName) -> bool:
    """True when the grant, on the resource or above it, is about the resource or something inside it."""
    if (grant.type, grant.name) == (resource.type, resource.name):
        return bool(usable_authorities)
    named = grant.limits is None or grant.limits.covers_name(name_below(grant.type, resource))
    return named and not reaching(resource.type).isdisjoint(usable_authorities)
