"""Prints what a deletion would destroy on the clusters, for a person who is about to confirm it."""

from typing import Any

from app.cli.center import Center, note
from app.cli.ending import CommandError

_NAMED = 5
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def tell(at: Center, path: str) -> None:
    """Ask the clusters through the center and print the answer on standard error, also when no cluster answered."""
    try:
        found = at.get(f"{path}/loss")
    except CommandError as error:
        note(f"What would be lost on the clusters could not be asked: {error}")
        return
    for one in found["clusters"]:
        for line in lines(one):
            note(line)


def lines(one: dict[str, Any]) -> list[str]:
    """The lines for one cluster: its totals and its most important topics."""
    if one["state"] == "unknown":
        return [f"{one['cluster']}: NOBODY KNOWS what would be lost ({one['message']})"]
    told = f"{_number(one['topics'], 'topic')}, {_content(one)}"
    if one["state"] == "partly":
        why = one["message"] or "there was no time for more"
        told = f"AT LEAST {told}; {one['looked_at']} of {one['topics']} topics looked at, then: {why}"
    used = [each for each in one["largest"] if _is_used(each)]
    return [f"{one['cluster']}: {told}", *(f"  {each['topic']}: {_content(each)}" for each in used[:_NAMED])]


def _is_used(topic: dict[str, Any]) -> bool:
    return any(topic[part] for part in ("subscriptions", "bytes", "producers", "consumers"))


def _content(one: dict[str, Any]) -> str:
    return (
        f"{_size(one['bytes'])}, {_number(one['subscriptions'], 'subscription')} with a "
        f"backlog of {_number(one['backlog'], 'message')}; connected now: {_number(one['producers'], 'producer')}, "
        f"{_number(one['consumers'], 'consumer')}"
    )


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _size(count: float) -> str:
    unit = 0
    while count >= 1000 and unit < len(_UNITS) - 1:
        count, unit = count / 1000, unit + 1
    return f"{count:,.{1 if unit else 0}f} {_UNITS[unit]}"
