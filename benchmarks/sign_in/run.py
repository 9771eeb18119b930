"""Signing in with a password: processor time beside that of the hash alone, and what others notice of it.

`python -m benchmarks.run sign_in`. The center is `python -m app run` as delivered: Argon2id, 19 MiB, 2 rounds, 2 slots.
The hash is what the center's threads for hashes took, and what the center does when nobody asks is left out; the share
is the middle of all rounds. Bare FastAPI handlers, which find the user and compare, tell what the framework takes.
Then one caller sends other requests on a kept-alive connection, in turn while nobody signs in and while more people do
than there are slots.
"""

import itertools
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.brokers import credentials as cluster_credentials
from app.database import Database
from app.settings import Settings
from app.tokens import issuing
from app.trail import trail
from benchmarks import bare
from benchmarks.connection import Connection, request
from benchmarks.sign_in import busy, served
from benchmarks.times import Timed, nicer, processor
from tests.end_to_end.center.process import CenterProcess
from tests.factories import PASSWORD, a_cluster, a_user, an_administrator, password_of

Row = dict[str, Any]
_PEOPLE, _ROUNDS, _AT_A_TIME, _IDLE_SECONDS = 16, 9, 40, 3.0
"""So many people that none gets as many sessions as a user may have: each more would end one."""
_OTHERS, _OTHER_ROUNDS = 400, 6
_MANY = {"PUC_SIGN_IN_PER_MINUTE": "1000000", "PUC_TOKEN_PER_MINUTE": "1000000"}


@dataclass(frozen=True)
class Served:
    """The center, and who may ask it."""

    url: str
    pid: int
    database: str
    broker: str
    administrator: str

    def sign_ins(self) -> list[bytes]:
        """One for each person, from the person's place, as a broker sends them."""
        return [
            request(self.url, self.broker, "POST", "/api/broker/v1/authenticate", _shown(number))
            for number in range(_PEOPLE)
        ]


def _typed(url: str, path: str) -> list[bytes]:
    """One for each person, as a browser sends them."""
    return [request(url, "", "POST", path, _person(number)) for number in range(_PEOPLE)]


def _shown(number: int) -> dict[str, str]:
    return {**_person(number), "address": f"10.0.0.{number}:40000"}


def _person(number: int) -> dict[str, str]:
    return {"username": f"person{number}", "password": PASSWORD}


def _next(connection: Connection, asked: list[bytes]) -> Timed:
    """Sends the next one of these, again and again."""
    turns = itertools.cycle(asked)
    return lambda: connection.milliseconds(next(turns))


def measure(*, quick: bool = False) -> list[Row]:
    """The rows."""
    with tempfile.TemporaryDirectory() as folder, _center(Path(folder)) as center:
        rounds, others = (2, 2) if quick else (_ROUNDS, _OTHER_ROUNDS)
        return [*_beside_the_hash(center, rounds), *_beside_nobody(center, others)]


def _beside_the_hash(center: Served, rounds: int) -> Iterator[Row]:
    with bare.started(served.application, center.database) as (least, pid), ExitStack() as stack:
        ours, theirs, asking = (stack.enter_context(Connection(url)) for url in (center.url, least, least))

        def ours_hashed() -> float:
            return nicer(center.pid)

        def theirs_hashed() -> float:
            return float(asking.ask("GET", "/hashed"))

        ways = {
            "by the broker API": (center.pid, _next(ours, center.sign_ins()), ours_hashed),
            "by the console": (center.pid, _next(ours, _typed(center.url, "/api/v1/session")), ours_hashed),
            "of a bare FastAPI handler": (pid, _next(theirs, _typed(least, "/session")), theirs_hashed),
            "of one that stores a session": (pid, _next(theirs, _typed(least, "/kept")), theirs_hashed),
        }
        for name, (process, timed, hashed) in ways.items():
            yield _share(process, name, timed, hashed, rounds)


