"""Numbers for Prometheus that are read from the database when somebody asks for them."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from prometheus_client import Metric
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.platform.database import Database


class DatabaseNumbers(Collector):
    """What `read` returns; nothing while the database does not answer."""

    def __init__(self, database: Callable[[], Database], read: Callable[[Session], list[Metric]]) -> None:
        self._database, self._read = database, read

    def describe(self) -> list[Metric]:
        """No numbers in advance, so that registering asks no database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """All of them, from one state of the database."""
        with suppress(SQLAlchemyError):
            with self._database().reading() as session:
                found = self._read(session)
            yield from found
