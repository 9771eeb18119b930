"""Wishes: several policies of one namespace or topic. Pure."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.platform.spelling import nearest
from app.resources.pulsar.policies import cluster_answers, rules, texts, values
from app.resources.pulsar.policies.catalogue import POLICIES, Level, Policy

MOST = 100
"""Policies that are given at once at most; the catalogue has fewer."""


@dataclass(frozen=True)
class PolicyDifference:
    """A policy that is not as wished. `wished` None: set on the cluster, not wished. `actual` None: not set there."""

    name: str
    wished: Any
    actual: Any


def parse(level: Level, texts_of: Mapping[str, Any]) -> dict[str, Any]:
    """Name → value in people's units (`{"retention": "7d"}`) as a wish. Raises ValueError with the policy and why."""
    if len(texts_of) > MOST:
        raise ValueError(f"these are more than {MOST} policies")
    wish = {policy: _parse_value(_policy_called(policy), level, value) for policy, value in texts_of.items()}
    rules.check(wish)
    return dict(sorted(wish.items()))


def check_names(level: Level, names: Iterable[str]) -> None:
    """Raises ValueError for a name that is no policy of the level."""
    for policy in names:
        cluster_answers.calls_of(_policy_called(policy), level)


def check(level: Level, wish: Mapping[str, Any]) -> None:
    """Raises ValueError unless each value of a wish is canonical and brokers take them together."""
    if parse(level, shown(wish)) != dict(wish):
        raise ValueError("these are no canonical values")


def show(name: str, value: Any) -> str:
    """A canonical value in people's units. `parse` reads it back."""
    return values.show(POLICIES[name], value)


def shown(wish: Mapping[str, Any]) -> dict[str, str]:
    """Name → value in people's units."""
    return {policy: show(policy, value) for policy, value in wish.items() if _policy_called(policy)}


def differences(
    wish: Mapping[str, Any], actual: Mapping[str, Any], level: Level = "namespace"
) -> list[PolicyDifference]:
    """Where a cluster differs from a wish; only the policies of the wish count. Both are canonical; sorted by name."""
    return [
        PolicyDifference(policy, wished, actual.get(policy))
        for policy, wished in sorted(wish.items())
        if actual.get(policy) != wished and not (policy not in actual and _means_unset(policy, wished, level))
    ]


def to_write(wish: Mapping[str, Any], actual: Mapping[str, Any]) -> dict[str, Any]:
    """What to write to a cluster. Also what reads as if nobody had set it: the level above may have another value."""
    return {policy: wished for policy, wished in sorted(wish.items()) if actual.get(policy) != wished}


def to_remove(names: Collection[str], actual: Mapping[str, Any], level: Level) -> list[str]:
    """What a cluster has to take back of these policies. Also what may be set and reads as if nobody had set it."""
    return sorted(policy for policy in names if policy in actual or _may_hide(policy, level))


def not_wished(wish: Mapping[str, Any], actual: Mapping[str, Any]) -> list[PolicyDifference]:
    """What is set on the cluster and not wished; sorted by name."""
    return [PolicyDifference(policy, None, value) for policy, value in sorted(actual.items()) if policy not in wish]


def _means_unset(name: str, wished: Any, level: Level) -> bool:
    calls = _policy_called(name).at(level)
    # replication_clusters is never unset: a namespace of one cluster is replicated to it alone.
    alone = level == "namespace" and name == "replication_clusters" and len(wished) == 1
    return alone or (calls is not None and calls.unset is not None and calls.unset == wished)


def _may_hide(name: str, level: Level) -> bool:
    calls = _policy_called(name).at(level)
    return calls is not None and calls.unset is not None and calls.remove is not None


def _policy_called(name: str) -> Policy:
    policy = POLICIES.get(name)
    if policy is None:
        suggestion = nearest(name, POLICIES)
        raise ValueError(
            f"there is no policy {texts.quoted(name)}{f'; did you mean {suggestion}?' if suggestion else ''}"
        )
    return policy


def _parse_value(policy: Policy, level: Level, value: Any) -> Any:
    cluster_answers.calls_of(policy, level)
    try:
        return values.parse(policy, value)
    except ValueError as error:
        raise ValueError(f"{policy.name}: {error}") from error
