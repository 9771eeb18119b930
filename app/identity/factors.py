"""What second factors a user has, who must have one, and how a sign-in counts (ASVS 6.3.2; decision 0083)."""

from collections.abc import Collection
from typing import Literal

from sqlalchemy import bindparam, delete, exists, select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity import safety_messages, sessions
from app.identity.factor_models import AuthenticatorApp, Passkey, PendingSignIn, RecoveryCode
from app.identity.models import User
from app.platform.outbox import enqueue
from app.platform.settings import Settings

Factor = Literal["totp", "passkey"]
_SECOND = frozenset(("otp", "pop", "mfa", "kba"))
"""Methods (RFC 8176) that are more than a password. `kba` stands for a recovery code."""


_HAS = select(
    exists().where(AuthenticatorApp.user_id == bindparam("user"), AuthenticatorApp.confirmed == 1),
    exists().where(Passkey.user_id == bindparam("user")),
)


def are_two_factors(methods: Collection[str]) -> bool:
    """True for a sign-in by two factors."""
    return not _SECOND.isdisjoint(methods)


def is_demanded(settings: Settings, *, is_administrator: bool) -> bool:
    """True when the policy PUC_SECOND_FACTOR wants a second factor of this person."""
    return settings.second_factor == "all" or (settings.second_factor == "administrators" and is_administrator)


def of(session: Session, user_id: int) -> tuple[Factor, ...]:
    """The factors that the user can show; recovery codes only replace them."""
    has_app, has_passkey = session.execute(_HAS, {"user": user_id}).one()
    has: dict[Factor, bool] = {"totp": has_app, "passkey": has_passkey}
    return tuple(factor for factor in has if has[factor])


def reset(session: Session, actor: str, user: User) -> None:
    """Somebody who may do so removes all factors of a user who lost them. All its sessions end."""
    before = {"user": user.username, "factors": list(of(session, user.id))}
    for model in (AuthenticatorApp, RecoveryCode, Passkey, PendingSignIn):
        session.execute(delete(model).where(model.user_id == user.id))
    sessions.end_all(session, user.id)
    trail.record(session, actor, "factor.reset", user.username, before=before, after={**before, "factors": []})
    safety_messages.tell(session, user, enqueue.FACTORS_RESET, by=actor)


def record_change(session: Session, user: User, action: str, *, own_session: int | None, **facts: str) -> None:
    """The user changed a factor: record it, and end the user's other sessions, which started without it."""
    sessions.end_others(session, user.id, own_session)
    after = {"user": user.username, "factors": list(of(session, user.id)), **facts}
    trail.record(session, user.username, f"factor.{action}", user.username, after=after)
    if not after["factors"]:
        session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user.id))
