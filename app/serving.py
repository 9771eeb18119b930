"""Starting and ending the service: safe settings, database at its newest version, first administrator, one port."""

import contextlib
import os
import secrets
import socket
from pathlib import Path

import uvicorn
from alembic import command
from alembic.config import Config
from cryptography.exceptions import InvalidTag
from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.engine import make_url

from app.access import grants, roles
from app.access.vocabulary import SUPER_USER
from app.accounts import lifecycle
from app.audit import trail
from app.brokers import baseline
from app.clock import now_ms
from app.database import Database
from app.identity import credentials
from app.identity.models import User
from app.main import create_app
from app.pulsar.names import ResourceType
from app.settings import Settings
from app.tokens import keys
from app.worker import Worker

FIRST_ADMINISTRATOR = "admin"
_ACTOR = "system"
_SHUTDOWN_SECONDS = 3
"""How long open change feeds may delay the end."""
_KEEP_ALIVE_SECONDS = 75
"""Longer than clients keep a quiet connection (httpx 5 s, a load balancer often 60): whoever ends it first must not be
the one that is just being asked, or a request is lost."""


class UnsafeStartError(Exception):
    """The service would not be safe, or could not run; each line says what to do about it."""


def checked_settings() -> Settings:
    """Settings from the environment. Raises UnsafeStartError; in development, what is missing is made up safely."""
    if os.environ.get("PUC_ENVIRONMENT") == "development":
        _development_defaults()
    settings = Settings()
    if problems := settings.unsafe():
        raise UnsafeStartError("\n".join(["The user center does not start:", *problems]))
    return settings


def _development_defaults() -> None:
    port = os.environ.setdefault("PUC_PORT", "8080")
    os.environ.setdefault("PUC_ISSUER", f"http://127.0.0.1:{port}")
    if "PUC_SECRET_KEY" not in os.environ and "PUC_SECRET_KEY_FILE" not in os.environ:
        os.environ["PUC_SECRET_KEY_FILE"] = str(_own_secret(Path("data/secret.key")))


def _own_secret(file: Path) -> Path:
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as out:
            out.write(secrets.token_urlsafe(48) + "\n")
    return file


def migrate(settings: Settings) -> None:
    """Bring the database to this version of the tables."""
    url = make_url(settings.database_url)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    config.set_main_option("sqlalchemy.url", settings.database_url.replace("%", "%%"))
    command.upgrade(config, "head")


def run(settings: Settings) -> int:
    """Serve until interrupted. Prints the address last, when it answers. Exit status 0, or 2 when refused."""
    listening = _listen(settings)
    migrate(settings)
    database = Database(settings.database_url)
    _prepare(database, settings)
    application = create_app(settings, database)
    server = _Server(application, settings)
    # uvicorn ends cleanly, then raises the interrupt again.
    with contextlib.suppress(KeyboardInterrupt), Worker(database, settings, also=application.state.last_uses.write):
        server.run(sockets=[listening])
    database.close()
    return 0


def _listen(settings: Settings) -> socket.socket:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        raise UnsafeStartError(
            f"Port {settings.port} on {settings.host} is taken: end the other program, or choose one with PORT=9000."
        ) from error
    return listening


def create_administrator(database: Database, settings: Settings, name: str) -> str:
    """A person with authority 4 on the root; answers the one-time secret. Raises Conflict when the name is taken."""
    with database.writing() as session:
        session.info[trail.ORIGIN] = trail.SYSTEM
        trail.lock_revision(session)
        user = lifecycle.create(session, _ACTOR, name, "person")
        role = roles.personal_role_of(session, user.id)
        grants.grant(session, _ACTOR, role.id, int(ResourceType.ROOT), 0, [SUPER_USER])
        return credentials.give_initial_secret(session, settings, _ACTOR, user, now_ms())[0]


def _prepare(database: Database, settings: Settings) -> None:
    try:
        with database.writing() as session:
            session.info[trail.ORIGIN] = trail.SYSTEM
            trail.lock_revision(session)
            keys.ensure_active(session, settings.secret_key)
            baseline.ensure(session)
            empty = session.scalars(select(User.id).limit(1)).first() is None
    except InvalidTag as error:
        raise UnsafeStartError(
            "PUC_SECRET_KEY is not the one that the signing keys of this database were sealed with: restore it."
        ) from error
    if empty:
        secret = create_administrator(database, settings, FIRST_ADMINISTRATOR)
        print(f"First administrator: {FIRST_ADMINISTRATOR}   one-time secret (shown only now): {secret}", flush=True)


class _Server(uvicorn.Server):
    """uvicorn that says where it can be reached once it can."""

    def __init__(self, application: FastAPI, settings: Settings) -> None:
        config = uvicorn.Config(
            application,
            log_config=None,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
            timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        )
        super().__init__(config)
        self._address = settings.issuer

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Pulsar User Center: {self._address}", flush=True)
