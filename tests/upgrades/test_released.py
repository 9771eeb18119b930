"""What was released never changes, and each released database becomes what a new one is, with every row of before."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from app.maintenance.backup import tables, target
from app.platform import schema
from app.platform.database_engine import make_engine
from tests import backends
from tests.upgrades import described, dump, sql_text

RELEASED = json.loads(dump.RELEASED.read_text(encoding="utf-8"))
VERSIONS = sorted({name.partition("/")[0] for name in RELEASED["dumps"]})
Rows = dict[str, list[dict[str, object]]]


@pytest.mark.parametrize("kind", ["migrations", "dumps"])
def test_released_files_are_as_they_were_released(kind: str) -> None:
    now = dump.list_files()[kind]
    changed = [name for name, digest in RELEASED[kind].items() if now.get(name) != digest]
    assert not changed, "released migrations and dumps stay as they are: write a new migration"


def test_every_dump_is_listed_and_of_every_kind_of_database() -> None:
    assert dump.list_files()["dumps"].keys() == RELEASED["dumps"].keys()
    assert set(RELEASED["dumps"]) == {
        f"{version}/{kind}.sql" for version in VERSIONS for kind in ("sqlite", "postgresql", "mysql")
    }


@pytest.fixture(params=backends.names(), ids=backends.label)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of each kind, of the newest schema before and after, for other tests."""
    name = f"sqlite:///{tmp_path / 'released.db'}" if request.param == "sqlite" else request.param
    schema.upgrade(name)
    yield name
    _empty(name)
    schema.upgrade(name)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_released_database_becomes_a_new_one_and_keeps_its_rows(url: str, version: str) -> None:
    wanted = described.describe_database(url)
    _empty(url)
    sql_text.load(url, (dump.HERE / version / f"{sql_text.kind(url)}.sql").read_text(encoding="utf-8"))
    before = _rows(url)
    assert [name for name, rows in before.items() if not rows] == [], "every table of a dump has rows"
    schema.upgrade(url)
    assert described.describe_database(url) == wanted
    _same_rows(before, _rows(url))


def _same_rows(before: Rows, after: Rows) -> None:
    """What contracting migrations took away is not compared: `test_expanding.py` wants a reason for it."""
    for name in before.keys() & after.keys():
        columns = before[name][0].keys() & after[name][0].keys()
        assert _only(after[name], columns) == _only(before[name], columns), name


def _only(rows: list[dict[str, object]], columns: set[str]) -> list[dict[str, object]]:
    return [{column: row[column] for column in columns} for row in rows]


def _rows(url: str) -> Rows:
    engine = make_engine(url)
    with engine.connect() as connection:
        found = {shape.name: _rows_of(connection, shape) for shape in tables.shapes(connection)}
    engine.dispose()
    return found


def _rows_of(connection: Connection, shape: tables.TableShape) -> list[dict[str, object]]:
    return [dict(row) for row in connection.execute(shape.rows()).mappings()]


def _empty(url: str) -> None:
    engine = make_engine(url)
    with engine.begin() as connection:
        target.drop_tables(connection)
    engine.dispose()
