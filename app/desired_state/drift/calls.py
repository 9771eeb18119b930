"""Which admin calls give a cluster a value: the center's to repair, its own old one to undo that. Pure.

Both raise NameNotCallableError when no call can name the place, the role or the subscription.
"""

from typing import Any

from app.access.names import ResourceType
from app.desired_state.drift.differences import RESOURCE, RIGHTS
from app.desired_state.drift.models import DriftLine
from app.desired_state.engine.state import policy_level
from app.resources.provisioning.admin_calls import MERGE, REMOVE, SPLIT, AdminCall
from app.resources.pulsar.admin_path import AdminPath
from app.resources.pulsar.policies import POLICIES
from app.resources.pulsar.policies.cluster_answers import calls_of
from app.resources.pulsar.policies.wire import written

Calls = list[AdminCall] | None
"""None: no call can do it."""


def to_repair(line: DriftLine) -> Calls:
    """The calls that make the cluster as the center wishes; empty when the center itself does it, or its jobs."""
    if line.field == RIGHTS:
        return []
    if line.field == RESOURCE:
        return [] if line.kind == "missing" else [AdminCall("DELETE", _path(line), body=line.place, how=REMOVE)]
    return _giving(line, line.wished_value(), line.actual_value())


def to_undo(line: DriftLine) -> Calls:
    """The calls that give the cluster back what it had before the repair."""
    if line.field in (RESOURCE, RIGHTS, "bundles", "partitions"):
        return None
    return _giving(line, line.actual_value(), line.wished_value())


def _giving(line: DriftLine, value: Any, old: Any) -> Calls:
    path = _path(line)
    if line.field == "policy":
        kind, name = ResourceType(line.res_type), str(line.subject)
        return policy_calls(kind, path, name, value)
    if line.field == "admin_roles":
        return [AdminCall("POST", path, {"adminRoles": value or []}, how=MERGE)]
    if line.field == "allowed_clusters":
        return [AdminCall("POST", path, {"allowedClusters": value or []}, how=MERGE)]
    if line.field == "subscription_auth_mode":
        return [AdminCall("POST", path / "subscriptionAuthMode", value or "None")]
    if line.field == "bundles":
        return [AdminCall("PUT", path, value, how=SPLIT)]
    if line.field == "partitions":
        return [AdminCall("POST", path / "partitions", value)] if value and old and value > old else None
    return _permissions(line, path, value, old)


def _permissions(line: DriftLine, path: AdminPath, value: Any, old: Any) -> Calls:
    permissions, subject = path / "permissions", str(line.subject)
    if line.field == "grant":
        own = permissions / subject
        return [AdminCall("POST", own, value) if value else AdminCall("DELETE", own, gone_is_fine=True)]
    if value:
        return [AdminCall("POST", permissions / "subscription" / subject, value)]
    if value is not None:
        return None  # Pulsar lets everybody in by a list of nobody
    # One after the other: Pulsar has no call that removes all roles of a subscription.
    return [AdminCall("DELETE", permissions / subject / role, gone_is_fine=True) for role in old or ()]


def _path(line: DriftLine) -> AdminPath:
    """Of the place."""
    return AdminPath.of_place(ResourceType(line.res_type), line.place)


def policy_calls(kind: ResourceType, path: AdminPath, name: str, value: Any) -> list[AdminCall]:
    """The calls that set a policy, or take it back (None)."""
    policy, level = POLICIES[name], policy_level(kind)
    place = calls_of(policy, level)
    removing = _call(path, place.remove or place.write, None if place.remove else place.unset)
    if value is None:
        return [removing]
    writing = _call(path, place.write, written(policy, value))
    return [removing, writing] if policy.type == "labels" else [writing]  # Pulsar adds labels to those there


def _call(path: AdminPath, how: str, value: Any) -> AdminCall:
    method, rest = how.split(" ", 1)
    if "{value}" in rest:
        return AdminCall(method, path.route(rest, value))
    return AdminCall(method, path.route(rest), value)
