"""What Pulsar refuses although each value alone is right. Checked before a cluster is asked. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

Wish = Mapping[str, Any]
_MB = 2**20


def check(wish: Wish) -> None:
    """Raises ValueError that names a policy and says why a broker would refuse these values together."""
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
