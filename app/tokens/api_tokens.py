"""API tokens: named, expiring, shown once, revocable at once (spec 5)."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit import contents, trail
from app.clock import now_ms
from app.errors import Conflict, InvalidInput, NotFound
from app.identity.models import User
from app.settings import Settings
from app.tokens import issuing
from app.tokens.issuing import IssuedToken
from app.tokens.models import ApiToken, RevokedToken

_DAY_SECONDS = 86_400


def create(
    session: Session, settings: Settings, actor: str, user: User, *, name: str, days: int, audiences: list[str]
) -> tuple[ApiToken, IssuedToken]:
    """A token for `days` days. Raises InvalidInput over the limit of settings, Conflict for a living namesake."""
    if days > settings.api_token_days_max:
        raise InvalidInput(f"an API token lives {settings.api_token_days_max} days at most", code="too_long_lived")
    if _living_namesake(session, user, name):
        raise Conflict(f"{user.username} has a token named {name!r} already", code="exists")
    token = issuing.issue(
        session,
        settings,
        user.username,
        audiences=issuing.known_audiences(settings, audiences),
        seconds=days * _DAY_SECONDS,
    )
    return keep(session, actor, user, name, token), token


def keep(session: Session, actor: str, user: User, name: str, token: IssuedToken) -> ApiToken:
    """List a token that was issued, so that its user sees it and can revoke it."""
    row = ApiToken(
        jti=token.jti,
        user_id=user.id,
        name=name,
        audiences=" ".join(token.audiences),
        add_time=now_ms(),
        valid_until=token.expires,
    )
    session.add(row)
    session.flush()
    trail.record(session, actor, "token.create", row.jti, after=_facts(row, user))
    return row


def of_user(session: Session, user: User) -> list[ApiToken]:
    """Every token of the user, newest first, revoked and expired ones too."""
    return list(session.scalars(select(ApiToken).where(ApiToken.user_id == user.id).order_by(ApiToken.id.desc())))


def revoke(session: Session, actor: str, user: User, token_id: int) -> None:
    """Refuse the token from now on, here and in every broker. Revoking twice changes nothing."""
    row = session.get(ApiToken, token_id)
    if row is None or row.user_id != user.id:
        raise NotFound("no such token")
    if row.revoke_time is not None:
        return
    before, row.revoke_time = _facts(row, user), now_ms()
    revoked = RevokedToken(jti=row.jti, valid_until=row.valid_until)
    session.add(revoked)
    session.flush()
    trail.record(session, actor, "token.revoke", row.jti, before=before, after=_facts(row, user))
    trail.record(session, actor, "revoked_token.create", row.jti, after=contents.row(revoked))


def remove(session: Session, actor: str, user: User, row: ApiToken) -> None:
    """Revoke the token and forget it, for a user that is about to be deleted."""
    revoke(session, actor, user, row.id)
    session.delete(row)
    session.flush()
    trail.record(session, actor, "token.delete", row.jti, before=_facts(row, user))


def _living_namesake(session: Session, user: User, name: str) -> bool:
    query = select(ApiToken.id).where(
        ApiToken.user_id == user.id,
        ApiToken.name == name,
        ApiToken.revoke_time.is_(None),
        ApiToken.valid_until > now_ms(),
    )
    return session.scalars(query).first() is not None


def _facts(row: ApiToken, user: User) -> dict[str, object]:
    return contents.row(row, user=user.username)
