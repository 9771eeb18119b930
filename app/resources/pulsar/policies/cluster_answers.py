"""What a cluster's answers say about policies, as a wish of the center. Pure; never raises for what a cluster says."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.resources.pulsar.policies import values, wire
from app.resources.pulsar.policies.catalogue import (
    OFFLOAD_DEFAULTS,
    POLICIES,
    READ_ELSEWHERE,
    Level,
    Policy,
    PolicyCalls,
    ValueShape,
    at,
)


@dataclass(frozen=True)
class PolicyReading:
    """The policies that are set. `wish`: name → canonical value."""

    wish: dict[str, Any] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    """Set on the cluster, but not known to the catalogue or not understood: Pulsar's names, sorted."""


def topic_reads() -> tuple[str, ...]:
    """The paths below a topic from which its policies are read: the keys of what `from_topic` takes."""
    return tuple(dict.fromkeys(policy.topic.read for policy in POLICIES.values() if policy.topic is not None))


def topic_read(policy: str) -> str | None:
    """The path below a topic from which a policy is read; None when there is none."""
    calls = POLICIES[policy].topic if policy in POLICIES else None
    return None if calls is None else calls.read


def from_namespace(raw: Mapping[str, Any], cluster: str | None = None) -> PolicyReading:
    """The policies of a namespace from `GET /namespaces/{namespace}` (Pulsar's Policies, with or without rights).

    `cluster`: the name of the cluster that answered, for rates, which are kept by cluster.
    """
    read = _read("namespace", raw, cluster)
    keys = {calls.key.split(".")[0] for policy in POLICIES.values() if (calls := policy.namespace) is not None}
    strange = {key for key, value in raw.items() if key not in keys | READ_ELSEWHERE and _says_something(value)}
    # Without a wish it is replicated to its own cluster alone.
    clusters = read.wish.get("replication_clusters", ())
    if clusters == [cluster] or (cluster is None and len(clusters) == 1):
        del read.wish["replication_clusters"]
    return PolicyReading(read.wish, sorted({*read.unknown, *strange, *_storage(raw), *_other_quotas(raw)}))


def from_topic(raw: Mapping[str, Any]) -> PolicyReading:
    """The policies of a topic: path (`topic_reads`) → the answer of `GET …/{path}?applied=false`; what is not set is
    missing or null."""
    read = _read("topic", raw, None)
    strange = {key for key, value in raw.items() if key not in topic_reads() and _says_something(value)}
    quotas = raw.get("backlogQuotaMap")
    others = _other_quotas({"backlog_quota_map": quotas}) if isinstance(quotas, Mapping) else []
    return PolicyReading(read.wish, sorted({*read.unknown, *strange, *others}))


def _read(level: Level, raw: Mapping[str, Any], cluster: str | None) -> PolicyReading:
    read = PolicyReading()
    for policy in at(level):
        calls = calls_of(policy, level)
        path = ".".join(filter(None, (calls.read, calls.key)))
        try:
            value = _value_at(raw, path, cluster)
            if not wire.is_unset(calls, value):
                read.wish[policy.name] = wire.read(policy, value)
                read.unknown.extend(wire.strangers(policy, value))
        except wire.NotUnderstoodError:
            read.unknown.append(policy.name)
    return read


def _value_at(raw: Any, path: str, cluster: str | None) -> Any:
    for step in path.split("."):
        if raw is None or raw == "":
            return None
        if not isinstance(raw, Mapping):
            raise wire.NotUnderstoodError(path)
        raw = _of_cluster(raw, cluster) if step == "*" else raw.get(step)
    return raw


def _of_cluster(raw: Mapping[str, Any], cluster: str | None) -> Any:
    if cluster is not None or not raw:
        return raw.get(cluster or "")
    first, *others = raw.values()
    if any(other != first for other in others):
        raise wire.NotUnderstoodError("it differs from cluster to cluster")
    return first


def _storage(raw: Mapping[str, Any]) -> Iterator[str]:
    """An offload policy that says more than the thresholds: where to, and with which keys."""
    offload = raw.get("offload_policies")
    if offload is not None and (
        not isinstance(offload, Mapping)
        or any(_says_something(value) for key, value in offload.items() if key not in OFFLOAD_DEFAULTS)
    ):
        yield "offload_policies"


def _other_quotas(raw: Mapping[str, Any]) -> list[str]:
    quotas = raw.get("backlog_quota_map")
    types = quotas if isinstance(quotas, Mapping) else {}
    return [f"backlog_quota_map.{kind}" for kind in types if kind not in ("destination_storage", "message_age")]


def _says_something(value: Any) -> bool:
    return value not in (None, "", False, [], {}, "None", "UNDEFINED", -1, 0)


def calls_of(policy: Policy, level: Level) -> PolicyCalls:
    """How the policy is read and written at the level. Raises ValueError when it cannot be set there."""
    calls = policy.at(level)
    if calls is None:
        other = "a topic" if level == "namespace" else "a namespace"
        raise ValueError(f"{policy.name}: can be set on {other} only")
    return calls


def of_configuration(level: Level, configuration: Mapping[str, str]) -> dict[str, str]:
    """What holds where nobody has set a policy, by `GET /brokers/configuration/runtime`: policy → text.
    What is missing or not understood is left out."""
    texts = {policy.name: _show_default(policy, configuration) for policy in at(level)}
    return {policy: text for policy, text in texts.items() if text is not None}


def _show_default(policy: Policy, configuration: Mapping[str, str]) -> str | None:
    if not policy.fields:
        value = _default_of(policy, configuration)
        return None if value is None else values.show(policy, value)
    fields = {field.name: _default_of(field, configuration) for field in policy.fields}
    present = {name: value for name, value in fields.items() if value is not None}
    return values.show(policy, present) if policy.fields[0].name in present else None


def _default_of(shape: ValueShape, configuration: Mapping[str, str]) -> Any:
    text = configuration.get(shape.default or "", "").strip()
    if not text:
        return None
    try:
        if shape.type in ("duration", "size", "count"):
            return int(text)
        if shape.type in ("choices", "names", "joined"):
            return [word.strip() for word in text.strip("[]").split(",") if word.strip()] or None
        return text == "true" if shape.type == "switch" else float(text) if shape.type == "number" else text
    except ValueError:
        return None
