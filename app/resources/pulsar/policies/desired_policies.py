"""Wishes: several policies of one namespace or topic. Pure."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.platform.spelling import nearest
from app.resources.pulsar.policies import cluster_answers, texts, values
from app.resources.pulsar.policies.catalogue import POLICIES, Level, Policy

MOST = 100
"""Policies that are given at once at most; the catalogue has fewer."""
Wish = Mapping[str, Any]
_MB = 2**20


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
    _check_together(wish)
    return dict(sorted(wish.items()))


def check_names(level: Level, names: Iterable[str]) -> None:
    """Raises ValueError for a name that is no policy of the level."""
    for policy in names:
        cluster_answers.calls_of(_policy_called(policy), level)


def check(level: Level, wish: Wish) -> None:
    """Raises ValueError unless each value of a wish is canonical and brokers take them together."""
    if parse(level, shown(wish)) != dict(wish):
        raise ValueError("these are no canonical values")


def show(name: str, value: Any) -> str:
    """A canonical value in people's units. `parse` reads it back."""
    return values.show(POLICIES[name], value)


def shown(wish: Wish) -> dict[str, str]:
    """Name → value in people's units."""
    return {policy: show(policy, value) for policy, value in wish.items() if _policy_called(policy)}


def differences(wish: Wish, actual: Wish, level: Level = "namespace") -> list[PolicyDifference]:
    """Where a cluster differs from a wish; only the policies of the wish count. Both are canonical; sorted by name."""
    return [
        PolicyDifference(policy, wished, actual.get(policy))
        for policy, wished in sorted(wish.items())
        if actual.get(policy) != wished and not (policy not in actual and _means_unset(policy, wished, level))
    ]


def to_write(wish: Wish, actual: Wish) -> dict[str, Any]:
    """What to write to a cluster. Also what reads as if nobody had set it: the level above may have another value."""
    return {policy: wished for policy, wished in sorted(wish.items()) if actual.get(policy) != wished}


def to_remove(names: Collection[str], actual: Wish, level: Level) -> list[str]:
    """What a cluster has to take back of these policies. Also what may be set and reads as if nobody had set it."""
    return sorted(policy for policy in names if policy in actual or _may_hide(policy, level))


def not_wished(wish: Wish, actual: Wish) -> list[PolicyDifference]:
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


def _check_together(wish: Wish) -> None:
    """Raises ValueError that names a policy and says why a broker would refuse these values together, although each
    alone is right."""
    for name, rule in _RULES.items():
        if name in wish and (wrong := rule(wish)):
            raise ValueError(f"{name}: {wrong}")


def _retention(wish: Wish) -> str | None:
    time, size = wish["retention"]["time"], wish["retention"]["size"]
    if (time == 0) != (size == 0):
        return "time and size are none both, or neither; forever and unlimited leave one of them open"
    return None


def _backlog_quota(wish: Wish) -> str | None:
    retained, quota = wish.get("retention", {}).get("size", 0), wish["backlog_quota"]["size"]
    if retained > 0 and quota >= retained * _MB:
        return "its size has to be smaller than the size of retention"
    return None


def _persistence(wish: Wish) -> str | None:
    ensemble, write, ack = (wish["persistence"][field] for field in ("ensemble", "write_quorum", "ack_quorum"))
    return None if ensemble >= write >= ack else "ensemble ≥ write_quorum ≥ ack_quorum has to hold"


def _auto_topic_creation(wish: Wish) -> str | None:
    value = wish["auto_topic_creation"]
    partitions, kind = value.get("partitions"), value.get("type")
    if value["allow"] and kind is None:
        return "needs type, partitioned or non-partitioned"
    if kind == "partitioned" and partitions is None and value["allow"]:
        return "needs partitions, as its type is partitioned"
    if kind != "partitioned" and partitions is not None:
        return "has partitions only when its type is partitioned"
    return None


_RULES: Mapping[str, Callable[[Wish], str | None]] = {
    "retention": _retention,
    "backlog_quota": _backlog_quota,
    "persistence": _persistence,
    "auto_topic_creation": _auto_topic_creation,
}
