"""From where a question about somebody is worth asking: one address for each part of the networks that its answer may
depend on. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from app.access.networks import ANYWHERE, Address, IPNetwork, lies_in, network
from app.access.rights import Snapshot

ELSEWHERE = ("",)
"""From outside all networks that are named."""


@dataclass(frozen=True, slots=True)
class Origin:
    """`address` stands for all in this one of the named networks and in none of those inside it. `named` None: from
    wherever, as no network is named."""

    address: Address
    named: tuple[str, ...] | None = None


def origins(rights: Collection[Snapshot], principal: str) -> list[Origin]:
    """Where to ask from. Without limits to networks one question is enough."""
    texts = {text for one in rights for text in _named(one, principal)}
    known = [found for text in sorted(texts) if (found := network(text)) is not None]
    if not texts:
        return [Origin(ANYWHERE)]
    parts = (Origin(address, (str(one),)) for one in known if (address := _apart(one, known)) is not None)
    return [*parts, Origin(None, ELSEWHERE)]


def _named(rights: Snapshot, principal: str) -> Iterator[str]:
    """The networks of the user, its main account and their grants."""
    user = rights.users.get(principal)
    for one in () if user is None else (user, rights.users.get(user.main or "")):
        if one is None:
            continue
        yield from one.networks or ()
        for role in one.roles:
            for held in rights.by_role.get(role, {}).values():
                for grant, _ in held:
                    yield from (grant.limits.networks or ()) if grant.limits is not None else ()


def _apart(here: IPNetwork, known: Collection[IPNetwork]) -> str | None:
    """The first address that is in none of the networks inside this one; None when they fill it."""
    inside = [one for one in known if one != here and lies_in(str(one), str(here))]
    behind = (int(one.broadcast_address) + 1 for one in inside)
    last = int(here.broadcast_address)
    for number in sorted({int(here.network_address), *(one for one in behind if one <= last)}):
        # By the version's own class: a small number alone would be taken for an address of IPv4.
        address = type(here.network_address)(number)
        if not any(address in one for one in inside):
            return str(address)
    return None
