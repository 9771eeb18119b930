"""Networks that grants are limited to: which grant counts from everywhere where another one does."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network

Networks = tuple[str, ...] | None
"""CIDR, as the center writes them; None: from everywhere."""
Limited = Mapping[int, tuple[str, ...]]
"""The networks of the grants that are limited to some."""


def beside(grant: int, grants: Collection[int], limited: Limited) -> frozenset[int]:
    """Those of `grants` that count from everywhere where `grant` does; with itself, if it is among them."""
    if limited.keys().isdisjoint(grants):
        return frozenset(grants)
    return frozenset(one for one in grants if one == grant or covers(limited.get(one), limited.get(grant)))


def alone(grant: int, grants: Collection[int], limited: Limited) -> bool:
    """True when none of the other `grants` counts from everywhere where this one does."""
    return not beside(grant, grants, limited) - {grant}


def covers(networks: Networks, wanted: Networks) -> bool:
    """True when each of the wanted networks lies in one of these. No networks cover `wanted` None, or none."""
    if networks is None:
        return True
    return bool(wanted) and all(any(_lies_in(one, other) for other in networks) for one in wanted or ())


@lru_cache(65_536)
def _lies_in(one: str, other: str) -> bool:
    inner, outer = _network(one), _network(other)
    if isinstance(inner, IPv4Network) and isinstance(outer, IPv4Network):
        return inner.subnet_of(outer)
    return isinstance(inner, IPv6Network) and isinstance(outer, IPv6Network) and inner.subnet_of(outer)


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text)
    except ValueError:
        return None
