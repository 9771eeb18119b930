"""Credentials of programs that end soon: client secrets, client keys, API tokens."""

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from app.identity.models import ClientKey, ClientSecret, User
from app.tokens.models import ApiToken

Kind = Literal["secret", "key", "token"]
_NAMED: dict[Kind, tuple[type[Any], Any, list[ColumnElement[bool]]]] = {
    "secret": (ClientSecret, ClientSecret.hint, []),
    "key": (ClientKey, ClientKey.name, []),
    "token": (ApiToken, ApiToken.name, [ApiToken.revoke_time.is_(None)]),
}


@dataclass(frozen=True, slots=True)
class EndingCredential:
    """A credential and when it ends (epoch ms). `name`: of a secret its last characters."""

    kind: Kind
    user_id: int
    username: str
    name: str
    valid_until: int


def credentials(
    session: Session, users: list[ColumnElement[bool]], now: int, until: int, limit: int
) -> list[EndingCredential]:
    """The first credentials of these users (conditions; none: all users) to end from `now` to `until`."""
    found: list[EndingCredential] = []
    for kind, (model, name, still) in _NAMED.items():
        query = select(User.id, User.username, name, model.valid_until).join(User, User.id == model.user_id)
        soon = query.where(model.valid_until > now, model.valid_until <= until, *still, *users)
        rows = session.execute(soon.order_by(model.valid_until, model.id).limit(limit))
        found += [EndingCredential(kind, *row) for row in rows]
    return sorted(found, key=lambda credential: credential.valid_until)[:limit]
