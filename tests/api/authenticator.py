"""A passkey device in software, as a browser with a fingerprint reader would be: ES256, counts its signatures."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

_PRESENT, _VERIFIED, _WITH_KEY = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """One device with one passkey. Tests change what it does wrong."""

    origin: str
    host: str
    verifies: bool = True
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    key_id: bytes = b"a key of thirty-two bytes in all"

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` returns."""
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        credential = bytes(16) + len(self.key_id).to_bytes(2, "big") + self.key_id + cbor2.dumps(cose)
        statement = {"fmt": "none", "attStmt": {}, "authData": self._data(_WITH_KEY) + credential}
        client = self._client("webauthn.create", options["challenge"])
        return self._answer({"attestationObject": cbor2.dumps(statement), "clientDataJSON": client})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` returns."""
        self.count += 1
        data, client = self._data(0), self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer({"authenticatorData": data, "clientDataJSON": client, "signature": signature})

    def _data(self, flags: int) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self.verifies else 0)
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, response: dict[str, bytes]) -> dict[str, Any]:
        name = bytes_to_base64url(self.key_id)
        texts = {key: bytes_to_base64url(value) for key, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": texts, "clientExtensionResults": {}}
