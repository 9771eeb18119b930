"""Where somebody has signed in before: browsers, by a signed cookie, and networks. Strangers' wrong passwords do not
delay who signs in from there (decision 0082). Both end when the password changes."""

from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.identity.account_rows import AccountRow
from app.identity.models import KnownNetwork, User
from app.identity.network_of_address import network_of
from app.platform.database import clear_away
from app.platform.outbox import enqueue

_DAY_MS = 86_400_000
_KEPT_DAYS = 90
_MOST = 100
"""Networks of one user: a service may run in containers, each with an address of its own."""


@dataclass(frozen=True)
class KnownBrowser:
    """What the cookie of a browser says: who signed in there, and with which version of the credential."""

    username: str
    credential_version: int
    number: str
    """Tells browsers apart."""

    def belongs_to(self, user: User | AccountRow | None) -> bool:
        """True while the password with which somebody signed in there is the user's."""
        credential = (self.username, self.credential_version)
        return user is not None and credential == (user.username, user.cred_version)


def find(session: Session, user_id: int, address: str) -> KnownNetwork | None:
    """The network of this address, when the user has signed in from there."""
    return session.get(KnownNetwork, (user_id, network_of(address)))


def is_fresh(last_use: int | None, now: int) -> bool:
    """True when `note` would change nothing: the user signed in from there within a day. Most sign-ins then write
    nothing."""
    return last_use is not None and last_use > now - _DAY_MS


def remember(session: Session, user_id: int, address: str, now: int) -> bool:
    """Remember the network after a right password. The user's row must be locked. True when it was known before."""
    row = find(session, user_id, address)
    if row is not None:
        row.last_use = max(row.last_use, now)
        return True
    newest_first = select(KnownNetwork).where(KnownNetwork.user_id == user_id).order_by(KnownNetwork.last_use.desc())
    clear_away(session, newest_first.offset(_MOST - 1))
    clear_away(session, select(KnownNetwork).where(KnownNetwork.last_use < now - _KEPT_DAYS * _DAY_MS))
    _tell(session, user_id, address, now)
    session.add(KnownNetwork(user_id=user_id, network=network_of(address), last_use=now))
    session.flush()
    return False


def _tell(session: Session, user_id: int, address: str, now: int) -> None:
    """Tell the user by e-mail, but not of the first network after the password was changed: there the user did it."""
    user = session.get_one(User, user_id)
    if (
        user.email_verified
        and session.scalars(select(KnownNetwork.network).where(KnownNetwork.user_id == user_id).limit(1)).first()
    ):
        enqueue.tell(session, user, enqueue.NEW_NETWORK, {"user": user.username, "address": address}, now)


def forget_all(session: Session, user_id: int) -> None:
    """Every network is strange again: the password was changed, or the user is deleted."""
    session.execute(delete(KnownNetwork).where(KnownNetwork.user_id == user_id))
