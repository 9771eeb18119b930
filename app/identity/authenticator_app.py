"""Codes of an authenticator app (RFC 6238), as all apps know them: SHA-1, six digits, 30 seconds.

The secret must be readable, so it is encrypted, not hashed. Of several uses of one code exactly one succeeds: a
conditional update moves the last used step forward.
"""

import hmac

import pyotp
from sqlalchemy import Delete, delete, select, update
from sqlalchemy.orm import Session

from app.identity.factor_models import AuthenticatorApp
from app.identity.models import User
from app.platform import sealing
from app.platform.resealing import SealedColumn
from app.platform.settings import Settings

_PURPOSE = "authenticator apps"
SEALED = SealedColumn(AuthenticatorApp.secret_sealed, _PURPOSE, lambda row: str(row.user_id))
_STEP_MS = 30_000
_VALID_WINDOW = 1
"""Steps before and after the current one that count, for clocks that differ (RFC 6238 §5.2)."""
_ISSUER = "Pulsar User Center"


def begin(session: Session, settings: Settings, user: User, now: int) -> tuple[str, str]:
    """A new secret and its `otpauth:` address. It does not count before `confirm`; an earlier one counts until then."""
    session.execute(_all_of(user.id).where(AuthenticatorApp.confirmed == 0))
    secret = pyotp.random_base32()
    sealed = sealing.seal(settings.secret_key, _PURPOSE, str(user.id), secret.encode())
    session.add(AuthenticatorApp(user_id=user.id, secret_sealed=sealed, confirmed=0, last_step=0, add_time=now))
    session.flush()
    return secret, pyotp.TOTP(secret).provisioning_uri(name=user.username, issuer_name=_ISSUER)


def confirm(session: Session, settings: Settings, user: User, code: str, now: int) -> bool:
    """The user shows a code of the new secret: from now on it counts, instead of an earlier one."""
    row = _row(session, user.id, confirmed=0)
    if row is None or not _use(session, settings, row, code, now):
        return False
    session.execute(_all_of(user.id).where(AuthenticatorApp.id != row.id))
    session.execute(update(AuthenticatorApp).where(AuthenticatorApp.id == row.id).values(confirmed=1))
    return True


def use(session: Session, settings: Settings, user_id: int, code: str, now: int) -> bool:
    """True for a right code of the user that was not used yet. It is used now, and so are older ones."""
    row = _row(session, user_id, confirmed=1)
    return row is not None and _use(session, settings, row, code, now)


def of_user(session: Session, user_id: int) -> AuthenticatorApp | None:
    """The app that counts."""
    return _row(session, user_id, confirmed=1)


def remove(session: Session, user_id: int) -> None:
    """The app does not count any more."""
    session.execute(_all_of(user_id))


def _use(session: Session, settings: Settings, row: AuthenticatorApp, code: str, now: int) -> bool:
    secret = sealing.unseal(settings.secrets(), _PURPOSE, str(row.user_id), row.secret_sealed).decode()
    step = _step_of(secret, code, now // _STEP_MS)
    if step is None:
        return False
    unused = update(AuthenticatorApp).where(AuthenticatorApp.id == row.id, AuthenticatorApp.last_step < step)
    return bool(session.execute(unused.values(last_step=step, last_use=now)).rowcount == 1)  # type: ignore[attr-defined]


def _step_of(secret: str, code: str, current: int) -> int | None:
    codes, typed = pyotp.HOTP(secret), code.encode(errors="surrogatepass")
    steps = range(current - _VALID_WINDOW, current + _VALID_WINDOW + 1)
    right = [step for step in steps if hmac.compare_digest(codes.at(step).encode(), typed)]
    return right[-1] if right else None


def _row(session: Session, user_id: int, *, confirmed: int) -> AuthenticatorApp | None:
    conditions = AuthenticatorApp.user_id == user_id, AuthenticatorApp.confirmed == confirmed
    return session.scalars(select(AuthenticatorApp).where(*conditions)).first()


def _all_of(user_id: int) -> Delete:
    return delete(AuthenticatorApp).where(AuthenticatorApp.user_id == user_id)
