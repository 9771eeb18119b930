"""Changes behind the center's back on a real cluster: each is found, adopted, and repaired."""

from typing import Any

from tests.end_to_end.center.api import ApiProblem, CenterApi
from tests.end_to_end.drift.conftest import Drifting
from tests.end_to_end.drift.places import Change

Line = dict[str, Any]


def test_every_change_is_found_adopted_and_repaired(drifting: Drifting) -> None:
    before = _states(drifting, drifting.repaired)
    assert _lines_of(drifting.compare(), _all(drifting)) == []
    for change in _all(drifting):
        change.make(drifting.cluster)
    found = drifting.compare()
    assert [change.name for change in _all(drifting) if change.line not in _places_of(_lines_of(found, [change]))] == []
    assert _wrong_answers(drifting, found, drifting.adopted, "adopt") == []
    assert _wrong_answers(drifting, found, drifting.repaired, "repair") == []
    left = drifting.compare()
    assert [change.name for change in _all(drifting) if bool(_lines_of(left, [change])) != _stays(change)] == []
    after = _states(drifting, drifting.repaired)
    assert {name: state for name, state in after.items() if state != before[name]} == {}


def _all(drifting: Drifting) -> list[Change]:
    return [*drifting.adopted, *drifting.repaired]


def _lines_of(lines: list[Line], changes: list[Change]) -> list[Line]:
    return [line for line in lines if any(change.owns(line) for change in changes)]


def _places_of(lines: list[Line]) -> set[tuple[Any, ...]]:
    return {(line["kind"], line["field"], line["subject"]) for line in lines}


def _stays(change: Change) -> bool:
    return change.refusal_code(change.side) is not None


def _wrong_answers(
    drifting: Drifting, found: list[Line], changes: list[Change], answer: str
) -> list[tuple[str, set[str | None]]]:
    """The answers that ended otherwise than the list says."""
    ended = []
    for change in changes:
        codes = {
            _answer(drifting, line, answer) for line in _in_order_of_answering(_lines_of(found, [change]), answer)
        } - {None}
        if codes != {change.refusal_code(answer)} - {None}:
            ended.append((change.name, codes))
    return ended


def _in_order_of_answering(lines: list[dict[str, Any]], answer: str) -> list[dict[str, Any]]:
    """What is missing is forgotten from below, its rights before the place; all else begins above."""
    forgets = answer == "adopt" and lines[0]["kind"] == "missing"
    return sorted(lines, key=lambda line: (line["res_type"], line["field"] == "rights"), reverse=forgets)


def _answer(drifting: Drifting, line: dict[str, Any], answer: str) -> str | None:
    admin: CenterApi = drifting.cluster.estate.admin
    path = drifting.path(f"/lines/{line['id']}")
    try:
        admin.post(f"{path}/{answer}", confirm=line["place"])
    except ApiProblem as problem:
        if problem.code == "drift_answered" or (problem.code == "drift_outdated" and line["kind"] == "missing"):
            return None  # with what is above it
        return problem.code
    return None


def _states(drifting: Drifting, changes: list[Change]) -> dict[str, object]:
    """The old value of what can be repaired."""
    return {
        change.name: change.state(drifting.cluster)
        for change in changes
        if not (_stays(change) or change.content.get("keeps"))
    }
