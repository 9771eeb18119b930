"""The steps that change the center. Each makes, changes or removes one thing; front ends plan them. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from app.access.names import ResourceName, ResourceType
from app.desired_state.engine.grant_content import GrantContent, GrantWindow
from app.desired_state.engine.state import Pair, Place


@dataclass(frozen=True)
class SettingStep:
    """Say what `consume` means on a cluster. `manages`: it manages subscriptions too."""

    cluster: str
    manages: bool


@dataclass(frozen=True)
class GroupStep:
    """Create, change or (`gone`) delete a business group."""

    name: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
    gone: bool = False


@dataclass(frozen=True)
class UserStep:
    """Create a user (active, without credential), change it, or (`gone`) delete it with everything it has."""

    name: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
    kind: Literal["person", "service"] = "person"
    main: str | None = None
    gone: bool = False


@dataclass(frozen=True)
class RoleStep:
    """Create, change or (`gone`) delete a shared role."""

    name: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
    gone: bool = False


@dataclass(frozen=True)
class MemberStep:
    """Put a user into a role, or (`gone`) take it out."""

    role: str
    user: str
    gone: bool = False


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
    """Change columns of a resource (`policies`: the canonical wish), or (`gone`) start its deletion."""

    place: Place
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)
    gone: bool = False


@dataclass(frozen=True)
class RuleStep:
    """Let these users alone use a subscription of a namespace; None: whoever may read."""

    place: Place
    subscription: str
    users: frozenset[str] | None


@dataclass(frozen=True)
class GrantStep:
    """Leave exactly these grants of one receiver on one place; where what exists is kept, give these beside it. Grants
    that have ended stay as they are."""

    pair: Pair
    wanted: Mapping[GrantWindow, GrantContent] = field(hash=False)

    @property
    def authorities(self) -> frozenset[int]:
        """What is given at any time."""
        return frozenset().union(*(content.authorities for content in self.wanted.values()))


Step = SettingStep | GroupStep | UserStep | RoleStep | MemberStep | CreationStep | ResourceStep | RuleStep | GrantStep
