"""What client secrets and client keys of service users have in common: how they are counted, listed, added and
removed."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.grants.networks import lists
from app.identity import safety_messages, users
from app.identity.models import ClientKey, ClientSecret, User
from app.platform.errors import NotFound

_DAY_MS = 86_400_000
_Row = TypeVar("_Row", ClientSecret, ClientKey)


@dataclass(frozen=True)
class CredentialKind(Generic[_Row]):
    """One of the two kinds. `details`: what the log says of it beside its user; `known_as`: what its user is told."""

    model: type[_Row]
    name: str
    details: Callable[[_Row], dict[str, object]]
    known_as: Callable[[_Row], str]

    def number(self, session: Session, user: User) -> int:
        """How many the user has."""
        return session.scalar(select(func.count()).where(self.model.user_id == user.id)) or 0

    def of_user(self, session: Session, user: User) -> list[_Row]:
        """The user's, oldest first."""
        return list(session.scalars(select(self.model).where(self.model.user_id == user.id).order_by(self.model.id)))

    def add(self, session: Session, actor: str, user: User, row: _Row) -> None:
        """Add one; brokers forget what they remember of the user."""
        session.add(row)
        session.flush()
        after = contents.row(row, user=user.username)
        trail.record(session, actor, f"client_{self.name}.create", str(row.id), after=after)
        users.renew_credentials(session, actor, user, f"user.{self.name}_create", **self.details(row))
        safety_messages.credential_made(session, actor, user, self.name, self.known_as(row))

    def remove(self, session: Session, actor: str, user: User, number: int) -> None:
        """Remove one; it stops working at once. Raises NotFound, also for another user's."""
        row = session.get(self.model, number)
        if row is None or row.user_id != user.id:
            raise NotFound(f"There is no such client {self.name}.")
        session.delete(row)
        session.flush()
        before = contents.row(row, user=user.username)
        trail.record(session, actor, f"client_{self.name}.delete", str(row.id), before=before)
        users.renew_credentials(session, actor, user, f"user.{self.name}_delete", **self.details(row))
        safety_messages.credential_ended(session, actor, user, self.name, self.known_as(row))


def life(session: Session, now: int, days: int | None, networks: Collection[str] | None) -> dict[str, Any]:
    """Columns: valid for `days` from now on (None: until it is deleted), from these networks (as written; None: all).
    Raises InvalidInput `invalid_network`, `unknown_network`."""
    until = None if days is None else now + days * _DAY_MS
    limited = lists.columns(session, networks)
    return {"add_time": now, "valid_until": until, **limited}
