"""Records the statements that a request sends to the database."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.audit.trail import epochs
from tests.center import Center
from tests.listening import listening


@contextmanager
def statements(center: Center) -> Iterator[list[str]]:
    """The statements sent within the block, without the one that reads what was changed before it."""
    seen: list[str] = []
    center.read(epochs.seen_by)

    def note(_: object, __: object, statement: str, *___: object) -> None:
        seen.append(statement)

    with listening(center.database.engine, "before_cursor_execute", note):
        yield seen
