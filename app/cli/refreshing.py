"""Keeps a sign-in going: before its token ends, or when it is refused, the next one is fetched with the refresh token.

A refresh token is used once, and a second use ends the sign-in. So commands that run at the same time take turns by a
lock on a file, and whoever comes second finds what the first one has stored.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from app.cli import sign_ins
from app.cli.connection import CenterConnection
from app.cli.exit_status import not_signed_in
from app.cli.refusals import refusal
from app.cli.sign_ins import CLIENT, StoredSignIn

_EARLY_MS = 30_000


def token(server: str, refused: str | None = None) -> tuple[str, int]:
    """The token of the stored sign-in and its end, refreshed where it has to be. `refused`: the center refused this one
    before it expired. Raises CommandError."""
    found = _stored_sign_in(server)
    if not _is_due(found, refused):
        return found.token, found.expires
    if found.refresh is None:
        if found.ends_within(0) or found.token == refused:
            raise not_signed_in(f"The sign-in at {server} has expired: usercenter login --server {server}")
        return found.token, found.expires
    with _lock(server):
        found = _stored_sign_in(server)
        if _is_due(found, refused):
            found = _refresh(found)
    return found.token, found.expires


def _is_due(found: StoredSignIn, refused: str | None) -> bool:
    return found.ends_within(_EARLY_MS) or found.token == refused


def store(server: str, answer: dict[str, Any]) -> StoredSignIn:
    """Store what the token endpoint answered."""
    access = str(answer["access_token"])
    claims = sign_ins.claims(access)
    found = StoredSignIn(server, claims["sub"], claims["exp"] * 1000, access, answer.get("refresh_token"))
    sign_ins.keep(found)
    return found


def _refresh(found: StoredSignIn) -> StoredSignIn:
    form = {"grant_type": "refresh_token", "client_id": CLIENT, "refresh_token": found.refresh}
    with CenterConnection(found.server) as connection:
        answer = connection.send("POST", "/oauth2/token", data=form)
    if answer.is_success:
        return store(found.server, answer.json())
    error = refusal(answer)
    if "(invalid_grant)" in str(error):
        raise not_signed_in(
            f"The sign-in at {found.server} has ended: usercenter login --server {found.server}"
        ) from error
    raise error


def _stored_sign_in(server: str) -> StoredSignIn:
    found = sign_ins.find(server)
    if found is None:
        raise not_signed_in(f"Not signed in at {server}: usercenter login --server {server}")
    return found


@contextmanager
def _lock(server: str) -> Iterator[None]:
    descriptor = os.open(sign_ins.lock_file(server), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
