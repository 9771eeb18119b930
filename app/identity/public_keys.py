"""Public keys that services register: read from a JWK (RFC 7517) or PEM, refused when weak.

Whoever sends a private key by mistake is told so: it has crossed a network and lies in logs of proxies, so it must not
be used any more. Nothing of a refused key is kept or repeated.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from app.platform import jwk
from app.platform.errors import InvalidInput

Algorithm = Literal["ES256", "RS256", "PS256"]
ALGORITHMS: tuple[Algorithm, ...] = ("ES256", "RS256", "PS256")
_OF_TYPE: dict[str, tuple[Algorithm, ...]] = {"EC": ("ES256",), "RSA": ("RS256", "PS256")}
"""The first one is meant when none is named. No EdDSA: tokens have none either (stock brokers cannot verify it)."""
_LEAST_BITS, _MOST_BITS = 2048, 4096
_LEAST_EXPONENT = 65_537
_PRIVATE = {"d", "p", "q", "dp", "dq", "qi", "oth", "k"}
_MEMBERS = {"EC": ("crv", "x", "y"), "RSA": ("e", "n")}
_DESCRIBING = {"kty", "kid", "alg", "use", "key_ops"}
_KEY_ID = re.compile(r"[A-Za-z0-9._:=-]{1,64}")
_BASE64URL = re.compile(r"[A-Za-z0-9_-]{1,1024}")


@dataclass(frozen=True)
class PublicKey:
    """A key that may be used: its algorithm, name, thumbprint (RFC 7638) and JWK without anything else."""

    alg: Algorithm
    kid: str
    thumbprint: str
    jwk: str


def from_jwk(jwk: Mapping[str, object], alg: Algorithm | None = None) -> PublicKey:
    """The key of a JWK. Raises InvalidInput `private_key_sent`, `invalid_key`, `weak_key`."""
    if _PRIVATE & jwk.keys():
        raise _private_key_sent()
    kind = jwk.get("kty")
    if not isinstance(kind, str) or kind not in _MEMBERS:
        raise _invalid_key("kty must be EC or RSA")
    if unknown := sorted(jwk.keys() - _DESCRIBING - set(_MEMBERS[kind])):
        raise _invalid_key(f"leave out {unknown[0][:32]!r}")
    if jwk.get("use", "sig") != "sig" or "verify" not in _operations(jwk):
        raise _invalid_key("it is not for signatures")
    kid = jwk.get("kid")
    if kid is not None and not (isinstance(kid, str) and _KEY_ID.fullmatch(kid)):
        raise _invalid_key("kid is 1 to 64 letters, digits, and . _ : = -")
    return _check(_numbers(kind, jwk), _algorithm(kind, jwk.get("alg"), alg), kid)


def from_pem(text: str, alg: Algorithm | None = None) -> PublicKey:
    """The key of a PEM file (`-----BEGIN PUBLIC KEY-----`). Raises InvalidInput as `from_jwk` does."""
    if "PRIVATE KEY" in text.upper():
        raise _private_key_sent()
    try:
        key = load_pem_public_key(text.encode())
    except (ValueError, UnsupportedAlgorithm) as error:
        raise _invalid_key("it is no PEM file with a public key") from error
    if not isinstance(key, ec.EllipticCurvePublicKey | rsa.RSAPublicKey):
        raise _invalid_key("it is neither an elliptic curve key (P-256) nor RSA")
    kind = "EC" if isinstance(key, ec.EllipticCurvePublicKey) else "RSA"
    return _check(key, _algorithm(kind, None, alg), None)


def _check(key: jwk.Public, alg: Algorithm, kid: str | None) -> PublicKey:
    if isinstance(key, rsa.RSAPublicKey):
        _refuse_weak_rsa(key)
    elif not isinstance(key.curve, ec.SECP256R1):
        raise InvalidInput(f"The curve is {key.curve.name}: use P-256.", code="weak_key")
    members = jwk.members(key)
    thumbprint = jwk.thumbprint(members)
    return PublicKey(alg, kid or thumbprint, thumbprint, jwk.as_text(members))


def _refuse_weak_rsa(key: rsa.RSAPublicKey) -> None:
    if not _LEAST_BITS <= key.key_size <= _MOST_BITS:
        raise InvalidInput(
            f"The RSA key has {key.key_size} bits: use {_LEAST_BITS} to {_MOST_BITS}.",
            code="weak_key",
            bits=key.key_size,
        )
    if not _LEAST_EXPONENT <= key.public_numbers().e < 1 << 32:
        raise InvalidInput(f"The RSA key has an unusual exponent: use {_LEAST_EXPONENT}.", code="weak_key")


def _numbers(kind: str, document: Mapping[str, object]) -> jwk.Public:
    try:
        if kind == "RSA":
            return rsa.RSAPublicNumbers(_read(document, "e"), _read(document, "n")).public_key()
        if document.get("crv") != "P-256":
            raise InvalidInput("The curve must be P-256.", code="weak_key")
        return ec.EllipticCurvePublicNumbers(_read(document, "x"), _read(document, "y"), ec.SECP256R1()).public_key()
    except ValueError as error:
        raise _invalid_key("its numbers are no public key") from error


def _read(jwk: Mapping[str, object], member: str) -> int:
    text = jwk.get(member)
    if not isinstance(text, str) or not _BASE64URL.fullmatch(text):
        raise _invalid_key(f"{member} is missing or not base64url")
    try:
        return int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")
    except binascii.Error as error:
        raise _invalid_key(f"{member} is not base64url") from error


def _algorithm(kind: str, key_algorithm: object, required: Algorithm | None) -> Algorithm:
    for possible in _OF_TYPE[kind]:
        if key_algorithm in (None, possible) and required in (None, possible):
            return possible
    raise _invalid_key(f"the algorithm of this key must be {' or '.join(_OF_TYPE[kind])}")


def _operations(sent: Mapping[str, object]) -> list[object]:
    found = sent.get("key_ops", ["verify"])
    return found if isinstance(found, list) else []


def _invalid_key(why: str) -> InvalidInput:
    return InvalidInput(f"This key cannot be used: {why}.", code="invalid_key")


def _private_key_sent() -> InvalidInput:
    return InvalidInput(
        "That is a private key. It was not kept, but it has left your machine: make a new pair and send only the "
        "public key.",
        code="private_key_sent",
    )
