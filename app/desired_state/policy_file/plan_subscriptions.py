"""The difference in rules about subscriptions. Where a file does not mention them, they stay: they restrict, and a
file older than they are must not open anything. Pure."""

from collections.abc import Iterator, Mapping

from app.access.subscription_rules import Mode
from app.desired_state.engine.state import ResourceState
from app.desired_state.engine.steps import ResourceStep, RuleStep
from app.desired_state.policy_file.changes import Action, Change
from app.desired_state.policy_file.comparison import Comparison
from app.desired_state.policy_file.document import NamespaceEntry
from app.desired_state.policy_file.file_content import WantedResource

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
        for subscription, users in sorted(_wanted_rules(entry).items()):
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


def _wanted_rules(entry: NamespaceEntry) -> Mapping[str, frozenset[str]]:
    return {subscription: frozenset(users) for subscription, users in (entry.subscription_permissions or {}).items()}


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
