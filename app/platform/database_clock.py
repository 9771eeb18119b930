"""The clock of the machine on which the database runs."""

from collections.abc import Callable

from sqlalchemy import text
from sqlalchemy.orm import Session

_TIME = {
    "postgresql": "SELECT extract(epoch FROM clock_timestamp()) * 1000",
    "mysql": "SELECT unix_timestamp(now(3)) * 1000",
    "mariadb": "SELECT unix_timestamp(now(3)) * 1000",
}


def is_apart(dialect: str) -> bool:
    """Whether this kind of database may run on another machine, with a clock of its own."""
    return dialect in _TIME


def look(session: Session, machine: Callable[[], int]) -> tuple[int, int, int] | None:
    """Epoch ms by this machine's clock before the question, by the database's clock, and by this machine's after the
    answer. None for SQLite, which runs on this machine."""
    query = _TIME.get(session.get_bind().dialect.name)
    if query is None:
        return None
    session.connection()  # it may come late, which is not the clock's fault
    return machine(), int(session.execute(text(query)).scalar_one()), machine()
