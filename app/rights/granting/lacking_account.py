"""An account that lacks rights, and what its main account and its other grants say about getting them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.access import rights_snapshot
from app.access.decision import holds_authority
from app.access.remedies import Remedy
from app.access.windows import Window, first_gap
from app.grants.places import Place
from app.rights.known_rights import KnownRights
from app.rights.places_by_name import Named


@dataclass(frozen=True, slots=True)
class LackingAccount:
    """The account that lacks rights, with the rights of it and its main account.

    `where`: the places of the remedies. `start`: when the new grant would begin (epoch ms), never before `now`.
    """

    principal: str
    known: KnownRights
    where: Mapping[Named, Place]
    now: int
    start: int

    @property
    def main(self) -> str | None:
        """Its main account."""
        return self.known.people[self.principal].main if self.principal in self.known.people else None

    def place(self, remedy: Remedy) -> Place | None:
        """The place of the remedy; None when the center does not know it."""
        return self.where.get((int(remedy.place.type), remedy.place.name))

    def main_holds(self, remedy: Remedy) -> bool:
        """True when the main account holds the authority, from `start` on, on every cluster of the place."""
        return self.main is not None and all(
            holds_authority(snapshot, self.main, remedy.authority, remedy.place, self.start)
            for snapshot in self._snapshots_at(remedy)
        )

    def gaps_of_main(self, remedy: Remedy) -> Iterator[int]:
        """The moments (epoch ms) at which the main account loses the authority, one for each cluster where it does."""
        for snapshot in self._snapshots_at(remedy):
            gap = first_gap(snapshot, self.main or "", remedy.authority, remedy.place, Window(self.start))
            if gap is not None:
                yield gap

    def same_of_their_own(self, remedy: Remedy) -> Iterator[int]:
        """When the accounts that lack the authority get it there by another grant (epoch ms, at least `start`).

        The new grant must end by then: windows of the same authority on the same place may not overlap.
        """
        people = self.known.people
        roles = {role for username in remedy.lacking if username in people for role in people[username].roles}
        for grant, _ in self.known.grants:
            here = (grant.type, grant.name) == (int(remedy.place.type), remedy.place.name)
            ahead = grant.valid_until is None or grant.valid_until > self.start
            alike = grant.limits is None and remedy.authority in grant.authorities
            if here and ahead and grant.role in roles and alike:
                yield max(grant.valid_from or 0, self.start)

    def _snapshots_at(self, remedy: Remedy) -> Iterator[rights_snapshot.Snapshot]:
        place = self.place(remedy)
        yield from (self.known.on(cluster) for cluster in (place.clusters if place else ()) or (None,))
