"""Rights in API answers: of one user by place, and of everybody on one place."""

from collections.abc import Sequence

from pydantic import Field

from app.access.effective import Limit
from app.access.vocabulary import AUTHORITIES
from app.api.admin.grant_items import ITEMS, AuthorityItem
from app.api.admin.grant_limits import LimitsItem, limits_item
from app.api.paging import ApiModel
from app.api.resource_type import OfType
from app.inquiry.effective_rights import FromGrant, HeldPlace
from app.inquiry.holders import Holder, HolderGrant


class GivingGrant(ApiModel):
    """A grant that gives an authority. `personal`: made to the user itself, not to a shared role."""

    id: int
    role_id: int
    role_name: str
    personal: bool
    valid_from: int | None
    valid_until: int | None
    limits: LimitsItem | None
    in_force: bool


class RightItem(AuthorityItem):
    """An authority on a place. `limited_by_main`: how much of it is withheld because the main account lacks it."""

    grants: list[GivingGrant]
    not_in_force: bool = Field(description="Now is outside the windows of all its grants.")
    limited_by_main: Limit


class RightsItem(OfType):
    """What a user was granted on one place; it counts for everything of its level below, too."""

    res_id: int
    resource: str
    resource_invalid: bool = Field(description="It, or a place above it, is switched off.")
    rights: list[RightItem]


class HereGrant(OfType):
    """A grant that gives a user a right here. `inherited`: it is on the named place above this one."""

    id: int
    role_id: int
    role_name: str
    personal: bool
    authorities: list[AuthorityItem]
    resource: str
    inherited: bool
    by_reading: bool = Field(description="It is on the topic whose retry or dead-letter topic this is.")
    valid_from: int | None
    valid_until: int | None
    limits: LimitsItem | None
    not_in_force: bool
    limited_by_main: Limit


class EffectiveItem(AuthorityItem):
    """An authority that somebody really has here now. `clusters`: where; null for every cluster of the resource."""

    clusters: list[str] | None


class PrincipalItem(ApiModel):
    """A user with rights here. `effective` is empty if none can be used now; the fields of the grants tell why."""

    user_id: int
    username: str
    kind: str
    status: str
    main_account: str | None
    resource_invalid: bool = Field(
        description="The resource, or a place above it, is switched off: no right gives data."
    )
    effective: list[EffectiveItem]
    grants: list[HereGrant]


def rights_item(one: HeldPlace, now: int) -> RightsItem:
    """A place with what a user was granted there."""
    return RightsItem(
        res_type=one.place.key[0],
        res_id=one.place.key[1],
        resource=one.place.name,
        resource_invalid=one.invalid,
        rights=[
            RightItem(
                id=right.authority,
                text=AUTHORITIES[right.authority].text,
                grants=[_giving(each, now) for each in right.grants],
                not_in_force=not right.in_force,
                limited_by_main=right.main_limits,
            )
            for right in one.held
        ],
    )


def _giving(one: FromGrant, now: int) -> GivingGrant:
    return GivingGrant(
        id=one.grant.id,
        role_id=one.grant.role,
        role_name=one.role_name,
        personal=one.personal,
        valid_from=one.grant.valid_from,
        valid_until=one.grant.valid_until,
        limits=limits_item(one.grant.limits),
        in_force=one.grant.in_force(now),
    )


def principal_items(holders: Sequence[Holder]) -> list[PrincipalItem]:
    """Everybody with rights on a resource. Members of a role share the item of a grant."""
    here: dict[int, HereGrant] = {}
    return [_principal(one, here) for one in holders]


def _principal(one: Holder, here: dict[int, HereGrant]) -> PrincipalItem:
    for grant in one.grants:
        if id(grant) not in here:
            here[id(grant)] = _here(grant)
    return PrincipalItem.model_construct(
        user_id=one.user.id,
        username=one.user.username,
        kind=one.user.kind,
        status=one.user.status,
        main_account=one.main,
        resource_invalid=one.invalid,
        effective=[
            EffectiveItem(id=number, text=AUTHORITIES[number].text, clusters=None if where is None else list(where))
            for number, where in one.effective.items()
        ],
        grants=[here[id(grant)] for grant in one.grants],
    )


def _here(one: HolderGrant) -> HereGrant:
    return HereGrant(
        id=one.grant.id,
        role_id=one.grant.role,
        role_name=one.role_name,
        personal=one.personal,
        authorities=[ITEMS[number] for number in one.authorities],
        res_type=one.grant.type,
        resource=one.grant.name,
        inherited=one.inherited,
        by_reading=one.served,
        valid_from=one.grant.valid_from,
        valid_until=one.grant.valid_until,
        limits=limits_item(one.grant.limits),
        not_in_force=not one.in_force,
        limited_by_main=one.main_limits,
    )
