"""The difference in tenants, namespaces and topics. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.access.names import ResourceType
from app.access.subscription_rules import Mode
from app.desired_state.engine.state import Place, ResourceState
from app.desired_state.engine.steps import CreationStep, ResourceStep, RuleStep
from app.desired_state.policy_file.changes import Action, Change, Kind
from app.desired_state.policy_file.comparison import Comparison, difference
from app.desired_state.policy_file.document import BELOW, NamespaceEntry, TenantEntry
from app.desired_state.policy_file.file_content import WantedResource
from app.resources.pulsar import policies

_KINDS: dict[ResourceType, Kind] = {
    ResourceType.TENANT: "tenant",
    ResourceType.NAMESPACE: "namespace",
    ResourceType.TOPIC: "topic",
}
_APART = ("valid", "policies", "subscription_auth_mode", "subscription_permissions", *BELOW)
_FIXED = ("clusters", "bundles")
"""Chosen when a resource is made."""


def plan_creations(about: Comparison) -> Iterator[Change]:
    """Creations, parents first, and changes other than switching on or off."""
    for resource in sorted(about.wanted.resources.values(), key=lambda resource: resource.place):
        existing, kind = about.state.resources.get(resource.place), _KINDS[resource.place[0]]
        if existing is None:
            sentence = f"create {kind} {resource.place[1]}{_details(resource)}"
            if not about.applier.is_administrator:
                sentence += "; as its creator you get every authority on it"
            yield Change("create", kind, resource.place[1], sentence, _creation(resource), resource.path)
        elif values := _changed_values(resource, existing):
            words = ", ".join(_change_words(field, value, existing) for field, value in values.items())
            sentence = f"change {kind} {resource.place[1]}: {words}"
            step = ResourceStep(resource.place, values)
            yield Change("change", kind, resource.place[1], sentence, step, resource.path)


def plan_switches(about: Comparison, *, on: bool) -> Iterator[Change]:
    """Resources to switch on or off. A new resource is created switched on."""
    for resource in sorted(about.wanted.resources.values(), key=lambda resource: resource.place):
        existing = about.state.resources.get(resource.place)
        before = True if existing is None else existing.valid
        if resource.entry.valid == on and before != on:
            kind, step = _KINDS[resource.place[0]], ResourceStep(resource.place, {"is_valid": 1 if on else 2})
            effect = "brokers allow its data again" if on else "brokers deny all data below it"
            sentence = f"switch {kind} {resource.place[1]} {'on' if on else 'off'}: {effect}"
            yield Change("change", kind, resource.place[1], sentence, step, resource.path)


def prune_resources(about: Comparison) -> Iterator[Change]:
    """Delete the resources that the file does not name, children first."""
    if "resources" in about.prune:
        for place in sorted(_unnamed_places(about), key=lambda place: (-place[0], place[1])):
            kind = _KINDS[place[0]]
            sentence = f"delete {kind} {place[1]} with its data and grants"
            yield Change("delete", kind, place[1], sentence, ResourceStep(place, delete=True))


def _unnamed_places(about: Comparison) -> Iterator[Place]:
    for place, existing in about.state.resources.items():
        if place not in about.wanted.resources and not existing.deleting:
            yield place


def _columns(resource: WantedResource) -> dict[str, Any]:
    return {field: getattr(resource.entry, field) for field in type(resource.entry).model_fields if field not in _APART}


def _creation(resource: WantedResource) -> CreationStep:
    values = {field: value for field, value in _columns(resource).items() if value is not None}
    wish = resource.policies()
    return CreationStep(resource.place, {**values, "policies": wish} if wish else values)


def _details(resource: WantedResource) -> str:
    if isinstance(resource.entry, TenantEntry):
        return f" on {', '.join(resource.entry.clusters or ())}"
    word = "bundles" if isinstance(resource.entry, NamespaceEntry) else "partitions"
    parts = getattr(resource.entry, word)
    with_parts, wish = f" with {parts} {word}" if parts else "", resource.policies()
    return f"{with_parts}, policies {_policy_words(wish)}" if wish else with_parts


def _change_words(field: str, value: Any, existing: ResourceState) -> str:
    if field != "policies":
        return f"{field} {'none' if value is None else value}"
    before = existing.wish()
    words = [_policy_words({policy: setting for policy, setting in value.items() if before.get(policy) != setting})]
    gone = ", ".join(sorted(before.keys() - value.keys()))
    return f"policies {', '.join([*filter(None, words), *([f'without {gone}'] if gone else [])])}"


def _policy_words(wish: Mapping[str, Any]) -> str:
    return ", ".join(f"{policy} {text}" for policy, text in policies.shown(wish).items())


def _changed_values(resource: WantedResource, existing: ResourceState) -> dict[str, Any]:
    columns = {field: value for field, value in _columns(resource).items() if field not in _FIXED}
    if columns.get("partitions", 0) is None:  # left out, so they stay
        del columns["partitions"]
    values = difference(columns, existing)
    if (wish := resource.policies()) is not None and wish != existing.wish():
        values["policies"] = wish
    return values


_MODE_WORDS = {Mode.PREFIX: "must begin with the name of the user", Mode.NONE: "may have any name"}


def plan_rules(about: Comparison) -> Iterator[Change]:
    """Modes, and lists that are new or differ: before grants, so that nobody is let in between."""
    for namespace, entry, existing in _namespaces(about):
        mode = entry.subscription_auth_mode
        if mode is not None and mode != existing.subscription_auth_mode:
            step = ResourceStep(namespace.place, {"subscription_auth_mode": mode})
            sentence = f"subscriptions of {namespace.place[1]} {_MODE_WORDS[Mode(mode)]}"
            path = (*namespace.path, "subscription_auth_mode")
            yield Change("change", "namespace", namespace.place[1], sentence, step, path)
        for subscription, usernames in sorted((entry.subscription_permissions or {}).items()):
            users = frozenset(usernames)
            if existing.subscription_permissions.get(subscription) != users:
                action: Action = "change" if subscription in existing.subscription_permissions else "create"
                yield _change(action, namespace, subscription, users)


def open_subscriptions(about: Comparison) -> Iterator[Change]:
    """Remove the rules that a namespace's complete list does not name."""
    for namespace, entry, existing in _namespaces(about):
        if entry.subscription_permissions is not None:
            for subscription in sorted(
                existing.subscription_permissions.keys() - entry.subscription_permissions.keys()
            ):
                yield _change("delete", namespace, subscription, None)


def _namespaces(about: Comparison) -> Iterator[tuple[WantedResource, NamespaceEntry, ResourceState]]:
    for resource in sorted(about.wanted.resources.values(), key=lambda resource: resource.place):
        if isinstance(resource.entry, NamespaceEntry):
            yield resource, resource.entry, about.state.resources.get(resource.place) or ResourceState(0)


def _change(action: Action, namespace: WantedResource, subscription: str, users: frozenset[str] | None) -> Change:
    subscription_words = f"subscription {subscription} of {namespace.place[1]}"
    if users is None:
        sentence = f"let everybody who may read use {subscription_words}"
    else:
        sentence = f"let only {', '.join(sorted(users)) or 'who administers it'} use {subscription_words}"
    path = (*namespace.path, "subscription_permissions")
    path = path if users is None else (*path, subscription)
    name = f"{subscription} of {namespace.place[1]}"
    return Change(action, "subscription", name, sentence, RuleStep(namespace.place, subscription, users), path)
