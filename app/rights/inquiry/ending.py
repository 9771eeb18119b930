"""Credentials of programs that end soon: client secrets, client keys, API tokens."""

from typing import Any, Literal

from sqlalchemy import ColumnElement, Row, literal, select
from sqlalchemy.orm import Session

from app.identity.models import ClientKey, ClientSecret, User
from app.tokens.models import ApiToken

Kind = Literal["secret", "key", "token"]
_NAMED: dict[Kind, tuple[type[Any], Any, list[ColumnElement[bool]]]] = {
    "secret": (ClientSecret, ClientSecret.hint, []),
    "key": (ClientKey, ClientKey.name, []),
    "token": (ApiToken, ApiToken.name, [ApiToken.revoke_time.is_(None)]),
}


def credentials(session: Session, users: list[ColumnElement[bool]], now: int, until: int, limit: int) -> list[Row[Any]]:
    """The first credentials of these users (conditions; none: all users) to end from `now` to `until`: kind, user_id,
    username, name (of a secret its last characters), valid_until (epoch ms)."""
    found: list[Row[Any]] = []
    for kind, (model, name, still) in _NAMED.items():
        shown = literal(kind).label("kind"), User.id.label("user_id"), User.username, name.label("name")
        query = select(*shown, model.valid_until).join(User, User.id == model.user_id)
        soon = query.where(model.valid_until > now, model.valid_until <= until, *still, *users)
        found += session.execute(soon.order_by(model.valid_until, model.id).limit(limit))
    return sorted(found, key=lambda row: row.valid_until)[:limit]
