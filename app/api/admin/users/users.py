"""Users: administrators manage all of them, a main account its own sub-accounts."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Response
from pydantic import Field, StringConstraints
from sqlalchemy import Select, or_
from sqlalchemy.orm import Session

from app.api.admin.grants.grant_limits import Networks
from app.api.admin.tokens.token_parts import LastRefusal, last_refusal
from app.api.admin.users import accounts
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import ReauthenticatedToChange, SignedIn, SignedInToChange
from app.api.paging import (
    ApiModel,
    Body,
    FilterId,
    Id,
    IdValue,
    Listed,
    NamedItem,
    OneLine,
    Page,
    Remark,
    examples,
    sorted_by,
)
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.grants import roles
from app.grants.models import Role
from app.identity import credentials, sub_accounts, users
from app.identity.accounts import lifecycle
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.platform.searching import equal
from app.rights.granting import limited_givers, user_deletion

router = ChangingRouter(prefix="/users", tags=["users"])
Nick = Annotated[str, StringConstraints(max_length=128), OneLine]
Kind = Literal["person", "service"]
Cascade = Annotated[bool, Query(description="Also its sub-accounts, its grants, and its place in roles.")]
Status = Literal["active", "disabled", "locked"]


class NewUser(Body):
    """A new user. `parent_id` makes it a sub-account; a main account that creates its own sub-account can leave it
    out."""

    model_config = examples(
        {"username": "alice", "nick": "Alice Martin", "kind": "person", "group_id": None},
        {"username": "orders-producer", "kind": "service", "remark": "order intake"},
    )

    username: Annotated[str, StringConstraints(max_length=256)]
    kind: Kind
    nick: Nick | None = None
    group_id: IdValue | None = None
    parent_id: IdValue | None = None
    remark: Remark | None = None
    networks: Networks | None = None


class UserChange(Body):
    """What to change; fields that are left out stay, and null lets the user in from everywhere."""

    model_config = examples({"status": "disabled", "remark": "left in May"})

    nick: Nick | None = None
    status: Status = "active"
    group_id: IdValue | None = None
    remark: Remark | None = None
    networks: Networks | None = None


class UserItem(ApiModel):
    """A user. `status` is its own; a sub-account of an inactive main account cannot do anything either."""

    id: int = Field(examples=[7])
    username: str = Field(examples=["alice"], description="The principal that brokers see; it never changes.")
    nick: str | None
    kind: Kind
    status: Status
    parent_id: int | None
    group_id: int | None
    networks: list[str] | None = Field(
        description="Where it may act from; null: everywhere. A sub-account keeps to its main account's too."
    )
    personal_role_id: int
    roles: list[NamedItem]
    must_change_password: bool
    delayed_until: int = Field(description="Until then sign-ins are refused after wrong passwords; epoch ms, 0: no.")
    last_refusal: LastRefusal | None
    add_time: int = Field(description="epoch ms")
    update_time: int = Field(description="epoch ms")
    remark: str | None
    named_by_grant_on: str | None = Field(
        description="The cluster where a grant to an unknown role made this account; null: somebody made it as such."
    )
    version: str


class InitialSecret(ApiModel):
    """A one-time secret, shown only now."""

    initial_secret: str = Field(repr=False)
    valid_until: int = Field(description="epoch ms")


class CreatedUser(UserItem):
    """The new user. A person gets a one-time secret, shown only now."""

    initial_secret: str | None = Field(None, repr=False)
    initial_secret_valid_until: int | None = None


@router.get("", summary="List users")
def list_users(
    caller: SignedIn,
    page: Annotated[Page, Depends(sorted_by(name=User.username, update_time=User.update_time))],
    group_id: FilterId = None,
    parent_id: FilterId = None,
    kind: Annotated[Kind | None, Query()] = None,
    status: Annotated[Status | None, Query()] = None,
    role_id: FilterId = None,
) -> Listed[UserItem]:
    """Administrators see everybody; others themselves, their sub-accounts and their main account."""
    wanted = {User.service_group: group_id, User.parent: parent_id, User.kind: kind, User.status: status}
    query = seen_by(caller).where(*page.matching(User.username, User.nick))
    query = query.where(*equal(wanted))
    if role_id is not None:
        query = query.where(User.id.in_(roles.member_ids(role_id)))
    listed = page.of(caller.session, query, User.id, lambda user: user)
    held = lifecycle.roles_of(caller.session, listed.items)
    return listed.showing([_item(user, held[user.id]) for user in listed.items])


@router.post("", status_code=201, summary="Create a user", responses=responses(409))
def create_user(caller: SignedInToChange, settings: Configured, response: Response, body: NewUser) -> CreatedUser:
    """Creates a user with its personal role. A main account can only create its own sub-accounts, a sub-account
    nobody."""
    values = body.model_dump(exclude={"username", "kind"})
    values["parent_id"] = main = _parent(caller, body.parent_id)
    users.refuse_audience(settings, body.username)
    if not caller.is_administrator:
        users.refuse_service_name(body.username)
    if body.kind == "person":
        accounts.refuse_limited(caller, own=main == caller.user_id)
    if main is not None:
        sub_accounts.refuse_many(caller.session, main, settings.sub_accounts_max)
    user = lifecycle.create(caller.session, caller.username, body.username, body.kind, **values)
    initial: tuple[str | None, int | None] = (None, None)
    if user.kind == "person":
        initial = credentials.give_initial_secret(caller.session, settings, caller.username, user, now_ms())
    item = _answer(caller, user, response)
    return CreatedUser(**item.model_dump(), initial_secret=initial[0], initial_secret_valid_until=initial[1])


@router.get("/{user_id}", summary="Read a user")
def get_user(caller: SignedIn, response: Response, user_id: Id) -> UserItem:
    """One user, with its ETag."""
    return _answer(caller, accounts.visible(caller, user_id), response)


@router.patch("/{user_id}", summary="Change a user", responses=responses(409))
def change_user(caller: SignedInToChange, response: Response, user_id: Id, seen: Seen, body: UserChange) -> UserItem:
    """Disabling ends all sessions at once, here and in every broker. The last administrator stays active. Only
    administrators lock users: a main account can disable and enable its sub-accounts, but not unlock a locked one.
    Everybody may narrow the own `networks`, never widen them, and not so that the own address is outside."""
    values: dict[str, Any] = body.model_dump(exclude_unset=True)
    own = user_id == caller.user_id and values.keys() == {"networks"}
    user = seen.latest(caller.user if own else accounts.find_managed(caller, user_id))
    if "networks" in values:
        limited_givers.refuse_wider(caller.session, caller.user, user, values["networks"])
    if values.get("status", user.status) != user.status:
        accounts.refuse_lock(caller, user, values["status"])
    return _answer(caller, lifecycle.change(caller.session, caller.username, user, **values), response)


@router.delete("/{user_id}", status_code=204, summary="Delete a user", responses=responses(409))
def delete_user(caller: ReauthenticatedToChange, user_id: Id, seen: Seen, cascade: Cascade = False) -> None:
    """Deletes a user with its secrets and tokens. 409 `has_children` lists sub-accounts, roles and grants, which are
    deleted with it if `cascade`, and grants to others, which stay; `needed_by_cluster` names the clusters."""
    user = seen.latest(accounts.find_managed(caller, user_id))
    accounts.refuse_lock(caller, user)
    user_deletion.remove_user(caller.session, caller.username, user, cascade=cascade)


@router.post("/{user_id}/initial-secret", summary="New one-time secret", responses=responses(409))
def give_initial_secret(caller: ReauthenticatedToChange, settings: Configured, user_id: Id) -> InitialSecret:
    """The old password and all sessions end. The user signs in with this secret and chooses a password.
    Not for oneself."""
    user = accounts.find_managed(caller, user_id)
    accounts.refuse_own_secret(caller, user)
    accounts.refuse_credential(caller, user)
    secret, until = credentials.give_initial_secret(caller.session, settings, caller.username, user, now_ms())
    return InitialSecret(initial_secret=secret, valid_until=until)


@router.post("/{user_id}/unlock", summary="Unlock a user")
def unlock_user(caller: SignedInToChange, response: Response, user_id: Id) -> UserItem:
    """Resets wrong passwords and their delay. A locked user becomes active if an administrator asks."""
    user = accounts.find_managed(caller, user_id)
    accounts.refuse_lock(caller, user)
    return _answer(caller, users.unlock(caller.session, caller.username, user), response)


def item_of(session: Session, user: User) -> UserItem:
    """The user as an item."""
    return _item(user, lifecycle.roles_of(session, [user])[user.id])


def _item(user: User, held: Sequence[Role]) -> UserItem:
    return UserItem.of(
        user,
        parent_id=user.parent,
        group_id=user.service_group,
        personal_role_id=next(role.id for role in held if role.personal_of == user.id),
        roles=[NamedItem(id=role.id, name=role.role_name) for role in held],
        must_change_password=bool(user.must_change),
        delayed_until=user.delayed_until if user.failures else 0,
        last_refusal=last_refusal(user.refused),
    )


def seen_by(caller: Caller) -> Select[User]:
    """The users that the caller may see."""
    if caller.is_administrator:
        return users.matching()
    return users.matching(or_(User.id.in_([caller.user_id, caller.parent_id or 0]), User.parent == caller.user_id))


def _parent(caller: Caller, wanted: int | None) -> int | None:
    if caller.is_administrator:
        accounts.refuse_new_account(caller)
        return wanted
    if caller.parent_id is not None:
        raise NotAllowed("A sub-account cannot have sub-accounts.", reason="NO_GRANT")
    if wanted not in (None, caller.user_id):
        raise NotAllowed("You can make sub-accounts of your own account only.", reason="NO_GRANT")
    return caller.user_id


def _answer(caller: Caller, user: User, response: Response) -> UserItem:
    return tagged(response, item_of(caller.session, user))
