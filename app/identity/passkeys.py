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

import webauthn
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from app import sealing
from app.database import clear_away
from app.errors import Conflict, NotFound
from app.identity import sub_accounts
from app.identity.factor_models import Passkey, UsedChallenge
from app.identity.models import User
from app.settings import Settings
from app.telemetry import logger

log = logger(__name__)
_VALID_MS = 5 * 60_000
_RANDOM, _TIME = 24, 8
_AT_MOST = 10
_ALGORITHMS = [COSEAlgorithmIdentifier.ECDSA_SHA_256, COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256]


def to_register(session: Session, settings: Settings, user: User, now: int) -> dict[str, Any]:
    """What the browser needs to make a passkey. Raises Conflict `too_many_passkeys`."""
    have = of_user(session, user.id)
    if len(have) >= _AT_MOST:
        raise Conflict("There are ten passkeys already: remove one first.", code="too_many_passkeys")
    options = webauthn.generate_registration_options(
        rp_id=_host(settings),
        rp_name="Pulsar User Center",
        user_name=user.username,
        user_id=_handle(settings, user.id, have),
        challenge=_challenge(settings, f"register:{user.id}", now),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.key_id)) for key in have],
        supported_pub_key_algs=_ALGORITHMS,
    )
    return _as_json(webauthn.options_to_json(options))


def register(
    session: Session, settings: Settings, user: User, name: str, credential: dict[str, Any], now: int
) -> Passkey | None:
    """Keep a new passkey; None if it is not a valid answer to a challenge of ours."""
    try:
        challenge = _challenge_in(settings, credential, f"register:{user.id}", now)
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_host(settings),
            expected_origin=settings.origin,
            require_user_verification=True,
            supported_pub_key_algs=_ALGORITHMS,
        )
    except Exception as error:
        log.warning("passkey refused", user=user.username, why=type(error).__name__)
        return None
    key = Passkey(
        user_id=user.id,
        name=name,
        key_digest=hashlib.sha256(made.credential_id).hexdigest(),
        key_id=bytes_to_base64url(made.credential_id),
        public_key=bytes_to_base64url(made.credential_public_key),
        user_handle=bytes_to_base64url(_handle(settings, user.id, of_user(session, user.id))),
        sign_count=made.sign_count,
        add_time=now,
    )
    return key if _use_up(session, challenge, now) and _added(session, key) else None


def to_show(settings: Settings, now: int) -> dict[str, Any]:
    """What the browser needs to show a passkey. It offers the person all that it has for us."""
    options = webauthn.generate_authentication_options(
        rp_id=_host(settings),
        challenge=_challenge(settings, "show", now),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return _as_json(webauthn.options_to_json(options))


def shown(session: Session, settings: Settings, credential: dict[str, Any], now: int) -> User | None:
    """The user whose passkey was shown, once; None if anything is wrong."""
    try:
        challenge = _challenge_in(settings, credential, "show", now)
        digest = hashlib.sha256(base64url_to_bytes(credential["rawId"])).hexdigest()
        key = session.scalars(select(Passkey).where(Passkey.key_digest == digest)).one()
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_host(settings),
            expected_origin=settings.origin,
            credential_public_key=base64url_to_bytes(key.public_key),
            credential_current_sign_count=key.sign_count,
            require_user_verification=True,
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


def _added(session: Session, key: Passkey) -> bool:
    try:
        with session.begin_nested():
            session.add(key)
    except IntegrityError:  # registered already, perhaps by another account
        return False
    return True


def _use_up(session: Session, challenge: bytes, now: int) -> bool:
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
    data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
    challenge = base64url_to_bytes(data["challenge"])
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


def _handle(settings: Settings, user_id: int, have: Sequence[Passkey]) -> bytes:
    """What authenticators know the user by: says nothing to anybody else (WebAuthn §14.6.1). All its passkeys share it,
    so it is kept with them: PUC_SECRET_KEY may change."""
    for one in have:
        if one.user_handle is not None:
            return base64url_to_bytes(one.user_handle)
    key = sealing.derive_key(settings.secret_key, "passkey user handles")
    return hmac.new(key, str(user_id).encode(), hashlib.sha256).digest()


def _refuse_other_handle(key: Passkey, credential: dict[str, Any]) -> None:
    """Raises ValueError when the device names another user than that of the passkey (WebAuthn §7.2, step 6)."""
    told = credential["response"].get("userHandle")
    if told and key.user_handle and base64url_to_bytes(told) != base64url_to_bytes(key.user_handle):
        raise ValueError("another user's")


def _host(settings: Settings) -> str:
    return urlsplit(settings.issuer).hostname or ""


def _as_json(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found
