"""Finds ids by names, because programs know names and the API's paths contain ids. One look-up by index."""

from typing import Annotated, Literal, cast

from fastapi import Query
from pydantic import Field

from app.access import naming_rules
from app.access.names import ResourceType
from app.api.admin.resources import resource_items as shared
from app.api.admin.users import accounts
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import ApiModel, Listed, Printable, T
from app.api.problems import responses
from app.api.routing import Router
from app.grants import roles
from app.identity import groups, users
from app.platform.errors import NotFound
from app.resources.resource_rows import named

router = Router(prefix="/names", tags=["names"])
Kind = Literal["user", "group", "role", "cluster", "tenant", "namespace", "topic"]
RESOURCES: dict[Kind, ResourceType] = {cast(Kind, kind.name.lower()): kind for kind in ResourceType if kind}


class Named(ApiModel):
    """The resource, user, group or role with the name."""

    kind: Kind
    id: int = Field(examples=[7])
    name: str = Field(examples=["persistent://acme/orders/created"])


@router.get("", summary="Which id has this name?", responses=responses(404))
def find_by_name(
    caller: SignedIn, kind: Kind, name: Annotated[str, Query(min_length=1, max_length=1024), Printable]
) -> Named:
    """By the full name; a topic also as `acme/orders/created`. 404 when nothing has it that the caller may see."""
    if kind in RESOURCES:
        number = _resource(caller, kind, name)
    else:
        number = {"user": _user, "group": _group, "role": _role}[kind](caller, name)
    if number is None:
        raise NotFound(f"There is no {'user or role' if kind == 'role' else kind} called {name}.")
    return Named(kind=kind, id=number, name=name)


def refuse_unknown(caller: Caller, listed: Listed[T], **filters: str | None) -> Listed[T]:
    """The list. Raises NotFound when it is empty and a filter, by its kind, names what does not exist."""
    for kind, wanted in filters.items():  # deleted ones may still have lines
        if wanted is not None and not listed.total:
            find_by_name(caller, cast(Kind, kind), wanted)
    return listed


def _user(caller: Caller, name: str) -> int | None:
    user = users.by_name(caller.session, name)
    try:
        return accounts.visible(caller, user.id).id if user is not None else None
    except NotFound:
        return None  # its message would differ from that for a missing user


def _group(caller: Caller, name: str) -> int | None:
    return groups.id_of(caller.session, name)


def _role(caller: Caller, name: str) -> int | None:
    """Main accounts see every role, because they may grant to it; a sub-account sees only its own."""
    own_only = not caller.is_administrator and caller.parent_id is not None
    return roles.id_of(caller.session, name, caller.user_id if own_only else None)


def _resource(caller: Caller, kind: Kind, name: str) -> int | None:
    parsed = naming_rules.resource_named(RESOURCES[kind], name)
    if parsed.malformed:
        return None
    row = caller.session.scalars(shared.seen_by(caller, RESOURCES[kind]).where(named(parsed))).one_or_none()
    return row.id if row is not None else None
