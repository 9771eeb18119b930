"""What depends on something that is to be deleted: all of it counted, and the first of each kind named."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.grants import places
from app.grants.models import Grant, Role
from app.platform.errors import Conflict

SHOWN = 100
"""A refusal names at most so many of each kind; it counts all of them."""
Listed = dict[str, Any]
"""For each kind such as `grants`: `grants` → the first ones, `grants_total` → how many there are."""


def dependents(
    session: Session,
    kind: str,
    query: Select[Any],
    key: InstrumentedAttribute[int],
    described: Callable[[Any], dict[str, Any]],
) -> Listed:
    """The dependents of one kind, selected by `query`, ordered by `key`."""
    ids = query.with_only_columns(key, maintain_column_froms=True).order_by(None)
    total = session.scalar(select(func.count()).select_from(ids.subquery())) or 0
    rows = session.scalars(query.order_by(key).limit(SHOWN)) if total else ()
    return {kind: [described(row) for row in rows], f"{kind}_total": total}


def grants(session: Session, *conditions: ColumnElement[bool], kind: str = "grants") -> Listed:
    """Grants as dependents, with the names of role and resource. Conditions may use `Role`, which is joined."""
    query = select(Grant).join(Role, Role.id == Grant.role_id).where(*conditions)
    found = dependents(session, kind, query, Grant.id, lambda grant: {"grant": grant})
    shown: list[Grant] = [entry["grant"] for entry in found[kind]]
    where = places.places_of(session, [(grant.res_type, grant.res_id) for grant in shown])
    names = {
        row.id: row.role_name for row in session.scalars(select(Role).where(Role.id.in_({g.role_id for g in shown})))
    }
    found[kind] = [
        {
            "id": grant.id,
            "role": names[grant.role_id],
            "resource": where[grant.res_type, grant.res_id].name if (grant.res_type, grant.res_id) in where else "",
            "authorities": grant.authority_ids(),
            "limits": None if grant.written_limits is None else grant.written_limits.to_json(),
        }
        for grant in shown
    ]
    return found


def anything(*listed: Listed) -> bool:
    """True when there is a dependent of any kind."""
    return any(value for part in listed for name, value in part.items() if name.endswith("_total"))


MOST = 2_000
"""Dependents that one transaction may delete."""


def refuse_too_much(name: str, total: int, limit: int = MOST) -> None:
    """Raises Conflict `too_much_at_once`: a larger deletion would keep everybody else from changing anything."""
    if total > limit:
        raise Conflict(
            f"{total} things would go with {name}, and {limit} can go at once. Take some away first, such as grants by "
            "POST /api/v1/grants/bulk; to end what somebody may do now, disable the user.",
            code="too_much_at_once",
            total=total,
            most=limit,
        )
