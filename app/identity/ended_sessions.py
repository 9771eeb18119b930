"""Periodic job: deletes sessions, and sign-ins between two factors, that are over. They open nothing from the moment
on at which they are over; a sign-in should not have to tidy up after others."""

from typing import Any

from sqlalchemy import Select, select

from app.identity.factor_models import PendingSignIn
from app.identity.models import ConsoleSession
from app.platform.database import Database, clear_away
from app.platform.settings import Settings

_MOST_ROUNDS = 100


def run(database: Database, _settings: Settings, now: int) -> None:
    """Deletes at most 10,000 of each kind, in short transactions."""
    _delete(database, select(ConsoleSession).where(ConsoleSession.valid_until <= now))
    _delete(database, select(PendingSignIn).where(PendingSignIn.valid_until <= now))


def _delete(database: Database, query: Select[Any]) -> None:
    for _ in range(_MOST_ROUNDS):
        with database.reading() as session:  # mostly there are none, and then nobody should wait for a writer
            if session.execute(query.limit(1)).first() is None:
                return
        with database.writing() as session:
            if not clear_away(session, query):  # others have locked what is left
                return