def _share(pid: int, name: str, timed: Timed, hashed: Callable[[], float], rounds: int) -> Row:
    for _ in range(_AT_A_TIME):
        timed()
    idle = processor(pid, lambda: _nothing(_IDLE_SECONDS), 1) / _IDLE_SECONDS
    pairs = [_round(pid, timed, hashed, idle) for _ in range(rounds)]
    whole, alone = (statistics.median(one) for one in zip(*pairs, strict=True))
    outside = statistics.median((one - other) / one for one, other in pairs)
    what = f"processor time of a sign-in {name} and of its hash, share outside of the hash"
    return {"what": what, "ours": whole, "bare": alone, "unit": "ms", "ratio": outside, "goal": "<= 0.10"}


def _round(pid: int, timed: Timed, hashed: Callable[[], float], idle: float) -> tuple[float, float]:
    """Processor milliseconds of one sign-in, without what the process takes anyway (`idle`, ms per second), and of its
    hash."""
    before, begun = hashed(), time.monotonic()
    whole = processor(pid, timed, _AT_A_TIME) - idle * (time.monotonic() - begun) / _AT_A_TIME
    return whole, (hashed() - before) / _AT_A_TIME


def _nothing(seconds: float) -> float:
    time.sleep(seconds)
    return seconds * 1000


def _beside_nobody(center: Served, rounds: int) -> Iterator[Row]:
    slots = Settings().password_slots
    asked = {
        "GET /health/live": request(center.url, "", "GET", "/health/live"),
        "a list page": request(center.url, center.administrator, "GET", "/api/v1/users"),
        "POST /access/check": request(center.url, center.administrator, "POST", "/api/v1/access/check", _question()),
    }
    quiet: dict[str, list[float]] = {name: [] for name in asked}
    full: dict[str, list[float]] = {name: [] for name in asked}
    with Connection(center.url) as connection:
        for _ in range(rounds):
            _until(connection, 0)  # the last ones of the round before are still hashed
            _times(connection, asked, quiet)
            with busy.signing_in(center.url, center.sign_ins(), slots * 3):
                _until(connection, slots)
                _times(connection, asked, full)
    for name in asked:
        found = {"ours": _p99(full[name]), "bare": _p99(quiet[name])}
        what = f"{name} while every hashing slot is busy, p99 beside nobody signing in"
        middle = ", ".join(f"{statistics.median(one[name]):.2f}" for one in (full, quiet))
        yield {"what": f"{what} [p50 {middle} ms]", **found, "unit": "ms", "ratio": found["ours"] / found["bare"],
               "goal": "<= 2 x"}  # fmt: skip


def _question() -> dict[str, Any]:
    question = {"cluster_id": 1, "principal": "person1", "question": "topic:PRODUCE", "resource_type": "topic"}
    return {"questions": [{**question, "resource": "persistent://acme/orders/created"}]}


def _times(connection: Connection, asked: dict[str, bytes], found: dict[str, list[float]]) -> None:
    for name, one in asked.items():
        connection.send(one)
        found[name] += [connection.milliseconds(one) for _ in range(_OTHERS)]


def _p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98]


def _until(connection: Connection, slots: int) -> None:
    end = time.monotonic() + 30
    while f"puc_password_slots_busy {slots}.0" not in _metrics(connection):
        assert time.monotonic() < end, f"{slots} slots are not busy"
        time.sleep(0.02)


def _metrics(connection: Connection) -> str:
    return connection.send(connection.request("GET", "/metrics")).body.decode()


@contextmanager
def _center(directory: Path) -> Iterator[Served]:
    process = CenterProcess(directory / "center", **_MANY)
    with ExitStack() as ending:
        ending.callback(process.stop)
        process.start()
        database = Database(process.environment()["PUC_DATABASE_URL"])
        ending.callback(database.close)
        settings = Settings(issuer=process.url, secret_key=process.environment()["PUC_SECRET_KEY"])
        with database.writing() as session:
            trail.lock_revision(session)
            broker = cluster_credentials.issue(session, "bench", a_cluster(session, "one").id)[1]
            for number in range(_PEOPLE):
                a_user(session, f"person{number}")
                password_of(session, settings, f"person{number}")
            boss = an_administrator(session).username
        with database.reading() as session:
            token = issuing.issue(session, settings, boss, audiences=(process.url,), seconds=3600).reveal()
        assert process.process
        yield Served(process.url, process.process.pid, process.environment()["PUC_DATABASE_URL"], broker, token)
