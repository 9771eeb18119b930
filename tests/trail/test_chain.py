"""The hash chain: recomputed by other means; each way of tampering has its own problem."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.audit.trail import chain, export, trail
from app.audit.trail.chain import TrailHead, Verifier
from app.platform import periodic_jobs
from app.platform.clock import now_ms
from app.server import periodic
from tests.center import Center
from tests.factories import a_tenant, a_user, an_administrator

Line = dict[str, Any]


def _lines(count: int = 8, step: int = 1) -> list[Line]:
    """A sound chain of two entries a revision; `step`: databases left holes before the center numbered by itself."""
    made, previous = [], chain.GENESIS
    for number in range(1, count + 1):
        line: Line = dict.fromkeys(chain.FIELDS)
        line |= {
            "id": number * step,
            "revision": 1 + (number + 1) // 2,
            "key": f"user{number}",
            "after": {"nick": "雪"},
        }
        line |= {"previous_hash": previous, "hash": chain.link(previous, line)}
        made.append(line)
        previous = line["hash"]
    return made


def _problems_of(
    lines: list[Line], *known: TrailHead, head: TrailHead | None = None, after: TrailHead | None = None
) -> list[str]:
    verifier = Verifier([*known], after)
    found = [problem for line in lines for problem in verifier.feed(line)]
    return [f"{problem.kind} {problem.entry}" for problem in (*found, *verifier.finish(head))]


def _head(lines: list[Line], at: int = -1) -> TrailHead:
    return TrailHead(lines[at]["revision"], lines[at]["hash"])


def _with_right_hash(line: Line) -> Line:
    return {**line, "hash": chain.link(line["previous_hash"], line)}


def test_a_sound_trail_has_no_problem() -> None:
    lines = _lines()
    assert _problems_of(lines, _head(lines, 3), _head(lines), TrailHead(1, chain.GENESIS), head=_head(lines)) == []
    assert _problems_of(lines[4:], _head(lines), after=_head(lines, 3)) == []
    assert _problems_of([], TrailHead(1, chain.GENESIS), head=TrailHead(1, chain.GENESIS)) == []


@pytest.mark.parametrize("name", chain.FIELDS)
def test_a_change_of_any_field_shows(name: str) -> None:
    lines = _lines()
    lines[3][name] = {"id": 4.5, "revision": 99, "before": {"a": 1}, "after": None}.get(name, "other")
    assert "changed 4" in _problems_of(lines)


def _removed(lines: list[Line]) -> None:
    del lines[2:4]


def _first_removed(lines: list[Line]) -> None:
    del lines[0]


def _swapped(lines: list[Line]) -> None:
    lines[2], lines[3] = lines[3], lines[2]


def _twice(lines: list[Line]) -> None:
    lines.insert(4, lines[3])


def _replaced(lines: list[Line]) -> None:
    lines[4] = _with_right_hash({**lines[4], "actor": "mallory"})


def _rehashed(lines: list[Line]) -> None:
    lines[2]["actor"] = "mallory"
    for number in range(2, len(lines)):
        lines[number]["previous_hash"] = lines[number - 1]["hash"]
        lines[number] = _with_right_hash(lines[number])


def _cut(lines: list[Line]) -> None:
    del lines[6:]


def _cut_in_a_revision(lines: list[Line]) -> None:
    del lines[7:]


@pytest.mark.parametrize(
    ("tamper", "problem"),
    [
        (_removed, "missing 3"),
        (_first_removed, "missing 1"),
        (_swapped, "reordered 3"),
        (_twice, "inserted 4"),
        (_replaced, "changed 5"),
        (_rehashed, "rewritten 4"),
        (_cut, "cut 6"),
        (_cut_in_a_revision, "cut 7"),
    ],
)
def test_each_way_of_tampering_has_its_own_problem(tamper: Callable[[list[Line]], None], problem: str) -> None:
    lines = _lines()
    known = _head(lines, 3), _head(lines)
    tamper(lines)
    problems = _problems_of(lines, *known)
    assert problem in problems
    assert {found.split()[0] for found in problems} <= {problem.split()[0], "cut", "rewritten"}


def test_an_inserted_entry_with_a_right_hash_is_noticed() -> None:
    lines = _lines(step=10)
    assert _problems_of(lines) == []
    lines.insert(4, _with_right_hash({**lines[4], "id": 45, "actor": "mallory"}))
    assert _problems_of(lines, _head(lines)) == ["inserted 45"]


def test_added_entries_and_a_foreign_continuation_are_noticed() -> None:
    lines = _lines()
    assert _problems_of(lines, head=_head(lines, 5)) == ["added 8"]
    assert _problems_of(lines[4:], after=TrailHead(3, "f" * 64)) == ["rewritten 5"]


@pytest.mark.parametrize("text", ["", "7", "x:" + "0" * 64, "7:12", "-1:" + "0" * 64, "7:" + "g" * 64, "٧:" + "0" * 64])
def test_a_head_is_written_as_revision_and_hash(text: str) -> None:
    assert str(TrailHead.parse(f" 7:{'A' * 64}\n")) == f"7:{'a' * 64}"
    with pytest.raises(ValueError, match="head"):
        TrailHead.parse(text)


def test_an_auditor_recomputes_the_export_with_ten_lines_of_anything(center: Center) -> None:
    center.make(a_tenant, "acme")
    center.make(a_user, "alice")
    admin = center.with_token(center.make(an_administrator))
    answer = admin.get("/api/v1/trail/export")

    previous = "0" * 64
    for line in answer.text.splitlines():
        entry = json.loads(line)
        claimed = entry.pop("hash")
        text = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert entry["previous_hash"] == previous
        assert hashlib.sha256(text.encode()).hexdigest() == claimed
        previous = claimed

    head = admin.get("/api/v1/trail/head").json()
    assert (head["revision"], head["hash"]) == (center.read(trail.current_revision), previous)
    assert (head["id"], head["time"], head["checked"], head["problem"]) == (
        entry["id"],
        entry["time"],
        entry["id"],
        None,
    )
    assert answer.headers["x-trail-head"] == f"{head['revision']}:{previous}"


def test_the_export_goes_on_after_a_revision_and_ends_at_its_head(center: Center) -> None:
    center.make(a_user, "alice")
    seen = center.read(trail.newest)
    admin = center.with_token(center.make(an_administrator))
    lines = [json.loads(line) for line in admin.get(f"/api/v1/trail/export?after={seen.revision}").text.splitlines()]
    assert _problems_of(lines, after=seen, head=center.read(trail.newest)) == []
    assert {line["revision"] for line in lines} == {seen.revision + 1}
    for path in ("head", "export"):
        assert center.with_token(center.make(a_user)).get(f"/api/v1/trail/{path}").status_code == 403


def test_entries_deleted_in_the_database_are_noticed(center: Center) -> None:
    """By somebody who may drop triggers; the head in the database tells of the cut end, too."""

    def without(session: Session, condition: str) -> list[str]:
        lines = [*export.lines(session, after=0, until=10**9)]
        rows = session.scalars(text(f"SELECT id FROM sys_trail WHERE NOT ({condition}) ORDER BY id")).all()
        return _problems_of([line for line in lines if line["id"] in rows], head=trail.newest(session))

    center.make(a_user, "alice")
    last = len(center.read(lambda session: [*export.lines(session, after=0, until=10**9)]))
    assert center.read(without, "entity = 'nothing'") == []
    assert center.read(without, "id = 2") == ["missing 2"]
    assert center.read(without, f"id = {last}") == [f"cut {last - 1}"]


def test_the_service_logs_the_head_again_and_again(center: Center, capsys: pytest.CaptureFixture[str]) -> None:
    center.make(a_user, "alice")
    periodic_jobs.run_due(center.database, center.settings, now_ms(), periodic.JOBS)
    assert str(center.read(trail.newest)) in capsys.readouterr().err
