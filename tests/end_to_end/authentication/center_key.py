"""Signs tokens with the center's own key: tokens that live for seconds, and tokens with one error."""

import time
import uuid
from collections.abc import Callable
from typing import Any

import jwt
from pydantic import SecretStr
from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from app.platform.settings import Settings
from app.tokens import keys
from tests.end_to_end.center.process import CenterProcess


class CenterKey:
    """Signs as the center does. The private key is decrypted with the center's secret, which only its operator has."""

    def __init__(self, center: CenterProcess) -> None:
        environment = center.environment()
        self._issuer = center.url
        engine = create_engine(environment["PUC_DATABASE_URL"])
        with Session(engine) as session:
            row = keys.active(session)
            self.kid = row.kid
            self._private = keys.private_key(row, Settings(secret_key=SecretStr(environment["PUC_SECRET_KEY"])))
        engine.dispose()

    def claims(self, username: str, seconds: float = 60) -> dict[str, Any]:
        """The claims that the center would make for this user, valid for `seconds` (rounded down)."""
        now = int(time.time())
        times = {"iat": now, "nbf": now, "exp": int(now + seconds)}
        return {
            "iss": self._issuer,
            "sub": username,
            "aud": "pulsar",
            "client_id": username,
            "jti": str(uuid.uuid4()),
            **times,
        }

    def sign(self, claims: dict[str, Any], **header: Any) -> str:
        """Sign any claims with the right key."""
        return jwt.encode(
            claims, self._private, algorithm="ES256", headers={"kid": self.kid, "typ": "at+jwt", **header}
        )

    def token(self, username: str, seconds: float = 60) -> str:
        """A valid token that expires soon."""
        return self.sign(self.claims(username, seconds))

    def supplier(self, username: str, seconds: float) -> "Supplier":
        """A token supplier for a client."""
        return Supplier(lambda: self.token(username, seconds))


class Supplier:
    """A client's token supplier that counts its calls; its token can be replaced at any time."""

    def __init__(self, make: Callable[[], str]) -> None:
        self.make = make
        self.asked = 0

    def __call__(self) -> str:
        self.asked += 1
        return self.make()
