"""The network of an address: what a limit counts as one, because one host can have all addresses in it."""

import ipaddress
import re
from functools import lru_cache

_WITH_PORT = re.compile(r"(?:\[([^\]]+)\]|([0-9.]+)):[0-9]{1,5}", re.ASCII)
"""`10.0.0.7:51344`, `[2001:db8::1]:51344`, as brokers may report a client's address."""


@lru_cache(4096)
def network_of(address: str) -> str:
    """An IPv4 address, or the first 64 bits of an IPv6 address, without port; of other texts the first 64
    characters. Without blanks around it: MySQL takes a network with one at its end for the same (decision 0094)."""
    address = address.strip()
    ported = _WITH_PORT.fullmatch(address)
    try:
        parsed = ipaddress.ip_address((ported[1] or ported[2]) if ported else address)
    except ValueError:
        return address[:64].rstrip()
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    if isinstance(parsed, ipaddress.IPv6Address) and mapped is None:
        return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
    return str(mapped or parsed)
