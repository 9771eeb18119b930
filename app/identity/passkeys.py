"""Passkeys (WebAuthn): each is two factors, so it signs in alone. User verification is always demanded.

A challenge is signed by us and stored only once it was used, so that strangers who ask for many fill no table.
"""

import hashlib
import hmac
import json
import os
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from jwt.utils import base64url_decode, base64url_encode
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.identity import sub_accounts
from app.identity.factor_models import Passkey, UsedChallenge
from app.identity.models import User
from app.platform import hosts, sealing
from app.platform.database import clear_away
from app.platform.errors import Conflict, NotFound
from app.platform.settings import Settings
from app.platform.telemetry import logger

log = logger(__name__)
_VALID_MS = 5 * 60_000
_RANDOM, _TIME = 24, 8
_AT_MOST = 10


def to_register(session: Session, settings: Settings, user: User, now: int) -> dict[str, Any]:
    """What the browser needs to make a passkey. Raises Conflict `too_many_passkeys`, `passkeys_need_host_name`."""
    from app.identity import authenticators

    have = of_user(session, user.id)
    if len(have) >= _AT_MOST:
        raise Conflict("There are ten passkeys already: remove one first.", code="too_many_passkeys")
    challenge = _challenge(settings, f"register:{user.id}", now)
    ids = [base64url_decode(key.key_id) for key in have]
    handle = _handle(settings, user.id, have)
    return _as_json(authenticators.to_register(_host(settings), user.username, handle, challenge, ids))


def register(
    session: Session, settings: Settings, user: User, name: str, credential: dict[str, Any], now: int
) -> Passkey | None:
    """Keep a new passkey; None if it is not a valid answer to a challenge of ours."""
    from app.identity import authenticators

    try:
        challenge = _challenge_in(settings, credential, f"register:{user.id}", now)
        verified = authenticators.registered(credential, challenge, _host(settings), settings.origin)
    except Exception as error:
        log.warning("passkey refused", user=user.username, why=type(error).__name__)
        return None
    key = Passkey(
        user_id=user.id,
        name=name,
        key_digest=hashlib.sha256(verified.credential_id).hexdigest(),
        key_id=_text(verified.credential_id),
        public_key=_text(verified.credential_public_key),
        user_handle=_text(_handle(settings, user.id, of_user(session, user.id))),
        sign_count=verified.sign_count,
        add_time=now,
    )
    return key if _use_up(session, challenge, now) and _add(session, key) else None


def to_show(settings: Settings, now: int) -> dict[str, Any]:
    """What the browser needs to show a passkey. It offers the person all that it has for us. Raises Conflict
    `passkeys_need_host_name`."""
    from app.identity import authenticators

    return _as_json(authenticators.to_show(_host(settings), _challenge(settings, "show", now)))


def shown(session: Session, settings: Settings, credential: dict[str, Any], now: int) -> User | None:
    """The user whose passkey was shown, once; None if anything is wrong."""
    from app.identity import authenticators

    try:
        challenge = _challenge_in(settings, credential, "show", now)
        digest = hashlib.sha256(base64url_decode(credential["rawId"])).hexdigest()
        key = session.scalars(select(Passkey).where(Passkey.key_digest == digest)).one()
        public_key = base64url_decode(key.public_key)
        found = authenticators.shown(
            credential, challenge, _host(settings), settings.origin, public_key, key.sign_count
        )
        _refuse_other_handle(key, credential)
    except Exception as error:
        log.warning("passkey refused", why=type(error).__name__)
        return None
    # A counter that does not grow means a copied key; where devices do not count it stays 0.
    same = update(Passkey).where(Passkey.id == key.id, Passkey.sign_count == key.sign_count)
    counted = session.execute(same.values(sign_count=found.new_sign_count, last_use=now))
    user = session.get(User, key.user_id)
    if counted.rowcount != 1 or user is None or not sub_accounts.may_sign_in(session, user):  # type: ignore[attr-defined]
        return None
    return user if _use_up(session, challenge, now) else None


