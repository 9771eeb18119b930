"""The state of the center, by full names. Read by `app.desired_state.policy_file.center_reader`; pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.access.subscription_rules import SubscriptionRules
from app.desired_state.policy_file.phrases import Pair, Place


@dataclass(frozen=True, slots=True)
class GroupState:
    """A business group."""

    id: int
    remark: str | None


@dataclass(frozen=True, slots=True)
class UserState:
    """A user; group and main account by name."""

    id: int
    kind: str
    nick: str | None
    group: str | None
    main: str | None
    status: str
    remark: str | None
    networks: tuple[str, ...] | None = None
    """As written; None: from everywhere."""


@dataclass(frozen=True, slots=True)
class RoleState:
    """A shared role."""

    id: int
    remark: str | None
    members: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ResourceState:
    """A tenant, namespace or topic. `parts`: bundles of a namespace, partitions of a topic. `rules`: those of a
    namespace about subscriptions, if it has any."""

    id: int
    valid: bool
    deleting: bool
    remark: str | None
    clusters: tuple[str, ...] = ()
    parts: int = 0
    rules: SubscriptionRules | None = None
    policies: str | None = None
    """As stored: JSON of the wish."""

    def wish(self) -> dict[str, Any]:
        """Policy → canonical value."""
        return json.loads(self.policies) if self.policies else {}


@dataclass(frozen=True, slots=True)
class GrantRow:
    """One grant; the times are epoch ms."""

    id: int
    authorities: frozenset[int]
    start: int | None
    until: int | None
    remark: str | None


@dataclass(frozen=True)
class CenterState:
    """One consistent state. `scope` is the tenant that was read, None for everything."""

    revision: int
    scope: str | None
    clusters: Mapping[str, int]
    groups: Mapping[str, GroupState] = field(default_factory=dict)
    users: Mapping[str, UserState] = field(default_factory=dict)
    roles: Mapping[str, RoleState] = field(default_factory=dict)
    resources: Mapping[Place, ResourceState] = field(default_factory=dict)
    grants: Mapping[Pair, tuple[GrantRow, ...]] = field(default_factory=dict)
    """Without grants on resources being deleted, and without those of the clusters' internal users."""
    system: frozenset[str] = frozenset()
    """Users that were created with a cluster and are deleted with it; files may not name them."""
    networks: frozenset[str] = frozenset()
    """Names of lists of networks."""
    needed: frozenset[str] = frozenset()
    """Users whose tokens the center uses to call a cluster."""
