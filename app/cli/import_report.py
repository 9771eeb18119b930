"""The report of an import on a terminal: numbers, then what somebody should look at."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from app.cli.output import printable

_SHOWN = 20
_EXAMPLES = 3
_OF_NAMES = ("name_refused", "no_topic_name")
Line = Mapping[str, Any]


def write(report: Line) -> Iterator[str]:
    """The lines."""
    yield printable(f"Cluster {report['cluster']}: {_counts(report['read'])}")
    yield f"Comes: {_counts(report['comes'])}"
    yield f"Is there: {_counts(report['exists'])}"
    yield from _section(
        "Accounts that hold more than the role of their name, so nothing is applied",
        report["stronger"],
        report["stronger_total"],
        lambda account: (
            f"{account['role']} (becomes {account['user'] or 'nobody'}): the account holds {account['holds']}"
        ),
    )
    yield from _section(
        "Could not be made", report["refused"], len(report["refused"]), lambda step: f"{step['name']}: {step['why']}"
    )
    yield from _section("Differs, and stays as it is", report["differs"], report["differs_total"], _difference)
    yield from _not_taken(report["not_carried"], report["not_carried_total"])
    yield from _section(
        "Need new credentials",
        report["new_credentials"],
        report["new_credentials_total"],
        lambda account: f"{account['role']}, here {account['user'] or 'nobody'}: {account['why']}",
    )
    for title, names in (
        ("Not read: repeat it", False),
        ("Cannot be here by their names: repeating never helps", True),
    ):
        lines = [line for line in report["unread"] if (line["code"] in _OF_NAMES) is names]
        yield from _section(title, lines, len(lines), lambda place: f"{place['place']}: {place['message']}")
    yield from _section("Super users by broker.conf", report["super_users"], len(report["super_users"]), _super_user)
    yield from _proof(report["proof"])


def undo_lines(effects: Line) -> Iterator[str]:
    """What taking an import back does."""
    yield printable(
        f"Import {effects['run']['id']} of {effects['run']['cluster']}, applied by {effects['run']['applied_by']}"
    )
    yield f"Goes: {_counts(effects['goes'])}"
    stays = "Stays, as somebody changed it or uses it"
    yield from _section(stays, effects["keeps"], effects["keeps_total"], _kept_line)


def _proof(proof: Line) -> Iterator[str]:
    questions = f"{proof['roles']} roles × {proof['topics']} topics × produce, consume, look-up"
    yield f"Proof: {questions}: {proof['differences_total']} decisions differ, {proof['unexplained']} unexplained"
    for why, number in proof["by_reason"].items():
        yield printable(f"  {number} × {why}")
    listed = [decision for decision in proof["differences"] if not decision["explained"]]
    yield from _section("Unexplained", listed, len(listed), _decision)


def _section(title: str, lines: list[Line], total: int, text: Callable[[Line], str]) -> Iterator[str]:
    if not total:
        return
    yield f"{title} ({total}):"
    for line in lines[:_SHOWN]:
        yield printable(f"  {text(line)}")
    if total > _SHOWN:
        yield f"  … and {total - _SHOWN} more: --report tells all"


def _not_taken(lines: list[Line], total: int) -> Iterator[str]:
    """Grouped by reason, as many have the same. The commonest comes last, where it does not hide the others."""
    by_reason: dict[str, list[Line]] = {}
    for line in lines:
        by_reason.setdefault(line["why"], []).append(line)
    if total:
        yield f"Is not taken over ({total}):"
    for why, group in sorted(by_reason.items(), key=lambda pair: len(pair[1])):
        yield printable(f"  {len(group)} × {why}")
        for line in group[:_EXAMPLES]:
            yield printable(f"    {_not_carried(line)}")


def _counts(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in numbers.items() if number) or "nothing"


def _difference(difference: Line) -> str:
    sides = f"{difference['cluster']} there, {difference['center']} here"
    return f"{difference['kind']} {difference['name']}: {difference['what']} {sides}"


def _not_carried(right: Line) -> str:
    return f"{right['place']}{' of ' + right['role'] if right['role'] else ''}: {right['what']}"


def _super_user(account: Line) -> str:
    return f"{account['role']}: {'gets authority 4 on the cluster' if account['given'] else 'gets nothing here'}"


def _decision(decision: Line) -> str:
    subscription = f" by {decision['subscription']}" if decision["subscription"] else ""
    sides = f"native {_word(decision['native'])}, center {_word(decision['center'])}"
    where = f"{decision['topic']} ({decision['topics']})"
    return f"{decision['role']} {decision['operation']}{subscription} {where}: {sides}: {decision['why']}"


def _word(allowed: bool) -> str:
    return "yes" if allowed else "no"


def _kept_line(thing: Line) -> str:
    return f"{thing['kind'].replace('_', ' ')} {thing['name']}: {thing['why']}"
