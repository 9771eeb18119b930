"""Key pairs of the algorithms that stock Pulsar verifies, and their public parts as JWKs (RFC 7517)."""

from typing import Literal, cast

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from app.platform import jwk

Algorithm = Literal["ES256", "RS256"]
Private = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey
_RSA_BITS = 3072
"""As strong as ES256 (128 bits, NIST SP 800-57). 2048 bits are advised until 2030 only."""


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
