"""A company on PostgreSQL: a million grants, programs with secrets, people with passwords, brokers' credential."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, create_engine, insert, text

from app.audit.trail import trail
from app.brokers import credentials
from app.identity import client_secrets, secret_format, users
from app.identity.models import ClientSecret
from app.platform.database import Database
from benchmarks.big_estate.filled import FilledEstate, fill
from benchmarks.big_estate.process import AS_DELIVERED
from benchmarks.big_estate.rows import Size
from benchmarks.postgresql import postgresql
from tests.end_to_end.center.process import CenterProcess
from tests.factories import PASSWORD, a_service, a_user, password_of

__all__ = ["PASSWORD", "Estate", "start_center"]
_PEOPLE, _PROGRAMS = 200, 10_000
_ONE_MACHINE = {"PUC_TRUSTED_PROXIES": "127.0.0.1"}
"""The load names an address for each sign-in, as a balancer does: limits for one address would refuse it otherwise."""


@dataclass(frozen=True)
class Estate:
    """A running center, and who may ask it. `server`: process id of PostgreSQL; `programs`: names and secrets."""

    url: str
    pid: int
    server: int
    engine: Engine
    size: Size
    administrator: str
    reader: str
    service: str
    secret: str
    programs: list[tuple[str, str]]
    people: list[str]
    broker: str


@contextmanager
def start_center(directory: Path, grants: int, workers: int = 1) -> Iterator[Estate]:
    """`usercenter run` as delivered, but for the trusted proxy. `workers`: processes that answer."""
    with postgresql("center") as (url,):
        size, estate = Size(grants), fill(url, Size(grants))
        service, secret, people, broker = _more(url, estate)
        programs = _programs(url, size)
        settings = {
            "PUC_DATABASE_URL": url,
            "PUC_SECRET_KEY": estate.settings.secret_key.get_secret_value(),
            "PUC_ISSUER": estate.settings.issuer,
        }
        process = CenterProcess(directory / "center", **AS_DELIVERED, **_ONE_MACHINE, **settings)
        process.options = ["--workers", str(workers)]
        engine = create_engine(url)
        try:
            process.start()
            assert process.process
            yield Estate(
                process.url, process.process.pid, _server(engine), engine, size, estate.administrator, estate.reader,
                service, secret, programs, people, broker,
            )  # fmt: skip
        finally:
            process.stop()
            engine.dispose()


def _more(url: str, estate: FilledEstate) -> tuple[str, str, list[str], str]:
    database = Database(url)
    with database.writing() as session:
        trail.lock_revision(session)
        service = a_service(session, "program")
        secret = client_secrets.create(session, "load", users.find(session, service.id))[1]
        people = [a_user(session, f"person{number}").username for number in range(_PEOPLE)]
        for name in people:
            password_of(session, estate.settings, name)
        broker = credentials.issue(session, "load", 1)[1]
    database.close()
    return service.username, secret, people, broker


def _programs(url: str, size: Size) -> list[tuple[str, str]]:
    """Secrets of some of the estate's users, as rows."""
    secrets = {number: secret_format.new("secret") for number in range(2, min(_PROGRAMS, size.users - 1) + 2)}
    rows = [
        {"user_id": number, "secret_hash": secret_format.digest(secret), "hint": secret[-4:], "add_time": 0}
        for number, secret in secrets.items()
    ]
    database = Database(url)
    with database.engine.begin() as connection:
        connection.execute(insert(ClientSecret), rows)
    database.close()
    return [(f"u{number}", secret) for number, secret in secrets.items()]


def _server(engine: Engine) -> int:
    """The postmaster: parent of the process that answers."""
    with engine.connect() as connection:
        connection.execute(text("ALTER DATABASE center SET synchronous_commit = on"))
        own = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        connection.commit()
    return int(Path(f"/proc/{own}/stat").read_text().rpartition(")")[2].split()[1])
