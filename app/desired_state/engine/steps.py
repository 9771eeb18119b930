"""The steps that change the center. Each makes, changes or removes one thing; front ends plan them. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from app.access.names import ResourceName, ResourceType
from app.desired_state.engine.entitlements import Entitlement, ValidityPeriod
from app.desired_state.engine.state import Place, RightsSlot


@dataclass(frozen=True)
class ConsumeStep:
    """Say what `consume` means on a cluster. `manages`: it manages subscriptions too."""

    cluster: str
    manages: bool


@dataclass(frozen=True)
class GroupStep:
    """Create, change or (`delete`) delete a business group."""

    name: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
    delete: bool = False


@dataclass(frozen=True)
class UserStep:
    """Create a user (active, without credential), change it, or (`delete`) delete it with everything it has."""

    name: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
    kind: Literal["person", "service"] = "person"
    main: str | None = None
    delete: bool = False


@dataclass(frozen=True)
class RoleStep:
    """Create, change or (`delete`) delete a shared role."""

    name: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
    delete: bool = False


@dataclass(frozen=True)
class MemberStep:
    """Put a user into a role, or (`delete`) take it out."""

    role: str
    user: str
    delete: bool = False


@dataclass(frozen=True)
class CreationStep:
    """Create a tenant (`values`: its clusters by name), a namespace or a topic; `policies` of these is the canonical
    wish. What `values` does not name has its default."""

    place: Place
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def above(self) -> Place | None:
        """What it is created in; None for a tenant."""
        name = ResourceName.of(*self.place)
        if name.type == ResourceType.TOPIC:
            return ResourceType.NAMESPACE, name.namespace or ""
        return (ResourceType.TENANT, name.tenant or "") if name.type == ResourceType.NAMESPACE else None


@dataclass(frozen=True)
class ResourceStep:
    """Change columns of a resource (`policies`: the canonical wish), or (`delete`) start its deletion."""

    place: Place
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
    delete: bool = False


@dataclass(frozen=True)
class RuleStep:
    """Let these users alone use a subscription of a namespace; None: remove the rule."""

    place: Place
    subscription: str
    users: frozenset[str] | None


@dataclass(frozen=True)
class RightsStep:
    """Make these the only grants of one slot; where what exists is kept, give these beside it. Grants that have ended
    stay as they are."""

    slot: RightsSlot
    wanted: Mapping[ValidityPeriod, Entitlement] = field(hash=False)

    @property
    def place(self) -> Place:
        """What the receiver gets something on."""
        return self.slot.place

    @property
    def authorities(self) -> frozenset[int]:
        """What is given at any time."""
        return frozenset().union(*(content.authorities for content in self.wanted.values()))


Step = ConsumeStep | GroupStep | UserStep | RoleStep | MemberStep | CreationStep | ResourceStep | RuleStep | RightsStep


MOST_STATEMENTS = 1000
"""That one transaction may send to the database, by estimate."""
_USUAL_COST = 12
"""Of a step that runs by itself, by estimate."""
_COST_WHERE_KEPT: Mapping[type, int] = {ConsumeStep: 4, RoleStep: 6, RuleStep: 9}
"""Of a step that never changes what exists."""


def count_that_fit(steps: Iterable[Step], most: int = MOST_STATEMENTS, *, keeps_existing: bool = False) -> int:
    """How many steps, from the first, fit into so many statements: at least one, if there are any."""
    left, count = most, 0
    for count, step in enumerate(steps, 1):
        left -= _cost(step, keeps_existing=keeps_existing)
        if left < 0:
            return max(count - 1, 1)
    return count


def _cost(step: Step, *, keeps_existing: bool) -> int:
    if keeps_existing and type(step) in _COST_WHERE_KEPT:
        return _COST_WHERE_KEPT[type(step)]
    if isinstance(step, CreationStep):
        if keeps_existing and step.place[0] == ResourceType.NAMESPACE:
            return 2  # its mode may be set, too
        return 1 if step.above is not None else _USUAL_COST
    if isinstance(step, RightsStep):
        return 1 if keeps_existing else 3 * max(1, len(step.wanted))
    return 2 * _USUAL_COST if isinstance(step, UserStep | ResourceStep) and step.delete else _USUAL_COST
