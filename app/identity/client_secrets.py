"""Secrets of service users: 256 random bits, shown once, stored as SHA-256, two at a time for rotation.

Their form is that of `secret_format`; those of older versions have no checksum and go on working.
"""

import hashlib
import hmac
import re
import secrets
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.network_limits import let_in
from app.audit.trail import epochs, subjects
from app.audit.trail.epochs import MemorySession
from app.audit.trail.subjects import Subject
from app.identity import secret_format, service_credentials, sub_accounts, users
from app.identity.models import ClientSecret, User
from app.identity.secret_format import digest
from app.identity.service_credentials import CredentialKind
from app.platform import calling_address
from app.platform.clock import now_ms
from app.platform.database import slices
from app.platform.derived import CacheMiss
from app.platform.errors import Conflict, InvalidInput, NotSignedIn

_SHAPE = re.compile(secret_format.prefix("secret") + r"(?:[A-Za-z0-9_-]{43}|[0-9A-Za-z]{49})")
"""Without a checksum, as older versions made them, or with one."""
_AT_MOST = 2
_SECRETS = CredentialKind(
    ClientSecret, "secret", lambda row: {"client_secret": row.id, "hint": row.hint}, lambda row: f"…{row.hint}"
)
of_user, remove = _SECRETS.of_user, _SECRETS.remove
_SAMPLE = secret_format.new("secret")
_Row = tuple[User, ClientSecret]
_ROWS = select(User, ClientSecret).join(ClientSecret, ClientSecret.user_id == User.id).order_by(ClientSecret.id)
_NOBODY = hashlib.sha256(secrets.token_bytes(32)).hexdigest()


def create(
    session: Session, actor: str, user: User, days: int | None = None, networks: Collection[str] | None = None
) -> tuple[ClientSecret, str]:
    """Create a secret for a service user, valid for `days` (None: without end), from these networks
    (as written; None: all). Returns its row and text; the text is
    never shown again. Raises InvalidInput `not_a_service`, `invalid_network`, `unknown_network`,
    Conflict `too_many_secrets`."""
    if user.kind != "service":
        raise InvalidInput("Only service users have client secrets; people have passwords.", code="not_a_service")
    if _SECRETS.number(session, user) >= _AT_MOST:
        raise Conflict("There are two secrets already: delete the old one first.", code="too_many_secrets")
    secret = secret_format.new("secret")
    row = ClientSecret(
        user_id=user.id,
        secret_hash=digest(secret),
        hint=secret[-4:],
        **service_credentials.life(session, now_ms(), days, networks),
    )
    _SECRETS.add(session, actor, user, row)
    return row, secret


def looks_like_one(text: str) -> bool:
    """True for a text in the form of a client secret. Such a text is never taken as a password."""
    return _SHAPE.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class ProvenClient:
    """An active user and its secret that was shown. Times are epoch ms."""

    user_id: int
    username: str
    cred_version: int
    secret_id: int
    valid_until: int | None
    networks: tuple[str, ...] | None
    """Of the secret itself."""
    of_accounts: tuple[tuple[str, ...] | None, ...]
    """Of its user, and of the main account of a sub-account."""
    main: str | None
    """The main account of a sub-account."""

    def depends_on(self) -> set[Subject]:
        """The subjects of `app.audit.trail.subjects`. An entry about the secret names its user."""
        return set(map(subjects.user, (self.username, self.main or self.username)))


def matching(
    session: Session | MemorySession, username: str, secret: str, now: int, *, by_broker: bool = False
) -> ProvenClient | None:
    """The active user and its valid secret, or None. A wrong name takes the same steps as a wrong secret, and both are
    read each time. A right one is kept until the user, with its secrets, or its main account changes (decision 0111).

    `by_broker`: a broker was shown the secret. It remembers that for other connections, from anywhere, so a secret that
    is limited to networks is none there: its client gets a token. Raises CacheMiss when only memory may be used and it
    does not hold the answer.
    """
    if not _may_be_one(secret):
        return None  # whoever the user is, so it tells nothing about it
    try:
        found = _proven(session, username, digest(secret), _of_name)
    except NotSignedIn:
        return None
    if found.valid_until is not None and now >= found.valid_until:
        return None
    if by_broker:
        return found if found.networks is None else None
    address = calling_address.current()
    return found if all(let_in(networks, address) for networks in (found.networks, *found.of_accounts)) else None


def is_unread(memory: MemorySession, username: str, secret: str) -> bool:
    """Whether `matching` would have to read what this memory does not hold."""
    if not _may_be_one(secret):
        return False
    try:
        memory.of(_key(username, digest(secret)))
    except CacheMiss:
        return True
    return False


def read_all(session: Session, shown: Sequence[tuple[str, str]]) -> list[bool]:
    """Whose of these clients (name, hash of the secret) secret is right; those are cached, as `matching` does."""
    found = defaultdict[str, list[_Row]](list)
    for part in slices(name for name, _ in shown if users.may_be_name(name)):
        for user, row in session.execute(_ROWS.where(User.username.in_(part))):
            found[user.username].append((user, row))
    return [_is_right(session, username, hashed, found[username]) for username, hashed in shown]


def _is_right(session: Session, username: str, hashed: str, rows: list[_Row]) -> bool:
    with suppress(NotSignedIn):
        _proven(session, username, hashed, lambda *_: rows)
        return True
    return False


def _key(username: str, hashed: str) -> tuple[str, str, str]:
    return "client", username, hashed


def _proven(
    session: Session | MemorySession, username: str, hashed: str, rows: Callable[[Session, str], list[_Row]]
) -> ProvenClient:
    return epochs.derive(
        session,
        _key(username, hashed),
        lambda read: _matched(read, rows(read, username), hashed),
        lambda _: 1,
        ProvenClient.depends_on,
    )


def _matched(session: Session, found: list[_Row], hashed: str) -> ProvenClient:
    # Every stored hash is compared, and a random one, so that the time reveals neither the user nor how close the
    # secret was.
    hits = [client for client in found if hmac.compare_digest(client[1].secret_hash, hashed)]
    hmac.compare_digest(_NOBODY, hashed)
    if not hits or not sub_accounts.effectively_active(session, hits[0][0]):
        raise NotSignedIn("There is no such client.")
    user, row = hits[0]
    accounts = sub_accounts.networks_of(session, user)
    main = sub_accounts.main_name(session, user)
    return ProvenClient(user.id, user.username, user.cred_version, row.id, row.valid_until, row.cidrs, accounts, main)


def _may_be_one(text: str) -> bool:
    of_today = len(text) == len(_SAMPLE)
    return secret_format.is_well_formed(text, "secret") if of_today else looks_like_one(text)


def _of_name(session: Session, username: str) -> list[_Row]:
    # One query, whether the user exists or not.
    if not users.may_be_name(username):
        return []
    return [(user, secret) for user, secret in session.execute(_ROWS.where(User.username == username))]
