"""Periodic job: deletes expired client secrets and keys.

The center refuses them as soon as they expire. The deletion also reaches brokers, which remember verified secrets for
some minutes.
"""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity import client_keys, client_secrets
from app.identity.models import ClientKey, ClientSecret, User
from app.platform.database import Database
from app.platform.settings import Settings

_ACTOR = "system"
_AT_ONCE = 100
_Row = TypeVar("_Row", ClientSecret, ClientKey)
_Remove = Callable[[Session, str, User, int], None]


def run(database: Database, _settings: Settings, now: int) -> None:
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
