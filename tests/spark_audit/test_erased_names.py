"""An erased name in every form in which results write it, and in the names of subscriptions."""

import json
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession
from pyspark.sql import functions as sf

from spark_audit.jobs.erasure import erase, erased_lines, erased_results
from spark_audit.schemas import CREEP, FINDINGS, QUARANTINE, USES_DAILY
from spark_audit.sinks import csv_cells, markdown
from spark_audit.sinks.report import figures
from spark_audit.sources.errors import SourceError
from spark_audit.store import ParquetStore
from spark_audit.transforms.silver.pseudonyms import Pseudonyms, pseudonym
from tests.spark_audit.frames import frame, silver

KEY = b"0123456789abcdef0123456789abcdef"
LONG = "ingest_of_the_northern_warehouses@acme.example"


@pytest.mark.parametrize("name", ["ana_lopez", "ana@acme.example", 'o"brien', "o'brien & co", LONG])
def test_a_name_is_gone_from_every_form(tmp_path: Path, name: str) -> None:
    forms = [markdown.text(name), csv_cells.line([name]), f"<title>{name}</title>", *_labels(name)]
    for number, form in enumerate(forms):
        file = tmp_path / f"{number}"
        file.write_text(f"| {form} |", encoding="utf-8")
        erased_results.replace(file, tmp_path, name, "erased-1")
        assert "erased-1" in file.read_text(encoding="utf-8"), form


def test_similar_names_stay_in_the_summary(tmp_path: Path) -> None:
    file = tmp_path / "summary.md"
    before = f"{markdown.text('svc_ana')} {markdown.text('ana_lopez')} {markdown.text('ana@acme')}"
    file.write_text(before, encoding="utf-8")
    erased_results.replace(file, tmp_path, "ana", "erased-1")
    assert file.read_text(encoding="utf-8") == before


LONGER = ["ana+test", "team+ana", "x=ana", "ana=x", "ana.-x", "x.ana", "ana@acme", "ana-b"]


@pytest.mark.parametrize("other", LONGER)
def test_a_longer_name_with_any_allowed_letter_stays_whole(tmp_path: Path, other: str) -> None:
    file = tmp_path / "findings.csv"
    file.write_text(f"{other},ana,ana.", encoding="utf-8")
    erased_results.replace(file, tmp_path, "ana", "erased-1")
    assert file.read_text(encoding="utf-8") == f"{other},erased-1,erased-1."


def test_longer_names_stay_whole_in_tables(spark: SparkSession) -> None:
    """There Java looks for the name."""
    texts = [
        sf.regexp_replace(sf.lit(f"{other} ana."), erased_lines.whole_name("ana"), "erased-1").alias(other)
        for other in LONGER
    ]
    (row,) = spark.range(1).select(*texts).collect()
    assert row.asDict() == {other: f"{other} erased-1." for other in LONGER}


def test_a_name_like_a_number_or_word_is_replaced_only_as_a_name(tmp_path: Path) -> None:
    """Published lines stay JSON, and rows about roles, tenants and the whole estate what they were."""
    use = {"date": "2026-11-07", "user": "4711", "n": 4711, "resource": "c/4711/a/b"}
    lines: list[dict[str, Any]] = [
        {"subject_type": "role", "subject": "4711", "grant": 4711, "numbers": {"uses": 4711.0}, "evidence": [use]},
        {"subject_type": "user", "subject": "4711", "user": "4711", "why": "slept"},
        {"subject_type": "sub_account", "subject": "4711", "why": "a 4711; kept by 4711, b"},
        {"scope_type": "tenant", "scope": "4711", "name": "4711", "tenant": "4711"},
        {"scope_type": "role", "scope": "4711", "name": "4711"},
        {"suggestion": "4711", "users": ["4711", "b"]},
    ]
    (tmp_path / "publish").mkdir()
    file = tmp_path / "publish" / "findings.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    erased_results.replace(file, tmp_path, "4711", "erased-1")
    found = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert found == [
        {**lines[0], "evidence": [{**use, "user": "erased-1"}]},
        {**lines[1], "subject": "erased-1", "user": "erased-1"},
        {**lines[2], "subject": "erased-1", "why": "a 4711; kept by erased-1, b"},
        lines[3],
        {**lines[4], "name": "erased-1"},
        {**lines[5], "users": ["erased-1", "b"]},
    ]


