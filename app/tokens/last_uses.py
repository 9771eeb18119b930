"""Times of last use of API tokens, client secrets and keys, and browser sessions, and the last refused token request of
each client: collected in memory, written together.

They are written half a minute later at most, and no request waits for it. Uses that a killed process had not written
are lost until the next use. Anybody can send requests in a client's name: they cost one write a client, and none for
clients that do not exist.
"""

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.identity import users
from app.identity.models import ClientKey, ClientSecret, ConsoleSession, User
from app.platform.database import Database
from app.tokens.application_models import Application
from app.tokens.models import ApiToken

_PAUSE_MS = 30_000
_AT_ONCE = 100
_MOST = 10_000
"""Uses collected between two writes. Further ones are dropped; a later use will be recorded."""
_QUIET_MS = 86_400_000
"""After a day without a refusal they are counted anew."""
Column = InstrumentedAttribute[Any]
_Refusal = dict[str, Any]


class LastUses:
    """The uses in one process. Recorded from any thread; `write` is called regularly from one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noted: dict[tuple[Column, object], int] = {}
        self._before: Mapping[tuple[Column, object], int] = {}
        """The uses that are being written, or were written last."""
        self._refused: dict[str, _Refusal] = {}
        self._lock = threading.Lock()
        self._written = 0

    def token(self, jti: str, now: int) -> None:
        """Record that a token with this id was used at `now` (epoch ms). It need not be an API token."""
        self._note((ApiToken.jti, jti), now)

    def client_secret(self, number: int, now: int) -> None:
        """Record that a client secret was used."""
        self._note((ClientSecret.id, number), now)

    def client_key(self, number: int, now: int) -> None:
        """Record that a request signed with a client key was accepted."""
        self._note((ClientKey.id, number), now)

    def session(self, number: int, now: int) -> None:
        """Record that a browser session was used."""
        self._note((ConsoleSession.id, number), now)

    def refused(self, client: str, error: str, address: str, now: int) -> None:
        """Record that a token request in the name of this client was refused with this code (RFC 6749 §5.2)."""
        refusal = {"error": error, "address": address, "number": 1, "since": now, "time": now}
        with self._lock:
            before = self._refused.get(client)
            if before or (len(self._refused) < _MOST and users.may_be_name(client.removeprefix("app:"))):
                self._refused[client] = _add_up(before, refusal)

    def of_session(self, number: int) -> int:
        """The session's last use (epoch ms) in the memory of this process; 0 when there is none."""
        key = ConsoleSession.id, number
        return max(self._noted.get(key, 0), self._before.get(key, 0))

    def _note(self, key: tuple[Column, object], now: int) -> None:
        with self._lock:
            if key in self._noted or len(self._noted) < _MOST:
                self._noted[key] = now

    def write(self, now: int) -> None:
        """Write the collected uses, unless that was done less than 30 s ago."""
        if 0 <= now - self._written < _PAUSE_MS:
            return
        with self._lock:
            self._before = noted = self._noted
            refused, self._noted, self._refused = self._refused, {}, {}
        self._written = now
        if noted:
            _write(self._database, noted)
        if refused:
            _write_refused(self._database, refused)


def _write(database: Database, noted_uses: Mapping[tuple[Column, object], int]) -> None:
    """Write in short transactions, so that many uses do not hold up other writers."""
    for column in (ApiToken.jti, ClientSecret.id, ClientKey.id, ConsoleSession.id):
        uses = {used: at for (named, used), at in noted_uses.items() if named is column}
        for batch in _batches(_ids_with_row(database, column, uses)):
            with database.writing() as session:
                for used in batch:
                    _touch(session, column, used, uses[used])


def _write_refused(database: Database, refusals: Mapping[str, _Refusal]) -> None:
    for column in (User.username, Application.client_id):
        of: Any = column.class_
        for batch in _batches(_ids_with_row(database, column, refusals)):
            with database.writing() as session:
                for client in batch:
                    stored = session.scalar(select(of.refused).where(column == client).with_for_update())
                    stored_now = json.dumps(_add_up(json.loads(stored or "null"), refusals[client]))
                    session.execute(update(of).where(column == client).values(refused=stored_now))


def _add_up(before: _Refusal | None, refusal: _Refusal) -> _Refusal:
    if before is None or before["time"] < refusal["since"] - _QUIET_MS:
        return refusal
    return {**refusal, "number": before["number"] + refusal["number"], "since": before["since"]}


def _ids_with_row(database: Database, column: Column, uses: Mapping[Any, object]) -> list[Any]:
    """The ids that have a row, sorted, so that two instances cannot deadlock. Most used tokens live for minutes and
    have no row."""
    ids: list[Any] = []
    with database.reading() as session:
        for batch in _batches(sorted(uses)):
            ids += session.scalars(select(column).where(column.in_(batch)))
    return sorted(ids)


def _touch(session: Session, column: Column, key: object, at: int) -> None:
    model: Any = column.class_
    older = or_(model.last_use.is_(None), model.last_use < at)
    session.execute(update(model).where(column == key, older).values(last_use=at))


def _batches(keys: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """A hundred at a time."""
    return (keys[start : start + _AT_ONCE] for start in range(0, len(keys), _AT_ONCE))
