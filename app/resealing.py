"""Seals stored texts anew once PUC_SECRET_KEY was changed, so that the one before can be taken away.

A column that is sealed for longer than a day is described beside the code that seals it, and listed in
`app.tokens.sealed_columns`. A test knows every place that seals.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag
from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app import sealing
from app.settings import Settings

AT_ONCE = 500
"""Texts that one change seals anew: others wait for its lock."""


@dataclass(frozen=True)
class SealedColumn:
    """Texts that PUC_SECRET_KEY seals for this purpose. `owner`: of a row, what is authenticated with its text."""

    column: InstrumentedAttribute[Any]
    purpose: str
    owner: Callable[[Any], str]

    def __str__(self) -> str:
        return f"{self.column.class_.__tablename__}.{self.column.key}"


@dataclass(frozen=True)
class Resealed:
    """How many texts were sealed anew, wait for another call, and can be opened by no key that is known."""

    done: int = 0
    left: int = 0
    lost: int = 0


def reseal(session: Session, settings: Settings, columns: Sequence[SealedColumn]) -> Resealed:
    """Seal with the present key what only the one before opens, at most 500 texts."""
    done = left = lost = 0
    for one in columns:
        for row in session.scalars(select(one.column.class_).where(one.column.is_not(None))):
            sealed = getattr(row, one.column.key)
            if not sealed or _opened((settings.secret_key,), one, row) is not None:
                continue
            plain = _opened(settings.secrets(), one, row)
            if plain is None:
                lost += 1
            elif done == AT_ONCE:
                left += 1
            else:
                setattr(row, one.column.key, sealing.seal(settings.secret_key, one.purpose, one.owner(row), plain))
                done += 1
    session.flush()
    return Resealed(done, left, lost)


def _opened(secrets: Sequence[Any], one: SealedColumn, row: Any) -> bytes | None:
    with suppress(InvalidTag):
        return sealing.unseal(secrets, one.purpose, one.owner(row), getattr(row, one.column.key))
    return None
