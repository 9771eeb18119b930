"""What entries of the audit log touch of what is read about rights: people, roles, tokens, keys, tenants.

A value that was read about some subjects stays true until a later entry touches one of them (decision 0111). An entry
of a kind that is not named here may touch everything. Brokers get the same by `app.brokers.snapshot_delta`.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import UserRights
from app.access.subscription_rules import namespace_of

Subject = tuple[str, str | int]
KEYS: Subject = "keys", ""
APPLICATIONS: Subject = "applications", ""
TENANTS: Subject = "tenants", ""
"""Whatever a tenant's entry touches, of any tenant."""
_RESOURCES = {"tenant": ResourceType.TENANT, "namespace": ResourceType.NAMESPACE, "topic": ResourceType.TOPIC}
_UNRELATED = {
    *("access_request", "application_access", "audit_result", "audit_run", "broker", "cluster_credential"),
    *("cluster_operation", "cluster_tls", "device", "drift", "encryption_key", "group", "import", "network"),
    *("opt_out", "provider", "provider_link", "registration", "remediation", "trail", "web_hook"),
}
"""Nothing is read from these to decide. What follows a network has entries of its own, and so has each token that ends
with a sign-in to an application."""


class Entry(NamedTuple):
    """The parts of an entry that count here; contents are JSON."""

    entity: str
    action: str
    key: str
    role: int | None
    before: str | None
    after: str | None


def user(name: str) -> Subject:
    """An account: its status, networks, credentials, main account and roles."""
    return "user", name


def token(jti: str) -> Subject:
    """Whether a token was revoked."""
    return "token", jti


def tenant(name: str) -> Subject:
    """The clusters of a tenant, and what is switched off or ruled in it."""
    return "tenant", name


def tenants(names: Collection[str] | None) -> set[Subject]:
    """These tenants; None: all."""
    return {TENANTS} if names is None else {tenant(name) for name in names}


def roles(numbers: Iterable[int]) -> set[Subject]:
    """The grants of these roles."""
    return {("role", number) for number in numbers}


def people(names: Iterable[str], known: Mapping[str, UserRights]) -> set[Subject]:
    """All that the rights of these users consist of: they, their main accounts, and the grants of their roles.
    Whoever is not `known` does not exist yet."""
    named = set(names)
    accounts = named | {known[name].main or name for name in named if name in known}
    mine = (role for name in accounts if name in known for role in known[name].roles)
    return {*map(user, accounts), *roles(mine)}


def of_entries(entries: Iterable[Entry]) -> frozenset[Subject] | None:
    """What these entries touch; None: perhaps everything."""
    found: set[Subject] = set()
    for entry in entries:
        touched = _subjects(entry)
        if touched is None:
            return None
        found |= touched
    return frozenset(found)


def _subjects(entry: Entry) -> set[Subject] | None:
    if entry.entity in _RESOURCES:
        resource = ResourceName.of(_RESOURCES[entry.entity], entry.key)
        return _of_tenant(resource) if changes_access(entry.action, read(entry.before), read(entry.after)) else set()
    match entry.entity:
        case "user" | "session" | "factor":
            return {user(entry.key)}
        case "grant" if entry.role is not None:
            return roles([entry.role])
        case "role":
            return roles([int(entry.key)])
        case "token" | "revoked_token":
            return {token(entry.key)}
        case "key":
            return {KEYS}
        case "application":
            return {APPLICATIONS}
        case "subscription_rule":
            return _of_tenant(ResourceName.of_namespace(namespace_of(entry.key)))
        case "client_secret" | "client_key":
            name = read(entry.after or entry.before).get("user")
            return {user(name)} if isinstance(name, str) else None
    return set() if entry.entity in _UNRELATED else None


def _of_tenant(name: ResourceName) -> set[Subject] | None:
    return None if name.tenant is None else {TENANTS, tenant(name.tenant)}


def changes_access(action: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether an entry about a resource changes what grants on it, or above it, allow."""
    return closes(action, before, after) or changes_mode(before, after) or moves(before, after)


def closes(action: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the resource is or was closed, or is deleted."""
    return action.rpartition(".")[2] not in ("create", "update") or _is_closed(before) or _is_closed(after)


def changes_mode(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether a namespace demands something else of the names of subscriptions."""
    return bool(before.get("subscription_auth_mode", "None") != after.get("subscription_auth_mode", "None"))


def moves(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether a tenant lives on other clusters than before."""
    return bool(before and after) and before.get("clusters") != after.get("clusters")


def _is_closed(values: Mapping[str, Any]) -> bool:
    """True when an entry's values close the resource. A field that is missing did not change."""
    return values.get("is_valid", 1) != 1 or bool(values.get("deleting"))


def read(text: str | None) -> Mapping[str, Any]:
    """The contents of an entry, before or after."""
    return json.loads(text) if text else {}
