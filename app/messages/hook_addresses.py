"""Where web hooks may be: hosts that the operator lists, and there no address that only insiders reach.

The name is looked up once for each attempt, every address is checked, and the connection goes to the checked address:
a name that changes its address in between leads nowhere.
"""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.platform.errors import InvalidInput
from app.platform.hosts import in_address
from app.platform.outbox.message_problems import WORDS, Code
from app.platform.outgoing.look_up import NameUnknownError, addresses
from app.platform.outgoing.reachable_addresses import parsed, within
from app.platform.settings import Settings

_PLAIN = re.compile(r"[!-~]{1,500}")
_PUBLIC_6 = ipaddress.ip_network("2000::/3")
"""Outside of it are NAT64, site-local and IPv4-compatible addresses, which `is_global` takes for public ones."""
_WRAPPING = tuple(map(ipaddress.ip_network, ("2002::/16", "2001::/32")))
"""6to4, Teredo: IPv6 addresses that a gateway turns into any IPv4 address."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class AddressRefusedError(Exception):
    """The address may not be called. The text says why; `code` is what a message keeps of it."""

    def __init__(self, text: str, code: Code = "not_allowed") -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True)
class HookTarget:
    """A checked address. `url` names the IP address, `host` goes into the Host header and into TLS."""

    url: str
    host: str
    host_header: str


def checked(settings: Settings, url: str) -> str:
    """The address of a new web hook. Raises InvalidInput `hook_not_allowed`. Looks nothing up."""
    try:
        _parts(settings, url)
    except AddressRefusedError as error:
        raise InvalidInput(f"url: {error}", code="hook_not_allowed", field="url", wrong=str(error)) from None
    return url


def target(settings: Settings, url: str) -> HookTarget:
    """Where to connect to now. Raises AddressRefusedError, also when the name cannot be looked up."""
    scheme, host, port, path = _parts(settings, url)
    try:
        looked_up = addresses(host, port)
    except NameUnknownError:
        raise AddressRefusedError("the name of the host cannot be looked up", "name_unknown") from None
    for address in looked_up:
        if not _may_be_called(settings, address):
            raise AddressRefusedError(WORDS["not_public"], "not_public")
    chosen = min(looked_up, key=lambda address: (":" in address, address))
    return HookTarget(f"{scheme}://{in_address(chosen)}:{port}{path}", host, f"{in_address(host)}:{port}")


def _may_be_called(settings: Settings, address: str) -> bool:
    ip = parsed(address)
    if within(ip, settings.private_web_hook_networks()):
        return True
    if ip.version == 6 and ip not in _PUBLIC_6:
        return False
    return ip.is_global and not ip.is_multicast and not any(ip in network for network in _WRAPPING)


def _parts(settings: Settings, url: str) -> tuple[str, str, int, str]:
    if not _PLAIN.fullmatch(url) or "\\" in url or "#" in url:
        raise AddressRefusedError("the address contains a character that no address has, or is too long")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise AddressRefusedError("the address cannot be read") from None
    if parts.scheme != "https" and not _is_development_loopback(settings, parts.scheme, host):
        raise AddressRefusedError("the address starts with https://")
    if "@" in parts.netloc or port == 0:
        raise AddressRefusedError("the address holds no user, password or port 0")
    if host not in settings.allowed_web_hook_hosts():
        raise AddressRefusedError("the host is not in PUC_WEB_HOOK_HOSTS")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.scheme, host, port or (443 if parts.scheme == "https" else 80), path


def _is_development_loopback(settings: Settings, scheme: str, host: str) -> bool:
    return settings.environment == "development" and scheme == "http" and host in _LOOPBACK
