"""One search over what the lists show the caller, by the beginnings of names. An index answers each part of it."""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Any

from fastapi import Query
from pydantic import Field
from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.api.admin.grants import roles
from app.api.admin.names import RESOURCES, Kind, Named
from app.api.admin.resources import resource_items as shared
from app.api.admin.users import users
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import Printable, WholeList
from app.api.routing import Router
from app.grants.models import Role
from app.identity import groups
from app.identity.models import ServiceGroup, User
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput
from app.platform.searching import begins_by_index, equal, in_byte_order
from app.resources import visibility
from app.resources.models import MODELS, Namespace, Tenant, Topic

router = Router(prefix="/search", tags=["search"])
SHOWN = 6
"""So many of each kind."""
LOOKED_AT = 200


class Found(WholeList[Named]):
    """What begins so, by kind and then by name."""

    more: list[Kind] = Field(description=f"Kinds of which more than {SHOWN} begin so.")


@router.get("", summary="Search everything")
def search(
    caller: SignedIn,
    q: Annotated[str, Query(min_length=1, max_length=512, examples=["ord", "acme/orders/cre"]), Printable],
) -> Found:
    """Users, shared roles, groups, clusters, tenants, namespaces and topics whose name begins so: as it is written, in
    small letters, or with a capital first. `acme/ord`: namespaces of this tenant; `acme/orders/cre`: topics of this
    namespace."""
    text = q.strip()
    if not text:
        raise InvalidInput("Write at least one letter.", field="q")
    found = Found(items=[], more=[])
    for kind, rows in chain(_people(caller, text), _places(caller, text)):
        found.items += [Named(kind=kind, id=number, name=name) for number, name in rows[:SHOWN]]
        found.more += [kind] if len(rows) > SHOWN else []
    return found


def _people(caller: Caller, text: str) -> Iterator[tuple[Kind, list[tuple[int, str]]]]:
    kinds: dict[Kind, tuple[Select[Any], Any]] = {
        "user": (users.seen_by(caller), User.username),
        "role": (roles.seen_by(caller, personal=False), Role.role_name),
        "group": (groups.matching(), ServiceGroup.group_name),
    }
    for kind, (query, column) in kinds.items():
        rows = _first(caller.session, query, column, text)
        yield kind, [(row.id, getattr(row, column.key)) for row in rows]


def _places(caller: Caller, text: str) -> Iterator[tuple[Kind, list[tuple[int, str]]]]:
    sight = visibility.Sight(caller.session, caller.user_id, now_ms())
    for kind, res_type in RESOURCES.items():
        conditions, beginning = _within(caller.session, res_type, text)
        rows = _seen(caller.session, sight, res_type, select(MODELS[res_type]).where(*conditions), beginning)
        names = shared.full_names(caller, res_type, rows)
        yield kind, [(row.id, names[row.id]) for row in rows]


def _seen(session: Session, sight: visibility.Sight, kind: ResourceType, query: Select[Any], text: str) -> list[Any]:
    """The first rows that are seen. Who sees much sees enough of the first that begin so; who does not sees little in
    all."""
    model = MODELS[kind]
    ids = _first(session, query.with_only_columns(model.id), model.name, text, LOOKED_AT)
    of_these = model.id.in_(ids)
    near = query.where(of_these, sight.of(kind, of_these)).order_by(in_byte_order(session, model.name), model.id)
    rows = list(session.scalars(near.limit(SHOWN + 1)))
    if len(rows) > SHOWN or len(ids) < LOOKED_AT:
        return rows
    return _first(session, query.where(sight.of(kind)), model.name, text)


def _first(session: Session, query: Select[Any], column: Any, text: str, limit: int = SHOWN + 1) -> list[Any]:
    """The first rows. A statement for each spelling: no database uses an index for an OR."""
    rows: list[Any] = []
    for spelling in dict.fromkeys((text, text.lower(), text.capitalize())):
        begin = query.where(begins_by_index(session, column, spelling))
        ordered = begin.order_by(in_byte_order(session, column), column.class_.id)
        rows += session.scalars(ordered.limit(limit - len(rows)))
        if len(rows) == limit:
            break
    return rows


def _within(session: Session, kind: ResourceType, text: str) -> tuple[list[ColumnElement[bool]], str]:
    """In what it has to lie, and how its own name begins. By ids, or databases would go through all that begin so."""
    domain, _, path = text.rpartition("://")
    above = path.split("/", int(kind) - 2)
    if kind == ResourceType.NAMESPACE and len(above) == 2 and not domain:
        tenant = session.scalar(select(Tenant.id).where(Tenant.name == above[0]))
        return [Namespace.tenant == (tenant or 0)], above[1]
    if kind == ResourceType.TOPIC and len(above) == 3:
        named = select(Namespace.id).join(Tenant, Tenant.id == Namespace.tenant)
        namespace = session.scalar(named.where(Tenant.name == above[0], Namespace.name == above[1]))
        return [Topic.namespace == (namespace or 0), *equal({Topic.domain: domain or None})], above[2]
    return [], text
