"""The report of an import on a terminal: numbers, then what somebody should look at."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from app.cli.output import printable

_SHOWN = 20
_EXAMPLES = 3
_OF_NAMES = ("name_refused", "no_topic_name")
Line = Mapping[str, Any]


def write(told: Line) -> Iterator[str]:
    """The lines."""
    yield printable(f"Cluster {told['cluster']}: {_counts(told['read'])}")
    yield f"Comes: {_counts(told['comes'])}"
    yield f"Is there: {_counts(told['exists'])}"
    yield from _some(
        "Accounts that hold more than the role of their name, so nothing is applied",
        told["stronger"],
        told["stronger_total"],
        lambda one: f"{one['role']} (becomes {one['user'] or 'nobody'}): the account holds {one['holds']}",
    )
    yield from _some(
        "Could not be made", told["refused"], len(told["refused"]), lambda one: f"{one['name']}: {one['why']}"
    )
    yield from _some("Differs, and stays as it is", told["differs"], told["differs_total"], _difference)
    yield from _not_taken(told["not_carried"], told["not_carried_total"])
    yield from _some(
        "Need new credentials",
        told["new_credentials"],
        told["new_credentials_total"],
        lambda one: f"{one['role']}, here {one['user'] or 'nobody'}: {one['why']}",
    )
    for title, names in (
        ("Not read: repeat it", False),
        ("Cannot be here by their names: repeating never helps", True),
    ):
        lines = [one for one in told["unread"] if (one["code"] in _OF_NAMES) is names]
        yield from _some(title, lines, len(lines), lambda one: f"{one['place']}: {one['message']}")
    yield from _some("Super users by broker.conf", told["super_users"], len(told["super_users"]), _super_user)
    yield from _proof(told["proof"])


def undo_lines(told: Line) -> Iterator[str]:
    """What taking an import back does."""
    yield printable(f"Import {told['run']['id']} of {told['run']['cluster']}, applied by {told['run']['applied_by']}")
    yield f"Goes: {_counts(told['goes'])}"
    stays = "Stays, as somebody changed it or uses it"
    yield from _some(stays, told["keeps"], told["keeps_total"], _kept)


def _proof(proof: Line) -> Iterator[str]:
    asked = f"{proof['roles']} roles × {proof['topics']} topics × produce, consume, look-up"
    yield f"Proof: {asked}: {proof['differences_total']} decisions differ, {proof['unexplained']} unexplained"
    for why, number in proof["by_reason"].items():
        yield printable(f"  {number} × {why}")
    listed = [one for one in proof["differences"] if not one["explained"]]
    yield from _some("Unexplained", listed, len(listed), _decision)


def _some(title: str, lines: list[Line], total: int, text: Callable[[Line], str]) -> Iterator[str]:
    if not total:
        return
    yield f"{title} ({total}):"
    for one in lines[:_SHOWN]:
        yield printable(f"  {text(one)}")
    if total > _SHOWN:
        yield f"  … and {total - _SHOWN} more: --report tells all"


def _not_taken(lines: list[Line], total: int) -> Iterator[str]:
    """By reason, as many have the same: the commonest last, where it does not hide the others."""
    by_reason: dict[str, list[Line]] = {}
    for one in lines:
        by_reason.setdefault(one["why"], []).append(one)
    if total:
        yield f"Is not taken over ({total}):"
    for why, some in sorted(by_reason.items(), key=lambda one: len(one[1])):
        yield printable(f"  {len(some)} × {why}")
        for one in some[:_EXAMPLES]:
            yield printable(f"    {_not_carried(one)}")


def _counts(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in numbers.items() if number) or "nothing"


def _difference(one: Line) -> str:
    return f"{one['kind']} {one['name']}: {one['what']} {one['cluster']} there, {one['center']} here"


def _not_carried(one: Line) -> str:
    return f"{one['place']}{' of ' + one['role'] if one['role'] else ''}: {one['what']}"


def _super_user(one: Line) -> str:
    return f"{one['role']}: {'gets authority 4 on the cluster' if one['given'] else 'gets nothing here'}"


def _decision(one: Line) -> str:
    subscription = f" by {one['subscription']}" if one["subscription"] else ""
    sides = f"native {_word(one['native'])}, center {_word(one['center'])}"
    return f"{one['role']} {one['operation']}{subscription} {one['topic']} ({one['topics']}): {sides}: {one['why']}"


def _word(allowed: bool) -> str:
    return "yes" if allowed else "no"


def _kept(one: Line) -> str:
    return f"{one['kind'].replace('_', ' ')} {one['name']}: {one['why']}"
