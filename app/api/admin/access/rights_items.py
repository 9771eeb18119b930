"""Rights in API answers: of one user by place, and of everybody on one place."""

from collections.abc import Sequence

from pydantic import Field

from app.access.effective import Limit
from app.access.vocabulary import AUTHORITIES
from app.api.admin.grants.grant_items import ITEMS, AuthorityItem
from app.api.admin.grants.grant_limits import LimitsItem, limits_item
from app.api.paging import ApiModel
from app.api.resource_type import OfType
from app.rights.inquiry.effective_rights import HeldPlace, RightSource
from app.rights.inquiry.holders import Holder, HolderSource


class RightSourceItem(ApiModel):
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

    grants: list[RightSourceItem]
    not_in_force: bool = Field(description="Now is outside the windows of all its grants.")
    limited_by_main: Limit


class RightsItem(OfType):
    """What a user was granted on one place; it counts for everything of its level below, too."""

    res_id: int
    resource: str
    resource_invalid: bool = Field(description="It, or a place above it, is switched off.")
    rights: list[RightItem]


class HolderSourceItem(OfType):
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
    grants: list[HolderSourceItem]


def rights_item(held_place: HeldPlace, now: int) -> RightsItem:
    """A place with what a user was granted there."""
    return RightsItem(
        res_type=held_place.place.key[0],
        res_id=held_place.place.key[1],
        resource=held_place.place.name,
        resource_invalid=held_place.invalid,
        rights=[
            RightItem(
                id=right.authority,
                text=AUTHORITIES[right.authority].text,
                grants=[_giving_grant(source, now) for source in right.grants],
                not_in_force=not right.in_force,
                limited_by_main=right.main_limits,
            )
            for right in held_place.held
        ],
    )


def _giving_grant(source: RightSource, now: int) -> RightSourceItem:
    return RightSourceItem.of(
        source.grant,
        role_id=source.grant.role,
        role_name=source.role_name,
        personal=source.personal,
        limits=limits_item(source.grant.limits),
        in_force=source.grant.in_force(now),
    )


def principal_items(holders: Sequence[Holder]) -> list[PrincipalItem]:
    """Everybody with rights on a resource. Members of a role share the item of a grant."""
    grant_items: dict[int, HolderSourceItem] = {}
    return [_principal(holder, grant_items) for holder in holders]


def _principal(holder: Holder, grant_items: dict[int, HolderSourceItem]) -> PrincipalItem:
    for grant in holder.grants:
        if id(grant) not in grant_items:
            grant_items[id(grant)] = _here_grant(grant)
    return PrincipalItem.model_construct(
        user_id=holder.user.id,
        username=holder.user.username,
        kind=holder.user.kind,
        status=holder.user.status,
        main_account=holder.main,
        resource_invalid=holder.closed,
        effective=[
            EffectiveItem(
                id=number, text=AUTHORITIES[number].text, clusters=None if clusters is None else list(clusters)
            )
            for number, clusters in holder.effective.items()
        ],
        grants=[grant_items[id(grant)] for grant in holder.grants],
    )


def _here_grant(holder_grant: HolderSource) -> HolderSourceItem:
    return HolderSourceItem.of(
        holder_grant.grant,
        role_id=holder_grant.grant.role,
        role_name=holder_grant.role_name,
        personal=holder_grant.personal,
        authorities=[ITEMS[authority] for authority in holder_grant.authorities],
        res_type=holder_grant.grant.type,
        resource=holder_grant.grant.name,
        inherited=holder_grant.inherited,
        by_reading=holder_grant.served,
        limits=limits_item(holder_grant.grant.limits),
        not_in_force=not holder_grant.in_force,
        limited_by_main=holder_grant.main_limits,
    )
