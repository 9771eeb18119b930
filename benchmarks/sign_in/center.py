"""The center whose people sign in: `python -m app run` as delivered, and another instance of it."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from app.audit.trail import trail
from app.brokers import credentials as cluster_credentials
from app.platform.database import Database
from app.platform.settings import Settings
from app.tokens import issuing
from benchmarks.connection import request
from tests.end_to_end.center.process import CenterProcess
from tests.factories import PASSWORD, a_cluster, a_user, an_administrator, password_of

_PEOPLE = 16
"""So many that none gets as many sessions as a user may have: each more would end one."""


@dataclass(frozen=True)
class ServedCenter:
    """An instance of the center, and who may ask it."""

    url: str
    pid: int
    settings: dict[str, str]
    broker: str
    administrator: str

    def sign_ins(self) -> list[bytes]:
        """One for each person, from the person's place, as a broker sends them."""
        places = [{**_person(number), "address": f"10.0.0.{number}:40000"} for number in range(_PEOPLE)]
        return [request(self.url, self.broker, "POST", "/api/broker/v1/authenticate", body) for body in places]


def typed(url: str, path: str) -> list[bytes]:
    """One sign-in for each person, as a browser sends it."""
    return [request(url, "", "POST", path, _person(number)) for number in range(_PEOPLE)]


@contextmanager
def serving(directory: Path, database: str) -> Iterator[ServedCenter]:
    """A center on this database, with people in it."""
    settings = {
        "PUC_DATABASE_URL": database,
        "PUC_SECRET_KEY": secrets.token_urlsafe(48),
        "PUC_SIGN_IN_PER_MINUTE": "1000000",
        "PUC_TOKEN_PER_MINUTE": "1000000",
    }
    with _process(directory, settings) as (url, pid):
        broker, administrator = _people(Settings(issuer=url, secret_key=settings["PUC_SECRET_KEY"]), database)
        yield ServedCenter(url, pid, {**settings, "PUC_ISSUER": url}, broker, administrator)


@contextmanager
def another(directory: Path, first: ServedCenter) -> Iterator[ServedCenter]:
    """Another instance on the same database."""
    with _process(directory, first.settings) as (url, pid):
        yield replace(first, url=url, pid=pid)


@contextmanager
def _process(directory: Path, settings: dict[str, str]) -> Iterator[tuple[str, int]]:
    process = CenterProcess(directory, **settings)
    try:
        process.start()
        assert process.process
        yield process.url, process.process.pid
    finally:
        process.stop()


def _people(settings: Settings, url: str) -> tuple[str, str]:
    """Credential of a broker, and token of an administrator."""
    database = Database(url)
    try:
        with database.writing() as session:
            trail.lock_revision(session)
            broker = cluster_credentials.issue(session, "bench", a_cluster(session, "one").id)[1]
            for number in range(_PEOPLE):
                a_user(session, f"person{number}")
                password_of(session, settings, f"person{number}")
            boss = an_administrator(session).username
        with database.reading() as session:
            token = issuing.issue(session, settings, boss, audiences=(settings.issuer,), seconds=3600)
        return broker, token.reveal()
    finally:
        database.close()


def _person(number: int) -> dict[str, str]:
    return {"username": f"person{number}", "password": PASSWORD}
