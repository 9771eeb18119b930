"""What Pulsar's actions mean on a cluster, for all who give, list, revoke, import or compare permissions. Pure.

Pulsar's own `consume` reads, and also resets, skips and deletes subscriptions. Here these are two rights, so a setting
of the cluster (`Cluster.consume_manages_subscriptions`) says whether `consume` is both: `manages`; None: it reads.
"""

from collections.abc import Mapping
from functools import cache

from app.access.names import ResourceType
from app.access.vocabulary import ACTIONS, AUTHORITIES, NATIVELY_WITH, Right, over

Meaning = Mapping[str, frozenset[Right]]
"""Action → its rights; who holds all of them has the permission."""


@cache
def meaning(*, manages: bool | None) -> Meaning:
    """All actions."""
    more = NATIVELY_WITH if manages else {}
    return {action: frozenset((right, more.get(action, right))) for action, right in ACTIONS.items()}


@cache
def authorities(kind: ResourceType, *, manages: bool | None) -> Mapping[str, frozenset[int]]:
    """Action → the authorities for a place of this type, without the actions that have none there."""
    meanings = meaning(manages=manages).items()
    found = {action: frozenset(over(right, kind) for right in rights) for action, rights in meanings}
    return {action: numbers for action, numbers in found.items() if numbers <= AUTHORITIES.keys()}
