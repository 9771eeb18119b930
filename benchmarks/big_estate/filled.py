"""A database that is filled with an estate, and tokens of two users who ask about it."""

import secrets
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import SecretStr
from sqlalchemy import update

from app.audit.trail import trail
from app.audit.trail.models import Revision
from app.grants import grants, roles
from app.identity import users
from app.platform import schema
from app.platform.database import Database
from app.platform.settings import Settings
from app.tokens import issuing, key_life
from benchmarks.big_estate import rows

ISSUER = "http://127.0.0.1:1"
_ADMINISTRATOR, _READER = "u1", "u7"
"""An administrator, and an ordinary user with 109 rights, whatever the size."""


@dataclass(frozen=True)
class FilledEstate:
    """`settings` of a service on it, and the users who ask."""

    settings: Settings
    administrator: str
    reader: str

    def on(self, url: str) -> "FilledEstate":
        """The same estate in a copy of the database."""
        return replace(self, settings=self.settings.model_copy(update={"database_url": url}))


def fill(url: str, size: rows.Size) -> FilledEstate:
    """Migrate the empty database at `url` and fill it."""
    settings = Settings(
        environment="development",
        database_url=url,
        issuer=ISSUER,
        secret_key=SecretStr(secrets.token_hex(32)),
        console_directory=Path("no-console"),
    )
    schema.upgrade(settings.database_url)
    database = Database(url)
    with database.engine.begin() as connection:
        rows.fill(connection, size)
    with database.engine.begin() as connection:
        rows.analyze(connection)
    with database.writing() as session:
        trail.lock_revision(session)
        key_life.ensure(session, settings)
        boss = users.by_name(session, _ADMINISTRATOR)
        assert boss is not None
        grants.grant(session, "bench", roles.personal_role_of(session, boss.id).id, 0, 0, [4])
        # The history is declared complete from revision 1 on, or the first start would record a million rows in it.
        session.execute(update(Revision).values(complete_from=1))
    with database.reading() as session:
        tokens = [
            issuing.issue(session, settings, name, audiences=(ISSUER,), seconds=86_400).reveal()
            for name in (_ADMINISTRATOR, _READER)
        ]
    database.close()
    return FilledEstate(settings, *tokens)
