"""Judges when a JWT counts, by the common time of all instances. PyJWT would take this machine's clock."""

from collections.abc import Mapping
from typing import Any

import jwt

NOT_BY_THE_LIBRARY: Any = {"verify_exp": False, "verify_nbf": False, "verify_iat": False}
"""Options for `jwt.decode`, whose caller calls `refuse_untimely` then."""
APART_SECONDS = 2
"""How far instances may be apart: what app.platform.shared_clock does not correct, and what it cannot
measure. A token of the one that is ahead has begun for all others, too."""


def refuse_untimely(claims: Mapping[str, Any], now: int) -> None:
    """RFC 7519 §4.1.4 to §4.1.6. `now`: epoch ms. Raises jwt.InvalidTokenError when it has ended, has not begun, or was
    made in the future; also when a time that is there is no whole number."""
    times = {claim: claims[claim] for claim in ("exp", "nbf", "iat") if claim in claims}
    if not all(type(time) is int for time in times.values()):
        raise jwt.InvalidTokenError("a time is no whole number")
    seconds = now // 1000
    if "exp" in times and times["exp"] <= seconds:
        raise jwt.ExpiredSignatureError("it has ended")
    if max(times.get("nbf", 0), times.get("iat", 0)) > seconds + APART_SECONDS:
        raise jwt.ImmatureSignatureError("it has not begun")
