"""What an import changes at the center, as its parts find it: `plan.make` fills it in. What it rests on,
and the rights of the cluster after it."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.rights_snapshot import Snapshot
from app.access.simulation import apply_change
from app.access.subscription_rules import SubscriptionRules
from app.desired_state.engine import center_reader
from app.desired_state.engine.state import CenterState, Place, Receiver
from app.desired_state.engine.steps import CreationStep, RightsStep, RoleStep, RuleStep, Step, UserStep
from app.desired_state.importing import made
from app.desired_state.importing.report_lines import ImportDifference, NotCarried, words_of
from app.desired_state.importing.sentences import Sentence
from app.desired_state.importing.targets import Targets
from app.resources.models import Cluster
from app.rights import snapshots

_MEMBER = "member of "
"""No user has a blank in its name: this stands for whoever will be in a shared role."""


@dataclass
class ImportPlan:
    """The steps in order, and what they leave. `usable`: the places that the center has afterwards, on this cluster and
    open."""

    targets: Targets = field(default_factory=Targets)
    steps: list[Step] = field(default_factory=list)
    exists: Counter[str] = field(default_factory=Counter)
    """Kind → how many are there already, just so."""
    differs: list[ImportDifference] = field(default_factory=list)
    not_carried: list[NotCarried] = field(default_factory=list)
    usable: set[Place] = field(default_factory=set)

    @property
    def comes(self) -> Mapping[str, int]:
        """Kind → how many are made."""
        return Counter(words_of(step).kind for step in self.steps)

    def leave(self, place: str, role: str, what: Sentence, why: Sentence) -> None:
        """Say that something of the cluster is not taken over. `role`: whose; empty when nobody's."""
        self.not_carried.append(NotCarried(place, role, what, why))


@dataclass(frozen=True)
class PlanBasis:
    """The center without its grants, and the rights of the cluster as they are."""

    snapshot: Snapshot
    center: CenterState = field(default_factory=CenterState)
    made: frozenset[str] = frozenset()
    """Users that an import made: each is the native role of its name."""
    consume_manages: bool | None = None
    """The cluster's setting about `consume`; None: nobody chose."""


def read_basis(session: Session, cluster: Cluster) -> PlanBasis:
    """The basis of now. `session` reads one consistent state."""
    return PlanBasis(
        snapshots.snapshot_of(session, cluster.id),
        center_reader.read(session, grants=False),
        made.users(session),
        cluster.consume_manages_subscriptions,
    )


@dataclass(frozen=True)
class RightsAfter:
    """The rights, and the principal to ask for each native role that becomes somebody."""

    snapshot: Snapshot
    principals: Mapping[str, str]


def rights_after(plan: ImportPlan, basis: PlanBasis) -> RightsAfter:
    """The rights that brokers would have once the plan is carried out."""
    numbers = count(-1, -1)
    roles = basis.center.role_ids()
    for step in plan.steps:
        if isinstance(step, UserStep | RoleStep):
            roles["user" if isinstance(step, UserStep) else "role", step.name] = next(numbers)
    new = [step for step in plan.steps if isinstance(step, UserStep)]
    people = [_user_values(step.name, step.main, roles["user", step.name]) for step in new]
    shared = {receiver for receiver in plan.targets.receivers.values() if receiver[0] == "role"}
    people += [_user_values(_MEMBER + role, None, roles[kind, role]) for kind, role in sorted(shared)]
    put = {
        "users": people,
        "grants": [
            {
                "id": next(numbers),
                "role": roles[step.slot.receiver],
                "type": int(step.place[0]),
                "name": step.place[1],
                "auth": sorted(step.authorities),
            }
            for step in plan.steps
            if isinstance(step, RightsStep)
        ],
        "subscription_rules": _changed_rules(plan, basis.snapshot),
    }
    principals = {role: _principal(receiver) for role, receiver in plan.targets.receivers.items()}
    return RightsAfter(apply_change(basis.snapshot, put, {}), principals)


def _principal(receiver: Receiver) -> str:
    return receiver[1] if receiver[0] == "user" else _MEMBER + receiver[1]


def _user_values(name: str, main: str | None, role: int) -> dict[str, Any]:
    return {"name": name, "status": "active", "main": main, "roles": [role]}


def _changed_rules(plan: ImportPlan, before: Snapshot) -> list[dict[str, Any]]:
    new = [step for step in plan.steps if isinstance(step, CreationStep)]
    modes = {
        step.place[1]: step.values["subscription_auth_mode"] for step in new if step.place[0] == ResourceType.NAMESPACE
    }
    listed: defaultdict[str, dict[str, frozenset[str]]] = defaultdict(dict)
    for step in plan.steps:
        if isinstance(step, RuleStep):
            listed[step.place[1]][step.subscription] = step.users or frozenset()
    changed = []
    for namespace in sorted({*listed, *(namespace for namespace, mode in modes.items() if mode != "None")}):
        existing = before.subscription_rules.get(namespace, SubscriptionRules(namespace))
        users = {**existing.users, **listed[namespace]}
        changed.append(SubscriptionRules(namespace, modes.get(namespace, existing.mode), users).to_json())
    return changed
