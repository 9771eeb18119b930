"""Secrets of service users: 256 random bits, shown once, stored as SHA-256, two at a time for rotation.

Their form is that of `secret_format`; those of older versions have no checksum and go on working.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from app import calling_address
from app.access.networks import let_in
from app.clock import now_ms
from app.errors import Conflict, InvalidInput
from app.identity import secret_format, service_credentials, sub_accounts, users
from app.identity.models import ClientSecret, User
from app.identity.service_credentials import Kind

_SHAPE = re.compile(secret_format.prefix("secret") + r"(?:[A-Za-z0-9_-]{43}|[0-9A-Za-z]{49})")
"""Without a checksum, as older versions made them, or with one."""
_AT_MOST = 2
_SECRETS = Kind(
    ClientSecret, "secret", lambda row: {"client_secret": row.id, "hint": row.hint}, lambda row: f"…{row.hint}"
)
of_user, remove = _SECRETS.of_user, _SECRETS.remove
_SAMPLE = secret_format.new("secret")
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


def matching(
    session: Session, username: str, secret: str, now: int, *, by_broker: bool = False
) -> tuple[User, ClientSecret] | None:
    """The active user and the row of its valid secret, or None. A wrong name takes the same steps as a wrong secret.

    `by_broker`: a broker was shown the secret. It remembers that for other connections, from anywhere, so a secret that
    is limited to networks is none there: its client gets a token.
    """
    if not _may_be_one(secret):
        return None  # whoever the user is, so it tells nothing about it
    hashed = digest(secret)
    # One query, whether the user exists or not. Every stored hash is compared, and a random one, so that the time
    # reveals neither the user nor how close the secret was.
    found = _of_name(session, username)
    hits = [one for one in found if hmac.compare_digest(one[1].secret_hash, hashed) and _valid(one[1], now)]
    hmac.compare_digest(_NOBODY, hashed)
    if not hits or not sub_accounts.may_sign_in(session, hits[0][0], by_broker=by_broker):
        return None
    here = None if by_broker else calling_address.current()
    return hits[0] if let_in(hits[0][1].cidrs, here) else None


def _may_be_one(text: str) -> bool:
    of_today = len(text) == len(_SAMPLE)
    return secret_format.is_well_formed(text, "secret") if of_today else looks_like_one(text)


def _of_name(session: Session, username: str) -> list[tuple[User, ClientSecret]]:
    if not users.may_be_name(username):
        return []
    query = select(User, ClientSecret).join(ClientSecret, ClientSecret.user_id == User.id)
    rows = session.execute(query.where(User.username == username).order_by(ClientSecret.id))
    return [(user, secret) for user, secret in rows]


def _valid(row: ClientSecret, now: int) -> bool:
    return row.valid_until is None or now < row.valid_until


def digest(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()
