"""The rights of a cluster as they would be after a plan. Pure."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from app.access.names import ResourceType
from app.access.rights_snapshot import Snapshot
from app.access.simulation import apply_change
from app.access.subscription_rules import SubscriptionRules
from app.desired_state.engine.state import Receiver
from app.desired_state.engine.steps import CreationStep, GrantStep, RoleStep, RuleStep, UserStep
from app.desired_state.importing.import_plan import ImportPlan, PlanBasis

_MEMBER = "member of "
"""No user has a blank in its name: this stands for whoever will be in a shared role."""


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
            if isinstance(step, GrantStep)
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
