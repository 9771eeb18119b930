"""The difference in rules about subscriptions. A namespace whose file says nothing about them keeps them: they take
away, and a file of before they were made must not open anything. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.access.subscription_rules import Mode, SubscriptionRules
from app.policy.changes import Action, Change, ResourceStep, RuleStep
from app.policy.comparison import Comparison
from app.policy.document import NamespaceEntry
from app.policy.wanted import WantedResource

_MEANT = {Mode.PREFIX: "must begin with the name of the user", Mode.NONE: "may have any name"}


def plan_rules(about: Comparison) -> Iterator[Change]:
    """Modes, and lists that are new or differ: before grants, so that nobody is let in between."""
    for one, entry, there in _namespaces(about):
        mode = entry.subscription_auth_mode
        if mode is not None and mode != there.mode:
            step = ResourceStep(one.place, {"subscription_auth_mode": mode})
            sentence = f"subscriptions of {one.place[1]} {_MEANT[Mode(mode)]}"
            yield Change("change", "namespace", one.place[1], sentence, step, (*one.path, "subscription_auth_mode"))
        for subscription, users in sorted(_wanted(entry).items()):
            if there.users.get(subscription) != users:
                action: Action = "change" if subscription in there.users else "create"
                yield _change(action, one, subscription, users)


def open_subscriptions(about: Comparison) -> Iterator[Change]:
    """Remove the rules that a namespace's complete list does not name."""
    for one, entry, there in _namespaces(about):
        if entry.subscription_permissions is not None:
            for subscription in sorted(there.users.keys() - entry.subscription_permissions.keys()):
                yield _change("delete", one, subscription, None)


def _namespaces(about: Comparison) -> Iterator[tuple[WantedResource, NamespaceEntry, SubscriptionRules]]:
    for one in sorted(about.wanted.resources.values(), key=lambda resource: resource.place):
        if isinstance(one.entry, NamespaceEntry):
            state = about.state.resources.get(one.place)
            yield one, one.entry, (state and state.rules) or SubscriptionRules(one.place[1])


def _wanted(entry: NamespaceEntry) -> Mapping[str, frozenset[str]]:
    return {name: frozenset(users) for name, users in (entry.subscription_permissions or {}).items()}


def _change(action: Action, one: WantedResource, subscription: str, users: frozenset[str] | None) -> Change:
    what = f"subscription {subscription} of {one.place[1]}"
    if users is None:
        sentence = f"let everybody who may read use {what}"
    else:
        sentence = f"let only {', '.join(sorted(users)) or 'who administers it'} use {what}"
    path = (*one.path, "subscription_permissions")
    path = path if users is None else (*path, subscription)
    name = f"{subscription} of {one.place[1]}"
    return Change(action, "subscription", name, sentence, RuleStep(one.place, subscription, users), path)
