"""Public keys of service users. The private keys never reach the center; with them services sign their requests for
tokens (`app.tokens.client_assertions`). Several may be valid, so that one can be replaced without an outage."""

from collections.abc import Collection

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from app.clock import now_ms
from app.errors import Conflict, InvalidInput, NotFound
from app.identity import safety_messages, users
from app.identity.models import ClientKey, User
from app.identity.public_keys import PublicKey
from app.networks import lists, writing
from app.trail import contents, trail

_AT_MOST = 5
_DAY_MS = 86_400_000


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
    if (session.scalar(select(func.count()).where(ClientKey.user_id == user.id)) or 0) >= _AT_MOST:
        raise Conflict(f"There are {_AT_MOST} keys already: delete an old one first.", code="too_many_keys")
    _refuse_known(session, user, key)
    now = now_ms()
    row = ClientKey(
        user_id=user.id,
        kid=key.kid,
        thumbprint=key.thumbprint,
        alg=key.alg,
        public_jwk=key.jwk,
        name=name,
        add_time=now,
        valid_until=None if days is None else now + days * _DAY_MS,
        **lists.columns(session, None if networks is None else writing.checked(networks)),
    )
    session.add(row)
    session.flush()
    trail.record(session, actor, "client_key.create", str(row.id), after=contents.row(row, user=user.username))
    users.renew_credentials(session, actor, user, "user.key_create", **_told(row))
    safety_messages.credential_made(session, actor, user, "key", row.name)
    return row


def of_user(session: Session, user: User) -> list[ClientKey]:
    """The user's keys, oldest first."""
    return list(session.scalars(select(ClientKey).where(ClientKey.user_id == user.id).order_by(ClientKey.id)))


def remove(session: Session, actor: str, user: User, key_id: int) -> None:
    """Delete a key; what it signs is refused from now on. Raises NotFound, also for another user's key."""
    row = session.get(ClientKey, key_id)
    if row is None or row.user_id != user.id:
        raise NotFound("There is no such key.")
    session.delete(row)
    session.flush()
    trail.record(session, actor, "client_key.delete", str(row.id), before=contents.row(row, user=user.username))
    users.renew_credentials(session, actor, user, "user.key_delete", **_told(row))
    safety_messages.credential_ended(session, actor, user, "key", row.name)


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


def _told(row: ClientKey) -> dict[str, object]:
    return {"client_key": row.id, "kid": row.kid}
