"""Periodic jobs: delete what is over: client secrets and keys; sessions, and sign-ins between two factors.

The center refuses them as soon as they are over, and a sign-in should not have to tidy up after others. The deletion of
secrets also reaches brokers, which remember verified secrets for some minutes.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity import client_keys, client_secrets
from app.identity.factor_models import PendingSignIn
from app.identity.models import ClientKey, ClientSecret, ConsoleSession, User
from app.platform.database import Database, clear_away
from app.platform.settings import Settings

_ACTOR = "system"
_AT_ONCE = 100
_MOST_ROUNDS = 100
_Row = TypeVar("_Row", ClientSecret, ClientKey)
_Remove = Callable[[Session, str, User, int], None]


def end_secrets(database: Database, _settings: Settings, now: int) -> None:
    """One round: deletes at most 100 of each kind, in one short transaction each."""
    _end(database, now, ClientSecret, client_secrets.remove)
    _end(database, now, ClientKey, client_keys.remove)


def _end(database: Database, now: int, model: type[_Row], remove: _Remove) -> None:
    ended = select(model.id).where(model.valid_until <= now).order_by(model.id).limit(_AT_ONCE)
    with database.reading() as session:
        numbers = session.scalars(ended).all()
    if not numbers:
        return
    with database.writing() as session:
        session.info[trail.ORIGIN] = trail.SYSTEM
        trail.lock_revision(session)
        # Selected again under the lock: somebody may have deleted one meanwhile.
        for row in session.scalars(select(model).where(model.id.in_(numbers))).all():
            remove(session, _ACTOR, session.get_one(User, row.user_id), row.id)


def end_sessions(database: Database, _settings: Settings, now: int) -> None:
    """Deletes at most 10,000 of each kind, in short transactions."""
    _clear(database, select(ConsoleSession).where(ConsoleSession.valid_until <= now))
    _clear(database, select(PendingSignIn).where(PendingSignIn.valid_until <= now))


def _clear(database: Database, query: Select[Any]) -> None:
    for _ in range(_MOST_ROUNDS):
        with database.reading() as session:  # mostly there are none, and then nobody should wait for a writer
            if session.execute(query.limit(1)).first() is None:
                return
        with database.writing() as session:
            if not clear_away(session, query):  # others have locked what is left
                return
