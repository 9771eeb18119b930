"""A service with a key of each algorithm, and what it signs with it."""

import time
import uuid
from dataclasses import dataclass
from typing import Any

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.identity import client_keys, public_keys, users
from app.identity.models import ClientKey
from app.identity.public_keys import Algorithm
from app.tokens import client_assertions
from tests.center import Center
from tests.factories import Person, a_service

PRIVATE: dict[Algorithm, Any] = {
    "ES256": ec.generate_private_key(ec.SECP256R1()),
    "RS256": rsa.generate_private_key(65_537, 2048),
    "PS256": rsa.generate_private_key(65_537, 2048),
}


def pem(alg: Algorithm) -> str:
    """The public key."""
    public = PRIVATE[alg].public_key()
    return str(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode())


@dataclass(frozen=True)
class Signing:
    """A service that signs its requests with the key of one algorithm."""

    center: Center
    alg: Algorithm
    service: Person
    key_id: int
    kid: str

    def claims(self, **changed: Any) -> dict[str, Any]:
        """Right ones; None leaves one out."""
        now, name = int(time.time()), self.service.username
        right = {"iss": name, "sub": name, "aud": self.center.settings.issuer, "jti": str(uuid.uuid4())}
        claims = {**right, "iat": now, "exp": now + 60, **changed}
        return {name: value for name, value in claims.items() if value is not None}

    def assertion(self, claims: dict[str, Any] | None = None, **header: Any) -> str:
        """What it signs."""
        headers = {"kid": self.kid, **header}
        return jwt.encode(claims or self.claims(), PRIVATE[self.alg], algorithm=self.alg, headers=headers)

    def post(self, assertion: str, path: str = "/oauth2/token", **form: str) -> httpx.Response:
        """Ask for a token (or something else) with it."""
        sent = {
            "grant_type": "client_credentials",
            "client_assertion_type": client_assertions.TYPE,
            "client_assertion": assertion,
        }
        return self.center.client().post(path, data={**sent, **form})


def signing(center: Center, alg: Algorithm = "ES256", name: str = "feeder", **values: Any) -> Signing:
    """A new service with a registered key."""
    service = center.make(a_service, name)
    row = center.make(_register_key, service, alg, values)
    return Signing(center, alg, service, row.id, row.kid)


def _register_key(session: Any, service: Person, alg: Algorithm, values: dict[str, Any]) -> ClientKey:
    key = public_keys.from_pem(pem(alg), alg)
    return client_keys.register(session, "test", users.find(session, service.id), key, name="test", **values)
