"""Rows in every table: a small company, then odd values everywhere else."""

from typing import Any

from sqlalchemy import Boolean, Double, Integer, String, Table, insert, select, update
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.platform import sealing
from app.platform.database import BIGINT, Base, TextList
from app.platform.resealing import SealedColumn
from app.platform.settings import Settings
from app.providers.sealed_columns import SEALED
from tests.factories import TOPIC, a_cluster_with_orders, a_grant, a_service, a_topic, a_user, an_administrator

_MADE_PROPERLY = {
    "sys_trail", "sys_revision", "sys_authority", "sys_signing_key", "sys_user_info",
    "sys_role", "sys_user_role_map", "sys_role_res", "res_cluster", "res_tenant", "res_namespace", "res_topic",
}  # fmt: skip
_ODD = "é ü 中文 \U0001f600 '\"\\ %s :name \t{}"


def fill(session: Session, settings: Settings) -> None:
    """A company whose audit log says what was done, and rows of every other table."""
    main = a_user(session, "alice")
    an_administrator(session, "root")
    a_cluster_with_orders(session)
    service = a_service(session, "orders-intake")
    a_user(session, "bob", parent=main)
    for person in (main, service):
        a_grant(session, person, [302, 303], TOPIC, 1)
    a_topic(session)
    session.flush()
    for table in Base.metadata.sorted_tables:
        if table.name not in _MADE_PROPERLY:
            session.execute(insert(table), [_row(table, number) for number in (1, 2)])
    for sealed in SEALED:
        _seal(session, settings, sealed)
    trail.record(session, "test", "group.create", "odd", after={"name": _ODD})


def _seal(session: Session, settings: Settings, sealed: SealedColumn) -> None:
    table = sealed.column.class_.__table__
    for row in session.execute(select(table)):
        text = sealing.seal(sealed.keys(settings)[0], sealed.purpose, sealed.owner(row), b"secret")
        session.execute(update(table).where(table.c.id == row.id).values({sealed.column.key: text}))


def _row(table: Table, number: int) -> dict[str, Any]:
    return {column.name: _value(column, number) for column in table.columns if not _is_counter(table, column)}


def _is_counter(table: Table, column: Any) -> bool:
    return column is table.autoincrement_column


def _value(column: Any, number: int) -> Any:
    if column.foreign_keys:
        return number
    if column.nullable and number == 2:
        return None
    if isinstance(column.type, TextList):
        return ["10.0.0.0/8", "@office"]
    if isinstance(column.type, Boolean):
        return number == 1
    if isinstance(column.type, Double):
        return 12.345678901234567 * number
    if isinstance(column.type, type(BIGINT)):
        return 2**53 + number
    if isinstance(column.type, Integer):
        return number
    assert isinstance(column.type, String), column
    return f"{number} {_ODD}"[: column.type.length or 10_000]
