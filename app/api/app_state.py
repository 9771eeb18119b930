"""Parts of the running application: its settings, its database, its slots for password hashes.

`request.state` of one request has, each for the modules in brackets: `request_id` and `username` (edge, origin),
`revision` (edge: a header of the answer), `is_administrator` (routing), `queue_key` and `has_turn` (admission.writers),
`rate` and `counted` (admission.rate_limits), `session` and `revision_before` (dry_run, idempotency), `asked`, `once`
and `replayed_revision` (idempotency, transaction).
"""

from typing import Annotated

from fastapi import Depends, Request

from app.identity.password_hashes import PasswordSlots
from app.platform.database import Database
from app.platform.settings import Settings


def settings_of(request: Request) -> Settings:
    """The settings of the running application."""
    settings: Settings = request.app.state.settings
    return settings


def database_of(request: Request) -> Database:
    """Its database."""
    database: Database = request.app.state.database
    return database


def slots_of(request: Request) -> PasswordSlots:
    """Its slots for password hashes."""
    slots: PasswordSlots = request.app.state.password_slots
    return slots


# Plain functions as dependencies would run in another thread.
async def _settings(request: Request) -> Settings:
    return settings_of(request)


async def _database(request: Request) -> Database:
    return database_of(request)


async def _slots(request: Request) -> PasswordSlots:
    return slots_of(request)


Configured = Annotated[Settings, Depends(_settings)]
Connected = Annotated[Database, Depends(_database)]
Slots = Annotated[PasswordSlots, Depends(_slots)]
