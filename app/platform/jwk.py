"""Public keys as JWKs (RFC 7517), and their thumbprints (RFC 7638)."""

import base64
import hashlib
import json
from collections.abc import Mapping

from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

Public = ec.EllipticCurvePublicKey | rsa.RSAPublicKey


def members(key: Public) -> dict[str, str]:
    """The members that make up the key, sorted by name; no others."""
    if isinstance(key, rsa.RSAPublicKey):
        found = RSAAlgorithm.to_jwk(key, as_dict=True)
        return {member: str(found[member]) for member in ("e", "kty", "n")}
    found = ECAlgorithm.to_jwk(key, as_dict=True)
    return {member: str(found[member]) for member in ("crv", "kty", "x", "y")}


def thumbprint(of: Mapping[str, str]) -> str:
    """SHA-256 of the members, as RFC 7638 writes it."""
    return base64.urlsafe_b64encode(hashlib.sha256(as_text(of).encode()).digest()).rstrip(b"=").decode()


def as_text(of: Mapping[str, str]) -> str:
    """The members in their one form (RFC 7638 §3)."""
    return json.dumps(of, sort_keys=True, separators=(",", ":"))
