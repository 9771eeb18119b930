"""The effective rights of one user, and everybody with rights on one resource; both complete, in pages."""

from typing import Annotated, Literal

from fastapi import Depends, Query

from app.access import decision
from app.access.names import ResourceName, ResourceType
from app.access.read_permission import may_read
from app.access.vocabulary import AUTHORITIES, Right
from app.api.admin.access.rights_items import PrincipalItem, RightsItem, principal_items, rights_item
from app.api.admin.users import accounts
from app.api.authority import SEE
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import FilterId, Id, Listed, Paged, PageStart
from app.api.problems import responses
from app.api.resource_type import Needed, Wanted
from app.api.routing import Router
from app.grants import places
from app.identity import sub_accounts
from app.identity.models import User
from app.platform import calling_address
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput, NotAllowed, NotFound
from app.rights import known_rights
from app.rights.granting.giver_rights import from_here
from app.rights.inquiry import effective_rights, holders
from app.rights.inquiry.effective_rights import RightsFilter
from app.rights.inquiry.holders import Holders

router = Router(tags=["access"])
AuthorityId = Annotated[int | None, Query(ge=0, le=999, description="An authority; also what includes it.")]
RightName = Literal[
    "create", "delete", "write", "read", "administer", "functions", "subscriptions", "audit",
    "only_functions", "sources", "sinks", "packages",
]  # fmt: skip


@router.get("/users/{user_id}/rights", summary="Effective rights of a user")
def list_rights(
    caller: SignedIn,
    user_id: Id,
    start: Annotated[PageStart, Depends(PageStart)],
    res_type: Wanted,
    tenant_id: FilterId = None,
    authority: Annotated[int | None, Query(ge=0, le=999, description="Exactly this authority.")] = None,
) -> Listed[RightsItem]:
    """By place, with the grants that give them. Open to the user itself, its main account, and administrators."""
    user = accounts.visible(caller, user_id)
    if user.id == caller.parent_id and not caller.is_administrator:
        raise NotAllowed("You may see your own rights and those of your sub-accounts.", reason="NO_GRANT")
    wanted, now = RightsFilter(res_type, tenant_id, authority), now_ms()
    places = effective_rights.page(caller.session, user, wanted, start.after, start.limit + 1, now)
    total = effective_rights.count(caller.session, user, wanted)
    return start.of(places, total, lambda held: held.place.key, lambda held: rights_item(held, now))


@router.get("/access/principals", summary="Everybody with rights on a resource", responses=responses(404))
def list_principals(
    caller: SignedIn,
    page: Paged,
    res_type: Needed,
    res_id: Annotated[int, Query(ge=0, le=2**63 - 1)],
    right: Annotated[RightName | None, Query(description="Only who was given this right, on whatever level.")] = None,
    authority: AuthorityId = None,
) -> Listed[PrincipalItem]:
    """By user, with the grants here and above. Callers who neither administer nor audit the resource see only
    themselves and their sub-accounts."""
    if authority is not None and authority not in AUTHORITIES:
        raise InvalidInput(f"There is no authority {authority}.", code="unknown_authority")
    now, session = now_ms(), caller.session
    place = places.place_of(session, res_type, res_id)
    here = Holders(session, place, now)
    wanted = holders.authorities_giving(Right[right.upper()] if right else None, authority)
    # Nicknames are shown to administrators of the center only; a search would tell them letter by letter.
    searched = (User.username, User.nick) if caller.is_administrator else (User.username,)
    query = here.people(wanted).where(*page.matching(*searched))
    if not _sees_all(caller, place, now):
        query = query.where(sub_accounts.within(caller.user_id))
    listed = page.of(session, query, User.id, lambda user: user)
    return listed.showing(principal_items(here.of(listed.items)))


def _sees_all(caller: Caller, place: places.Place, now: int) -> bool:
    """True when the caller administers or audits the place on all its clusters. Raises NotFound when it may not
    see the place."""
    if caller.is_administrator:
        return True
    name = ResourceName.of(place.key[0], place.name)
    known = known_rights.of(caller.session, [caller.username], None if name.tenant is None else [name.tenant])
    snapshots = [known.on(cluster) for cluster in place.clusters or (None,)]
    see, address = SEE[ResourceType(place.key[0])], calling_address.current()
    if not any(
        decision.decide(snapshot, caller.username, see, name, now=now, address=address).allowed
        for snapshot in snapshots
    ):
        raise NotFound("There is no such resource.")
    return all(may_read(snapshot, caller.username, name, now, from_here()) for snapshot in snapshots)
