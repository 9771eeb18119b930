"""The least that FastAPI can do for a token: no client, no form, no log; it signs the same claims with a key of the
same kind. It runs in its own process behind the same HTTP server."""

import multiprocessing
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

import jwt
from fastapi import FastAPI

from app.http_server import HttpServer
from app.tokens import key_pairs


def application(claims: dict[str, Any]) -> FastAPI:
    """`POST /oauth2/token`: these claims with the times and the id of a new token. It is a coroutine: no thread."""
    app, key = FastAPI(), key_pairs.make("ES256")
    header = {"kid": "bare", "typ": "at+jwt"}

    @app.post("/oauth2/token")
    async def token() -> dict[str, Any]:
        now = int(time.time())
        told = {**claims, "iat": now, "nbf": now, "exp": now + 3600, "jti": str(uuid.uuid4())}
        return {
            "access_token": jwt.encode(told, key, algorithm="ES256", headers=header),
            "token_type": "Bearer",
            "expires_in": 3600,
        }

    return app


@contextmanager
def started(claims: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Run the application in a process; yields its address and process id."""
    spawning = multiprocessing.get_context("spawn")
    ours, its = spawning.Pipe()
    process = spawning.Process(target=_serve, args=(its, claims))
    process.start()
    assert process.pid
    try:
        yield ours.recv(), process.pid
    finally:
        ours.send("end")
        process.join(30)


def _serve(pipe: Connection, claims: dict[str, Any]) -> None:
    with HttpServer(application(claims)).beside() as address:
        pipe.send(address)
        pipe.recv()
