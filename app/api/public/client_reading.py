"""Reads clients that show a secret which memory does not hold: all that wait at one moment with one statement, as
thousands of programs may begin at once."""

import asyncio

from fastapi import Request

from app.api.admission.reader_slots import in_reader_slot
from app.identity import client_secrets
from app.identity.secret_format import digest
from app.platform.database import Database


class ClientReading:
    """The reading for one application. Right secrets are cached; whose is not must be asked about in the usual way."""

    def __init__(self, database: Database) -> None:
        self._database, self._turn = database, asyncio.Lock()
        self._wanted: set[tuple[str, str]] = set()

    async def read(self, request: Request, username: str, secret: str) -> None:
        """Returns when this client was read, after this call began. Raises Busy, and what the database raises."""
        self._wanted.add((username, digest(secret)))
        async with self._turn:  # those who come meanwhile are read together by the next one of them
            wanted, self._wanted = self._wanted, set()
            if wanted:
                await in_reader_slot(request, lambda: self._read(wanted))

    def _read(self, wanted: set[tuple[str, str]]) -> None:
        with self._database.reading() as session:
            client_secrets.read_all(session, wanted)
