"""Which worker has an import: a claim in its row, renewed while the worker lives. Several share a database."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select, update

from app.desired_state.importing.models import RUNNING, Import
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.telemetry import logger

CLAIM_MS = 20_000
"""How long the import of a killed worker waits for another one."""
_RENEW_SECONDS = 5.0
_log = logger(__name__)


def due(database: Database, now: int) -> list[int]:
    """Imports with something to do that no worker has."""
    with database.reading() as session:
        query = select(Import.id).where(Import.state.in_(RUNNING), Import.claimed_until <= now).order_by(Import.id)
        return list(session.scalars(query))


@contextmanager
def claim(database: Database, number: int, now: int) -> Iterator[bool]:
    """Claim an import for the block; False when another worker was faster. The claim ends with the block."""
    if not _set(database, number, now + CLAIM_MS, Import.claimed_until <= now):
        yield False
        return
    end = threading.Event()
    renewing = threading.Thread(target=_renew, args=(database, number, end), name="import-claim", daemon=True)
    renewing.start()
    try:
        yield True
    finally:
        end.set()
        renewing.join()
        _set(database, number, 0)


def _renew(database: Database, number: int, end: threading.Event) -> None:
    while not end.wait(_RENEW_SECONDS):
        try:
            _set(database, number, now_ms() + CLAIM_MS)
        except Exception:
            _log.exception("the claim of an import could not be renewed", number=number)


def _set(database: Database, number: int, until: int, *conditions: Any) -> bool:
    with database.writing() as session:
        wanted = Import.id == number, Import.state.in_(RUNNING), *conditions
        done: Any = session.execute(update(Import).where(*wanted).values(claimed_until=until))
        return bool(done.rowcount == 1)
