"""The first administrator, and recovery when none can sign in: whoever controls machine and database lets them in."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.vocabulary import SUPER_USER
from app.audit.trail import trail
from app.grants import grants, roles
from app.grants.models import Grant
from app.identity import credentials, factors, users
from app.identity.accounts import administrators, lifecycle
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import Conflict, existing
from app.platform.settings import Settings

_ACTOR = "system"


def create_administrator_in(database: Database, settings: Settings, name: str) -> str:
    """Create a person with authority 4 on the root. Returns the one-time secret. Raises Conflict when the name is
    taken."""
    with database.writing() as session:
        session.info[trail.ORIGIN] = trail.SYSTEM
        trail.lock_revision(session)
        return create_administrator(session, settings, name)


def create_administrator(session: Session, settings: Settings, name: str) -> str:
    """The same in a transaction that holds the lock on the revision."""
    user = lifecycle.create(session, _ACTOR, name, "person")
    role = roles.personal_role_of(session, user.id)
    grants.grant(session, _ACTOR, role.id, int(ResourceType.ROOT), 0, [SUPER_USER])
    return credentials.give_initial_secret(session, settings, _ACTOR, user, now_ms())[0]


def recover(database: Database, settings: Settings, name: str) -> str:
    """A new one-time secret for an administrator, whose second factors are removed. A person becomes administrator if
    there is none.

    Raises NotFound, Conflict while another administrator can help, InvalidInput for a service.
    """
    with trail.center_transaction(database) as session:
        user = existing(users.by_name(session, name), f"There is no user called {name}; create-admin makes one.")
        in_force = administrators.in_force(session, now_ms())
        if not in_force:
            _make_administrator(session, user)
        elif user not in in_force:
            names = [administrator.username for administrator in in_force]
            raise Conflict(
                f"{name} does not administer the center. Recover one who does, and let that one decide.",
                administrators=names,
            )
        if factors.of(session, user.id):
            factors.reset(session, _ACTOR, user)
        return credentials.give_initial_secret(session, settings, _ACTOR, user, now_ms())[0]


def _make_administrator(session: Session, user: User) -> None:
    if user.parent is not None:
        main = session.get_one(User, user.parent).username
        raise Conflict(f"{user.username} is a sub-account: name its main account, {main}.")
    if user.status != "active":
        lifecycle.change(session, _ACTOR, user, status="active")
    role = roles.personal_role_of(session, user.id)
    conditions = Grant.role_id == role.id, Grant.res_type == int(ResourceType.ROOT)
    # Authority 4 without end includes whatever it held at the root, in any window.
    for grant_id in session.scalars(select(Grant.id).where(*conditions)).all():
        grants.revoke(session, _ACTOR, grant_id)
    grants.grant(session, _ACTOR, role.id, int(ResourceType.ROOT), 0, [SUPER_USER])
