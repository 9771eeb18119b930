"""The steps of a plan: each makes one thing of the center, and does nothing when it is there already. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.desired_state.engine.state import Place, Receiver


@dataclass(frozen=True)
class SettingStep:
    """What `consume` means on the cluster of this name. `manages`: it manages subscriptions too."""

    name: str
    manages: bool


@dataclass(frozen=True)
class UserStep:
    """A user without credential; `main`: of a sub-account."""

    name: str
    person: bool
    main: str | None = None


@dataclass(frozen=True)
class RoleStep:
    """A shared role."""

    name: str


@dataclass(frozen=True)
class TenantStep:
    """A tenant on this cluster."""

    name: str


@dataclass(frozen=True)
class NamespaceStep:
    """A namespace with so many bundles. `policies`: as the cluster has them."""

    name: str
    bundles: int
    mode: str
    policies: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class TopicStep:
    """A topic; `partitions` 0: not partitioned."""

    name: str
    partitions: int
    policies: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class RuleStep:
    """These users alone may use the subscription."""

    namespace: str
    subscription: str
    users: frozenset[str]


@dataclass(frozen=True)
class GrantStep:
    """Authorities that the receiver does not hold on the place yet."""

    receiver: Receiver
    place: Place
    authorities: frozenset[int]


Step = SettingStep | UserStep | RoleStep | TenantStep | NamespaceStep | TopicStep | RuleStep | GrantStep
KINDS: Mapping[type, str] = {
    SettingStep: "setting", UserStep: "user", RoleStep: "role", TenantStep: "tenant", NamespaceStep: "namespace",
    TopicStep: "topic", RuleStep: "subscription_rule", GrantStep: "grant",
}  # fmt: skip


def name_of(step: Step) -> str:
    """What the step is about, for people."""
    if isinstance(step, GrantStep):
        return f"{step.receiver[1]} on {step.place[1]}"
    return f"{step.namespace} {step.subscription}" if isinstance(step, RuleStep) else step.name


def detail_of(step: Step) -> str:
    """The rest, for people."""
    if isinstance(step, GrantStep):
        return ", ".join(map(str, sorted(step.authorities)))
    if isinstance(step, RuleStep):
        return ", ".join(sorted(step.users))
    if isinstance(step, SettingStep):
        return "consume reads and manages subscriptions" if step.manages else "consume reads"
    if isinstance(step, UserStep):
        return f"sub-account of {step.main}" if step.main else "person" if step.person else "service"
    if isinstance(step, TopicStep):
        return f"{step.partitions} partitions" if step.partitions else ""
    return f"{step.bundles} bundles" if isinstance(step, NamespaceStep) else ""
