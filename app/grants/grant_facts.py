"""What the audit log keeps of a grant: enough to tell what was granted years later, when all its rows are gone."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import contents
from app.grants import places
from app.grants.models import Grant, Role
from app.grants.networks import lists
from app.platform.errors import existing


class FactCache:
    """Names of places, clusters and roles, and what lists of networks mean, each read once. Valid only while a
    transaction changes nothing but grants."""

    def __init__(self, session: Session) -> None:
        self.networks = lists.KnownLists(session)
        self._session = session
        self._places: dict[places.Key, places.Place | None] = {}
        self._clusters: Mapping[int, str] | None = None
        self._roles: dict[int, Role] = {}

    def read(self, keys: Iterable[places.Key], roles: Collection[int] = ()) -> None:
        """Read many places and roles beforehand, with few statements."""
        wanted = {key for key in keys if key not in self._places}
        self._places |= dict.fromkeys(wanted) | dict(places.places_of(self._session, wanted))
        if missing := set(roles) - self._roles.keys():
            found = self._session.scalars(select(Role).where(Role.id.in_(missing)))
            self._roles |= {role.id: role for role in found}

    def place(self, key: places.Key) -> places.Place:
        """The place. Raises NotFound."""
        if (place := self.known(key)) is None:
            raise places.no_such_place()
        return place

    def known(self, key: places.Key) -> places.Place | None:
        """The place, or None when it has vanished."""
        self.read([key])
        return self._places[key]

    def role(self, role_id: int) -> Role:
        """The role. Raises NotFound."""
        found = existing(self._roles.get(role_id) or self._session.get(Role, role_id), "There is no such role.")
        self._roles[role_id] = found
        return found

    def of(self, grant: Grant) -> dict[str, Any]:
        """The row of the grant, with the names of its role, resource and clusters."""
        key = grant.res_type, grant.res_id
        # A grant can be revoked even when its resource is gone.
        place = self.known(key) or places.Place(key, "")
        if self._clusters is None:
            self._clusters = places.cluster_names(self._session)
        return contents.row(
            grant,
            authorities=grant.authority_ids(),
            role_name=self.role(grant.role_id).role_name,
            resource=place.name,
            clusters=sorted(self._clusters[number] for number in place.clusters if number in self._clusters),
        )