def test_a_subject_is_replaced_only_if_its_type_is_a_person(spark: SparkSession) -> None:
    mark = pseudonym(KEY, "4711")
    people, kinds = Pseudonyms(KEY, (mark,)), ("user", "sub_account", "role", "resource")
    totals = frame(spark, FINDINGS, [{"subject_type": kind, "subject": "4711"} for kind in kinds])
    scopes = [{"scope_type": kind, "scope": "4711", "name": "4711"} for kind in ("user", "role", "tenant")]
    creep = frame(spark, CREEP, scopes)
    assert {tuple(row) for row in people.applied(totals).select("subject_type", "subject").collect()} == {
        ("user", mark), ("sub_account", mark), ("role", "4711"), ("resource", "4711"),
    }  # fmt: skip
    assert {tuple(row) for row in people.applied(creep).select("scope_type", "scope", "name").collect()} == {
        ("user", mark, mark), ("role", "4711", mark), ("tenant", "4711", "4711"),
    }  # fmt: skip
    assert totals.where(people.found(totals)).count() == creep.where(people.found(creep)).count() == 2


def test_erased_names_are_replaced_in_subscriptions(spark: SparkSession) -> None:
    """And one that begins with its user's name goes on doing so: that decides whose it is."""
    mark = pseudonym(KEY, "alice")
    subs = [("alice", "alice"), ("alice", "alice-billing"), ("alice", "other"), ("bob", "alice"), ("bob", "bob-1")]
    rows = silver(spark, *[{"uid": f"b-{at}", "user": user, "sub": sub} for at, (user, sub) in enumerate(subs)])
    found = Pseudonyms(KEY, (mark,)).applied(rows).orderBy("uid").select("user", "sub").collect()
    assert [tuple(row) for row in found] == [
        (mark, mark), (mark, f"{mark}-billing"), (mark, "other"), ("bob", mark), ("bob", "bob-1"),
    ]  # fmt: skip
    used = [("alice", ["alice", "alice-billing", "other"]), ("bob", ["alice", "bob-1"]), ("carl", None)]
    daily = frame(spark, USES_DAILY, [{"user": user, "subscriptions": names} for user, names in used])
    summed = Pseudonyms(KEY, (mark,)).applied(daily).select("user", "subscriptions").collect()
    assert {row["user"]: row["subscriptions"] for row in summed} == {
        mark: [mark, f"{mark}-billing", "other"], "bob": [mark, "bob-1"], "carl": None,
    }  # fmt: skip


CUT = [
    '{"uid":"b-1","user":"ana.lop', '{"uid":"b-1","user":"ana', 'lopez","ip":"10.0.0.1"}', '{"user":"ana.lopez","ip',
    "pez", '{"user":"ana.lopezz","ip":"', '{"user":"susana', "lopezz", "x ana.lop y", "pez.x", '"an',
]  # fmt: skip
"""Ends and beginnings of lines; the last six have another name, or none."""


def test_a_cut_name_in_a_bad_line_is_replaced(spark: SparkSession, tmp_path: Path) -> None:
    """Lines are cut by crashes, and kept up to their 200th letter."""
    day = {"date": "2026-11-07", "sha256": "ff", "file": "a.jsonl", "reason": "malformed"}
    store = ParquetStore(spark, tmp_path, tmp_path)
    store.replace_dates(
        "quarantine", frame(spark, QUARANTINE, [{**day, "line": n, "text": text} for n, text in enumerate(CUT)])
    )
    (tmp_path / "ledger").mkdir()
    (tmp_path / "key").write_bytes(KEY)
    mark = erase.erase(spark, tmp_path, "ana.lopez", tmp_path / "key")
    found = [row["text"] for row in store.read("quarantine").orderBy("line").select("text").collect()]
    whose = [f'{{"uid":"b-1","user":"{mark}', f'{{"uid":"b-1","user":"{mark}', f'{mark}","ip":"10.0.0.1"}}',
             f'{{"user":"{mark}","ip', mark]  # fmt: skip
    assert found == [*whose, *CUT[5:]]


def test_an_erasure_in_a_directory_of_a_later_version_is_refused(spark: SparkSession, tmp_path: Path) -> None:
    """Its tables may have columns that this program would drop."""
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / "center.json").write_text('{"v": 2, "center": "5f0c"}\n')
    (tmp_path / "key").write_bytes(KEY)
    with pytest.raises(SourceError, match="upgrade it"):
        erase.erase(spark, tmp_path, "ana", tmp_path / "key")
    assert not (tmp_path / "ledger" / "erased.json").exists()


def test_an_empty_name_is_refused(spark: SparkSession, tmp_path: Path) -> None:
    """An empty variable of a script would have made one person of all who are unknown."""
    (tmp_path / "ledger").mkdir()
    (tmp_path / "key").write_bytes(KEY)
    with pytest.raises(SourceError, match="--user is empty"):
        erase.erase(spark, tmp_path, " ", tmp_path / "key")
    assert not (tmp_path / "ledger" / "erased.json").exists()


def _labels(name: str) -> list[str]:
    return [figures.short(name, length) for length in (28, 30, 46)]
