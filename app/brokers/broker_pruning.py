"""Periodic job: deletes old questions, and brokers that are long gone."""

from sqlalchemy import delete, select

from app.brokers import live_connections
from app.platform.database import Database
from app.platform.settings import Settings
from app.resources.broker_registration import BrokerRegistration

_DAY_MS = 24 * 3_600_000
_AT_ONCE = 500


def run(database: Database, settings: Settings, now: int) -> None:
    """Delete in small transactions; without anything to delete no write lock is taken.

    A broker that may still decide by its rights is kept: see `serves_until` in app.brokers.broker_states.
    """
    with database.reading() as session:
        idle = live_connections.is_old(session, now)
        row = BrokerRegistration
        gone = row.last_seen < now - settings.broker_days * _DAY_MS, row.max_age_seconds < (now - row.last_seen) / 1000
        brokers = list(session.scalars(select(row.id).where(*gone).limit(_AT_ONCE)))
    if idle:
        with database.writing() as session:
            live_connections.prune(session, now)
    if brokers:
        with database.writing() as session:
            session.execute(delete(row).where(row.id.in_(brokers), *gone))
