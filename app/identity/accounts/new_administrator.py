"""A person with every right, made by who controls machine and database."""

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.vocabulary import SUPER_USER
from app.audit.trail import trail
from app.grants import grants, roles
from app.identity import credentials
from app.identity.accounts import lifecycle
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings

_ACTOR = "system"


def create_in(database: Database, settings: Settings, name: str) -> str:
    """Create a person with authority 4 on the root. Returns the one-time secret. Raises Conflict when the name is
    taken."""
    with database.writing() as session:
        session.info[trail.ORIGIN] = trail.SYSTEM
        trail.lock_revision(session)
        return create(session, settings, name)


def create(session: Session, settings: Settings, name: str) -> str:
    """The same in a transaction that holds the lock on the revision."""
    user = lifecycle.create(session, _ACTOR, name, "person")
    role = roles.personal_role_of(session, user.id)
    grants.grant(session, _ACTOR, role.id, int(ResourceType.ROOT), 0, [SUPER_USER])
    return credentials.give_initial_secret(session, settings, _ACTOR, user, now_ms())[0]
