"""What a native grant becomes: authorities of the level of its place (docs/operators/differences.md). Pure."""

from collections.abc import Callable, Collection, Iterable

from app.access import pulsar_actions
from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import AUTHORITIES, giving
from app.desired_state.engine.state import Place
from app.desired_state.importing.native_roles import ADMINISTER

TENANT_ADMINISTRATOR = (102, 103, 104, 105, 106, 200, 201, 300, 301)
"""What Pulsar gives administrators of a tenant: data, functions, subscriptions, policies, namespaces and topics."""


def of(kind: ResourceType, actions: Iterable[str], *, manages: bool) -> tuple[frozenset[int], frozenset[str]]:
    """The authorities, and the actions that have none there. `manages`: consume manages subscriptions too, without
    which `unsubscribe()` of a client would fail."""
    native = frozenset(actions)
    if kind == ResourceType.TENANT and native == ADMINISTER:
        return frozenset(TENANT_ADMINISTRATOR), frozenset()
    known = pulsar_actions.authorities(kind, manages=manages)
    return frozenset[int]().union(*(known[action] for action in native & known.keys())), native - known.keys()


def is_held(number: int, place: tuple[int, str], cluster: str, held: Callable[[Place], Collection[int]]) -> bool:
    """Whether an authority on a place is held there or above. `held`: what is held on a place."""
    authority, resource = AUTHORITIES[number], ResourceName.of(*place)
    needed = giving(authority.right, authority.level)
    return any(not needed.isdisjoint(held((on.type, on.name))) for on in (resource, *resource.ancestors(cluster)))
