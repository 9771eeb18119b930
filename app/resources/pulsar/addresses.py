"""Which addresses the center may call, and what a service address looks like. Pure.

Spec 6: no requests to arbitrary hosts. An address is split, and put together again from the parts that were checked, so
that a parser further down cannot read another host out of it.
"""

import ipaddress
import re
from collections.abc import Collection
from urllib.parse import urlsplit

from app.platform.outgoing.look_up import AddressNotAllowedError as AddressNotAllowedError

_PLAIN = re.compile(r"[!-~]+")  # printable ASCII without blanks: urlsplit drops tabs and line breaks silently
_ODD_NUMBER = re.compile(r"(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$")
"""How a host ends that resolvers take for an IPv4 address: 2130706433, 0x7f.1, 0177.0.0.1 (WHATWG URL §3.5)."""
_SERVICE = re.compile(r"pulsar(\+ssl)?://(?P<hosts>[A-Za-z0-9.\-_:,\[\]]+)")
_SCHEMES = {"http": 80, "https": 443}


def admin_base(address: str, allowed_hosts: Collection[str]) -> str:
    """`scheme://host:port` of a cluster's admin address. Raises AddressNotAllowedError.

    `allowed_hosts` are lower-case host names without port (settings.allowed_cluster_hosts).
    """
    base, _, rest = checked_url(address, allowed_hosts)
    if rest not in ("", "/"):
        raise AddressNotAllowedError("The admin address ends after the port: no path, no query.")
    return base


def checked_url(
    address: str, allowed_hosts: Collection[str], setting: str = "PUC_CLUSTER_ADDRESSES"
) -> tuple[str, str, str]:
    """(`scheme://host:port`, scheme, path and query) of an allowed address. Raises AddressNotAllowedError.

    `setting`: where an operator allows the host.
    """
    if not _PLAIN.fullmatch(address) or "\\" in address:
        raise AddressNotAllowedError("The address contains a blank or a character that no address has.")
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise AddressNotAllowedError("The address cannot be read.") from error
    if port == 0:
        raise AddressNotAllowedError("A port is 1 to 65535.")
    if parts.scheme not in _SCHEMES:
        raise AddressNotAllowedError("The address starts with http:// or https://.")
    if "@" in parts.netloc or "#" in address:
        raise AddressNotAllowedError("The address holds no user, password or fragment.")
    if _ODD_NUMBER.search(host) and not _is_plain_ipv4(host):
        raise AddressNotAllowedError("An IPv4 address is written as four decimal numbers.")
    if host not in allowed_hosts:
        raise AddressNotAllowedError(f'The host "{host}" is not in {setting}.')
    shown = f"[{host}]" if ":" in host else host
    rest = parts.path + (f"?{parts.query}" if parts.query else "")
    return f"{parts.scheme}://{shown}:{port or _SCHEMES[parts.scheme]}", parts.scheme, rest


def _is_plain_ipv4(host: str) -> bool:
    try:
        return str(ipaddress.IPv4Address(host)) == host
    except ValueError:
        return False


def service_refusal(address: str) -> str | None:
    """Why this is no address for clients (`pulsar://host:6650`, several hosts with commas); None when it is one."""
    match = _SERVICE.fullmatch(address)
    if match is None or not all(map(_is_host, match["hosts"].split(","))):
        return "The service address looks like pulsar://host:6650 or pulsar+ssl://host:6651; a port is 1 to 65535."
    return None


def _is_host(text: str) -> bool:
    """A host, with a port or without one. `urlsplit` refuses a port that is no number or above 65535."""
    try:
        parts = urlsplit(f"//{text}")
        return bool(parts.hostname) and parts.port != 0 and not text.endswith(":")
    except ValueError:
        return False
