"""Signing keys as others need them: the one that signs, and the public ones that verify; pairs of the algorithms that
stock Pulsar verifies.

How keys come and go: `app.tokens.key_life`. How they are encrypted: `app.tokens.key_encryption`.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, cast

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from pydantic import SecretStr
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import epochs, subjects
from app.audit.trail.epochs import MemorySession
from app.platform import jwk
from app.platform.settings import Settings
from app.tokens import key_encryption
from app.tokens.models import SigningKey

Algorithm = Literal["ES256", "RS256"]
Private = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey
_RSA_BITS = 3072
"""As strong as ES256 (128 bits, NIST SP 800-57). 2048 bits are advised until 2030 only."""
VERIFY = ("published", "active", "retired")
"""States in which a key is published and verifies tokens."""
_KEY_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class Signer:
    """What signing takes of the active key; its private part is encrypted."""

    kid: str
    alg: str
    private_encrypted: str = field(repr=False)
    sealed_with: str | None


def signer(session: Session | MemorySession) -> Signer:
    """The key that signs in the state that the session sees, so that no instance signs with a key that another one has
    replaced. Raises LookupError as `active` does, CacheMiss when only memory may be used and it does not hold it."""
    return epochs.derive(session, ("signer",), _read_signer, lambda _: 1, lambda _: {subjects.KEYS})


def _read_signer(session: Session) -> Signer:
    key = active(session)
    return Signer(key.kid, key.alg, key.private_encrypted, key.sealed_with)


def active(session: Session) -> SigningKey:
    """The key that signs. Raises LookupError when the service was never started (see `key_life.ensure`)."""
    key = with_status(session, "active").get(None)
    if key is None:
        raise LookupError("there is no active signing key")
    return key


def with_status(session: Session, status: str) -> dict[str | None, SigningKey]:
    """The oldest key in this state of those that sign access tokens (None), and of those for ID tokens by algorithm."""
    query = select(SigningKey).where(SigningKey.status == status)
    newest_first = query.order_by(SigningKey.add_time.desc(), SigningKey.kid.desc())
    return {signing_key.id_tokens: signing_key for signing_key in session.scalars(newest_first)}


def for_id_tokens(session: Session, alg: str | None) -> SigningKey:
    """The key that signs ID tokens of this algorithm; None: of that of access tokens. Raises LookupError as above."""
    key = active(session)
    return key if alg in (None, key.alg) else with_status(session, "active").get(alg, key)


def verifying(session: Session, kid: object) -> SigningKey | None:
    """The key with this id, while it verifies tokens. A text that cannot be an id is not sent to the database: some
    refuse to compare it."""
    text = str(kid)
    key = session.get(SigningKey, text) if _KEY_ID.fullmatch(text) else None
    return key if key is not None and key.status in VERIFY else None


def all_verifying(session: Session) -> Sequence[SigningKey]:
    """All keys that verify tokens, oldest first. While the caller keeps them, `verifying` needs no statement."""
    query = select(SigningKey).where(SigningKey.status.in_(VERIFY)).order_by(SigningKey.add_time, SigningKey.kid)
    return session.scalars(query).all()


def public_keys(session: Session) -> list[dict[str, str]]:
    """The public parts of all keys that verify tokens, as JWKs, oldest first."""
    return [json.loads(signing_key.public_jwk) for signing_key in all_verifying(session)]


def private_key(key: SigningKey | Signer, settings: Settings) -> Private:
    """Decrypt the private part. Raises `cryptography.exceptions.InvalidTag` when no setting holds the key that it was
    sealed with, or when the private part was erased."""
    return _open_private(key.kid, key.private_encrypted, key.sealed_with, settings.secrets_of_private_keys())


@lru_cache(maxsize=8)
def _open_private(kid: str, sealed: str, sealed_with: str | None, known: tuple[SecretStr, ...]) -> Private:
    return from_bytes(key_encryption.unseal(known, kid, sealed, sealed_with))


def make(algorithm: Algorithm) -> Private:
    """A new key pair."""
    if algorithm == "RS256":
        return rsa.generate_private_key(public_exponent=65537, key_size=_RSA_BITS)
    return ec.generate_private_key(ec.SECP256R1())


def public_jwk(private: Private, algorithm: Algorithm) -> dict[str, str]:
    """The public part, with its thumbprint as key id."""
    members = jwk.members(private.public_key())
    return {**members, "kid": jwk.thumbprint(members), "alg": algorithm, "use": "sig"}


def to_bytes(private: Private) -> bytes:
    """The private part, in clear: only to be encrypted."""
    return private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def from_bytes(pem: bytes) -> Private:
    """What `to_bytes` made."""
    return cast(Private, serialization.load_pem_private_key(pem, password=None))
