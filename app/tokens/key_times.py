"""When signing keys begin and end, and which API tokens hang on them. Reads only; `app.tokens.key_life` changes."""

import math
from collections.abc import Callable

from sqlalchemy import func, select, union
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.identity.models import ClientKey, ClientSecret, User
from app.platform.database import Database, row_counts
from app.platform.settings import Settings
from app.tokens import keys
from app.tokens.models import ApiToken, SigningKey

_DAY_MS = 86_400_000
_MOST_TOLD = 200
_MOST_SERVICES = 500
_UNLISTED_MS = _DAY_MS
"""Longest life of tokens that are not listed as API tokens (PUC_TOKEN_MINUTES has this limit)."""
_TAKEN_LATE_MS = 120_000
"""Brokers accept a token for a while after its end."""


def newest(session: Session) -> list[SigningKey]:
    """Keys, oldest first, those that are gone or revoked too; of very many the newest."""
    query = select(SigningKey).order_by(SigningKey.add_time.desc(), SigningKey.kid.desc()).limit(_MOST_TOLD)
    return list(reversed(session.scalars(query).all()))


def ready_at(settings: Settings, spare: SigningKey) -> int:
    """From when on a published key may sign (epoch ms)."""
    return spare.add_time + settings.key_publish_minutes * 60_000


def rotation_at(settings: Settings, key: SigningKey) -> int:
    """When the active key is due to be replaced (epoch ms)."""
    return (key.active_time or key.add_time) + settings.key_rotation_days * _DAY_MS


def ends_at(session: Session, key: SigningKey) -> int:
    """When the last token that a retired key signed has expired (epoch ms)."""
    signed = ApiToken.kid == key.kid, ApiToken.revoke_time.is_(None)
    newest = session.scalar(select(func.max(ApiToken.valid_until)).where(*signed)) or 0
    return max((key.retire_time or 0) + _UNLISTED_MS, newest) + _TAKEN_LATE_MS


def next_time(session: Session, settings: Settings, key: SigningKey) -> int | None:
    """When the key may enter its next state (epoch ms); None when it never will."""
    if key.status == "retired":
        return ends_at(session, key)
    of = {"published": ready_at, "active": rotation_at}.get(key.status)
    return of and of(settings, key)


def age_seconds(database: Database, now: int) -> float:
    """For how long the active key has signed; not a number while there is none, or no database."""
    return _measure_active(database, lambda key: now - (key.active_time or key.add_time)) / 1000


def days_left(database: Database, settings: Settings, now: int) -> float:
    """Days until the active key is due to be replaced; not a number as above."""
    return _measure_active(database, lambda key: rotation_at(settings, key) - now) / _DAY_MS


def _measure_active(database: Database, measure: Callable[[SigningKey], int]) -> float:
    try:
        with database.reading() as session:
            return measure(keys.active(session))
    except (SQLAlchemyError, LookupError):
        return math.nan


def living_tokens(session: Session, kid: str, now: int) -> list[ApiToken]:
    """API tokens signed with the key that are still good: they end when it is revoked. By name of their owner's id."""
    alive = ApiToken.kid == kid, ApiToken.revoke_time.is_(None), ApiToken.valid_until > now
    return list(session.scalars(select(ApiToken).where(*alive).order_by(ApiToken.user_id, ApiToken.id)))


def living_token_counts(session: Session, now: int) -> dict[str, int]:
    """Key id → how many API tokens it signed that are still good."""
    alive = ApiToken.kid.is_not(None), ApiToken.revoke_time.is_(None), ApiToken.valid_until > now
    return row_counts(session, select(ApiToken).where(*alive), ApiToken.kid)


def services(session: Session, settings: Settings, now: int) -> list[str]:
    """Names of services that may hold a token that is not listed: they got one within its longest life. 500 at most."""
    since = now - settings.token_seconds * 1000
    queries = [select(of.user_id).where(of.last_use > since) for of in (ClientSecret, ClientKey)]
    named = select(User.username).where(User.id.in_(union(*queries))).order_by(User.username)
    return list(session.scalars(named.limit(_MOST_SERVICES)))
