"""Roles and their members. Administrators manage shared roles; personal roles are shown but cannot be changed."""

from typing import Annotated

from fastapi import Depends, Query, Response
from sqlalchemy import Select
from sqlalchemy.orm import Session

from app.access.read_permission import DECIDING
from app.api.callers import Caller
from app.api.guard import AdministratorToChange, SignedIn, require_reauthentication
from app.api.paging import (
    ApiModel,
    Body,
    FilterId,
    FilterIds,
    Id,
    Listed,
    Page,
    Remark,
    ShortName,
    examples,
    one_of,
    sorted_by,
)
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.grants import roles
from app.grants.models import Role, UserRole
from app.identity import users
from app.identity.accounts import administrators, lifecycle
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed, NotFound
from app.rights.granting import role_membership
from app.rights.visible_grants import holds_somewhere, reads_about_role

router = ChangingRouter(prefix="/roles", tags=["roles"])


class NewRole(Body):
    """A new role."""

    model_config = examples({"name": "order intake", "remark": "everything that writes orders"})

    name: ShortName
    remark: Remark | None = None


class RoleChange(Body):
    """What to change; fields that are left out stay."""

    model_config = examples({"name": "order intake", "remark": "since May also returns"})

    name: ShortName | None = None
    remark: Remark | None = None


class RoleItem(ApiModel):
    """A role. `user_id`: the user whose personal role it is."""

    id: int
    name: str
    remark: str | None
    personal: bool
    user_id: int | None
    members: int
    add_time: int
    update_time: int
    version: str


class Member(ApiModel):
    """A user in a role."""

    id: int
    username: str
    nick: str | None
    kind: str
    status: str
    add_time: int


@router.get("", summary="List roles")
def list_roles(
    caller: SignedIn,
    page: Annotated[Page, Depends(sorted_by(name=Role.role_name, update_time=Role.update_time))],
    personal: Annotated[bool | None, Query(description="Only personal ones, or none of them.")] = None,
    user_id: Annotated[FilterId, Query(description="Only those the user is in.")] = None,
    ids: FilterIds = None,
) -> Listed[RoleItem]:
    """Who administers a place sees every role, because it may grant to it; other main accounts see those of their own
    and of their sub-accounts, a sub-account only its own. The roles of a user are shown to that user, its main account
    and administrators: for others, `user_id` finds nothing."""
    query = seen_by(caller, personal=personal).where(*page.matching(Role.role_name), *one_of(Role.id, ids))
    if user_id is not None:
        query = query.where(Role.id.in_(roles.ids_of(_known_user(caller, user_id))))
    listed = page.of(caller.session, query, Role.id, lambda role: role)
    counts = roles.member_counts(caller.session, [role.id for role in listed.items])
    return listed.showing([_item(role, counts.get(role.id, 0)) for role in listed.items])


@router.post("", summary="Create a role", status_code=201, responses=responses(409))
def create_role(caller: AdministratorToChange, body: NewRole, response: Response) -> RoleItem:
    """Creates a shared role."""
    return _answer(caller.session, roles.create(caller.session, caller.username, body.name, body.remark), response)


@router.get("/{role_id}", summary="Read a role")
def get_role(caller: SignedIn, role_id: Id, response: Response) -> RoleItem:
    """One role."""
    return _answer(caller.session, _visible(caller, role_id), response)


@router.patch("/{role_id}", summary="Change a role", responses=responses(409))
def change_role(
    caller: AdministratorToChange, role_id: Id, body: RoleChange, seen: Seen, response: Response
) -> RoleItem:
    """Changes name or remark."""
    role = seen.latest(roles.find(caller.session, role_id))
    remark = body.remark if "remark" in body.model_fields_set else role.remark
    roles.change(caller.session, caller.username, role, name=body.name, remark=remark)
    return _answer(caller.session, role, response)


