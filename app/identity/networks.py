"""Whom a limit counts as one: an address, or the network that one host can fill with addresses."""

import ipaddress


def network_of(address: str) -> str:
    """An IPv4 address, or the first 64 bits of an IPv6 one; 64 characters at most of what is neither."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    if isinstance(parsed, ipaddress.IPv6Address) and mapped is None:
        return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
    return str(mapped or parsed)
