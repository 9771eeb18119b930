"""Migrations keep what is there: down to the first tables and up again with a company's rows in them."""

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, Table, create_engine, inspect, select, text, update
from sqlalchemy.exc import DBAPIError

from app.audit.trail import trail
from app.grants import grants, roles
from app.platform.database import Database
from app.resources.models import Cluster
from benchmarks.big_estate import rows
from tests import backends
from tests.factories import TENANT, a_tenant, a_user

FIRST = "0001_first_tables"
TEN_TABLES = (
    "sys_user_info", "sys_service_group", "sys_role", "sys_user_role_map", "res_cluster", "res_tenant",
    "res_namespace", "res_topic", "sys_role_res", "sys_authority",
)  # fmt: skip

LATER_AUTHORITIES = {7, 107, 207, 307, 108, 109, 110, 111, 208, 209, 210, 211}


@pytest.fixture(params=backends.names(), ids=backends.label)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address of each kind of database, without tables."""
    name: str = f"sqlite:///{tmp_path / 'migrations.db'}" if request.param == "sqlite" else request.param
    command.upgrade(backends.config_for(name), "head")
    command.downgrade(backends.config_for(name), "base")
    return name


def test_down_and_up_again_keeps_every_row(url: str) -> None:
    config = backends.config_for(url)
    command.upgrade(config, "head")
    _write(url)
    before = _content(url)
    assert all(before[name] for name in TEN_TABLES if name != "sys_service_group")
    command.downgrade(config, FIRST)
    kept = _content(url)
    older = {**before, "sys_authority": [row for row in before["sys_authority"] if row["id"] not in LATER_AUTHORITIES]}
    assert {name: _narrowed(older[name], kept[name]) for name in TEN_TABLES} == {
        name: kept[name] for name in TEN_TABLES
    }
    assert len(kept["sys_trail"]) == len(before["sys_trail"])
    command.upgrade(config, "head")
    again = _content(url)
    assert {name: again[name] for name in TEN_TABLES} == {name: before[name] for name in TEN_TABLES}
    assert _facts(again["sys_trail"]) == _facts(before["sys_trail"])
    _refuses_to_rewrite_history(url)
    command.check(config)
    command.downgrade(config, "base")
    command.upgrade(config, "head")  # the next test finds what it expects


def _write(url: str) -> None:
    """A small company, and changes with their trail."""
    database = Database(url)
    with database.engine.begin() as connection:
        rows.fill(connection, rows.Size(1000))
    with database.writing() as session:
        trail.lock_revision(session)
        alice, tenant = a_user(session, "alice"), a_tenant(session, "acme")
        given = grants.grant(session, "root", roles.personal_role_of(session, alice.id).id, TENANT, tenant.id, [104])
        grants.change(session, "root", given, authorities=[102, 103])
        session.execute(update(Cluster).values(adopts_creations=False))  # as of clusters from before that column
    database.close()


def _content(url: str) -> dict[str, list[dict[str, Any]]]:
    engine = create_engine(url)
    found = {}
    with engine.connect() as connection:
        for name in (*TEN_TABLES, "sys_trail"):
            table = Table(name, MetaData(), autoload_with=connection)
            key = [column.name for column in table.primary_key]
            found[name] = [dict(row) for row in connection.execute(select(table).order_by(*key)).mappings()]
    engine.dispose()
    return found


def _narrowed(wide: list[dict[str, Any]], narrow: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with only the columns that the older tables have."""
    return [{column: row[column] for column in narrow[0]} for row in wide] if narrow else wide


def _facts(entries: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [
        tuple(entry[name] for name in ("id", "revision", "actor", "action", "before", "after")) for entry in entries
    ]


def _refuses_to_rewrite_history(url: str) -> None:
    engine = create_engine(url)
    assert "sys_trail" in inspect(engine).get_table_names()
    for statement in ("UPDATE sys_trail SET actor = 'nobody'", "DELETE FROM sys_trail"):
        with pytest.raises(DBAPIError, match="append-only"), engine.begin() as connection:
            connection.execute(text(statement))
    engine.dispose()
