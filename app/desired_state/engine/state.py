"""The state of the center, by full names. Read by `app.desired_state.engine.center_reader`; pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.access.limits import UNLIMITED, Limits
from app.access.names import ResourceType
from app.access.subscription_rules import Mode
from app.desired_state.engine.entitlements import StoredEntitlement
from app.grants import grant_limits
from app.resources.pulsar.policies import Level

Place = tuple[ResourceType, str]
"""Type and full name of a resource; the root is (ROOT, "*")."""
Receiver = tuple[str, str]
"""("user" or "role", name)."""


def policy_level(kind: ResourceType) -> Level:
    """The level of the policies of places of this type."""
    return "topic" if kind == ResourceType.TOPIC else "namespace"


class RightsSlot(NamedTuple):
    """A receiver on a place, with what its grants there are limited to, apart from their time. `prefix`: "" for none;
    `subscriptions`, `networks`: () for all. Nothing is None, so that slots can be sorted."""

    place: Place
    receiver: Receiver
    prefix: str = ""
    subscriptions: tuple[str, ...] = ()
    networks: tuple[str, ...] = ()
    """As written, with names of lists."""

    @property
    def limits(self) -> Limits | None:
        """The limits of the grants; None: not limited."""
        return grant_limits.read(self.prefix or None, self.subscriptions or None, self.networks or None)

    @classmethod
    def of(cls, place: Place, receiver: Receiver, limits: Limits | None) -> RightsSlot:
        """The receiver on the place, with these limits."""
        effective = limits or UNLIMITED
        return cls(place, receiver, effective.prefix or "", effective.subscriptions or (), effective.networks or ())

    def without_limits(self) -> RightsSlot:
        """The same receiver and place without limits."""
        return RightsSlot(self.place, self.receiver)


@dataclass(frozen=True, slots=True)
class GroupState:
    """A business group."""

    remark: str | None


@dataclass(frozen=True, slots=True)
class UserState:
    """A user; group and main account by name."""

    kind: str
    nick: str | None = None
    group: str | None = None
    main: str | None = None
    status: str = "active"
    remark: str | None = None
    networks: tuple[str, ...] | None = None
    """As written; None: from everywhere."""
    role_id: int = 0
    """Of its personal role."""


@dataclass(frozen=True, slots=True)
class RoleState:
    """A shared role."""

    id: int
    remark: str | None = None
    members: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ResourceState:
    """A tenant (with `clusters`), a namespace (with `bundles` and rules about subscriptions) or a topic (with
    `partitions`)."""

    id: int
    valid: bool = True
    deleting: bool = False
    remark: str | None = None
    clusters: tuple[str, ...] = ()
    bundles: int | None = None
    partitions: int = 0
    subscription_auth_mode: str = Mode.NONE.value
    subscription_permissions: Mapping[str, frozenset[str]] = field(default_factory=dict)
    policies: str | None = None
    """As stored: JSON of the wish."""
    update_time: int = field(default=0, compare=False)
    """When its row was last changed (epoch ms)."""

    @property
    def open(self) -> bool:
        """Whether something may be made in it: it is neither switched off nor being deleted."""
        return self.valid and not self.deleting

    def wish(self) -> dict[str, Any]:
        """Policy → canonical value."""
        return json.loads(self.policies) if self.policies else {}


@dataclass(frozen=True)
class CenterState:
    """One consistent state. `scope` is the tenant that was read, None for everything."""

    revision: int = 0
    scope: str | None = None
    clusters: Mapping[str, int] = field(default_factory=dict)
    groups: Mapping[str, GroupState] = field(default_factory=dict)
    users: Mapping[str, UserState] = field(default_factory=dict)
    roles: Mapping[str, RoleState] = field(default_factory=dict)
    resources: Mapping[Place, ResourceState] = field(default_factory=dict)
    grants: Mapping[RightsSlot, tuple[StoredEntitlement, ...]] = field(default_factory=dict)
    """Without grants on resources being deleted, and without those of the clusters' internal users."""
    internal_users: frozenset[str] = frozenset()
    """Users that were created with a cluster and are deleted with it; files may not name them."""
    network_lists: frozenset[str] = frozenset()
    """Names of lists of networks."""
    needed_by_clusters: frozenset[str] = frozenset()
    """Users whose tokens the center uses to call a cluster."""

    def is_active(self, user: str) -> bool:
        """Whether a user, and its main account, may be given something."""
        main = self.users.get(self.users[user].main or "")
        return self.users[user].status == "active" and (main is None or main.status == "active")

    def role_ids(self) -> dict[Receiver, int]:
        """The role by which each receiver gets grants: the personal one of a user."""
        personal = {("user", name): user.role_id for name, user in self.users.items()}
        return personal | {("role", name): role.id for name, role in self.roles.items()}
