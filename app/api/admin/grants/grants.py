"""Grants. `app.rights.granting.delegation` has the rules."""

from collections.abc import Collection
from typing import Annotated, Any

from fastapi import Depends, Query, Response
from pydantic import Field
from sqlalchemy import ColumnElement, Select, or_
from sqlalchemy.orm import Session

from app.access import limits
from app.access.names import ResourceName
from app.api.admin.grants.grant_filter import Which
from app.api.admin.grants.grant_items import GrantItem, items, new_items
from app.api.admin.grants.grant_limits import NewLimits
from app.api.admin.resources import resource_items
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange, require_reauthentication_to_give
from app.api.paging import Body, FilterId, Id, IdValue, Listed, Moment, Page, Remark, either, examples, sorted_by
from app.api.problems import responses
from app.api.resource_type import AskedOfType, Wanted
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.grants import grants, held_places, places, roles
from app.grants.models import Grant, Role, Terms
from app.identity.accounts import lifecycle
from app.platform.clock import now_ms
from app.platform.database import only
from app.platform.errors import InvalidInput, NotFound
from app.rights.granting.grant_changes import Granting
from app.rights.visible_grants import readable_by, visible_to

router = ChangingRouter(prefix="/grants", tags=["grants"])
Authorities = Annotated[list[Annotated[int, Field(ge=0, le=999)]], Field(min_length=1, max_length=64)]


class NewGrant(AskedOfType):
    """The grant to make, for a role or for a user (its personal role)."""

    model_config = examples(
        {"user_id": 7, "res_type": 3, "res_id": 5, "authorities": [302, 303], "valid_until": 1790000000000},
        {"role_id": 4, "resource_type": "tenant", "res_id": 1, "authorities": [104]},
        {"user_id": 7, "res_type": 3, "res_id": 5, "authorities": [302], "limits": {"prefix": "orders-"}},
    )

    role_id: IdValue | None = None
    user_id: IdValue | None = None
    res_id: Annotated[int, Field(ge=0, le=2**63 - 1)]
    authorities: Authorities
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    limits: NewLimits | None = None
    remark: Remark | None = None
    _one_receiver = either("role_id", "user_id")


class GrantChange(Body):
    """What to change; fields that are left out stay, null removes a begin, an end or the limits."""

    model_config = examples({"authorities": [303], "valid_until": None})

    authorities: Authorities | None = None
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    limits: NewLimits | None = None
    remark: Remark | None = None


@router.get("", summary="List grants")
def list_grants(
    caller: SignedIn,
    page: Annotated[Page, Depends(sorted_by(update_time=Grant.update_time))],
    which: Which,
    res_type: Wanted,
    res_id: FilterId = None,
    inherited: Annotated[bool, Query(description="Also those of the places above.")] = False,
) -> Listed[GrantItem]:
    """Grants that the caller may see. `user_id`: of all roles of that user, like `given_to`. Grants by a deleted user
    are found by its id, which is never used again."""
    query = visible(caller).where(*which.of(caller))
    place_key: places.Key | None = None
    if res_type is not None and res_id is not None:
        place_key = (res_type, res_id)
        query = query.where(_on(caller, place_key, inherited=inherited))
    elif res_type is not None:
        query = query.where(Grant.res_type == res_type)
    if page.q is not None:
        query = query.where(roles.of_roles(*page.matching(Role.role_name)))
    listed = page.rows(caller.session, query.with_only_columns(*Grant.__table__.c), Grant.id)
    return listed.showing(items(caller.session, listed.items, place_key))


@router.post("", summary="Grant authorities", status_code=201, responses=responses(404, 409))
def create_grant(caller: SignedInToChange, body: NewGrant, response: Response) -> GrantItem:
    """The caller must administer the resource (or be the main account of the receiver) and hold everything that it
    gives."""
    require_reauthentication_to_give(caller, body.authorities)
    receivers = Receivers(caller.session, [body])  # kept, so that its users are not read again
    granting = _granting(caller)
    grant = give_as_asked(granting, receivers.of(body), body)
    return tagged(response, new_items(caller.session, granting.facts, [grant])[0])


@router.get("/{grant_id}", summary="Read a grant")
def get_grant(caller: SignedIn, grant_id: Id, response: Response) -> GrantItem:
    """One grant."""
    return _answer(caller, _find(caller, visible(caller), grant_id), response)


