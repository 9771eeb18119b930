"""client_credentials with a client secret: beside bare FastAPI handlers that only sign, and beside Keycloak.

`python -m benchmarks.run token_endpoint`. All sign with ES256, answer over plain HTTP on loopback, and take turns with
16 callers on kept-alive connections. The center is `python -m app run`, with its log; only its limit of requests per
minute is raised. Compared are processor seconds of the whole process with its children (/proc/<pid>/stat), which other
work on the machine changes little, of each side's quietest round; rates are given beside them. Then those of a center
with a million grants that does other work meanwhile, on PostgreSQL, whose seconds count.
"""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import jwt

from app.audit.trail import trail
from app.identity import client_secrets, users
from app.platform.database import Database
from benchmarks import bare
from benchmarks.connection import Connection, rate
from benchmarks.times import processor_seconds
from benchmarks.token_endpoint import keycloak, mixed, served
from tests.end_to_end.center.process import CenterProcess
from tests.factories import a_service

Row = dict[str, Any]
_CALLERS, _TOGETHER, _ROUNDS = 16, 2_000, 5
_WARM_UP = 8_000
"""Requests before Keycloak is measured: Java compiles what is used often."""
_OFTEN = {"PUC_TOKEN_PER_MINUTE": "1000000"}


@dataclass
class Side:
    """One of those that are compared, with what was measured of it."""

    url: str
    pid: int
    asked: bytes
    rates: list[float] = field(default_factory=list)
    each: list[float] = field(default_factory=list)
    """Processor milliseconds of one token, for each round."""

    def answer(self) -> dict[str, Any]:
        """One answer."""
        with Connection(self.url) as connection:
            found: dict[str, Any] = connection.send(self.asked).json()
            return found

    def round(self, number: int) -> None:
        """Ask so often."""
        started = processor_seconds(self.pid)
        self.rates.append(rate(self.url, [self.asked] * number, _CALLERS))
        self.each.append((processor_seconds(self.pid) - started) / number * 1000)


def measure(*, quick: bool = False) -> list[Row]:
    """The rows. Raises RuntimeError when there is no Keycloak and Maven does not get it."""
    rounds, number = (2, _TOGETHER // 4) if quick else (_ROUNDS, _TOGETHER)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        ours = stack.enter_context(_center(Path(folder)))
        reads, unread = stack.enter_context(_bare(ours))
        theirs = stack.enter_context(_keycloak(Path(folder)))
        sides = (ours, reads, unread, theirs)
        for side in sides:
            assert jwt.get_unverified_header(side.answer()["access_token"])["alg"] == "ES256"
        rate(theirs.url, [theirs.asked] * (_WARM_UP // (10 if quick else 1)), _CALLERS)
        for _ in range(rounds):
            for side in sides:
                side.round(number)
    grants, brokers = (20_000, 20) if quick else (1_000_000, 200)
    busy = f"alone, while {mixed.RATE} requests of the load a second come, {brokers} brokers, {grants:,} grants"
    return [
        _beside_bare(ours, reads, "that reads the form and signs"),
        _beside_bare(ours, unread, "that signs without looking at the request"),
        _beside_keycloak(f"[{_rates(ours, theirs)}]", 1000 / min(ours.each), theirs),
        _beside_keycloak(busy, mixed.per_processor_second(grants, brokers, number, _CALLERS, rounds), theirs),
    ]


def _beside_bare(ours: Side, bare: Side, which: str) -> Row:
    what = f"tokens per processor second beside a bare FastAPI handler {which} [{_rates(ours, bare)}]"
    found = {"ours": 1000 / min(ours.each), "bare": 1000 / min(bare.each)}
    return {"what": what, **found, "unit": "/s", "ratio": found["ours"] / found["bare"], "goal": ">= 0.8 x"}


def _beside_keycloak(how: str, ours: float, theirs: Side) -> Row:
    what = f"tokens per processor second beside Keycloak {how}"
    found = {"ours": ours, "bare": 1000 / min(theirs.each)}
    return {"what": what, **found, "unit": "/s", "ratio": found["ours"] / found["bare"], "goal": ">= 5 x"}


def _rates(*sides: Side) -> str:
    return "answers/s " + ", ".join(f"{max(side.rates):,.0f}" for side in sides)


@contextmanager
def _center(directory: Path) -> Iterator[Side]:
    process = CenterProcess(directory / "center", **_OFTEN)
    process.start()
    try:
        database = Database(process.environment()["PUC_DATABASE_URL"])
        with database.writing() as session:
            trail.lock_revision(session)
            user = users.find(session, a_service(session, keycloak.CLIENT).id)
            secret = client_secrets.create(session, "bench", user)[1]
        database.close()
        assert process.process
        yield _side(f"{process.url}/oauth2/token", process.process.pid, secret)
    finally:
        process.stop()


@contextmanager
def _bare(ours: Side) -> Iterator[tuple[Side, Side]]:
    claims = jwt.decode(ours.answer()["access_token"], options={"verify_signature": False})
    with bare.serve(served.application, claims) as (address, pid):
        yield _side(f"{address}/oauth2/token", pid, "x" * 60), _side(f"{address}/unread", pid, "x" * 60)


@contextmanager
def _keycloak(directory: Path) -> Iterator[Side]:
    with keycloak.running(directory) as (url, pid):
        yield _side(url, pid, keycloak.SECRET)


def _side(url: str, pid: int, secret: str) -> Side:
    where = urlsplit(url)
    form = {"grant_type": "client_credentials", "client_id": keycloak.CLIENT, "client_secret": secret}
    body = urlencode(form).encode()
    lines = [f"POST {where.path} HTTP/1.1", f"Host: {where.netloc}", "Content-Type: application/x-www-form-urlencoded"]
    head = "\r\n".join([*lines, f"Content-Length: {len(body)}"]).encode()
    return Side(f"http://{where.netloc}", pid, head + b"\r\n\r\n" + body)
