"""Findings as OCSF: the published schema accepts them, and it would tell what is wrong."""

import json
from typing import Any

import pytest

from spark_audit.sinks import ocsf
from tests.spark_audit.ocsf.schema import problems
from tests.spark_audit.report_sample import content

RUN = content().run
FINDINGS = [finding | {"until": "2026-11-21"} for finding in content("svc <b>\"'\u202e").rows("findings")]
UNKNOWN = ("user", "resource", "grant", "cluster", "tenant", "numbers", "why")
BARE: dict[str, Any] = {"evidence": [], **dict.fromkeys(UNKNOWN)}


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: str(finding["kind"]))
def test_the_schema_accepts_every_kind(finding: dict[str, Any]) -> None:
    """Also closed ones, new ones, and those that know next to nothing."""
    for changes in ({}, {"state": "closed"}, {"first_seen": "2026-11-21"}, BARE):
        assert problems(ocsf.record(finding | changes, RUN)) == []


def test_a_record_names_what_was_found() -> None:
    """Who, what, since when, how bad, what to do; the evidence goes along."""
    found = ocsf.record(FINDINGS[0], RUN)
    assert (found["activity_id"], found["type_uid"], found["severity_id"], found["status_id"]) == (2, 200802, 5, 1)
    assert found["time"] == 1_795_305_600_000
    assert found["permission_analysis_results"][0]["policy"]["uid"] == "1"
    assert found["finding_info"]["uid"] == FINDINGS[0]["id"]
    assert found["unmapped"]["evidence"] == FINDINGS[0]["evidence"]
    dated = FINDINGS[0] | {"watched_since": "2026-11-08", "watched_until": "2026-11-20"}
    assert ocsf.record(dated, RUN)["unmapped"]["watched_since"] == "2026-11-08"
    assert found["identity_activity_metrics"]["last_seen_time"] == FINDINGS[0]["evidence"][0]["last"]
    assert json.loads(ocsf.line(FINDINGS[0], RUN)) == found


def test_a_line_is_one_line() -> None:
    """Whatever the names hold."""
    assert "\n" not in ocsf.line(FINDINGS[0] | {"subject": "a\nb", "why": "\r\n"}, RUN)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"severity_id": 7}, "none of its values"),
        ({"severity": "Bad"}, "severity is called Bad"),
        ({"time": "now"}, "no timestamp_t"),
        ({"type_uid": 200899}, "type_uid is 200899"),
        ({"colour": 1}, ".colour is unknown"),
        ({"finding_info": {}}, ".finding_info.uid is missing"),
        ({"user": {}}, "at_least_one"),
        ({"resources": {}}, ".resources is no list"),
        ({"user": 5}, ".user is no object"),
    ],
)
def test_the_schema_check_notices_errors(change: dict[str, Any], said: str) -> None:
    """The check above can fail."""
    assert said in "; ".join(problems(ocsf.record(FINDINGS[0], RUN) | change))
