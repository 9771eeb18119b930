"""The real service on a big estate inside this process, where its statements can be recorded. Not for measuring."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
from sqlalchemy import Connection, event

from app.platform.database import Database
from app.server.http_server import HttpServer
from app.server.main import create_app
from benchmarks.big_estate import rows
from benchmarks.big_estate.filled import fill


@dataclass
class ServedEstate:
    """The service, its database, and two callers: an administrator and an ordinary user."""

    database: Database
    administrator: httpx.Client
    reader: httpx.Client

    @contextmanager
    def statements(self) -> Iterator[list[tuple[str, object]]]:
        """Record the statements sent to the database within the block, with their values."""
        seen: list[tuple[str, object]] = []

        def note(_: object, __: object, statement: str, values: object, *___: object) -> None:
            seen.append((statement, values))

        event.listen(self.database.engine, "before_cursor_execute", note)
        try:
            yield seen
        finally:
            event.remove(self.database.engine, "before_cursor_execute", note)


@contextmanager
def serving(url: str, size: rows.Size) -> Iterator[ServedEstate]:
    """Migrate the empty database at `url`, fill it, and serve."""
    estate = fill(url, size)
    database = Database(url)
    with HttpServer(create_app(estate.settings, database)).beside() as address:
        headers = ({"Authorization": f"Bearer {token}"} for token in (estate.administrator, estate.reader))
        clients = [httpx.Client(base_url=address, headers=caller, timeout=60) for caller in headers]
        yield ServedEstate(database, *clients)
        for client in clients:
            client.close()
    database.close()


def plan(connection: Connection, statement: str, values: object) -> str:
    """How the database would carry out a statement, as text."""
    explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    found = connection.exec_driver_sql(f"{explain} {statement}", values)  # type: ignore[arg-type]
    return "\n".join(" ".join(str(part) for part in row) for row in found)