def of_user(session: Session, user_id: int) -> Sequence[Passkey]:
    """The user's passkeys, oldest first."""
    return session.scalars(select(Passkey).where(Passkey.user_id == user_id).order_by(Passkey.id)).all()


def remove(session: Session, user_id: int, number: int) -> str:
    """Remove a passkey of this user. Returns its name. Raises NotFound."""
    key = session.get(Passkey, number)
    if key is None or key.user_id != user_id:
        raise NotFound("There is no such passkey.")
    session.execute(delete(Passkey).where(Passkey.id == number))
    return key.name


def _add(session: Session, key: Passkey) -> bool:
    try:
        with session.begin_nested():
            session.add(key)
    except IntegrityError:  # registered already, perhaps by another account
        return False
    return True


def _use_up(session: Session, challenge: bytes, now: int) -> bool:
    """True for the first use of a challenge."""
    clear_away(session, select(UsedChallenge).where(UsedChallenge.valid_until <= now))
    try:
        with session.begin_nested():
            session.add(UsedChallenge(challenge=_key_of(challenge), valid_until=now + _VALID_MS))
    except IntegrityError:
        return False
    return True


def _challenge(settings: Settings, purpose: str, now: int) -> bytes:
    plain = os.urandom(_RANDOM) + (now + _VALID_MS).to_bytes(_TIME, "big")
    return plain + _mark(settings, purpose, plain)


def _challenge_in(settings: Settings, credential: dict[str, Any], purpose: str, now: int) -> bytes:
    """The challenge that the answer names, if it is ours, for this purpose and not over. Raises ValueError and others
    for hostile answers."""
    data = json.loads(base64url_decode(credential["response"]["clientDataJSON"]))
    challenge = base64url_decode(data["challenge"])
    plain, mark = challenge[: _RANDOM + _TIME], challenge[_RANDOM + _TIME :]
    if not hmac.compare_digest(mark, _mark(settings, purpose, plain)):
        raise ValueError("not ours")
    if int.from_bytes(plain[_RANDOM:], "big") <= now:
        raise ValueError("over")
    return challenge


def _mark(settings: Settings, purpose: str, plain: bytes) -> bytes:
    key = sealing.derive_key(settings.secret_key, "passkey challenges")
    return hmac.new(key, purpose.encode() + b"\0" + plain, hashlib.sha256).digest()


def _key_of(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


def _handle(settings: Settings, user_id: int, passkeys: Sequence[Passkey]) -> bytes:
    """What authenticators know the user by: says nothing to anybody else (WebAuthn §14.6.1). All its passkeys share it,
    so it is kept with them: PUC_SECRET_KEY may change."""
    for passkey in passkeys:
        if passkey.user_handle is not None:
            return base64url_decode(passkey.user_handle)
    key = sealing.derive_key(settings.secret_key, "passkey user handles")
    return hmac.new(key, str(user_id).encode(), hashlib.sha256).digest()


def _refuse_other_handle(key: Passkey, credential: dict[str, Any]) -> None:
    """Raises ValueError when the device names another user than that of the passkey (WebAuthn §7.2, step 6)."""
    handle = credential["response"].get("userHandle")
    if handle and key.user_handle and base64url_decode(handle) != base64url_decode(key.user_handle):
        raise ValueError("another user's")


def _host(settings: Settings) -> str:
    """The relying party's id: a domain, and browsers take no IP address for one (WebAuthn §5.1.2)."""
    host = urlsplit(settings.issuer).hostname or ""
    if hosts.is_network(host):
        message = "Passkeys need a host name, and the center's address (PUC_ISSUER) is an IP address."
        raise Conflict(message, code="passkeys_need_host_name")
    return host


def _as_json(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def _text(raw: bytes) -> str:
    return base64url_encode(raw).decode()
