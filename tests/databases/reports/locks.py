"""Finds connections that wait for locks in a database server."""

from sqlalchemy import text

from app.platform.database import Database

WAITING = {
    "postgresql": "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    "mysql": "SELECT id FROM information_schema.processlist WHERE id <> connection_id() AND info LIKE '%sys_broker%'",
}


def waiting_connections(database: Database) -> list[int]:
    """The connections that wait for a lock."""
    with database.engine.connect() as connection:
        return list(connection.scalars(text(WAITING[database.engine.dialect.name])))
