"""The real service on a big estate, in this process and behind its HTTP server."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from alembic import command
from alembic.config import Config
from pydantic import SecretStr
from sqlalchemy import Connection, event

from app.access import grants, roles
from app.audit import trail
from app.database import Database
from app.http_server import HttpServer
from app.identity import users
from app.main import create_app
from app.settings import Settings
from app.tokens import issuing, keys
from benchmarks.big_estate import rows

READER = "u7"
"""An ordinary user with 109 rights, whatever the size."""


@dataclass
class Served:
    """The service, its database, and two callers: an administrator and an ordinary user."""

    database: Database
    administrator: httpx.Client
    reader: httpx.Client

    @contextmanager
    def statements(self) -> Iterator[list[tuple[str, object]]]:
        """What is sent to the database meanwhile, with its values."""
        seen: list[tuple[str, object]] = []

        def note(_: object, __: object, statement: str, values: object, *___: object) -> None:
            seen.append((statement, values))

        event.listen(self.database.engine, "before_cursor_execute", note)
        try:
            yield seen
        finally:
            event.remove(self.database.engine, "before_cursor_execute", note)


@contextmanager
def serving(url: str, size: rows.Size) -> Iterator[Served]:
    """Migrate the empty database at `url`, fill it, and serve."""
    _migrate(url)
    settings = Settings(
        environment="development",
        database_url=url,
        issuer="http://127.0.0.1:1",
        secret_key=SecretStr(secrets.token_hex(32)),
        console_directory=Path("no-console"),
    )
    database = Database(url)
    with database.engine.begin() as connection:
        rows.fill(connection, size)
    with database.engine.begin() as connection:
        rows.analyze(connection)
    with database.writing() as session:
        trail.lock_revision(session)
        keys.ensure_active(session, settings.secret_key)
        boss = users.by_name(session, "u1")
        assert boss is not None
        grants.grant(session, "bench", roles.personal_role_of(session, boss.id).id, 0, 0, [4])
    app = create_app(settings, database)
    with database.reading() as session:
        tokens = [
            issuing.issue(session, settings, name, audiences=(settings.issuer,), seconds=3600).reveal()
            for name in ("u1", READER)
        ]
    headers = ({"Authorization": f"Bearer {token}"} for token in tokens)
    with HttpServer(app).beside() as address:
        clients = [httpx.Client(base_url=address, headers=one, timeout=60) for one in headers]
        yield Served(database, *clients)
        for client in clients:
            client.close()
    database.close()


def plan(connection: Connection, statement: str, values: object) -> str:
    """How the database would carry out a statement, as text."""
    explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    found = connection.exec_driver_sql(f"{explain} {statement}", values)  # type: ignore[arg-type]
    return "\n".join(" ".join(str(part) for part in row) for row in found)


def _migrate(url: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parents[2] / "migrations"))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, "head")
