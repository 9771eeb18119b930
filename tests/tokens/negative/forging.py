"""Puts tokens together byte by byte, as an attacker would: libraries refuse to make most of them."""

import base64
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm, HMACAlgorithm, RSAAlgorithm, get_default_algorithms

Part = dict[str, Any] | bytes
STRANGER: dict[str, Any] = {
    "ES256": ec.generate_private_key(ec.SECP256R1()),
    "RS256": rsa.generate_private_key(65_537, 2048),
}
STRANGER["PS256"] = STRANGER["RS256"]


@dataclass(frozen=True)
class Forging:
    """A right token in its parts, and the key that signs it."""

    alg: str
    private: Any
    header: dict[str, Any]
    claims: Callable[[], dict[str, Any]]
    """New ones each time: some are used once."""

    def token(self, header: Part | None = None, claims: Part | None = None, *, key: Any = None, alg: str = "") -> str:
        """Signed with our key, or with another one or algorithm, whatever the header says."""
        head = self.header if header is None else header
        signed = f"{part(head)}.{part(self.claims() if claims is None else claims)}"
        signer = get_default_algorithms()[alg or self.alg]
        return f"{signed}.{encoded(signer.sign(signed.encode(), self.private if key is None else key))}"

    def head(self, **changed: Any) -> str:
        """With other members in its header (None: without)."""
        return self.token(without_none({**self.header, **changed}))

    def with_claims(self, **changed: Any) -> str:
        """With other claims (None: without)."""
        return self.token(claims=without_none({**self.claims(), **changed}))

    def with_text(self, old: str, new: str) -> str:
        """With another text of its claims, such as a number that no library writes."""
        text = json.dumps(self.claims())
        assert old in text
        return self.token(claims=text.replace(old, new).encode())

    def by_hmac(self, secret: bytes, alg: str = "HS256") -> str:
        """Signed with a secret, as who takes the public key for one would verify it."""
        signed = f"{part({**self.header, 'alg': alg})}.{part(self.claims())}"
        return f"{signed}.{encoded(HMACAlgorithm(HMACAlgorithm.SHA256).sign(signed.encode(), secret))}"

    def public(self, form: PublicFormat, encoding: Encoding) -> bytes:
        """Our public key."""
        return bytes(self.private.public_key().public_bytes(encoding, form))

    def jwk(self, private: Any) -> dict[str, Any]:
        """The public JWK of a key."""
        algorithm = ECAlgorithm if isinstance(private, ec.EllipticCurvePrivateKey) else RSAAlgorithm
        return algorithm.to_jwk(private.public_key(), as_dict=True)


def part(value: Part) -> str:
    """One part of a token."""
    return encoded(value if isinstance(value, bytes) else json.dumps(value).encode())


def encoded(data: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def without_none(values: dict[str, Any]) -> dict[str, Any]:
    """Without what is None."""
    return {name: value for name, value in values.items() if value is not None}


def flipped(token: str, number: int) -> str:
    """With one bit of the middle of a part turned."""
    parts = token.split(".")
    data = bytearray(base64.urlsafe_b64decode(parts[number] + "=="))
    data[len(data) // 2] ^= 1
    parts[number] = encoded(bytes(data))
    return ".".join(parts)


def with_part(token: str, number: int, change: Callable[[str], str]) -> str:
    """With one part changed as text."""
    parts = token.split(".")
    parts[number] = change(parts[number])
    return ".".join(parts)


def stray_bits(token: str) -> str:
    """The same bytes in another text: the unused last bits of the signature are set."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return token[:-1] + letters[letters.index(token[-1]) | 1]


def now() -> int:
    """Seconds since 1970."""
    return int(time.time())
