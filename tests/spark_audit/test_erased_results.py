"""An erased name in the results of a run: as if the person had been called like the pseudonym from the beginning."""

import json
from pathlib import Path
from typing import Any

import pytest

from spark_audit import schemas
from spark_audit.jobs.erasure import erased_results
from spark_audit.jobs.results import pages
from spark_audit.sinks import packed
from tests.spark_audit.sample import tree, unpacked

MARK = "erased-0123456789abcdef01234567"
NUMBER = "1234"
"""Who is called like a number, a tenant, a place and a word takes none of them along."""
NOON = 1_795_348_800_000
_TIMES = {"first": NOON, "last": NOON + 5}


def _published(name: str) -> dict[str, list[dict[str, Any]]]:
    seen = {"date": "2026-11-20", "user": name, "cred": None, "ip": None, "action": 3, "resource": f"eu/{NUMBER}/n/t",
            "decision": 1, "n": 1234, **_TIMES}  # fmt: skip
    finding = {"id": "f1", "kind": "dormant_user", "subject_type": "user", "subject": name, "cluster": "eu",
               "tenant": NUMBER, "severity": 3, "state": "open", "grant": 1234, "role": 1234, "user": name,
               "resource": f"eu/{NUMBER}", "first_seen": "2026-11-14", "last_seen": "2026-11-21", "why": "silent",
               "numbers": {"n": 1234.0}, "evidence": [seen], "until": "2026-11-21"}  # fmt: skip
    status = {"grant": 1234, "status": "unused", "covering": 1234, "applied": 5, "sole": 0, "last": NOON, "why": None,
              "coverage_percent": 99.5, "granted": True, "role_name": name, "res": f"eu/{NUMBER}", "type": 2, "role": 4,
              "authorities": [302], "granted_by": name, "add_time": 1, "members": 1, "members_using": 0}  # fmt: skip
    suggestion = {"id": "s1", "kind": "remove_redundant", "role": 1, "role_name": name, "tenant": NUMBER, "action": 3,
                  "cluster": "eu", "removes": [1234], "adds": [], "set_id": "s", "cost_before": 12.5, "cost_after": 0.0,
                  "leaves_before": 1234, "leaves_after": 3, "evidence": [seen], "finding_ids": ["f1"],
                  "why": f"every use was covered by another grant that stays; kept by {name}"}  # fmt: skip
    test = {"suggestion": "s1", "window_days": 30, "train_from": "2026-10-23", "train_until": "2026-11-11",
            "replay_until": "2026-11-21", "uses": 1234, "denied": 2, "share": 0.5,
            "users": [name, "x" + name]}  # fmt: skip
    creep = {"scope_type": "user", "scope": name, "name": name, "tenant": NUMBER, "granted_leaves": 1234,
             "used_leaves": 1, "tenant_leaves": 5000, "creep": 75.0, "reach": 0.5, "index": 61.2}  # fmt: skip
    return {"findings": [finding], "grant_status": [status], "suggestions": [suggestion], "creep": [creep],
            "backtest": [test, {**test, "suggestion": "all"}]}  # fmt: skip


def _drawn(name: str) -> dict[str, list[dict[str, Any]]]:
    denied = {"tenant": NUMBER, "cluster": "eu", "user": name, "op": "CONSUME", "resource": f"eu/{NUMBER}/n/t",
              "reason": "NO_GRANT", "n": 1234, "days": 2, "bursts": 60, **_TIMES,
              "allow": [{"right": 3, "at_type": 2, "at_res": f"eu/{NUMBER}", "example_role": name}]}  # fmt: skip
    return {
        "coverage": [{"cluster": "eu", "boots": 1, "events": 1234, "lost": 0, "coverage_percent": 99.5}],
        "denials": [denied],
        "flow": [{"tenant": NUMBER, "user": name, "topic": f"eu/{NUMBER}/n/t", "n": 1234, **_TIMES}],
        "heat": [{"tenant": None, "role": name, "area": f"eu/{NUMBER}/n", "n": 1234, "grant": 1234, **_TIMES}],
        "trend": [{"tenant": None, "date": "2026-11-20", "allowed": 1234, "denied": 1}],
    }


