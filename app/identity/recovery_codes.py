"""Recovery codes: ten, shown once, each for one use. 120 random bits each, so a fast hash is enough (ASVS 6.5.2).

The hash has no key, or the codes would end when PUC_SECRET_KEY is changed.
"""

import base64
import hashlib
import secrets

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from app.identity.factor_models import RecoveryCode

_HOW_MANY = 10


def renew(session: Session, user_id: int, now: int) -> list[str]:
    """Ten new codes. The earlier ones end."""
    session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
    codes = [_new() for _ in range(_HOW_MANY)]
    for code in codes:
        session.add(RecoveryCode(user_id=user_id, code_hash=_digest(user_id, code), add_time=now))
    session.flush()
    return codes


def use(session: Session, user_id: int, code: str, now: int) -> bool:
    """True for a code of the user that was not used yet. It is used now."""
    conditions = RecoveryCode.user_id == user_id, RecoveryCode.code_hash == _digest(user_id, code)
    change = update(RecoveryCode).where(*conditions, RecoveryCode.use_time.is_(None)).values(use_time=now)
    return bool(session.execute(change).rowcount == 1)  # type: ignore[attr-defined]


def left(session: Session, user_id: int) -> int:
    """How many codes the user has not used."""
    unused = RecoveryCode.user_id == user_id, RecoveryCode.use_time.is_(None)
    return session.scalar(select(func.count()).where(*unused)) or 0


def _new() -> str:
    letters = base64.b32encode(secrets.token_bytes(15)).decode().lower()
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def _digest(user_id: int, code: str) -> str:
    plain = "".join(letter for letter in code.lower() if letter.isascii() and letter.isalnum())
    return hashlib.sha256(f"recovery code of {user_id}: {plain}".encode()).hexdigest()
