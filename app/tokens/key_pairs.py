"""Key pairs of the algorithms that stock Pulsar verifies, and their public parts as JWKs (RFC 7517, RFC 7638)."""

import base64
import json
from typing import Literal, cast

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

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
    names: tuple[str, ...]
    if isinstance(private, rsa.RSAPrivateKey):
        names, jwk = ("e", "kty", "n"), RSAAlgorithm.to_jwk(private.public_key(), as_dict=True)
    else:
        names, jwk = ("crv", "kty", "x", "y"), ECAlgorithm.to_jwk(private.public_key(), as_dict=True)
    members = {name: str(jwk[name]) for name in names}
    return {**members, "kid": _thumbprint(members), "alg": algorithm, "use": "sig"}


def to_bytes(private: Private) -> bytes:
    """The private part, in clear: only to be encrypted."""
    return private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def from_bytes(pem: bytes) -> Private:
    """What `to_bytes` made."""
    return cast(Private, serialization.load_pem_private_key(pem, password=None))


def _thumbprint(members: dict[str, str]) -> str:
    digest = hashes.Hash(hashes.SHA256())
    digest.update(json.dumps(members, sort_keys=True, separators=(",", ":")).encode())
    return base64.urlsafe_b64encode(digest.finalize()).rstrip(b"=").decode()
