"""Encrypts what the center must be able to read again: AES-256-GCM under a key derived from a secret of the settings.

Each purpose has its own key. The owner of a row is authenticated with the text, so that rows cannot be swapped.
"""

import base64
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pydantic import SecretStr

_NONCE_BYTES = 12


def seal(secret: SecretStr, purpose: str, belongs_to: str, plain: bytes) -> str:
    """Encrypt. The result can be decrypted only with the same secret, purpose and owner."""
    nonce = os.urandom(_NONCE_BYTES)
    return base64.b64encode(nonce + _cipher(secret, purpose).encrypt(nonce, plain, belongs_to.encode())).decode()


def unseal(secrets: Sequence[SecretStr], purpose: str, owner: str, sealed: str) -> bytes:
    """Decrypt what `seal` made with one of these secrets. Raises `cryptography.exceptions.InvalidTag` when anything
    differs."""
    raw = base64.b64decode(sealed)
    for secret in secrets:
        with suppress(InvalidTag):
            return _cipher(secret, purpose).decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], owner.encode())
    raise InvalidTag


def seal_for_address(secret: SecretStr, purpose: str, content: Mapping[str, object]) -> str:
    """Encrypt what a browser carries in the address of a page."""
    sealed = seal(secret, purpose, "browser", json.dumps(content).encode())
    return sealed.translate(str.maketrans("+/", "-_")).rstrip("=")


def unseal_from_address(secrets: Sequence[SecretStr], purpose: str, sealed: str) -> dict[str, Any] | None:
    """What `seal_for_address` encrypted; None for anything else."""
    with suppress(InvalidTag, ValueError, UnicodeError):
        padded = sealed.translate(str.maketrans("-_", "+/")) + "=" * (-len(sealed) % 4)
        found: dict[str, Any] = json.loads(unseal(secrets, purpose, "browser", padded))
        return found
    return None


@lru_cache(maxsize=64)
def derive_key(secret: SecretStr, purpose: str) -> bytes:
    """A key of 32 bytes for one purpose only."""
    derive = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=f"pulsar-user-center {purpose} v1".encode())
    return derive.derive(secret.get_secret_value().encode())


def _cipher(secret: SecretStr, purpose: str) -> AESGCM:
    return AESGCM(derive_key(secret, purpose))
