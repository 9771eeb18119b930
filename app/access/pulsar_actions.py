"""What Pulsar's actions mean on a cluster, for all who give, list, revoke, import or compare permissions. Pure.

Pulsar's own `consume` reads, and also resets, skips and deletes subscriptions. Here these are two rights, so a setting
of the cluster (`Cluster.consume_manages_subscriptions`) says whether `consume` is both: `manages`.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from app.access.vocabulary import ACTIONS, AUTHORITIES, NATIVELY_WITH, Right, over
from app.pulsar.names import ResourceType


@cache
def meaning(*, manages: bool) -> Mapping[str, frozenset[Right]]:
    """Action → its rights; who holds all of them has the permission."""
    more = NATIVELY_WITH if manages else {}
    return {name: frozenset((right, more.get(name, right))) for name, right in ACTIONS.items()}


def authorities(kind: ResourceType, actions: Iterable[str], *, manages: bool) -> tuple[frozenset[int], frozenset[str]]:
    """The authorities for a place of this type, and the actions that have none there."""
    known = meaning(manages=manages)
    found = {one: {over(right, kind) for right in known.get(one, ())} & AUTHORITIES.keys() for one in actions}
    return frozenset[int]().union(*found.values()), frozenset(one for one, numbers in found.items() if not numbers)
