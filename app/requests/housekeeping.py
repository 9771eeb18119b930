"""Every minute: requests that nobody answered expire, and those who may decide are told of new ones."""

from app.database import Database
from app.settings import Settings


def run(database: Database, settings: Settings, now: int) -> None:
    """Nothing yet."""
