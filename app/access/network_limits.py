"""Networks that a grant, a user or a token may be limited to, and the address that somebody asks from. Pure.

A network is written one way only, as `ip_network` writes it: `10.0.0.0/8`, `2001:db8::/32`. Decision 0079; the twin of
the plugin's `NetworkList` and `IpAddress`.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from itertools import product
from typing import Literal

IPAddress = IPv4Address | IPv6Address
IPNetwork = IPv4Network | IPv6Network
_MAPPED = IPv6Network("::ffff:0:0/96")


class AnyAddress(Enum):
    """Where a question comes from, other than an address."""

    ANYWHERE = "anywhere"


ANYWHERE = AnyAddress.ANYWHERE
"""Every limit to networks is met. For lists of who may do what at all, never for acting."""
Address = str | Literal[AnyAddress.ANYWHERE] | None
"""The address that a question comes from; None: it is not known, and no limit to networks is met."""


@lru_cache(4096)
def network(text: str) -> IPNetwork | None:
    """The network; None when it is written another way, or is one of IPv4 in the form of IPv6, which no address is
    in."""
    try:
        found = ip_network(text)
    except ValueError:
        return None
    if str(found) != text or "%" in text or (isinstance(found, IPv6Network) and found.subnet_of(_MAPPED)):
        return None
    return found


@lru_cache(4096)
def address_of(text: str) -> IPAddress | None:
    """The address without its scope; an IPv4 address in the form of IPv6 is that IPv4 address. None: no address."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(found, IPv6Address) and found.ipv4_mapped) or found


def say_nothing(networks: tuple[str, ...]) -> bool:
    """True when the list is empty, or a text in it is no network: a grant with such a limit never counts."""
    return not networks or any(network(text) is None for text in networks)


def let_in(networks: tuple[str, ...] | None, address: Address) -> bool:
    """True when the address is in one of the networks; None: there is no limit."""
    if networks is None:
        return True
    if address is None or say_nothing(networks):
        return False
    if address is ANYWHERE:
        return True
    ip = address_of(address)
    return ip is not None and any(ip in found for text in networks if (found := network(text)) is not None)


def cover(networks: tuple[str, ...] | None, subset: tuple[str, ...] | None) -> bool:
    """True when each of the wanted networks lies in one of these. `subset` None: all addresses, which no networks
    cover. A list with a text that is no network covers nothing, and only an unlimited one covers it."""
    if networks is None:
        return True
    if subset is None or (subset and say_nothing(networks)):
        return False
    return all(any(lies_in(part, whole) for whole in networks) for part in subset)


def touch(networks: tuple[str, ...] | None, other_networks: tuple[str, ...] | None) -> bool:
    """True when an address may be in both; False when one of them says nothing."""
    if any(limit is not None and say_nothing(limit) for limit in (networks, other_networks)):
        return False
    if networks is None or other_networks is None:
        return True
    return any(lies_in(inner, outer) or lies_in(outer, inner) for inner in networks for outer in other_networks)


def in_both(networks: tuple[str, ...] | None, other_networks: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The networks that lie in both; None: all addresses."""
    if networks is None or other_networks is None:
        return other_networks if networks is None else networks
    pairs = [*product(networks, other_networks), *product(other_networks, networks)]
    return tuple(sorted({part for part, whole in pairs if lies_in(part, whole)}))


def lies_in(part: str, whole: str) -> bool:
    """True when all addresses of one network are in the other. False for what is no network."""
    inner, outer = network(part), network(whole)
    if isinstance(inner, IPv4Network) and isinstance(outer, IPv4Network):
        return inner.subnet_of(outer)
    return isinstance(inner, IPv6Network) and isinstance(outer, IPv6Network) and inner.subnet_of(outer)
