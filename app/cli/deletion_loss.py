"""Prints what a deletion would destroy on the clusters, for a person who is about to confirm it."""

from typing import Any

from app.cli.center import Center, note
from app.cli.exit_status import CommandError

_NAMED = 5
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def tell(at: Center, path: str) -> None:
    """Ask the clusters through the center and print the answer on standard error, also when no cluster answered."""
    try:
        found = at.get(f"{path}/loss")
    except CommandError as error:
        note(f"What would be lost on the clusters could not be asked: {error}")
        return
    if keys := found.get("encryption_keys"):
        note(f"Lost: {_number(keys, 'encryption key')}; NOBODY READS what was encrypted so, wherever a copy is")
    for cluster in found["clusters"]:
        for line in lines(cluster):
            note(line)


def lines(cluster: dict[str, Any]) -> list[str]:
    """The lines for one cluster: its totals and its most important topics."""
    if cluster["state"] == "unknown":
        return [f"{cluster['cluster']}: NOBODY KNOWS what would be lost ({cluster['message']})"]
    sums = f"{_number(cluster['topics'], 'topic')}, {_content(cluster)}"
    if cluster["state"] == "partly":
        why = cluster["message"] or "there was no time for more"
        sums = f"AT LEAST {sums}; {cluster['looked_at']} of {cluster['topics']} topics looked at, then: {why}"
    used = [topic for topic in cluster["largest"] if _is_used(topic)]
    return [f"{cluster['cluster']}: {sums}", *(f"  {topic['topic']}: {_content(topic)}" for topic in used[:_NAMED])]


def _is_used(topic: dict[str, Any]) -> bool:
    return any(topic[part] for part in ("subscriptions", "bytes", "producers", "consumers"))


def _content(loss: dict[str, Any]) -> str:
    return (
        f"{_size(loss['bytes'])}, {_number(loss['subscriptions'], 'subscription')} with a "
        f"backlog of {_number(loss['backlog'], 'message')}; connected now: {_number(loss['producers'], 'producer')}, "
        f"{_number(loss['consumers'], 'consumer')}"
    )


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _size(count: float) -> str:
    unit = 0
    while count >= 1000 and unit < len(_UNITS) - 1:
        count, unit = count / 1000, unit + 1
    return f"{count:,.{1 if unit else 0}f} {_UNITS[unit]}"
