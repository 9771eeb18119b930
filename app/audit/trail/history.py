"""The state as of a revision, from the audit log alone: the last entry of a thing up to then contains its whole row.

Nothing is replayed from the beginning. The database finds the last entries by index, for everything or for a few things
(`app.rights.inquiry.past`). Decision 0012.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.audit.trail.contents import kept_columns
from app.audit.trail.models import Revision, TrailEntry
from app.platform.database import Base, slices
from app.platform.errors import InvalidInput

Content = Mapping[str, Any]
"""The recorded columns of a row, and the further facts recorded with it."""

TABLES = {
    "group": "sys_service_group",
    "network": "sys_network",
    "user": "sys_user_info",
    "role": "sys_role",
    "member": "sys_user_role_map",
    "cluster": "res_cluster",
    "tenant": "res_tenant",
    "namespace": "res_namespace",
    "topic": "res_topic",
    "grant": "sys_role_res",
    "subscription_rule": "res_subscription_rule",
    "client_secret": "sys_client_secret",
    "client_key": "sys_client_key",
    "cluster_credential": "sys_cluster_credential",
    "key": "sys_signing_key",
    "token": "sys_api_token",
    "revoked_token": "sys_revoked_token",
}
"""Kind of entry → the table of its rows. The dictionary of authorities is missing, as it is part of the program."""


def state(session: Session, revision: int) -> Iterator[dict[str, Any]]:
    """Every row as it was, as `{"table", "row"}`, without secrets and without columns that change with use."""
    for kind, table in TABLES.items():
        for _key, content in contents(session, revision, kind):
            yield {"table": table, "row": row_of(kind, content)}


def contents(session: Session, revision: int, kind: str, *where: ColumnElement[bool]) -> Iterator[tuple[str, Content]]:
    """Key and content of the things of one kind, in the order of their last entries.

    `where` selects some things, each with all its entries; it must use an indexed column.
    """
    # With a condition on the role, the kind is left out of the search: SQLite would use the index on the kind instead.
    newest = (
        select(func.max(TrailEntry.id).label("id"))
        .where(TrailEntry.revision <= revision, *(where or _conditions_of(kind)))
        .group_by(TrailEntry.entity, TrailEntry.entity_key, TrailEntry.role)
        .subquery()
    )
    query = select(TrailEntry.entity_key, TrailEntry.after).join(newest, newest.c.id == TrailEntry.id)
    query = query.where(TrailEntry.after.is_not(None), *_conditions_of(kind)).order_by(TrailEntry.id)
    # The cursor is closed even when the caller stops early; PostgreSQL would keep it open.
    with session.execute(query, execution_options={} if where else {"yield_per": 1000}) as found:
        for key, after in found:
            yield key, json.loads(after or "{}")


def contents_of(
    session: Session, revision: int, kind: str, keys: Collection[str] | None
) -> Iterator[tuple[str, Content]]:
    """The same for the things with these keys; for all with None."""
    if keys is None:
        yield from contents(session, revision, kind)
        return
    for part in slices(keys):
        yield from contents(session, revision, kind, *_conditions_of(kind), TrailEntry.entity_key.in_(part))


def row_of(kind: str, content: Content) -> dict[str, Any]:
    """The columns of an entry's content as they are stored. Columns newer than the entry are null."""
    stored = dict(content)
    if kind == "grant":
        stored["authorities"] = ",".join(str(authority) for authority in content["authorities"])
    return {column: stored.get(column) for column in kept_columns(Base.metadata.tables[TABLES[kind]])}


def check(session: Session, revision: int) -> None:
    """Raises InvalidInput `unknown_revision` when the audit log does not contain the state of this revision."""
    begins = session.execute(select(Revision.complete_from)).scalar_one()
    newest = trail.current_revision(session)
    if not begins or not begins <= revision <= newest:
        raise InvalidInput(
            f"The trail does not tell the state of revision {revision}, but those from {begins or newest} to {newest}.",
            code="unknown_revision",
            first=begins or newest,
            newest=newest,
        )


def _conditions_of(kind: str) -> tuple[ColumnElement[bool], ...]:
    # Memberships are recorded as entries of the user, because brokers receive them as part of the user.
    if kind == "member":
        return TrailEntry.entity == "user", TrailEntry.role.is_not(None)
    if kind == "user":
        return TrailEntry.entity == "user", TrailEntry.role.is_(None)
    return (TrailEntry.entity == kind,)
