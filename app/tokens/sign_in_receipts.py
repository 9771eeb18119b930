"""Receipts of sign-ins: the center gives one to the broker whose client showed a right password. For some minutes the
broker can prove with it that this user signed in on its cluster (decision 0053).

A receipt is a JWT of its own type under its own key, read only by the center. It gives no access by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import jwt
from pydantic import SecretStr

from app.platform import sealing
from app.platform.clock import now_ms
from app.tokens import strict_jwt

LIFETIME_SECONDS = 600
"""Longer than brokers remember a verified password by default (300 s)."""
_TYPE = "sign-in-receipt"
_OPTIONS: Any = {"require": ["sub", "cluster", "cred", "exp"], **strict_jwt.NOT_BY_THE_LIBRARY}


@dataclass(frozen=True)
class SignInReceipt:
    """Who signed in on which cluster, with which version of its credential."""

    username: str
    cluster_id: int
    credential_version: int


def issue(secret: SecretStr, sign_in: SignInReceipt, now: int) -> str:
    """The receipt as text, for the broker of this sign-in; `now` is epoch ms."""
    claims = {
        "sub": sign_in.username,
        "cluster": sign_in.cluster_id,
        "cred": sign_in.credential_version,
        "exp": now // 1000 + LIFETIME_SECONDS,
    }
    return jwt.encode(claims, _key(secret), algorithm="HS256", headers={"typ": _TYPE})


def is_one(text: str) -> bool:
    """True when the text claims to be a receipt; otherwise it may be a token."""
    try:
        return jwt.get_unverified_header(text).get("typ") == _TYPE
    except jwt.PyJWTError:
        return False


def read(secrets: Sequence[SecretStr], text: str) -> SignInReceipt | None:
    """The content of a receipt made with one of these secrets; None for one that has expired or is not from this
    center."""
    return next((receipt for secret in secrets if (receipt := _read(secret, text))), None)


def _read(secret: SecretStr, text: str) -> SignInReceipt | None:
    try:
        claims: dict[str, Any] = jwt.decode(text, _key(secret), algorithms=["HS256"], options=_OPTIONS)
        strict_jwt.refuse_untimely(claims, now_ms())
        return SignInReceipt(str(claims["sub"]), int(claims["cluster"]), int(claims["cred"]))
    except (jwt.PyJWTError, ValueError, TypeError):
        return None


def _key(secret: SecretStr) -> bytes:
    return sealing.derive_key(secret, "sign-in receipts")
