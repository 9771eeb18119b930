"""API tokens: named, expiring, shown once, revocable at once."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.access.token_scope import TokenScope
from app.audit.trail import contents, trail
from app.grants.networks import lists
from app.identity import safety_messages
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.database import row_count
from app.platform.errors import Conflict, InvalidInput, NotFound
from app.platform.settings import Settings
from app.tokens import issuing, scopes
from app.tokens.issuing import IssuedToken
from app.tokens.models import ApiToken

_DAY_SECONDS = 86_400
_MOST = 100
_KEPT_MS = 90 * _DAY_SECONDS * 1000
"""How long an expired token is listed at least."""
_FORGOTTEN = 10
"""Old tokens that are deleted with each new one."""


def create(
    session: Session,
    settings: Settings,
    actor: str,
    user: User,
    *,
    name: str,
    days: int,
    audiences: list[str],
    networks: Collection[str] | None = None,
    scope: TokenScope | None = None,
) -> tuple[ApiToken, IssuedToken]:
    """Create a token that is valid for `days` days. Raises InvalidInput `too_long_lived`, `unknown_audience`,
    `invalid_network`, `unknown_network`, `invalid_scope` for a narrowed token that is for the center's API; Conflict
    `exists` when a valid token has this name, `too_many_tokens`."""
    if days > settings.api_token_days_max:
        raise InvalidInput(f"an API token lives {settings.api_token_days_max} days at most", code="too_long_lived")
    if _is_name_taken(session, user, name):
        raise Conflict(f"{user.username} has a token named {name!r} already", code="exists")
    audiences_of_token = issuing.known_audiences(settings, audiences)
    if scope is not None and audiences_of_token != (settings.audience,):
        raise InvalidInput("A narrowed token is for brokers alone: leave the audiences out.", code="invalid_scope")
    _refuse_too_many(session, user)
    _forget_old(session, actor, user)
    limited = lists.columns(session, networks)
    token = issuing.issue(
        session,
        settings,
        user.username,
        audiences=audiences_of_token,
        seconds=days * _DAY_SECONDS,
        networks=limited["cidrs"],
        narrowed_to=scope,
    )
    return store_issued(session, actor, user, name, token, {**limited, "scope": scopes.stored(scope)}), token


def store_issued(
    session: Session, actor: str, user: User, name: str, token: IssuedToken, limit_columns: Mapping[str, Any]
) -> ApiToken:
    """List an issued token, so that its user sees it and can revoke it. `limit_columns`: columns of networks and
    scope."""
    row = ApiToken(
        jti=token.jti,
        kid=token.kid,
        user_id=user.id,
        name=name,
        audiences=" ".join(token.audiences),
        add_time=now_ms(),
        valid_until=token.expires,
        **limit_columns,
    )
    session.add(row)
    session.flush()
    trail.record(session, actor, "token.create", row.jti, after=_facts(row, user))
    safety_messages.credential_made(session, actor, user, "token", row.name)
    return row


def query_of(user: User) -> Select[ApiToken]:
    """All tokens of the user, including revoked and expired ones."""
    return select(ApiToken).where(ApiToken.user_id == user.id)


def _refuse_too_many(session: Session, user: User) -> None:
    """Limit the tokens of a user. Revoked ones count until they expire, because every broker keeps a list of them.
    Raises Conflict."""
    if row_count(session, query_of(user).where(ApiToken.valid_until > now_ms()), ApiToken.id) >= _MOST:
        message = f"{user.username} has {_MOST} tokens that have not expired: wait until one of them has."
        raise Conflict(message, code="too_many_tokens", most=_MOST)


def revoke(session: Session, actor: str, user: User, token_id: int) -> None:
    """Refuse the token from now on, here and in every broker. Revoking twice changes nothing."""
    row = session.get(ApiToken, token_id)
    if row is None or row.user_id != user.id:
        raise NotFound("no such token")
    if row.revoke_time is not None:
        return
    before, row.revoke_time = _facts(row, user), now_ms()
    session.flush()
    trail.record(session, actor, "token.revoke", row.jti, before=before, after=_facts(row, user))
    issuing.refuse_id(session, actor, row.jti, row.valid_until)
    safety_messages.credential_ended(session, actor, user, "token", row.name)


def next_name(session: Session, user: User, begin: str) -> str:
    """`begin` and the first number above all that tokens of the user have."""
    names = session.scalars(select(ApiToken.name).where(ApiToken.user_id == user.id, ApiToken.name.startswith(begin)))
    numbers = [int(end) for name in names if (end := name.removeprefix(begin)).isdecimal()]
    return f"{begin}{max(numbers, default=0) + 1}"


def remove_all(session: Session, actor: str, user: User) -> None:
    """Revoke and delete the tokens of a user that is about to be deleted."""
    tokens, now = session.scalars(query_of(user).order_by(ApiToken.id.desc())).all(), now_ms()
    for token in tokens:
        if token.valid_until > now:
            revoke(session, actor, user, token.id)
    _forget(session, actor, user, tokens)


def _forget_old(session: Session, actor: str, user: User) -> None:
    """Delete some of the tokens that expired long ago, so that their number stays limited."""
    old = query_of(user).where(ApiToken.valid_until < now_ms() - _KEPT_MS).order_by(ApiToken.valid_until)
    _forget(session, actor, user, session.scalars(old.limit(_FORGOTTEN)).all())


def _forget(session: Session, actor: str, user: User, rows: Sequence[ApiToken]) -> None:
    removed = [(token.jti, _facts(token, user)) for token in rows]
    for token in rows:
        session.delete(token)
    session.flush()
    for jti, before in removed:
        trail.record(session, actor, "token.delete", jti, before=before)


def _is_name_taken(session: Session, user: User, name: str) -> bool:
    query = select(ApiToken.id).where(
        ApiToken.user_id == user.id,
        ApiToken.name == name,
        ApiToken.revoke_time.is_(None),
        ApiToken.valid_until > now_ms(),
    )
    return session.scalars(query).first() is not None


def _facts(row: ApiToken, user: User) -> dict[str, object]:
    return contents.row(row, user=user.username)
