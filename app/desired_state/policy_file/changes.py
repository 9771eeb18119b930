"""One difference between file and center: a sentence for people and a step for `apply`. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from app.desired_state.engine.state import GrantContent, Pair, Place, Window
from app.desired_state.policy_file.problems import Path

Action = Literal["create", "change", "delete"]
Kind = Literal["group", "user", "role", "member", "tenant", "namespace", "topic", "subscription", "grant"]


@dataclass(frozen=True)
class GroupStep:
    """Create, change or (`gone`) delete a business group."""

    name: str
    remark: str | None = None
    gone: bool = False


@dataclass(frozen=True)
class UserStep:
    """Create a user (active, without credential), change it, or (`gone`) delete it with everything it has."""

    name: str
    values: Mapping[str, Any] = field(default_factory=dict)
    kind: Literal["person", "service"] = "person"
    main: str | None = None
    gone: bool = False


@dataclass(frozen=True)
class RoleStep:
    """Create, change or (`gone`) delete a shared role."""

    name: str
    remark: str | None = None
    gone: bool = False


@dataclass(frozen=True)
class MemberStep:
    """Put a user into a role, or (`gone`) take it out."""

    role: str
    user: str
    gone: bool = False


@dataclass(frozen=True)
class CreationStep:
    """Create a resource. `parts`: bundles of a namespace, partitions of a topic."""

    place: Place
    above: Place | None
    local_name: str
    domain: str
    clusters: tuple[str, ...]
    parts: int | None
    remark: str | None
    policies: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ResourceStep:
    """Change columns of a resource (`policies`: the canonical wish), or (`gone`) start its deletion."""

    place: Place
    values: Mapping[str, Any] = field(default_factory=dict)
    gone: bool = False


@dataclass(frozen=True)
class RuleStep:
    """Let these users alone use a subscription of a namespace; None: whoever may read."""

    place: Place
    subscription: str
    users: frozenset[str] | None


@dataclass(frozen=True)
class GrantStep:
    """Leave exactly these grants of one receiver on one place. Grants that have ended stay as they are."""

    pair: Pair
    wanted: Mapping[Window, GrantContent]


Step = GroupStep | UserStep | RoleStep | MemberStep | CreationStep | ResourceStep | RuleStep | GrantStep


@dataclass(frozen=True)
class Change:
    """One line of a plan. `path`: where the file says so; empty for what the file does not name."""

    action: Action
    kind: Kind
    name: str
    sentence: str
    step: Step
    path: Path = ()


@dataclass(frozen=True)
class Plan:
    """All changes, in order. `kept`: sentences about users that stay although the file does not name them."""

    revision: int
    changes: tuple[Change, ...]
    kept: tuple[str, ...] = ()

    @property
    def loses_data(self) -> list[str]:
        """Full names of the resources that will be deleted."""
        return [change.name for change in self.changes if isinstance(change.step, ResourceStep) and change.step.gone]
