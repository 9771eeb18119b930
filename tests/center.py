"""The service under test: the whole application behind a real HTTP server, on a real database."""

from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, TypeVar

import httpx
from fastapi import FastAPI
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.platform.database import Database
from app.platform.settings import Settings
from app.server.http_server import HttpServer
from app.tokens import issuing
from tests import plain_http
from tests.factories import PASSWORD, Person, password_of

P = ParamSpec("P")
R = TypeVar("R")
_PATIENCE_SECONDS = 240
"""On a machine with much beside it; only what fails waits until then."""


class Server:
    """One HTTP server for the whole run. Each test sets its own application."""

    def __init__(self) -> None:
        self.application: FastAPI | None = None

    async def _pass_on(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        assert self.application is not None
        await self.application(scope, receive, send)

    @contextmanager
    def running(self) -> Iterator[str]:
        """Run the server; yields its address."""
        with HttpServer(self._pass_on).beside() as url:
            yield url


@dataclass
class Center:
    """The running service: its address, database and settings, and clients of its users."""

    url: str
    app: FastAPI
    database: Database
    settings: Settings
    origin: str = ""
    """What its pages are called by browsers; empty: `url`."""
    _clients: list[httpx.Client] = field(default_factory=list)

    def make(self, factory: Callable[Concatenate[Session, P], R], *args: P.args, **values: P.kwargs) -> R:
        """Call a factory (or any domain function) in one committed transaction."""
        with self.database.writing() as session:
            trail.lock_revision(session)
            return factory(session, *args, **values)

    def read(self, query: Callable[Concatenate[Session, P], R], *args: P.args, **values: P.kwargs) -> R:
        """Call a reading function in a transaction of its own."""
        with self.database.reading() as session:
            return query(session, *args, **values)

    def by_name(self) -> "Center":
        """From now on browsers know it by a host name, as passkeys need it."""
        self.settings.issuer = self.origin = self.url.replace("127.0.0.1", "localhost")
        return self

    def client(self, **headers: str) -> httpx.Client:
        """A client without a session. Like a browser, it sends an Origin header."""
        made = plain_http.client(
            self.url, headers={"Origin": self.origin or self.url, **headers}, timeout=_PATIENCE_SECONDS
        )
        self._clients.append(made)
        return made

    def close_at_end(self, client: httpx.Client) -> None:
        """Close this client with the others."""
        self._clients.append(client)

    def signed_in(self, person: Person, password: str = PASSWORD) -> httpx.Client:
        """A browser in which the person has signed in."""
        self.make(password_of, self.settings, person.username, password)
        client = self.client()
        answer = client.post("/api/v1/session", json={"username": person.username, "password": password})
        assert answer.status_code == 200, answer.text
        return client

    def with_token(self, person: Person, audience: str | None = None) -> httpx.Client:
        """A client with a token of the person; by default for this API."""
        wanted = (audience or self.settings.issuer,)
        token = self.make(issuing.issue, self.settings, person.username, audiences=wanted, seconds=600)
        client = plain_http.client(
            self.url, headers={"Authorization": f"Bearer {token.reveal()}"}, timeout=_PATIENCE_SECONDS
        )
        self._clients.append(client)
        return client

    def close(self) -> None:
        """Close every client."""
        for client in self._clients:
            client.close()
