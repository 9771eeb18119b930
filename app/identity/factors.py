"""What second factors a user has, who must have one, and how a sign-in counts (ASVS 6.3.2; decision 0083)."""

from collections.abc import Collection
from typing import Literal

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.identity import safety_messages, sessions
from app.identity.factor_models import AuthenticatorApp, Passkey, PendingSignIn, RecoveryCode
from app.identity.models import User
from app.outbox import putting
from app.settings import Settings
from app.trail import trail

Factor = Literal["totp", "passkey"]
_SECOND = frozenset(("otp", "pop", "mfa", "kba"))
"""Methods (RFC 8176) that are more than a password. `kba` stands for a recovery code."""


def are_two(methods: Collection[str]) -> bool:
    """True for a sign-in by two factors."""
    return not _SECOND.isdisjoint(methods)


def demanded(settings: Settings, *, is_administrator: bool) -> bool:
    """True when the policy PUC_SECOND_FACTOR wants a second factor of this person."""
    return settings.second_factor == "all" or (settings.second_factor == "administrators" and is_administrator)


def of(session: Session, user_id: int) -> tuple[Factor, ...]:
    """The factors that the user can show; recovery codes only replace them."""
    app = select(AuthenticatorApp.id).where(AuthenticatorApp.user_id == user_id, AuthenticatorApp.confirmed == 1)
    found: list[Factor] = ["totp"] if session.scalars(app).first() is not None else []
    if session.scalars(select(Passkey.id).where(Passkey.user_id == user_id)).first() is not None:
        found.append("passkey")
    return tuple(found)


def reset(session: Session, actor: str, user: User) -> None:
    """Somebody who may do so removes all factors of a user who lost them. All its sessions end."""
    before = {"user": user.username, "factors": list(of(session, user.id))}
    for model in (AuthenticatorApp, RecoveryCode, Passkey, PendingSignIn):
        session.execute(delete(model).where(model.user_id == user.id))
    sessions.end_all(session, user.id)
    trail.record(session, actor, "factor.reset", user.username, before=before, after={**before, "factors": []})
    safety_messages.tell(session, user, putting.FACTORS_RESET, by=actor)


def changed(session: Session, user: User, what: str, *, kept: int | None, **facts: str) -> None:
    """The user changed a factor: it is recorded, and its other sessions end, as they were begun without it."""
    sessions.end_others(session, user.id, kept)
    after = {"user": user.username, "factors": list(of(session, user.id)), **facts}
    trail.record(session, user.username, f"factor.{what}", user.username, after=after)
    if not after["factors"]:
        session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user.id))
