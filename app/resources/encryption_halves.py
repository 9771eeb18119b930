"""The halves of encryption keys: made, read, sealed and opened. Never a private half in clear outside of memory.

RSA of 3072 bits is what Pulsar's clients of all languages read; P-256 is for Java alone.
"""

import math
from dataclasses import dataclass, field
from typing import Literal

from cryptography.exceptions import InternalError, InvalidTag, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from app.identity import public_keys
from app.platform import sealing
from app.platform.errors import InvalidInput
from app.platform.resealing import SealedColumn
from app.platform.settings import Settings
from app.resources.models import EncryptionKeyVersion

Algorithm = Literal["RSA-3072", "EC-P256"]
_RSA_BITS = 3072
_PURPOSE = "encryption keys"
_SMALL_FACTORS = math.factorial(1000)


@dataclass(frozen=True)
class KeyHalves:
    """A pair in PEM, or a customer's public half alone. `taken_over`: somebody else has the private half, too."""

    algorithm: Algorithm
    public: str
    private: bytes | None = field(default=None, repr=False)
    taken_over: bool = False


def make(algorithm: Algorithm) -> KeyHalves:
    """A new pair. RSA takes a tenth of a second or two: never under the writers' lock."""
    pair: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey
    if algorithm == "RSA-3072":
        pair = rsa.generate_private_key(public_exponent=65537, key_size=_RSA_BITS)
    else:
        pair = ec.generate_private_key(ec.SECP256R1())
    return KeyHalves(algorithm, _pem(pair.public_key()), _private_pem(pair))


def read_public(text: str) -> KeyHalves:
    """A customer's public half from PEM. Raises InvalidInput `private_key_sent`, `invalid_key`, `weak_key`."""
    public_keys.from_pem(text)
    key = load_pem_public_key(text.encode())
    if isinstance(key, ec.EllipticCurvePublicKey):
        return KeyHalves("EC-P256", _pem(key))
    if not isinstance(key, rsa.RSAPublicKey) or key.key_size != _RSA_BITS or _is_factored(key):
        message = f"This key cannot be used: encryption takes RSA of {_RSA_BITS} bits, or P-256."
        raise InvalidInput(message, code="invalid_key", field="public_key")
    return KeyHalves("RSA-3072", _pem(key))


def read_pair(public: str, private: str) -> KeyHalves:
    """A pair that clients use already, from PEM. Raises InvalidInput as `read_public` does, and `invalid_key_pair`."""
    halves, pair = read_public(public), _read_private(private)
    if not isinstance(pair, rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) or _pem(pair.public_key()) != halves.public:
        raise _invalid_pair("the private key is not that of the public key")
    return KeyHalves(halves.algorithm, halves.public, _private_pem(pair), taken_over=True)


def _read_private(text: str) -> PrivateKeyTypes:
    if text.count("-----BEGIN") != 1:
        raise _invalid_pair("send one private key in PEM, and nothing else with it")
    try:
        return load_pem_private_key(text.encode(), None)
    except TypeError:
        raise _invalid_pair("the private key is encrypted; send it without its passphrase") from None
    except (ValueError, UnsupportedAlgorithm, InternalError):  # the last for numbers that OpenSSL does not take
        raise _invalid_pair("it is no PEM file with a private key") from None


def _invalid_pair(why: str) -> InvalidInput:
    return InvalidInput(f"This pair cannot be used: {why}.", code="invalid_key_pair", field="private_key")


def _is_factored(key: rsa.RSAPublicKey) -> bool:
    """Whether a small number divides the modulus."""
    return math.gcd(key.public_numbers().n, _SMALL_FACTORS) != 1


def algorithm_of(version: EncryptionKeyVersion) -> Algorithm:
    """The algorithm of a version."""
    return "EC-P256" if version.algorithm == "EC-P256" else "RSA-3072"


def seal(settings: Settings, key_id: int, number: int, private: bytes) -> str:
    """Encrypt the private half of this version of the key, as those of signing keys are."""
    return sealing.seal(settings.secrets_of_private_keys()[0], _PURPOSE, _owner(key_id, number), private)


def unseal(settings: Settings, version: EncryptionKeyVersion) -> str:
    """The private half in PEM. Raises `cryptography.exceptions.InvalidTag` when no setting holds the key that it was
    sealed with, or when it is that of another version."""
    owner, sealed = _owner(version.encryption_key, version.number), version.private_sealed or ""
    try:
        return sealing.unseal(settings.secrets_of_private_keys(), _PURPOSE, owner, sealed).decode()
    except ValueError as error:  # cut short, or no base64
        raise InvalidTag from error


def _owner(key_id: int, number: int) -> str:
    return f"{key_id} {number}"


SEALED = SealedColumn(
    EncryptionKeyVersion.private_sealed,
    _PURPOSE,
    lambda row: _owner(row.encryption_key, row.number),
    Settings.secrets_of_private_keys,
)


def _private_pem(pair: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> bytes:
    return pair.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _pem(key: rsa.RSAPublicKey | ec.EllipticCurvePublicKey) -> str:
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
