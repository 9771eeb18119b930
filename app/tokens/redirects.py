"""Where answers may be sent: addresses registered by an application, compared exactly (RFC 9700 §2.1).

The one exception is RFC 8252 §7.3: a program on the user's own machine listens at whichever port is free.
"""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

_LONGEST = 512
_PLAIN = re.compile(r"[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+")
"""Characters of an address (RFC 3986), without those that browsers and servers read differently (`\\`, `"`, `<`, …)."""
_NETLOC = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?")
"""A host and a port. Browsers decode `%65vil.example`, others do not, so what could be decoded is no host."""
_OURS = ("code", "state", "iss", "error", "error_description", "error_uri")
_LOOPBACK = re.compile(r"http://(127\.0\.0\.1|\[::1\])(?::([0-9]{1,5}))?(/[^#]*)")


def is_registrable(address: str) -> bool:
    """True for https anywhere, or http on this machine: absolute, without fragment, user name, odd characters, or a
    parameter that only the center answers."""
    if len(address) > _LONGEST or not _PLAIN.fullmatch(address) or "#" in address:
        return False
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    if any(parameter in _OURS for parameter, _ in parse_qsl(parts.query, keep_blank_values=True)):
        return False
    if not parts.hostname or not _NETLOC.fullmatch(parts.netloc) or port == 0:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and _LOOPBACK.fullmatch(address) is not None)


def is_registered(address: str, registered_addresses: Iterable[str], *, any_port: bool = False) -> bool:
    """True when the address is one of these, letter for letter. `any_port`: ports of loopback addresses do not
    count."""
    addresses = tuple(registered_addresses)
    if address in addresses:
        return True
    without_port = _without_port(address) if any_port else None
    return without_port is not None and without_port in map(_without_port, addresses)


def is_loopback(address: str) -> bool:
    """True for a program on the user's own machine."""
    return _LOOPBACK.fullmatch(address) is not None


def with_answer(address: str, answer: Mapping[str, str | None]) -> str:
    """The address with the answer added to its query."""
    parts = urlsplit(address)
    fields = parse_qsl(parts.query, keep_blank_values=True)
    fields += [(parameter, value) for parameter, value in answer.items() if value is not None]
    return urlunsplit(parts._replace(query=urlencode(fields)))


def _without_port(address: str) -> tuple[str, str] | None:
    match = _LOOPBACK.fullmatch(address)
    if match is None or (match[2] is not None and not 1 <= int(match[2]) <= 65535):
        return None
    return match[1], match[3]
