"""One answer to many lines: each judged, recorded and refused on its own."""

from typing import Any

import httpx
import pytest

from app.api.admin.drift import drift_answers
from app.platform.clock import now_ms
from tests.drift.conftest import Drifting
from tests.factories import TENANT, a_grant, a_user


def _answer_lines(
    drifting: Drifting, answer: str, lines: list[dict[str, Any]], by: httpx.Client | None = None, **body: Any
) -> httpx.Response:
    query = {"dry_run": str(body.pop("dry_run", False)).lower()}
    named = [{"id": line["id"], **({"confirm": line["place"]} if "confirm" in line else {})} for line in lines]
    path = f"{drifting.path}/lines/answers"
    return (by or drifting.root).post(path, params=query, json={"answer": answer, "lines": named, **body})


def _answer_and_count(*asked: Any, **more: Any) -> tuple[int, list[str | None]]:
    answer = _answer_lines(*asked, **more)
    assert answer.status_code == 200, answer.text
    results = answer.json()["results"]
    return answer.json()["answered"], [result["refusal"] and result["refusal"]["code"] for result in results]


def _lines_of_unknown_things(drifting: Drifting) -> list[dict[str, Any]]:
    """An unknown tenant with a namespace and a topic, and a native grant to nobody known."""
    drifting.played.tenant("shadow")
    drifting.played.namespace("shadow/a")
    drifting.played.topics["persistent://shadow/a/t"] = 2
    drifting.played.namespaces["acme/orders"]["auth_policies"]["namespace_auth"]["mallory"] = ["produce"]
    drifting.compare()
    return sorted(drifting.lines(), key=lambda line: (line["res_type"], line["place"]))


def test_a_refused_line_does_not_stop_the_others(drifting: Drifting) -> None:
    lines = _lines_of_unknown_things(drifting)
    grant = next(line for line in lines if line["field"] == "grant")
    refused = ["not_adoptable" if line is grant else None for line in lines]
    assert _answer_and_count(drifting, "adopt", lines, dry_run=True) == (3, refused)
    assert {line["state"] for line in drifting.lines()} == {"open"}
    assert _answer_and_count(drifting, "adopt", lines) == (3, refused)
    assert [line["id"] for line in drifting.lines()] == [grant["id"]]
    entries = drifting.get("/api/v1/trail", limit=500)["items"]
    adopted = [entry["key"] for entry in entries if entry["action"] == "drift.adopt"]
    assert sorted(adopted) == sorted(line["place"] for line in lines if line is not grant)


def test_losses_are_confirmed_line_by_line(drifting: Drifting) -> None:
    lines = [line for line in reversed(_lines_of_unknown_things(drifting)) if line["field"] == "resource"]
    named = [{**line, "confirm": True} for line in lines[:1]]
    counted = _answer_and_count(drifting, "repair", [*named, *lines[1:]])
    assert counted == (1, [None, "confirmation_needed", "confirmation_needed"])
    drifting.work()
    assert drifting.played.changes == ["DELETE /admin/v2/persistent/shadow/a/t/partitions?force=true"]


def test_many_are_accepted_and_repaired_later(drifting: Drifting) -> None:
    lines = _lines_of_unknown_things(drifting)
    acceptance = {"until": now_ms() + 86_400_000, "reason": "load test"}
    assert _answer_and_count(drifting, "accept", lines, acceptance=acceptance)[0] == len(lines)
    assert {(line["state"], line["reason"]) for line in drifting.lines()} == {("accepted", "load test")}
    grants = [line for line in lines if line["field"] == "grant"]
    assert _answer_and_count(drifting, "repair", grants, notice_hours=24) == (1, [None])
    drifting.work()
    assert drifting.played.changes == []


@pytest.mark.parametrize(
    "body",
    [
        {"answer": "accept", "lines": [{"id": 1}]},
        {"answer": "adopt", "lines": [{"id": 1}], "acceptance": {"until": 1, "reason": "x"}},
        {"answer": "adopt", "lines": [{"id": 1}, {"id": 1}]},
        {"answer": "adopt", "lines": []},
        {"answer": "adopt", "lines": [{"id": number + 1} for number in range(drift_answers.MOST + 1)]},
    ],
)
def test_malformed_answers_are_refused(drifting: Drifting, body: dict[str, Any]) -> None:
    assert drifting.root.post(f"{drifting.path}/lines/answers", json=body).status_code == 422


def test_lines_of_others_look_like_absent_ones(drifting: Drifting) -> None:
    owner, lines = drifting.center.make(a_user, "owner"), _lines_of_unknown_things(drifting)
    drifting.center.make(a_grant, owner, [104], TENANT, drifting.tenant)
    seen = drifting.center.signed_in(owner)
    shadow = next(line for line in lines if line["place"] == "shadow")
    results = [
        _answer_lines(drifting, "adopt", [line], seen).json()["results"][0] for line in (shadow, {"id": 999_999})
    ]
    assert [(result["line"], result["refusal"]["code"]) for result in results] == [(None, "not_found")] * 2
