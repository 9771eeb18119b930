"""What somebody who gives holds on a place, on every cluster that it lives on; read once for who gives many times."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product

from sqlalchemy.orm import Session

from app.access import rights
from app.access.decision import holds_authority
from app.access.vocabulary import SUPER_USER
from app.access.windows import Window, first_gap
from app.derived import NotKept
from app.errors import NotFound
from app.grants.models import Grant
from app.grants.places import Place
from app.identity.models import User
from app.pulsar.names import ROOT, ResourceName, ResourceType
from app.rights import local_rights, snapshots
from app.rights.local_rights import LocalRights
from app.trail import epochs

_ADMINISTER = {
    ResourceType.ROOT: 4,
    ResourceType.CLUSTER: 4,
    ResourceType.TENANT: 104,
    ResourceType.NAMESPACE: 204,
    ResourceType.TOPIC: 304,
}


Lacking = dict[int, int]
"""Authority → the first moment (epoch ms) at which it is not held."""


@dataclass(frozen=True)
class Giver:
    """Somebody who grants or revokes, with its rights there on every cluster that the resource lives on."""

    user: User
    place: Place
    resource: ResourceName
    snapshots: tuple[rights.Snapshot, ...]
    now: int
    holds_inside: Callable[[], bool]
    """Looks whether it has any grant in force inside the resource: asked only when that decides."""
    gave: dict[int, bool] = field(default_factory=dict)
    """Receiver → whether it has given anything to anybody. Kept by `KnownGiver`."""
    concerned: dict[int, list[User]] = field(default_factory=dict)
    """Shared role → those in it by whom a circle could close. Kept by `KnownGiver`."""

    def holds(self, authority: int) -> bool:
        """True when the giver holds the authority on the resource, on every cluster."""
        return all(
            holds_authority(snapshot, self.user.username, authority, self.resource, now=self.now)
            for snapshot in self.snapshots
        )

    @property
    def administer(self) -> int:
        """The authority that decides about the resource's grants."""
        return _ADMINISTER[self.resource.type]

    def administers(self) -> bool:
        """True when the giver may decide about the resource's grants."""
        return self.holds(self.administer)

    def refuse_unseen(self) -> None:
        """Raises NotFound for what the giver may not know of."""
        if not self.sees():
            raise NotFound("There is no such resource.")

    def lacking(self, authorities: Iterable[int], wanted: Window) -> Lacking:
        """What the giver does not hold now and throughout the window, with the first moment that it lacks it."""
        return lacking(self.snapshots, self.user.username, self.resource, authorities, wanted, self.now)

    def sees(self) -> bool:
        """True when the giver has any grant in force on the resource, above it or below it."""
        there = any(_reaches(snapshot, self.user.username, self.resource, self.now) for snapshot in self.snapshots)
        return there or self.holds_inside()


def lacking(
    known: Iterable[rights.Snapshot],
    username: str,
    resource: ResourceName,
    authorities: Iterable[int],
    wanted: Window,
    now: int,
) -> Lacking:
    """Authority → the first moment at which the user does not hold it, now or in the window, on some cluster."""
    found: Lacking = {}
    for snapshot, number in product(known, sorted(set(authorities))):
        held_now = holds_authority(snapshot, username, number, resource, now=now)
        gap = first_gap(snapshot, username, number, resource, wanted) if held_now else min(now, wanted.start)
        if gap is not None:
            found[number] = min(gap, found.get(number, gap))
    return found


def giver(session: Session, user: User, place: Place, now: int) -> Giver:
    """The user with its rights where the resource lives."""
    return KnownGiver(session, user, now).at(place)


class KnownGiver:
    """A user that gives many times: its rights are read once for all announced places on each cluster, until it gets or
    loses some itself."""

    def __init__(self, session: Session, user: User, now: int) -> None:
        self.user, self.now = user, now
        self._session = session
        self._above_all: rights.Snapshot | None = None
        self._known = LocalRights(session, [user.username])
        self._gave: dict[int, bool] = {}
        self._concerned: dict[int, list[User]] = {}
        self._before = epochs.before(session)

    def announce(self, places: Iterable[Place]) -> None:
        """It will give or take back there."""
        self._known.announce(places)

    def at(self, place: Place) -> Giver:
        """The user with its rights where the resource lives."""
        # Who holds 4 above all clusters for ever holds everything on each: no need to read what else it has.
        above_all = self._above_all = self._above_all or self._read_above_all()
        if not lacking([above_all], self.user.username, ROOT, [SUPER_USER], Window(self.now), self.now):
            return self._giver(place, above_all)
        return self._giver(place, *(self._known.at(cluster, place) for cluster in place.clusters or (None,)))

    def _giver(self, place: Place, *known: rights.Snapshot) -> Giver:
        def holds_inside() -> bool:
            return local_rights.holds_inside(self._session, self.user, place, self.now)

        name = ResourceName.of(place.key[0], place.name)
        return Giver(self.user, place, name, known, self.now, holds_inside, self._gave, self._concerned)

    def took(self, given: Grant) -> None:
        """This grant is gone, whoever had it."""
        if not self._concerns_all(given):
            self._known.took(given.id)

    def gave(self, given: Grant) -> None:
        """This grant is new, or has other contents."""
        if not self._concerns_all(given):
            self._known.put(given)

    def gave_as(self, user_id: int | None) -> None:
        """Something is given again in somebody's name, who has given something now."""
        if user_id != self.user.id:
            self._gave.clear()
            self._concerned.clear()

    def _concerns_all(self, given: Grant) -> bool:
        """True when it was one of its own above everything: all that is known is forgotten."""
        self._before = None
        if given.res_type == ResourceType.ROOT and any(given.role_id in one.roles for one in self._people()):
            self._above_all = None
            self._known.forget()
            return True
        return all(given.role_id not in one.roles for one in self._people())

    def _people(self) -> Iterable[rights.UserRights]:
        return self._above_all.users.values() if self._above_all is not None else ()

    def _read_above_all(self) -> rights.Snapshot:
        if self._before is not None:
            with suppress(NotKept):
                return snapshots.of_center(self._before, self.user.username)
        return snapshots.snapshot_of(self._session, None, [self.user.username])


def _reaches(snapshot: rights.Snapshot, username: str, resource: ResourceName, now: int) -> bool:
    person = snapshot.users.get(username)
    above = {(place.type.value, place.name) for place in (resource, *resource.ancestors(snapshot.cluster))}
    held = [snapshot.by_role.get(role, {}) for role in (person.roles if person is not None and person.active else ())]
    return any(grant.in_force(now) for of_role in held for key in above for grant, _ in of_role.get(key, ()))
