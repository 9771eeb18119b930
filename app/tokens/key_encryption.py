"""Encrypts the private parts of signing keys with AES-256-GCM under a key of their own (PUC_KEY_ENCRYPTION_KEY).

Without that setting PUC_SECRET_KEY is used. Each row names what it was sealed with by an id that tells nothing about
the key. The key id is authenticated with the private part, so that rows cannot be swapped.
"""

import base64
import os
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pydantic import SecretStr

from app.settings import Settings

_NONCE_BYTES = 12
_PURPOSE = b"pulsar-user-center signing keys v1"
_ID = b"pulsar-user-center id of signing keys' encryption v1"


def sealing_id(settings: Settings) -> str:
    """Id of the key that seals now."""
    return _id(_current(settings))


def seal(settings: Settings, kid: str, plain: bytes) -> str:
    """Encrypt the private part of a key."""
    nonce = os.urandom(_NONCE_BYTES)
    cipher = AESGCM(_derived(_current(settings), _PURPOSE))
    return base64.b64encode(nonce + cipher.encrypt(nonce, plain, kid.encode())).decode()


def unseal(settings: Settings, kid: str, sealed: str, sealed_with: str | None) -> bytes:
    """Decrypt. Raises `cryptography.exceptions.InvalidTag` when no setting holds the key that it was sealed with.

    `sealed_with` None: sealed before rows named it; every key is tried.
    """
    raw = base64.b64decode(sealed)
    for secret in _known(settings) if raw else ():  # erased
        if sealed_with not in (None, _id(secret)):
            continue
        try:
            cipher = AESGCM(_derived(secret, _PURPOSE))
            return cipher.decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], kid.encode())
        except InvalidTag:
            continue
    raise InvalidTag


def setting_to_blame(settings: Settings) -> str:
    """What an operator is told when a key cannot be opened."""
    name = "PUC_KEY_ENCRYPTION_KEY" if settings.key_encryption_key.get_secret_value() else "PUC_SECRET_KEY"
    return (
        f"{name} is not the one that the signing keys of this database were sealed with: restore it, or give the "
        f"earlier one as {name}_PREVIOUS and run `usercenter keys reencrypt`."
    )


def _current(settings: Settings) -> SecretStr:
    own = settings.key_encryption_key
    return own if own.get_secret_value() else settings.secret_key


def _known(settings: Settings) -> list[SecretStr]:
    candidates = (
        *(settings.key_encryption_key, settings.key_encryption_key_previous),
        *(settings.secret_key, settings.secret_key_previous),
    )
    return [one for one in candidates if one.get_secret_value()]


def _id(secret: SecretStr) -> str:
    return _derived(secret, _ID)[:6].hex()


@lru_cache(maxsize=16)
def _derived(secret: SecretStr, purpose: bytes) -> bytes:
    derive = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=purpose)
    return derive.derive(secret.get_secret_value().encode())
