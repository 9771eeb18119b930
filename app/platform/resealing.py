"""Seals stored texts anew once the key that sealed them was changed, so that the one before can be taken away.

A column that is sealed for longer than a day is described beside the code that seals it, and listed in
`app.providers.sealed_columns`. A test knows every place that seals.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag
from pydantic import SecretStr
from sqlalchemy import Row, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.platform import sealing
from app.platform.settings import Settings

AT_ONCE = 500
"""Texts that one change seals anew: others wait for its lock."""


@dataclass(frozen=True)
class SealedColumn:
    """Texts that are sealed for this purpose. `owner`: of a row, what is authenticated with its text. `keys`: which of
    the settings' keys may have sealed it, that of now first."""

    column: InstrumentedAttribute[Any]
    purpose: str
    owner: Callable[[Any], str]
    keys: Callable[[Settings], Sequence[SecretStr]] = Settings.secrets

    def __str__(self) -> str:
        return f"{self.column.class_.__tablename__}.{self.column.key}"

    def opened(self, secrets: Sequence[SecretStr], row: Any) -> bytes | None:
        """The plain text of a row; None when none of the secrets opens it."""
        with suppress(InvalidTag, ValueError):  # sealed with another key; damaged
            return sealing.unseal(secrets, self.purpose, self.owner(row), getattr(row, self.column.key))
        return None


@dataclass(frozen=True)
class ResealResult:
    """How many texts were sealed anew, whether more wait for another call, and how many no known key opens."""

    done: int = 0
    more: bool = False
    lost: int = 0


def reseal(session: Session, settings: Settings, columns: Sequence[SealedColumn]) -> ResealResult:
    """Seal anew what only the previous key opens, at most 500 texts."""
    done = lost = 0
    for column in columns:
        anew: list[dict[str, Any]] = []
        more = False
        for row, plain in _sealed_before(session, settings, column):
            if plain is None:
                lost += 1
            elif more := done + len(anew) == AT_ONCE:
                break
            else:
                sealed = sealing.seal(column.keys(settings)[0], column.purpose, column.owner(row), plain)
                anew.append({"id": row.id, column.column.key: sealed})
        if anew:
            session.execute(update(column.column.class_), anew)
        done += len(anew)
        if more:
            return ResealResult(done, more, lost)
    return ResealResult(done, lost=lost)


def _sealed_before(
    session: Session, settings: Settings, column: SealedColumn
) -> Iterator[tuple[Row[Any], bytes | None]]:
    """The rows that the present key does not open, each with its plain text, None when no known key opens it."""
    table = column.column.class_.__table__
    # Plain rows: there may be one for each person, and others wait for the lock.
    every = select(*table.columns).where(column.column.is_not(None)).order_by(table.columns.id)
    keys = column.keys(settings)
    for row in session.execute(every):
        if getattr(row, column.column.key) and column.opened(keys[:1], row) is None:
            yield row, column.opened(keys, row)
