"""The path of a right in API answers: user → role → grant → place, and down to the resource asked about."""

from collections.abc import Mapping, Sequence

from pydantic import Field

from app.access.explain import Cover, Shortfall
from app.access.names import ResourceName
from app.access.rights_snapshot import Grant, Snapshot
from app.access.vocabulary import AUTHORITIES
from app.api.admin.grants.grant_limits import LimitsItem, limits_item
from app.api.paging import ApiModel
from app.rights.inquiry.provenance import Held, Provenance


class UserStep(ApiModel):
    """The begin of the path. `main_account_of`: the sub-account that needs the right of this user too."""

    name: str
    main_account_of: str | None


class RoleStep(ApiModel):
    """The role that has the grant."""

    id: int
    name: str
    personal: bool = Field(description="The user's personal role: the grant was made to the user itself.")
    member_since: int | None = Field(description="epoch ms")


class CountedAuthority(ApiModel):
    """An authority of the grant. `counts`: it gives what was asked."""

    id: int
    text: str
    counts: bool


class RightsStep(ApiModel):
    """The grant, who gave it and when."""

    id: int
    authorities: list[CountedAuthority]
    valid_from: int | None
    valid_until: int | None
    limits: LimitsItem | None
    granted_by: str | None
    granted_at: int | None
    remark: str | None


class PlaceStep(ApiModel):
    """A place in the tree of resources."""

    resource_type: str
    resource: str


class Path(ApiModel):
    """One way from a user to a right. `inherited_by`: the places from that of the grant down to the resource asked
    about."""

    user: UserStep
    role: RoleStep
    grant: RightsStep
    place: PlaceStep
    inherited_by: list[PlaceStep]


class CoverItem(ApiModel):
    """A grant that allows it."""

    id: int
    role: str
    resource: str
    authorities: list[int]
    path: Path


class NearMissItem(CoverItem):
    """A grant on the resource or above it that does not allow it."""

    principal: str
    shortfall: Shortfall = Field(description="Why it does not count.")


class PathBuilder:
    """Builds the paths of one answer."""

    def __init__(
        self, snapshot: Snapshot, target: ResourceName, known: Mapping[Held, Provenance], sub_account: str | None
    ) -> None:
        self._snapshot, self._target, self._known, self._sub = snapshot, target, known, sub_account

    def covering(self, covers: Sequence[Cover]) -> list[CoverItem]:
        """The items for grants that count."""
        return [CoverItem(**self._values(cover.user, cover.grant, cover.counting)) for cover in covers]

    def near(self, user: str, grant: Grant, shortfall: Shortfall) -> NearMissItem:
        """The item for a grant that does not count."""
        return NearMissItem(**self._values(user, grant, ()), principal=user, shortfall=shortfall)

    def _values(self, user: str, grant: Grant, counting: Sequence[int]) -> dict[str, object]:
        path = self._path(user, grant, counting)
        return {
            "id": grant.id,
            "role": path.role.name,
            "resource": grant.name,
            "authorities": list(grant.authorities),
            "path": path,
        }

    def _path(self, user: str, grant: Grant, counting: Sequence[int]) -> Path:
        origin = self._known.get((user, grant.id)) or Provenance(str(grant.role), False, None, None, None, None)
        return Path(
            user=UserStep(name=user, main_account_of=self._sub if user != self._sub else None),
            role=RoleStep(
                id=grant.role, name=origin.role_name, personal=origin.personal, member_since=origin.member_since
            ),
            grant=RightsStep.of(
                grant,
                authorities=[_authority(authority, authority in counting) for authority in grant.authorities],
                limits=limits_item(grant.limits),
                granted_by=origin.granted_by,
                granted_at=origin.granted_at,
                remark=origin.remark,
            ),
            place=PlaceStep(resource_type=_type(grant.type), resource=grant.name),
            inherited_by=self._down_from(grant),
        )

    def _down_from(self, grant: Grant) -> list[PlaceStep]:
        """The places below the grant's down to the target. A grant on a served topic reaches the target directly."""
        way = (self._target, *self._target.ancestors(self._snapshot.cluster))
        below = []
        for place in way:
            if (int(place.type), place.name) == (grant.type, grant.name):
                break
            below.append(PlaceStep(resource_type=_type(place.type), resource=place.name))
        else:
            below = below[:1]
        return below[::-1]


def _authority(number: int, counts: bool) -> CountedAuthority:
    known = AUTHORITIES.get(number)
    return CountedAuthority(id=number, text=known.text if known else str(number), counts=counts)


def _type(kind: int) -> str:
    return ("root", "cluster", "tenant", "namespace", "topic")[kind]