def _made(results: Path, name: str) -> Path:
    for kind in ("publish", "drawn"):
        (results / kind).mkdir(parents=True)
    run = {"run": "00ff", "from": "2026-11-07", "until": "2026-11-21", "center": "c", "epoch": "e1", "revision": 1234,
           "files": 2, "events": 1234, "duplicates": 1, "late": 2, "coverage_percent": 99.5}  # fmt: skip
    (results / "publish" / "run.json").write_text(json.dumps(run))
    for kind, rows in _published(name).items():
        packed.write(results / "publish" / f"{kind}.jsonl.gz", "".join(f"{_line(row)}\n" for row in rows).encode())
    lines = [f"{table}\t{_line(row)}\n" for table, rows in _drawn(name).items() for row in rows]
    packed.write(results / pages.TABLES, "".join(lines).encode())
    columns = {table: list(rows[0]) for table, rows in _drawn(name).items()} | {"recomputed": schemas.RECOMPUTED.names}
    settings = {"min_age_days": 14, "min_coverage": 99.0, "creep_weights": {"read": 1.0}}
    (results / pages.ABOUT).write_text(json.dumps({"columns": columns, "settings": settings, "bad": []}))
    pages.draw(results)
    return results


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":"))


@pytest.mark.parametrize("name", [NUMBER, "ana", "open", "grant", "user", "2026-11-20"])
def test_nothing_but_the_person_changes(tmp_path: Path, name: str) -> None:
    """Every byte of every page, table and OCSF line is that of results in which the pseudonym was the name."""
    results, wanted = _made(tmp_path / "results", name), _made(tmp_path / "wanted", MARK)
    assert tree(results) != tree(wanted)
    for file in ("csv/findings.csv", "ocsf/findings.jsonl", "report/estate.en.html", "summary.md"):
        assert file in unpacked(tree(results))
    erased_results.erase(results, tmp_path / "aside", name, MARK)
    found, expected = unpacked(tree(results)), unpacked(tree(wanted))
    # Who is called so with an x before it is somebody else.
    expected = {file: text.replace(f"x{MARK}".encode(), f"x{name}".encode()) for file, text in expected.items()}
    assert found.keys() == expected.keys()
    assert {file for file in expected if found[file] != expected[file]} == set()


def test_a_name_that_is_nowhere_changes_no_file(tmp_path: Path) -> None:
    """Nor is anything written anew."""
    results = _made(tmp_path / "results", "ana")
    (results / "summary.md").write_text("as it was")
    before = tree(results)
    erased_results.erase(results, tmp_path / "aside", "an", MARK)
    assert tree(results) == before


def test_files_that_only_an_older_version_drew_are_deleted(tmp_path: Path) -> None:
    """Unpacked lines, tables as single files, reports of tenants in both languages."""
    results = _made(tmp_path / "results", "ana")
    for file in [*(results / "publish").glob("*.gz"), results / pages.TABLES]:
        file.with_suffix("").write_bytes(packed.read(file))
        file.unlink()
    for old in ("csv/findings.csv", "ocsf/findings.jsonl"):
        (results / old).parent.mkdir(exist_ok=True)
        (results / old).write_text("ana\n")
    erased_results.erase(results, tmp_path / "aside", "ana", MARK)
    files = unpacked(tree(results))
    assert [file for file, text in files.items() if b'"ana"' in text or b"ana\n" in text] == []
    assert MARK.encode() in files["publish/findings.jsonl"]
    assert MARK.encode() in files["csv/findings.csv"]


def test_a_killed_erasure_is_done_again(tmp_path: Path) -> None:
    """What was drawn is put in place first: rows that still have the name say that there is something to do."""
    results, done = _made(tmp_path / "results", "ana"), _made(tmp_path / "done", "ana")
    erased_results.erase(done, tmp_path / "aside", "ana", MARK)
    for file in (path for path in done.rglob("*") if path.is_file() and path.parent.name not in ("publish", "drawn")):
        (results / file.relative_to(done)).write_bytes(file.read_bytes())
    (results / "summary.md").write_text("half of i")
    erased_results.erase(results, tmp_path / "aside", "ana", MARK)
    assert tree(results) == tree(done)
