"""What of a JWT we read ourselves: its two JSON parts, strictly and before anything is believed (RFC 8725, RFC 7515
§5.2), and when it counts, by the common time of all instances. PyJWT would take this machine's clock.

Libraries take the last of two claims of one name, NaN, and headers that they do not know. We refuse all that: what two
readers understand differently is an attack or a mistake. The signature is not checked here.
"""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import jwt

NOT_BY_THE_LIBRARY: Any = {"verify_exp": False, "verify_nbf": False, "verify_iat": False}
"""Options for `jwt.decode`, whose caller calls `refuse_untimely` then."""
APART_SECONDS = 2
"""How far instances may be apart: what app.platform.shared_clock does not correct, and what it cannot
measure. A token of the one that is ahead has begun for all others, too."""
LONGEST = 8192
"""Characters. Our own tokens have a tenth of it."""
_COMPACT = re.compile(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)")
_HEADER = {"alg", "kid", "typ"}
"""No `jwk`, `jku`, `x5u`, `x5c`: keys come from our tables alone. No `crit`: nothing beyond RFC 7515 is understood."""


class MalformedToken(ValueError):
    """The text is no JWT as we and our clients make them."""


@dataclass(frozen=True)
class UnverifiedToken:
    """Header and claims of a JWT whose signature nobody has checked yet."""

    header: dict[str, Any]
    claims: dict[str, Any]


def read(token: str, *, longest: int = LONGEST, ignored_headers: Collection[str] = ()) -> UnverifiedToken:
    """Both parts. Raises MalformedToken. `ignored_headers`: headers that others add and that nobody here believes."""
    parts = _COMPACT.fullmatch(token) if len(token) <= longest else None
    if parts is None:
        raise MalformedToken("not three parts in base64url, or too long")
    for part in parts.groups():
        _decode(part)
    header = _object(parts[1])
    if not header.keys() <= _HEADER.union(ignored_headers) or not all(
        isinstance(value, str) for value in header.values()
    ):
        raise MalformedToken("a header that is not understood")
    return UnverifiedToken(header, _object(parts[2]))


def half_hash(token: str) -> str:
    """What an ID token says of the access token beside it: `at_hash` (OpenID Connect Core §3.1.3.6)."""
    digest = hashlib.sha256(token.encode()).digest()
    return base64.urlsafe_b64encode(digest[: len(digest) // 2]).rstrip(b"=").decode()


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


def _object(segment: str) -> dict[str, Any]:
    try:
        content = json.loads(
            _decode(segment).decode(), object_pairs_hook=_refuse_repeated_names, parse_constant=_no_constant
        )
    except (ValueError, RecursionError) as error:
        raise MalformedToken("not JSON, or nested too deep") from error
    if not isinstance(content, dict):
        raise MalformedToken("no JSON object")
    return content


def _decode(segment: str) -> bytes:
    """The bytes of one part. Only one text stands for them: the unused last bits are zero."""
    try:
        data = base64.urlsafe_b64decode(segment + "=" * (-len(segment) % 4))
    except binascii.Error as error:
        raise MalformedToken("not base64url") from error
    if base64.urlsafe_b64encode(data).rstrip(b"=").decode() != segment:
        raise MalformedToken("base64url with stray bits")
    return data


def _refuse_repeated_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise MalformedToken("a name is given twice")
    return members


def _no_constant(text: str) -> NoReturn:
    raise MalformedToken(f"{text} is no number")
