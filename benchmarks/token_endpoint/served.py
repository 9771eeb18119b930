"""The least that FastAPI can do for a token: no client, no database, no log; it signs the same claims with a key of the
same kind. It runs in its own process behind the same HTTP server."""

import time
import uuid
from typing import Annotated, Any

import jwt
from fastapi import FastAPI, Form

from app.tokens import keys

Field = Annotated[str, Form()]


def application(claims: dict[str, Any]) -> FastAPI:
    """These claims with the times and the id of a new token: `POST /oauth2/token` reads the form, in a thread, as the
    manual of FastAPI writes it; `POST /unread` is a coroutine that does not even look at it."""
    app, key = FastAPI(), keys.make("ES256")
    header = {"kid": "bare", "typ": "at+jwt"}

    def sign_token() -> dict[str, Any]:
        now = int(time.time())
        payload = {**claims, "iat": now, "nbf": now, "exp": now + 3600, "jti": str(uuid.uuid4())}
        return {
            "access_token": jwt.encode(payload, key, algorithm="ES256", headers=header),
            "token_type": "Bearer",
            "expires_in": 3600,
        }

    @app.post("/oauth2/token")
    def token(grant_type: Field, client_id: Field, client_secret: Field, audience: Field = "") -> dict[str, Any]:
        assert grant_type == "client_credentials"
        assert client_id
        assert client_secret or audience
        return sign_token()

    @app.post("/unread")
    async def unread() -> dict[str, Any]:
        return sign_token()

    return app
