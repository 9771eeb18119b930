"""Parts of the running application: its settings, its database, its slots for password hashes."""

from fastapi import Request

from app.database import Database
from app.identity.password_slots import PasswordSlots
from app.settings import Settings


def settings_of(request: Request) -> Settings:
    """The settings of the running application."""
    found: Settings = request.app.state.settings
    return found


def database_of(request: Request) -> Database:
    """Its database."""
    found: Database = request.app.state.database
    return found


def slots_of(request: Request) -> PasswordSlots:
    """Its slots for password hashes."""
    found: PasswordSlots = request.app.state.password_slots
    return found
