"""Public keys of service users. The private keys never reach the center; with them services sign their requests for
tokens (`app.tokens.client_assertions`). Several may be valid, so that one can be replaced without an outage."""

from collections.abc import Collection

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.identity import service_credentials, users
from app.identity.models import ClientKey, User
from app.identity.public_keys import PublicKey
from app.identity.service_credentials import CredentialKind
from app.platform.clock import now_ms
from app.platform.errors import Conflict, InvalidInput

_AT_MOST = 5
_KEYS = CredentialKind(ClientKey, "key", lambda row: {"client_key": row.id, "kid": row.kid}, lambda row: row.name)
of_user, remove = _KEYS.of_user, _KEYS.remove


def register(
    session: Session,
    actor: str,
    user: User,
    key: PublicKey,
    *,
    name: str,
    days: int | None = None,
    networks: Collection[str] | None = None,
) -> ClientKey:
    """Register a key of a service user, valid for `days` (None: until it is deleted), from these networks (as
    written; None: all). Raises InvalidInput `not_a_service`, `invalid_network`, `unknown_network`, Conflict
    `too_many_keys`, `key_exists`."""
    if user.kind != "service":
        raise InvalidInput("Only service users have keys; people have passwords.", code="not_a_service")
    if _KEYS.number(session, user) >= _AT_MOST:
        raise Conflict(f"There are {_AT_MOST} keys already: delete an old one first.", code="too_many_keys")
    _refuse_known(session, user, key)
    row = ClientKey(
        user_id=user.id,
        kid=key.kid,
        thumbprint=key.thumbprint,
        alg=key.alg,
        public_jwk=key.jwk,
        name=name,
        **service_credentials.life(session, now_ms(), days, networks),
    )
    _KEYS.add(session, actor, user, row)
    return row


def valid_of_name(session: Session, username: str, now: int) -> list[tuple[User, ClientKey]]:
    """The valid keys of the user of this name, which need not be able to sign in."""
    if not users.may_be_name(username):
        return []
    query = select(User, ClientKey).join(ClientKey, ClientKey.user_id == User.id).order_by(ClientKey.id)
    living = or_(ClientKey.valid_until.is_(None), ClientKey.valid_until > now)
    return [(user, key) for user, key in session.execute(query.where(User.username == username, living))]


def _refuse_known(session: Session, user: User, key: PublicKey) -> None:
    same = or_(ClientKey.thumbprint == key.thumbprint, (ClientKey.user_id == user.id) & (ClientKey.kid == key.kid))
    if session.scalars(select(ClientKey.id).where(same)).first() is not None:
        message = "This key is registered already, for this or another service, or its kid is: each has its own."
        raise Conflict(message, code="key_exists")
