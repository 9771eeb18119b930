"""What the report of an import says in words, each sentence with a stable code. Pure.

Programs and the console go by code and values; people at a terminal, and reports, get the English sentence.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.platform.errors import UserCenterError

Value = str | int
WHY: Mapping[str, str] = {
    "mapped_to_nothing": "the mapping leaves it out",
    "own_reason": "{reason}",
    "impossible_name": (
        "a user of the center cannot be called so (1 to 128 of A-Z a-z 0-9 . _ - @ + =, the first a letter or digit); "
        "map it to another name"
    ),
    "many_roles": "it stands for many roles: give a shared role what it holds, and put their users into it",
    "user_of_that_name": "there is a user called {name}",
    "role_of_that_name": "there is a shared role called {name}: map it to shared-role, or to another name",
    "name_of_brokers": "tokens call brokers {name}: no user may be called so",
    "other_main_account": "{name} is there already, and no sub-account of {main}",
    "two_main_accounts": "another role becomes {name}, with another main account",
    "no_main_account": "{main} is no active main account: make it first, or give a role that name",
    "receiver_disabled": "{name} or its main account is disabled: enable it, then import again",
    "held_for_a_time": "{name} holds it there for a time: have that grant begin now and not end, or revoke it",
    "main_account_lacks_it": "its main account {main} does not hold it there",
    "new_credentials": "it is called otherwise here: old credentials of the role do not get it, it needs new ones",
    "cannot_keep_name": "it cannot keep its name: no user of the center can be called so",
    "other_name": "the mapping gives it another name",
    "in_shared_role": "it became a shared role: make a user for it, and put that into the role",
    "by_wildcard": "Pulsar's yes comes by {roles}, which stands for many roles: see there",
    "empty_name": "a role with an empty name, which no client has",
    "no_effect_on_topics": "Pulsar asks for it on namespaces only: on a topic it has no effect",
    "topic_gone": "there is no such topic: Pulsar keeps grants of deleted topics, and they would count for a new one",
    "topic_not_read": "the topic itself is not taken over: see what is not read",
    "single_partition": "it was granted on one partition; here a right is on the whole topic",
    "on_other_clusters": "the center has it on other clusters only: put it on this one there, then import again",
    "closed": "it is switched off or being deleted in the center",
    "cluster_not_allowed": "this cluster is not among its allowed clusters ({clusters})",
    "no_wish": "the center cannot keep it as a wish: it stays as it is on the cluster",
    "rule_lists_users": "a rule lists users, and it becomes a shared role",
    "rule_name_refused": "{detail} Whoever may read may use it.",
    "rule_too_long": "a rule lists {most} users at most. Whoever may read may use it.",
    "too_many_rules": "a namespace has {most} rules at most. Whoever may read may use it.",
    "gone_meanwhile": "its place or its receiver is gone",
    "changed_meanwhile": "somebody set it meanwhile, otherwise: it stays so",
    "serves_another_topic": (
        "by its name a retry or dead-letter topic: it follows the topic and the subscription that it serves"
    ),
    "holds_more": "the user holds more in the center",
    "old_name_holds_more": "old credentials of the role are the account of that name here, which holds more",
    "changed_since": "somebody changed it after the import",
    "used_since": "it is in use: {number} × {kinds}",
}
"""Why something is not taken over, is not made, is decided otherwise, or stays when an import is taken back. Beside
these: the codes of errors (`app/platform/problem_codes.json`) and of decisions (`access.decision.Reason`)."""
WHAT: Mapping[str, str] = {
    "everything_held": "everything that it holds",
    "whole_tenant": "the tenant with everything in it",
    "whole_namespace": "the namespace with everything in it",
    "actions": "{actions}",
    "authority": "{authority}",
    "policy": "policy {policy}",
    "rule": "the list of {subscription}",
    "place_in_rule": "its place in the list of {subscription}",
    "allowed_clusters": "allowed clusters",
    "subscription_auth_mode": "subscription_auth_mode",
    "partitions": "partitions",
    "rule_users": "users",
    "consume_manages_subscriptions": "consume_manages_subscriptions",
}
"""What is not taken over, or differs."""
_PLAIN = {text: code for code, text in WHY.items() if "{" not in text}


@dataclass(frozen=True)
class Sentence:
    """A sentence for people, and its `code` with `values` for programs."""

    code: str
    text: str
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)


def why(code: str, **values: Value) -> Sentence:
    """One of `WHY`."""
    return Sentence(code, WHY[code].format(**values), values)


def what(code: str, **values: Value) -> Sentence:
    """One of `WHAT`."""
    return Sentence(code, WHAT[code].format(**values), values)


def of_mapping(reason: str | None) -> Sentence:
    """The reason of a line that leaves a role out: the operator's own, or one that a draft had from here."""
    if reason is None:
        return why("mapped_to_nothing")
    return why(_PLAIN[reason]) if reason in _PLAIN else why("own_reason", reason=reason)


def of_error(error: UserCenterError) -> Sentence:
    """Why the center refused something."""
    return Sentence(error.stable_code, error.detail)


def of_decision(reason: str) -> Sentence:
    """The reason of a decision, which is its own code."""
    return Sentence(reason, reason)
