"""Periodic job: deletes expired client secrets.

The center refuses them as soon as they expire. The deletion also reaches brokers, which remember verified secrets for
some minutes.
"""

from sqlalchemy import select

from app.database import Database
from app.identity import client_secrets
from app.identity.models import ClientSecret, User
from app.settings import Settings
from app.trail import trail

_ACTOR = "system"
_AT_ONCE = 100


def run(database: Database, _settings: Settings, now: int) -> None:
    """One round: deletes at most 100 in one short transaction."""
    ended = select(ClientSecret.id).where(ClientSecret.valid_until <= now).order_by(ClientSecret.id).limit(_AT_ONCE)
    with database.reading() as session:
        some = session.scalars(ended).all()
    if not some:
        return
    with database.writing() as session:
        session.info[trail.ORIGIN] = trail.SYSTEM
        trail.lock_revision(session)
        # Selected again under the lock: somebody may have deleted one meanwhile.
        for row in session.scalars(select(ClientSecret).where(ClientSecret.id.in_(some))).all():
            client_secrets.remove(session, _ACTOR, session.get_one(User, row.user_id), row.id)
