"""Networks that grants are limited to: which grant counts from everywhere where another one does."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network

Networks = tuple[str, ...] | None
"""CIDR, as the center writes them; None: from everywhere."""
Limited = Mapping[int, tuple[str, ...]]
"""The networks of the grants that are limited to some."""
_Network = IPv4Network | IPv6Network
_MAPPED = IPv6Network("::ffff:0:0/96")


def counting_wherever(grant: int, grants: Collection[int], limited: Limited) -> frozenset[int]:
    """Those of `grants` that count from everywhere where `grant` does; with itself, if it is among them."""
    if limited.keys().isdisjoint(grants):
        return frozenset(grants)
    return frozenset(other for other in grants if other == grant or covers(limited.get(other), limited.get(grant)))


def counts_alone(grant: int, grants: Collection[int], limited: Limited) -> bool:
    """True when none of the other `grants` counts from everywhere where this one does."""
    return not counting_wherever(grant, grants, limited) - {grant}


def covers(networks: Networks, wanted: Networks) -> bool:
    """True when each of the wanted networks lies in one of these. No networks cover `wanted` None, nor what lets nobody
    in."""
    if networks is None:
        return True
    outer, inner = _read(networks), _read(wanted or ())
    return bool(inner) and all(any(_lies_in(network, other) for other in outer) for network in inner)


def _lies_in(inner: _Network, outer: _Network) -> bool:
    if isinstance(inner, IPv4Network) and isinstance(outer, IPv4Network):
        return inner.subnet_of(outer)
    return isinstance(inner, IPv6Network) and isinstance(outer, IPv6Network) and inner.subnet_of(outer)


@lru_cache(65_536)
def _read(networks: tuple[str, ...]) -> tuple[_Network, ...]:
    """Empty when they let nobody in: there is none, or one is written in another way than the center writes it."""
    found = [known for text in networks if (known := _network(text)) is not None]
    return tuple(found) if len(found) == len(networks) else ()


def _network(text: str) -> _Network | None:
    """None when it is written in another way, or is IPv4 in the form of IPv6, as the engines and
    `transforms/addresses.py` read it."""
    try:
        found = ip_network(text)
    except ValueError:
        return None
    odd = str(found) != text or "%" in text or (isinstance(found, IPv6Network) and found.subnet_of(_MAPPED))
    return None if odd else found
