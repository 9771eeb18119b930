"""A forgotten password: asked for by anybody, answered by an e-mail to the confirmed address of the user.

Asking stores the name and nothing else, whoever it is. The worker looks the user up, so neither answer nor duration
tells whether there is one. The e-mail proves no second factor: signing in asks for it as always.
"""

from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity import credentials, sub_accounts, users
from app.identity.models import User
from app.messages import addresses, links
from app.platform.database import Database
from app.platform.outbox import enqueue
from app.platform.outbox.models import Mail
from app.platform.settings import Settings

_PURPOSES = (enqueue.INVITE, enqueue.RESET)


def ask(session: Session, settings: Settings, username: str, now: int) -> None:
    """Somebody has forgotten the password of this user, or says so."""
    until = now + settings.reset_minutes * 60_000
    enqueue.put(session, 0, "", None, enqueue.RESET, {"user": username}, now, until)


def addressee(session: Session, mail: Mail, username: str, now: int) -> User | None:
    """The user to whom the link goes; None: to nobody."""
    user = users.by_name(session, username, lock=True)
    if user is None or user.kind != "person" or user.passwd is None or not (user.email and user.email_verified):
        return None
    if not sub_accounts.effectively_active(session, user):
        return None
    return None if links.reset_is_too_soon(session, mail, user.id, user.email, now) else user


def username_of(database: Database, secret: str, now: int) -> str:
    """The name of the user whose password the link sets. Raises InvalidInput `unknown_link`."""
    with database.reading() as session:
        return links.find(session, secret, _PURPOSES, now)[1].username


def complete(session: Session, secret: str, new_hash: str, now: int) -> User:
    """Use the link up and set the password; all sessions end. Raises InvalidInput `unknown_link`."""
    trail.lock_revision(session)
    row, user = links.find(session, secret, _PURPOSES, now)
    links.use(session, row, now)
    credentials.change_password(session, user, new_hash)
    addresses.take(session, user, row.address, now)
    enqueue.tell(session, user, enqueue.PASSWORD_CHANGED, {"user": user.username}, now)
    return user


def confirm(session: Session, user_id: int, secret: str, now: int) -> User:
    """The link was sent to an address; it becomes that of this user, who entered it. Raises InvalidInput
    `unknown_link`, also for anybody else: a mistyped address must not open the account to whoever has it."""
    row, user = links.find(session, secret, (enqueue.CONFIRM,), now, user_id=user_id)
    links.use(session, row, now)
    addresses.take(session, user, row.address, now)
    return user
