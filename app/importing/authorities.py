"""What a native grant becomes: authorities of the level of its place (docs/operators/differences.md). Pure."""

from collections.abc import Callable, Collection, Iterable

from app.access.vocabulary import ACTIONS, AUTHORITIES, Right, giving
from app.importing.roles import ADMINISTER, Place
from app.pulsar.names import ResourceName, ResourceType

TENANT_ADMINISTRATOR = (102, 103, 104, 105, 106, 200, 201, 300, 301)
"""What Pulsar gives administrators of a tenant: data, functions, subscriptions, policies, namespaces and topics."""
_WITH_CONSUME = (Right.SUBSCRIPTIONS,)
"""Pulsar's consume also resets, skips and deletes subscriptions: without it `unsubscribe()` of a client would fail."""


def of(kind: ResourceType, actions: Iterable[str], *, subscriptions: bool) -> tuple[frozenset[int], frozenset[str]]:
    """The authorities, and the actions that have none there. `subscriptions`: consume manages subscriptions too."""
    some = frozenset(actions)
    if kind == ResourceType.TENANT and some == ADMINISTER:
        return frozenset(TENANT_ADMINISTRATOR), frozenset()
    found, left = set[int](), set[str]()
    for action in some:
        right = ACTIONS.get(action)
        number = kind.level * 100 + (99 if right is None else right)
        if number not in AUTHORITIES:
            left.add(action)
            continue
        found.add(number)
        if right == Right.READ and subscriptions:
            found |= {kind.level * 100 + more for more in _WITH_CONSUME}
    return frozenset(found), frozenset(left)


def is_held(number: int, place: tuple[int, str], cluster: str, held: Callable[[Place], Collection[int]]) -> bool:
    """Whether an authority on a place is held there or above. `held`: what is held on a place."""
    one, name = AUTHORITIES[number], ResourceName.of(*place)
    needed = giving(one.right, one.level)
    return any(not needed.isdisjoint(held((on.type, on.name))) for on in (name, *name.ancestors(cluster)))
