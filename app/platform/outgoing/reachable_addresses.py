"""Which IP addresses a host that an operator allowed may be at. Pure (decision 0093).

A name in an allow list says who is meant; whoever answers for the name in DNS says where that is. So the address is
judged too: never where only the own machine or its cloud answers, but private networks are fine, as Pulsar usually
lives there.
"""

import ipaddress
from collections.abc import Collection, Iterator

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_METADATA = frozenset(
    map(
        ipaddress.ip_address,
        # AWS, Azure, GCP and others; AWS by IPv6; Alibaba Cloud; Oracle Cloud's first; Azure's WireServer.
        ("169.254.169.254", "169.254.170.2", "fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "192.0.0.192",
         "168.63.129.16"),
    )
)  # fmt: skip
_NOWHERE = tuple(map(ipaddress.ip_network, ("0.0.0.0/8", "240.0.0.0/4", "::/128", "fec0::/10")))
"""This network (RFC 791), reserved and broadcast (RFC 1112), unspecified, site-local (ended by RFC 3879)."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def parsed(text: str) -> Address:
    """An address without its zone (`fe80::1%eth0`), an IPv4 one out of `::ffff:a.b.c.d`. Raises ValueError."""
    address = ipaddress.ip_address(text.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


def within(address: Address, networks: Collection[str]) -> bool:
    """True when the address is in one of these networks, or is one of these addresses."""
    return any(address in ipaddress.ip_network(network, strict=False) for network in networks)


def is_loopback(host: str) -> bool:
    """True for a name or a literal that means this machine, whatever DNS says (RFC 6761)."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return parsed(host).is_loopback
    except ValueError:
        return False


def refusal(address: Address, host: str, networks: Collection[str]) -> str | None:
    """Why `host` may not be called at this address; None when it may.

    `networks`: where hosts may be; when empty, anywhere but link-local, and on this machine only under a loopback name.
    """
    for form in (address, *_embedded_addresses(address)):
        if form in _METADATA:
            return f"{address} is where a cloud tells its machines their secrets"
        if form.is_multicast or any(form in network for network in _NOWHERE):
            return f"{address} is no address of a single machine"
        if networks:
            continue
        if form.is_link_local:
            return f"{address} is link-local"
        if form.is_loopback and not is_loopback(host):
            return f"{address} is this machine itself, which the name does not say"
    if networks and not within(address, networks):
        return f"{address} is in none of the networks that are allowed"
    return None


def _embedded_addresses(address: Address) -> Iterator[Address]:
    """The IPv4 address that a gateway would make of it: 6to4, Teredo, NAT64, IPv4-compatible."""
    if isinstance(address, ipaddress.IPv4Address):
        return
    if address.sixtofour is not None:
        yield address.sixtofour
    if address.teredo is not None:
        yield address.teredo[1]
    if address in _NAT64 or (int(address) >> 32 == 0 and int(address) > 1):
        yield ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
