"""How networks are written: `10.0.0.0/8`, `2001:db8::/32`, and `@office` for the list of that name."""

import re
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_network

from app.access.network_limits import network
from app.platform.errors import InvalidInput

MOST = 50
"""Networks and names of one limit, and networks of one list."""
LONGEST = 65
"""Characters of one of them."""
SIGN = "@"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def checked_name(name: str) -> str:
    """The name, if a list may have it. Raises InvalidInput `invalid_name`."""
    if _NAME.fullmatch(name) is None:
        message = "must be 1 to 64 letters, digits and . _ -, and begin with a letter or digit"
        raise InvalidInput(f"name: {message}", code="invalid_name", field="name", wrong=message)
    return name


def checked_cidrs(texts: Iterable[str], field: str = "networks") -> tuple[str, ...]:
    """The networks in their one form, sorted. A single address becomes the network of it alone.

    Raises InvalidInput `invalid_network`.
    """
    return _sorted_tuple({_cidr(text, field) for text in texts}, field)


def checked(texts: Iterable[str], field: str = "networks") -> tuple[str, ...]:
    """Networks and names of lists in their one form, sorted. Raises InvalidInput `invalid_network`."""
    found = {_name(text, field) if text.startswith(SIGN) else _cidr(text, field) for text in texts}
    if not found:
        raise _invalid(field, "name at least one; null or nothing for no limit")
    return _sorted_tuple(found, field)


def names_in(written: Iterable[str] | None) -> list[str]:
    """The names of lists among these texts, without the @."""
    return [text.removeprefix(SIGN) for text in written or () if text.startswith(SIGN)]


def _sorted_tuple(found: set[str], field: str) -> tuple[str, ...]:
    if len(found) > MOST:
        raise _invalid(field, f"at most {MOST}; keep more as several lists")
    return tuple(sorted(found))


def _name(text: str, field: str) -> str:
    if _NAME.fullmatch(text.removeprefix(SIGN)) is None:
        raise _invalid(field, f"{text[:LONGEST]!r} is no name of a list", text)
    return text


def _cidr(text: str, field: str) -> str:
    try:
        found = ip_network(text)
    except ValueError as error:
        raise _no_network(text, field) from error
    if network(str(found)) is None:
        raise _invalid(field, f"{text[:LONGEST]!r}: write addresses of IPv4 as such, and none with a zone", text)
    return str(found)


def _no_network(text: str, field: str) -> InvalidInput:
    """What is wrong with it, and how it may have been meant."""
    said = repr(text[:LONGEST])
    with suppress(ValueError):
        meant = str(ip_network(text, strict=False))
        return _invalid(field, f"{said} has bits beyond its length: write {meant}", text, meant)
    named = SIGN + text if _NAME.fullmatch(text) and text[0].isalpha() else None
    more = f"; the list of that name is {named}" if named else ""
    return _invalid(field, f"{said} is no network such as 10.1.0.0/16 or 2001:db8::/32{more}", text, named)


def _invalid(field: str, message: str, text: str | None = None, suggestion: str | None = None) -> InvalidInput:
    """`text`: what is wrong; `suggestion`: what may stand for it. Without, it is about their number."""
    return InvalidInput(
        f"{field}: {message}.",
        code="invalid_network",
        errors=[{"field": field, "message": message}],
        network=text and text[:LONGEST],
        meant=suggestion,
    )
