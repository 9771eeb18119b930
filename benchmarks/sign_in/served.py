"""The least that FastAPI can do for a password: one statement finds the user, one comparison; no limits of tries, no
queue, no session, no log. It tells what the comparisons took."""

import time

from argon2 import PasswordHasher
from fastapi import FastAPI
from pydantic import BaseModel
from sqlalchemy import select

from app.database import Database
from app.identity.models import User
from app.settings import Settings


class Shown(BaseModel):
    """What somebody shows."""

    username: str
    password: str


def application(url: str) -> FastAPI:
    """`POST /session` for the users of this database, in a thread, as the manual of FastAPI writes it. `GET /hashed`:
    the processor milliseconds of all comparisons."""
    app, database, settings, hashed = FastAPI(), Database(url), Settings(), [0.0]
    hasher = PasswordHasher(settings.argon2_rounds, settings.argon2_memory_kib, 1)

    @app.post("/session")
    def sign_in(body: Shown) -> dict[str, str]:
        with database.reading() as session:
            user = session.scalars(select(User).where(User.username == body.username)).one()
            name, stored = user.username, user.passwd or ""
        begun = time.thread_time()
        hasher.verify(stored, body.password)
        hashed[0] += (time.thread_time() - begun) * 1000
        return {"username": name}

    @app.get("/hashed")
    def tell() -> float:
        return hashed[0]

    return app
