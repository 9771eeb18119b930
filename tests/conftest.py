"""Fixtures: databases migrated by Alembic, and the whole service behind HTTP."""

import gc
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import settings as hypothesis_settings
from pydantic import SecretStr
from sqlalchemy import Engine, event

from app.api.edge import REQUESTS
from app.api.fast_path import FastPath
from app.audit.trail import trail
from app.platform.database import Database
from app.platform.database_engine import make_engine
from app.platform.settings import Settings
from app.server.main import bind, create_app
from app.tokens import key_life
from tests import backends, memory_disk, selection
from tests.center import Center, Server
from tests.factories import Person, a_user, an_administrator, password_of

gc.set_threshold(100_000)  # collecting the tests makes millions of objects, all of which stay
# Each run draws the same values: what `make soak` draws anew says so itself.
hypothesis_settings.register_profile("same values", derandomize=True, deadline=None)
hypothesis_settings.load_profile("same values")


@event.listens_for(Engine, "connect")
def _reverse_unordered_rows(connection: object, _record: object) -> None:
    """Rows that nobody ordered come in the other order on SQLite: who counts on an order must ask for it.

    PostgreSQL gives them in another order now and then, in which case a test would fail once in a hundred runs.
    """
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA reverse_unordered_selects = ON")


SECRET = "only-for-tests-only-for-tests-only-for-tests"


@pytest.hookimpl(tryfirst=True)  # before pytest selects by markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test that proves the same on every database (`any_database`) runs on SQLite only; one that is about database
    servers (`server_database`) does not run on SQLite. What only `make test-all` runs gets its marker."""
    left_out = {item for item in items if _is_left_out(item)}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    selection.mark(items)


def _is_left_out(item: pytest.Item) -> bool:
    case = getattr(item, "callspec", None)
    kind = None if case is None else case.params.get("database_url")
    return kind is not None and bool(item.get_closest_marker("server_database" if kind == "sqlite" else "any_database"))


def pytest_collection_finish() -> None:
    """What the tests are made of stays to the end: the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file; copying it is much faster than migrating."""
    file = tmp_path_factory.mktemp("template") / "center.db"
    backends.migrate(f"sqlite:///{file}")
    engine = make_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("BEGIN")
    engine.dispose()
    return file


@pytest.fixture(scope="session")
def sqlite_with_keys(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path, read_settings: Settings) -> Path:
    """The same with keys to sign with, which take longer to make than many a request."""
    file = tmp_path_factory.mktemp("with-keys") / "center.db"
    shutil.copyfile(sqlite_template, file)
    database = Database(f"sqlite:///{file}")
    _ensure_keys(database, read_settings)
    database.close()
    return file


def _ensure_keys(database: Database, settings: Settings) -> None:
    with database.writing() as session:
        trail.lock_revision(session)
        key_life.ensure(session, settings)


@pytest.fixture(scope="session")
def sqlite_files(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Iterator[backends.SqliteFiles]:
    """Makes the SQLite database of each test."""
    with memory_disk.directory(tmp_path_factory.mktemp("sqlite")) as place:
        yield backends.SqliteFiles(place, sqlite_template)


@pytest.fixture(scope="session")
def emptying() -> Iterator[None]:
    """Closes the connections that empty databases, at the end of the run."""
    yield
    backends.close()


@pytest.fixture(params=backends.names(), ids=backends.label)
def database_url(
    request: pytest.FixtureRequest, emptying: None, sqlite_files: backends.SqliteFiles, sqlite_with_keys: Path
) -> str:
    """The address of an empty, migrated database, of each kind that the suite runs on."""
    template = sqlite_with_keys if "app" in request.fixturenames else None
    return backends.empty(request.param, sqlite_files, template)


@pytest.fixture(scope="session")
def opened() -> Iterator[dict[str, Database]]:
    """Address → the service's Database, made once per run, because SQLAlchemy compiles statements once per engine."""
    found: dict[str, Database] = {}
    yield found
    for each in found.values():
        each.close()


@pytest.fixture
def database(database_url: str, opened: dict[str, Database], sqlite_files: backends.SqliteFiles) -> Iterator[Database]:
    """The service's Database on the test's empty database."""
    sqlite = database_url.startswith("sqlite")
    name = "sqlite" if sqlite else database_url
    kept = opened.get(name)
    if kept is None:
        kept = opened[name] = Database(database_url)
        if sqlite:
            sqlite_files.connect_to_newest(kept.engine)
    if sqlite:
        # SQLite: there is a new file. A thread of the test before may have reopened the old one until a moment ago.
        kept.close()
    kept.derived.move(kept.derived.state, None, None)  # of the test before, whose history began in the same way
    yield kept
    if sqlite:
        kept.close()


@pytest.fixture(scope="session")
def server() -> Iterator[tuple[Server, str]]:
    """One HTTP server for the run, and its address."""
    made = Server()
    with made.running() as url:
        yield made, url


@pytest.fixture(scope="session")
def read_settings(server: tuple[Server, str]) -> Settings:
    """Those of all tests. Reading the environment and checking takes longer than many a request, so it is done once.

    Hashes take much less than the least memory that the service allows: 9 ms each otherwise.
    """
    made = Settings(
        environment="development",
        database_url="sqlite://",
        issuer=server[1],
        secret_key=SecretStr(SECRET),
        change_seconds=60,  # so that no test depends on the speed of the machine
    )
    return made.model_copy(update={"argon2_memory_kib": 64, "argon2_rounds": 1})


@pytest.fixture
def settings(database_url: str, read_settings: Settings, tmp_path: Path) -> Settings:
    """The test's own settings, with quick password hashes. The issuer is the server's real address."""
    own = {"database_url": database_url, "console_directory": tmp_path / "no-console"}
    return read_settings.model_copy(update=own)


def an_app(issuer: str, console: Path) -> FastAPI:
    """An application with the console built in `console`. It gets a database by `bind`."""
    nowhere = Settings(database_url="sqlite://", issuer=issuer, secret_key=SecretStr(SECRET))
    return create_app(nowhere.model_copy(update={"console_directory": console}))


@pytest.fixture(scope="session")
def built_app(server: tuple[Server, str]) -> FastAPI:
    """The application, built once: its routes take longer to build than a test to run.

    It logs no line for each request: pytest would write every one of them three times.
    """
    made = an_app(server[1], Path("no-console"))
    logging.getLogger(REQUESTS).setLevel(logging.WARNING)
    return made


@pytest.fixture
def app(built_app: FastAPI, settings: Settings, database: Database) -> FastAPI:
    """The whole application on the test's database, with a key to sign with."""
    _ensure_keys(database, settings)
    bind(built_app, settings, database)
    return built_app


@pytest.fixture
def center(app: FastAPI, server: tuple[Server, str], settings: Settings, database: Database) -> Iterator[Center]:
    """The running service."""
    server[0].application = app
    made = Center(server[1], app, database, settings)
    yield made
    made.close()


@pytest.fixture
def alice(center: Center) -> Person:
    """A person with a password."""
    made = center.make(a_user, "alice")
    center.make(password_of, center.settings, made.username)
    return made


@pytest.fixture
def root(center: Center) -> httpx.Client:
    """The administrator's program."""
    return center.with_token(center.make(an_administrator))


@pytest.fixture
def framework_is_asked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """An entry for each request that was passed on."""
    seen: list[bool] = []
    passed = FastPath.pass_on

    async def pass_on(self: Any, *args: Any) -> None:
        seen.append(True)
        await passed(self, *args)

    monkeypatch.setattr(FastPath, "pass_on", pass_on)
    return seen
