"""E-mails about the safety of an account. For a service or sub-account without an address its main account is told."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.outbox import enqueue
from app.platform.outbox.models import Mail

_ONCE_MS = 3_600_000
_BY_ITSELF = "system"


def tell(session: Session, user: User, kind: str, **facts: object) -> None:
    """Send an e-mail in the caller's transaction, so that it goes out exactly when the change is made."""
    whom = addressee(session, user)
    if whom is not None:
        enqueue.tell(session, whom, kind, {"user": user.username, **facts}, now_ms())


def addressee(session: Session, user: User) -> User | None:
    """Who reads messages for this user: itself, or its main account."""
    return user if user.email_verified or user.parent is None else session.get(User, user.parent)


def credential_made(session: Session, actor: str, user: User, what: str, name: str) -> None:
    """Tell of a new credential: somebody who has it acts as the user."""
    tell(session, user, enqueue.CREDENTIAL_MADE, what=what, name=name, by=actor)


def credential_ended(session: Session, actor: str, user: User, what: str, name: str) -> None:
    """Tell of a removed credential. Of one that expires the user was reminded before."""
    if actor != _BY_ITSELF:
        tell(session, user, enqueue.CREDENTIAL_ENDED, what=what, name=name, by=actor)


def new_browser(session: Session, user: User, address: str, agent: str) -> None:
    """Tell of a new browser, once an hour at most: signing in again and again without cookies must fill no mailbox."""
    if not user.email_verified:
        return
    recent = Mail.user_id == user.id, Mail.kind == enqueue.NEW_BROWSER, Mail.add_time > now_ms() - _ONCE_MS
    if not session.scalar(select(func.count()).select_from(Mail).where(*recent)):
        tell(session, user, enqueue.NEW_BROWSER, address=address, agent=agent)
