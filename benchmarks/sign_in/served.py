"""The least that FastAPI can do for a password: one statement finds the user, one comparison; no limits of tries, no
queue, no log. With a session: one more statement stores it, and a cookie. It tells what the comparisons took."""

import hashlib
import secrets
import time

from argon2 import PasswordHasher
from fastapi import FastAPI, Response
from pydantic import BaseModel
from sqlalchemy import select

from app.identity.models import ConsoleSession, User
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings


class Credentials(BaseModel):
    """What somebody shows."""

    username: str
    password: str


def application(url: str) -> FastAPI:
    """`POST /session` for the users of this database, in a thread, as the manual of FastAPI writes it; `POST /kept`
    stores a session. `GET /hashed`: the processor milliseconds of all comparisons."""
    app, database, settings, hashed = FastAPI(), Database(url), Settings(), [0.0]
    hasher = PasswordHasher(settings.argon2_rounds, settings.argon2_memory_kib, 1)

    def compare(body: Credentials) -> int:
        with database.reading() as session:
            user = session.scalars(select(User).where(User.username == body.username)).one()
            number, stored = user.id, user.passwd or ""
        started = time.thread_time()
        hasher.verify(stored, body.password)
        hashed[0] += (time.thread_time() - started) * 1000
        return number

    @app.post("/session")
    def sign_in(body: Credentials) -> dict[str, str]:
        compare(body)
        return {"username": body.username}

    @app.post("/kept")
    def keep(body: Credentials, response: Response) -> dict[str, str]:
        number, now, secret = compare(body), now_ms(), secrets.token_urlsafe(32)
        with database.writing() as session:
            session.add(
                ConsoleSession(secret_hash=hashlib.sha256(secret.encode()).hexdigest(), user_id=number,
                               add_time=now, last_use=now, valid_until=now + 1000)
            )  # fmt: skip
        response.set_cookie("session", secret, httponly=True)
        return {"username": body.username}

    @app.get("/hashed")
    def tell() -> float:
        return hashed[0]

    return app