@router.patch("/{grant_id}", summary="Change a grant", responses=responses(409))
def change_grant(
    caller: SignedInToChange, grant_id: Id, body: GrantChange, seen: Seen, response: Response
) -> GrantItem:
    """Change authorities, window, limits or remark. Less, or a shorter time, needs what revoking needs; more also what
    granting needs."""
    grant = seen.latest(_find(caller, decidable(caller), grant_id))
    require_reauthentication_to_give(caller, given_anew(grant, body))
    change_as_asked(_granting(caller), grant, body.model_dump(include=body.model_fields_set))
    return _answer(caller, grant, response)


@router.delete("/{grant_id}", summary="Revoke a grant", status_code=204, responses=responses(409))
def revoke_grant(caller: SignedInToChange, grant_id: Id, seen: Seen) -> None:
    """Open to those who administer the resource, and to the giver."""
    grant = seen.latest(_find(caller, decidable(caller), grant_id))
    _granting(caller).take_back(grant)


def given_anew(grant: Grant, body: GrantChange) -> Collection[int]:
    """The authorities that the change gives, or gives for another time or with other limits."""
    if body.authorities is not None:
        return body.authorities
    return grant.authority_ids() if body.model_fields_set & {"valid_from", "valid_until", "limits"} else ()


def give_as_asked(granting: Granting, receiver: Role, body: NewGrant) -> Grant:
    """Make a new grant as requested. Raises what `Granting.give` raises."""
    values = body.model_dump(include=set(Terms.__annotations__))
    limited = None if body.limits is None else body.limits.read()
    return granting.give(receiver, body.res_type, body.res_id, body.authorities, limits=limited, **values)


def change_as_asked(granting: Granting, grant: Grant, values: dict[str, Any]) -> Grant:
    """Change the grant as requested. Raises what `Granting.change` raises."""
    if "authorities" in values and values["authorities"] is None:
        raise InvalidInput("authorities: name at least one", field="authorities", wrong="is null")
    if "limits" in values:
        values = {**values, "limits": limits.from_json(values["limits"])}
    return granting.change(grant, **values)


class Receivers:
    """The roles that new grants name by role or user, read at once together with the users of personal roles."""

    def __init__(self, session: Session, named: Collection[NewGrant], roles: Collection[int] = ()) -> None:
        """`roles`: further roles whose users must be read."""
        by_id = {*roles, *(new.role_id for new in named if new.role_id)}
        rows = lifecycle.owned_roles(session, by_id, {new.user_id for new in named if new.user_id})
        self._by_id = {role.id: role for role, _user in rows}
        self._by_user = {role.personal_of: role for role, _user in rows}
        # Referenced here, so that the session finds the users by id.
        self._users = [user for _role, user in rows]

    @property
    def roles(self) -> set[int]:
        """Their ids."""
        return set(self._by_id)

    def of(self, new: NewGrant) -> Role:
        """The role of the receiver. Raises NotFound `receiver_not_found`."""
        role = self._by_id.get(new.role_id) if new.role_id else self._by_user.get(new.user_id)
        if role is None:
            receiver = "role" if new.role_id else "user"
            raise NotFound(f"There is no such {receiver}.", code="receiver_not_found")
        return role


def visible(caller: Caller) -> Select[Grant]:
    """The grants that the caller may see."""
    if caller.is_administrator:
        return grants.matching()
    return grants.matching(readable_by(caller.session, caller.user, now_ms()))


def decidable(caller: Caller) -> Select[Grant]:
    """The grants that the caller gave, has, or may decide about. Auditing a place is not enough."""
    if caller.is_administrator:
        return grants.matching()
    return grants.matching(visible_to(caller.session, caller.user, now_ms()))


def _on(caller: Caller, place_key: places.Key, *, inherited: bool) -> ColumnElement[bool]:
    on_place = held_places.on_place(place_key)
    place = places.places_of(caller.session, [place_key]).get(place_key) if inherited else None
    # If the caller may not see the place, grants above it are left out too: they would reveal that it exists.
    if place is None or not resource_items.sees(caller, *place_key):
        return on_place
    name = ResourceName.of(place_key[0], place.name)
    return or_(
        on_place,
        *(held_places.on_place(key) & held_places.covering(limits.name_below(key[0], name)) for key in place.above),
    )


def _find(caller: Caller, query: Select[Grant], grant_id: int) -> Grant:
    return only(caller.session, query.where(Grant.id == grant_id), "There is no such grant.")


def _granting(caller: Caller) -> Granting:
    return Granting(caller.session, caller.user, now_ms())


def _answer(caller: Caller, grant: Grant, response: Response) -> GrantItem:
    return tagged(response, items(caller.session, [grant])[0])
