"""Normalises host names from requests and settings.

Not Starlette's TrustedHostMiddleware: it answers without a code and takes the first of several names (decision 0049).
"""

import ipaddress
import re
from urllib.parse import urlsplit

_IPV4_IN_IPV6 = ipaddress.IPv6Network("::ffff:0:0/96")
_HOST = re.compile(r"(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9_.-]{1,253}))(?::[0-9]{1,5})?", re.IGNORECASE)


def host_name(text: str) -> str | None:
    """The host name, in lower case, of `name`, `name:port`, `[IPv6]` or `[IPv6]:port`; None for anything else."""
    found = _HOST.fullmatch(text)
    if found is None:
        return None
    return _address(found[1]) if found[1] else found[2].lower().removesuffix(".") or None


def origin_of(url: str) -> str:
    """The origin of an http address as a browser writes it: lower case, no default port, no path."""
    parts = urlsplit(url.lower())
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    port = f":{parts.port}" if parts.port not in (None, usual) else ""
    return f"{parts.scheme}://{in_address(str(parts.hostname))}{port}"


def in_address(host: str) -> str:
    """The host as addresses have it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def _address(text: str) -> str | None:
    try:
        return str(ipaddress.IPv6Address(text))
    except ValueError:
        return None


def is_host(text: str) -> bool:
    """True for a name or an IP address alone, without port or brackets."""
    return (is_network(text) and "/" not in text) or (":" not in text and host_name(text) is not None)


def is_network(text: str) -> bool:
    """True for an IP address or an IP network such as 10.0.0.0/8."""
    try:
        return bool(ipaddress.ip_network(text))
    except ValueError:
        return False


def prefix_of(network: str) -> tuple[int, int]:
    """(4 or 6, length of the prefix) of what `is_network` accepts. IPv4 addresses written as IPv6 ones count as IPv4:
    so does `::/0`, which holds them all."""
    found = ipaddress.ip_network(network)
    if isinstance(found, ipaddress.IPv6Network) and found.overlaps(_IPV4_IN_IPV6):
        return 4, max(0, found.prefixlen - 96)
    return found.version, found.prefixlen
