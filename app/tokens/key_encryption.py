"""Encrypts the private parts of signing keys with AES-256-GCM under a key of their own (PUC_KEY_ENCRYPTION_KEY).

Without that setting PUC_SECRET_KEY is used. Each row names what it was sealed with by an id that tells nothing about
the key. The key id is authenticated with the private part, so that rows cannot be swapped.
"""

from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from pydantic import SecretStr

from app.platform import sealing
from app.platform.resealing import SealedColumn
from app.platform.settings import Settings
from app.tokens.models import SigningKey

_PURPOSE = "signing keys"
SEALED = SealedColumn(
    SigningKey.private_encrypted, _PURPOSE, lambda row: str(row.kid), Settings.secrets_of_private_keys
)


def sealing_id(settings: Settings) -> str:
    """Id of the key that seals now."""
    return _id(settings.secrets_of_private_keys()[0])


def seal(settings: Settings, kid: str, plain: bytes) -> str:
    """Encrypt the private part of a key."""
    return sealing.seal(settings.secrets_of_private_keys()[0], _PURPOSE, kid, plain)


def unseal(secret_keys: Sequence[SecretStr], kid: str, sealed: str, sealed_with: str | None) -> bytes:
    """Decrypt with one of the `secret_keys` keys. Raises `cryptography.exceptions.InvalidTag` when it was sealed with
    another one, or was erased.

    `sealed_with` None: sealed before rows named it; every key is tried.
    """
    if not sealed:
        raise InvalidTag
    fitting = [secret for secret in secret_keys if sealed_with in (None, _id(secret))]
    return sealing.unseal(fitting, _PURPOSE, kid, sealed)


def setting_to_blame(settings: Settings) -> str:
    """What an operator is told when a key cannot be opened."""
    name = "PUC_KEY_ENCRYPTION_KEY" if settings.key_encryption_key.get_secret_value() else "PUC_SECRET_KEY"
    return (
        f"{name} is not the one that the signing keys of this database were sealed with: restore it, or give the "
        f"earlier one as {name}_PREVIOUS and run `usercenter keys reencrypt`."
    )


def _id(secret: SecretStr) -> str:
    return sealing.derive_key(secret, "id of signing keys' encryption")[:6].hex()