@router.delete("/{role_id}", summary="Delete a role", status_code=204, responses=responses(409))
def delete_role(
    caller: AdministratorToChange,
    role_id: Id,
    seen: Seen,
    cascade: Annotated[bool, Query(description="Take members and grants along.")] = False,
) -> None:
    """Deletes a shared role. 409 `role_in_use` lists members and grants, unless `cascade`."""
    role = seen.latest(roles.find(caller.session, role_id))
    with administrators.one_remains(caller.session):
        roles.remove(caller.session, caller.username, role, cascade=cascade)


@router.get("/{role_id}/members", summary="List a role's members")
def list_members(
    caller: SignedIn, role_id: Id, page: Annotated[Page, Depends(sorted_by(name=User.username))]
) -> Listed[Member]:
    """The members of the role. For administrators and members; without nicknames for who administers or audits a place
    on which the role has a grant."""
    role = roles.find(caller.session, role_id)
    inside = caller.is_administrator or caller.session.get(UserRole, (caller.user_id, role.id)) is not None
    if not inside and not reads_about_role(caller.session, caller.user, role.id, now_ms()):
        raise NotFound("There is no such role.")
    query = lifecycle.members(role.id).where(*page.matching(User.username))
    listed = page.of(caller.session, query, User.id, lambda user: user)
    since = roles.joining_times(caller.session, role.id)
    items = [Member.of(user, nick=user.nick if inside else None, add_time=since[user.id]) for user in listed.items]
    return listed.showing(items)


@router.put("/{role_id}/members/{user_id}", summary="Add a member", status_code=204, responses=responses(409))
def add_member(caller: AdministratorToChange, role_id: Id, user_id: Id) -> None:
    """Puts a user into a shared role; doing it twice changes nothing. A sub-account may not do it, as it would be a way
    of granting; who administers the center only within networks or for a time must hold what the role gives."""
    require_reauthentication(caller)
    refuse_sub_account(caller)
    role = roles.find(caller.session, role_id)
    roles.refuse_personal(role)
    user = users.find(caller.session, user_id)
    role_membership.join(caller.session, caller.user, role.id, user.id, now_ms())


@router.delete("/{role_id}/members/{user_id}", summary="Remove a member", status_code=204, responses=responses(409))
def remove_member(caller: AdministratorToChange, role_id: Id, user_id: Id) -> None:
    """Takes a user out of a shared role."""
    with administrators.one_remains(caller.session):
        roles.leave(caller.session, caller.username, role_id, user_id)


def refuse_sub_account(caller: Caller) -> None:
    """Raises NotAllowed `sub_account_cannot_grant`: putting somebody into a role would be a way of granting."""
    if caller.parent_id is not None:
        raise NotAllowed("A sub-account cannot put anybody into a role.", code="sub_account_cannot_grant")


def seen_by(caller: Caller, *, personal: bool | None) -> Select[Role]:
    """The roles that the caller may see: all, or only the personal or the shared ones."""
    query = roles.listed(personal=personal)
    if _sees_all(caller):
        return query
    return query.where(Role.id.in_(lifecycle.role_ids_within(caller.session, caller.user_id)))


def _sees_all(caller: Caller) -> bool:
    if caller.is_administrator:
        return True
    return caller.parent_id is None and holds_somewhere(caller.session, caller.user_id, now_ms(), DECIDING)


def _known_user(caller: Caller, user_id: int) -> int | None:
    """The user's id if the caller may know its roles, else None."""
    if caller.is_administrator or user_id == caller.user_id:
        return user_id
    user = caller.session.get(User, user_id)
    return user_id if user is not None and user.parent == caller.user_id else None


def _visible(caller: Caller, role_id: int) -> Role:
    role = roles.find(caller.session, role_id)
    own = _sees_all(caller) or role.id in lifecycle.role_ids_within(caller.session, caller.user_id)
    if not own and not reads_about_role(caller.session, caller.user, role.id, now_ms()):
        raise NotFound("There is no such role.")
    return role


def _answer(session: Session, role: Role, response: Response) -> RoleItem:
    return tagged(response, _item(role, roles.member_counts(session, [role.id]).get(role.id, 0)))


def _item(role: Role, members: int) -> RoleItem:
    return RoleItem.of(
        role,
        name=role.role_name,
        personal=role.personal_of is not None,
        user_id=role.personal_of,
        members=members,
    )
