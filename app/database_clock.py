"""The clock of the machine on which the database runs."""

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


def now_ms(session: Session) -> int | None:
    """Epoch ms; None for SQLite, which runs on this machine."""
    query = _TIME.get(session.get_bind().dialect.name)
    return None if query is None else int(session.execute(text(query)).scalar_one())
