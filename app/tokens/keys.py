"""Signing keys: created, stored encrypted, published as JWKS (RFC 7517, RFC 7638 key ids).

The private part is encrypted with AES-256-GCM under a key derived from PUC_SECRET_KEY. The key id is authenticated with
it, so that rows cannot be swapped.
"""

import base64
import json
import os
from functools import lru_cache
from typing import cast

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from jwt.algorithms import ECAlgorithm
from pydantic import SecretStr
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.clock import now_ms
from app.tokens.models import SigningKey
from app.trail import contents, trail

ALGORITHM = "ES256"
_NONCE_BYTES = 12
PUBLISHED = ("published", "active", "retired")


def active(session: Session) -> SigningKey:
    """The key that signs. Raises LookupError when the service was never started (see `ensure_active`)."""
    key = session.scalars(select(SigningKey).where(SigningKey.status == "active")).first()
    if key is None:
        raise LookupError("there is no active signing key")
    return key


def ensure_active(session: Session, secret: SecretStr) -> SigningKey:
    """At start: the signing key, created if there is none, and decrypted once to check PUC_SECRET_KEY.

    Raises `cryptography.exceptions.InvalidTag` when PUC_SECRET_KEY is not the one that the key was encrypted with.
    """
    if session.scalars(select(SigningKey.kid).where(SigningKey.status == "active")).first() is None:
        create(session, secret, actor="system")
    key = active(session)
    private_key(key, secret)
    return key


def create(session: Session, secret: SecretStr, actor: str) -> SigningKey:
    """Create an ES256 key pair that signs at once. It is recorded in the audit log, so brokers get the public part."""
    private = ec.generate_private_key(ec.SECP256R1())
    jwk = _public_jwk(private.public_key())
    key = SigningKey(
        kid=jwk["kid"],
        alg=ALGORITHM,
        public_jwk=json.dumps(jwk, sort_keys=True),
        private_encrypted=_seal(secret, jwk["kid"], private),
        status="active",
        add_time=now_ms(),
    )
    session.add(key)
    session.flush()
    trail.record(session, actor, "key.create", key.kid, after=contents.row(key))
    return key


def public_keys(session: Session) -> list[dict[str, str]]:
    """The public parts of all keys that verify tokens, as JWKs, oldest first."""
    rows = session.scalars(select(SigningKey).where(SigningKey.status.in_(PUBLISHED)).order_by(SigningKey.add_time))
    return [json.loads(row.public_jwk) for row in rows]


def private_key(key: SigningKey, secret: SecretStr) -> ec.EllipticCurvePrivateKey:
    """Decrypt the private part. Raises `cryptography.exceptions.InvalidTag` when PUC_SECRET_KEY is another one."""
    return _open(key.kid, key.private_encrypted, secret)


@lru_cache(maxsize=8)
def _open(kid: str, sealed: str, secret: SecretStr) -> ec.EllipticCurvePrivateKey:
    raw = base64.b64decode(sealed)
    pem = AESGCM(_wrapping_key(secret)).decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], kid.encode())
    return cast(ec.EllipticCurvePrivateKey, serialization.load_pem_private_key(pem, password=None))


def _seal(secret: SecretStr, kid: str, private: ec.EllipticCurvePrivateKey) -> str:
    pem = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    nonce = os.urandom(_NONCE_BYTES)
    return base64.b64encode(nonce + AESGCM(_wrapping_key(secret)).encrypt(nonce, pem, kid.encode())).decode()


def _wrapping_key(secret: SecretStr) -> bytes:
    derive = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"pulsar-user-center signing keys v1")
    return derive.derive(secret.get_secret_value().encode())


def _public_jwk(public: ec.EllipticCurvePublicKey) -> dict[str, str]:
    jwk = ECAlgorithm.to_jwk(public, as_dict=True)
    members = {name: str(jwk[name]) for name in ("crv", "kty", "x", "y")}
    return {**members, "kid": _thumbprint(members), "alg": ALGORITHM, "use": "sig"}


def _thumbprint(members: dict[str, str]) -> str:
    digest = hashes.Hash(hashes.SHA256())
    digest.update(json.dumps(members, sort_keys=True, separators=(",", ":")).encode())
    return base64.urlsafe_b64encode(digest.finalize()).rstrip(b"=").decode()
