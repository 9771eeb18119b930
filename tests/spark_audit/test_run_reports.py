"""The reports of a whole run: complete, and the same numbers in pages, CSV and OCSF."""

import csv
import json
import re
from typing import Any

from tests.spark_audit.ocsf.schema import problems
from tests.spark_audit.sample import results


def _cells(files: dict[str, bytes], name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(files[f"csv/{name}.csv"].decode("utf-8-sig").splitlines()))


def _lines(files: dict[str, bytes], name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files[name].decode().splitlines()]


def test_every_tenant_has_its_report(done: dict[str, bytes]) -> None:
    """In the language asked for, found from the estate's, which is in both; nothing of the work is left."""
    files = results(done)
    pages = {file for file in files if file.startswith("report/")}
    assert pages == {f"report/{place}.html" for place in ("estate.en", "estate.zh", "tenants/acme.en")}
    for estate in ("estate.en", "estate.zh"):
        assert 'href="tenants/acme.en.html"' in files[f"report/{estate}.html"].decode()
    assert "acme.zh.html" not in files["report/tenants/acme.en.html"].decode()
    assert {file for file in files if "rows" in file} == set()
    assert b"## Suggestions" in files["summary.md"]


def test_use_is_the_same_number_everywhere(done: dict[str, bytes]) -> None:
    """Per day, by role, by user: the estate's sums, and those of its only tenant."""
    files = results(done)
    used = sum(int(day["allowed"]) for day in _cells(files, "trend") if not day["tenant"])
    assert used > 0
    assert used == sum(int(day["allowed"]) for day in _cells(files, "trend") if day["tenant"] == "acme")
    assert used == sum(int(use["n"]) for use in _cells(files, "flow"))
    assert used == sum(int(use["n"]) for use in _cells(files, "heat") if use["tenant"] == "acme")
    assert [tenant["uses"] for tenant in _cells(files, "tenants")] == [str(used)]
    for place in ("estate", "tenants/acme"):
        assert f"<b>{used:,}</b>" in files[f"report/{place}.en.html"].decode()


def test_tables_are_for_people(done: dict[str, bytes]) -> None:
    """The gravest finding first; times as ISO 8601, words for numbers, run dates called so; every log has its days."""
    files = results(done)
    found = _cells(files, "findings")
    assert {finding["severity"] for finding in found} <= {"info", "low", "medium", "high", "critical"}
    levels = [["critical", "high", "medium", "low", "info"].index(finding["severity"]) for finding in found]
    assert levels == sorted(levels)
    assert {"found_first_by_run_until", "watched_since", "watched_until"} <= found[0].keys()
    assert "first_seen" not in found[0]
    assert {finding["granted_on"] for finding in found if finding["subject_type"] == "grant"} != {""}
    assert all(finding["account_made"].endswith("Z") for finding in found if finding["user"] == "warehouse-feed")
    uses = [use for finding in found for use in json.loads(finding["evidence"] or "[]")]
    assert {use["decision"] for use in uses} <= {"allowed", "denied"}
    grants = _cells(files, "grant_status")
    assert {grant["type"] for grant in grants} <= {"root", "cluster", "tenant", "namespace", "topic"}
    assert any(grant["authorities"].startswith("302 write the topic") for grant in grants)
    times = [denial[column] for denial in _cells(files, "denials") for column in ("first", "last")]
    times += [use["first"] for use in uses]
    assert [time for time in times if not re.fullmatch(r"2026-1\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", str(time))] == []
    assert {cluster["cluster"] for cluster in _cells(files, "coverage") if cluster["watched_since"]}
    assert len(_cells(files, "accounts")) > 3


def test_every_finding_is_published_listed_and_valid(done: dict[str, bytes]) -> None:
    """The same ids in the center's file, in the CSV and as OCSF, which its schema accepts."""
    files = results(done)
    published = [finding["id"] for finding in _lines(files, "publish/findings.jsonl")]
    assert sorted(finding["id"] for finding in _cells(files, "findings")) == sorted(map(str, published))
    found = _lines(files, "ocsf/findings.jsonl")
    assert [record["finding_info"]["uid"] for record in found] == published
    assert [problem for record in found for problem in problems(record)] == []
