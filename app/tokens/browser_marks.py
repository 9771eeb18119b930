"""The mark of a browser in which somebody has signed in: a JWT of its own type under its own key, kept in a cookie.

It gives no access. It only says that wrong passwords of strangers do not count here (decision 0082).
"""

import secrets
from typing import Any

import jwt
from pydantic import SecretStr

from app.identity.models import User
from app.identity.sign_in_origins import KnownBrowser
from app.platform import sealing
from app.platform.clock import now_ms
from app.tokens import strict_jwt

SECONDS = 180 * 24 * 3600
_TYPE = "known-browser"
_OPTIONS: Any = {"require": ["sub", "cred", "jti", "exp"], **strict_jwt.NOT_BY_THE_LIBRARY}


def issue(secret: SecretStr, user: User, now: int) -> str:
    """A new mark; `now` is epoch ms. It ends with the user's password, or after half a year without a sign-in."""
    claims = {
        "sub": user.username,
        "cred": user.cred_version,
        "jti": secrets.token_urlsafe(16),
        "exp": now // 1000 + SECONDS,
    }
    return jwt.encode(claims, _key(secret), algorithm="HS256", headers={"typ": _TYPE})


def read(secret: SecretStr, text: str) -> KnownBrowser | None:
    """What the mark says; None for one that has expired or is not from this center."""
    try:
        claims: dict[str, Any] = jwt.decode(text, _key(secret), algorithms=["HS256"], options=_OPTIONS)
        strict_jwt.refuse_untimely(claims, now_ms())
        return KnownBrowser(str(claims["sub"]), int(claims["cred"]), str(claims["jti"]))
    except (jwt.PyJWTError, ValueError, TypeError):
        return None


def _key(secret: SecretStr) -> bytes:
    return sealing.derive_key(secret, "known browsers")
