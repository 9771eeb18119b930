"""The estate of `benchmarks.big_estate` for OpenFGA: its authorization model and its relationship tuples."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.grants.models import Grant, Role, UserRole
from app.resources.models import Namespace, Topic

_KINDS = {2: "tenant", 3: "namespace", 4: "topic"}
_READ = {"103", "203", "303"}
_HOLDERS = [{"type": "user"}, {"type": "role", "relation": "member"}]
Tuple = dict[str, str]


def model() -> dict[str, Any]:
    """Users and roles read tenants, namespaces and topics; a right also counts below its place."""
    return {
        "schema_version": "1.1",
        "type_definitions": [
            {"type": "user"},
            _type("role", member=_HOLDERS[:1]),
            _type("tenant", reader=_HOLDERS),
            _type("namespace", parent=[{"type": "tenant"}], reader=_HOLDERS),
            _type("topic", parent=[{"type": "namespace"}], reader=_HOLDERS),
        ],
    }


def _type(name: str, **relations: list[dict[str, str]]) -> dict[str, Any]:
    above = {"tupleToUserset": {"tupleset": {"relation": "parent"}, "computedUserset": {"relation": "reader"}}}
    inherits = {"union": {"child": [{"this": {}}, above]}}
    return {
        "type": name,
        "relations": {
            relation: inherits if relation == "reader" and "parent" in relations else {"this": {}}
            for relation in relations
        },
        "metadata": {
            "relations": {relation: {"directly_related_user_types": by} for relation, by in relations.items()}
        },
    }


def tuples(session: Session) -> Iterator[Tuple]:
    """Every fact of the estate that a right to read depends on, once."""
    for user, role in session.execute(select(UserRole.user_id, UserRole.role_id).join(Role).where(_SHARED)):
        yield _tuple(f"user:{user}", "member", f"role:{role}")
    for number, tenant in session.execute(select(Namespace.id, Namespace.tenant)):
        yield _tuple(f"tenant:{tenant}", "parent", f"namespace:{number}")
    for number, namespace in session.execute(select(Topic.id, Topic.namespace)):
        yield _tuple(f"namespace:{namespace}", "parent", f"topic:{number}")
    seen = set()
    statement = select(Grant.role_id, Role.personal_of, Grant.res_type, Grant.res_id, Grant.authorities).join(Role)
    for role, personal_of, kind, number, authorities in session.execute(statement):
        holder = f"user:{personal_of}" if personal_of else f"role:{role}#member"
        place = f"{_KINDS[kind]}:{number}" if kind in _KINDS else ""
        if place and _READ & set(authorities.split(",")) and (holder, place) not in seen:
            seen.add((holder, place))
            yield _tuple(holder, "reader", place)


_SHARED = Role.personal_of.is_(None)


def _tuple(user: str, relation: str, thing: str) -> Tuple:
    return {"user": user, "relation": relation, "object": thing}
