"""Findings for other security tools: OCSF 1.7.0, class 2008 (IAM Analysis Finding), one JSON object a line.

Source: https://github.com/ocsf/ocsf-schema, events/findings/iam_analysis_finding.json and what it inherits.
"""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from spark_audit.sinks import several, titles
from spark_audit.sinks.report.texts import LANGUAGES

VERSION = "1.7.0"
_CLASS = 2008
_SEVERITIES = {1: "Informational", 2: "Low", 3: "Medium", 4: "High", 5: "Critical"}
_ACTIVITIES = {1: "Create", 2: "Update", 3: "Close"}
_STATES = {"open": (1, "New"), "closed": (4, "Resolved")}
_RULE = 1
_UNMAPPED = ("evidence", "role", "watched_since", "watched_until")
Row = Mapping[str, Any]


def line(finding: Row, run: Row) -> str:
    """The finding as one line of ASCII JSON. `finding`: a row of FINDINGS. `run`: the facts of run.json."""
    return json.dumps(record(finding, run), separators=(",", ":"))


def record(finding: Row, run: Row) -> dict[str, Any]:
    """The finding as an OCSF object. Times are epoch ms UTC; `time` is the end of the window that it was found in."""
    activity = _activity(finding)
    status_id, status = _STATES[finding["state"]]
    named = {
        "activity_id": activity, "activity_name": _ACTIVITIES[activity],
        "category_uid": 2, "category_name": "Findings", "class_uid": _CLASS, "class_name": "IAM Analysis Finding",
        "type_uid": 100 * _CLASS + activity, "time": moment(finding["until"]),
        "severity_id": finding["severity"], "severity": _SEVERITIES[finding["severity"]],
        "status_id": status_id, "status": status, "message": _title(finding),
        "metadata": _metadata(finding, run), "finding_info": _info(finding),
    }  # fmt: skip
    return named | _subject(finding) | _permissions(finding) | _activity_metrics(finding)


def moment(day: date | str) -> int:
    """The end of a UTC date, epoch ms."""
    known = day if isinstance(day, date) else date.fromisoformat(day)
    return int(datetime(known.year, known.month, known.day, tzinfo=UTC).timestamp()) * 1000 + 86_400_000


def _activity(finding: Row) -> int:
    """1: found for the first time, 2: found again, 3: no longer holds."""
    if finding["state"] == "closed":
        return 3
    return 1 if str(finding["first_seen"]) == str(finding["until"]) else 2


def _title(finding: Row) -> str:
    return f"{_name(finding['kind'])}: {titles.finding(LANGUAGES['en'], finding)}"


def _name(kind: str) -> str:
    return LANGUAGES["en"].get(f"kind_{kind}", kind)


def _metadata(finding: Row, run: Row) -> dict[str, Any]:
    product = {"name": "Pulsar User Center", "vendor_name": "Pulsar User Center", "uid": run.get("center")}
    known = {
        "version": VERSION, "product": _filled(product), "uid": f"{run['run']}-{finding['id']}",
        "correlation_uid": run["run"], "tenant_uid": finding.get("tenant"), "log_name": "findings",
    }  # fmt: skip
    return _filled(known)


def _info(finding: Row) -> dict[str, Any]:
    kind, numbers = finding["kind"], finding.get("numbers") or {}
    return _filled({
        "uid": finding["id"], "title": _title(finding), "desc": finding.get("why"), "types": [kind],
        "analytic": {"uid": kind, "name": _name(kind), "type_id": _RULE, "type": "Rule"},
        "created_time": moment(finding["first_seen"]), "first_seen_time": moment(finding["first_seen"]),
        "last_seen_time": moment(finding["last_seen"]), "related_events_count": len(finding.get("evidence") or []),
        "tags": [{"name": number, "value": f"{value:g}"} for number, value in sorted(numbers.items())],
    })  # fmt: skip


def _subject(finding: Row) -> dict[str, Any]:
    cluster, user = finding.get("cluster"), finding.get("user")
    advice = LANGUAGES["en"].get(f"do_{finding['kind']}")
    return _filled({
        "applications": [_filled({"name": "Apache Pulsar", "uid": cluster})],
        "user": {"name": user, "uid": user} if user else None,
        "resources": [{"uid": resource, "name": resource} for resource in several.resources(finding)[0]],
        "remediation": {"desc": advice} if advice else None,
        "unmapped": _filled({field: finding.get(field) for field in _UNMAPPED}),
    })  # fmt: skip


def _permissions(finding: Row) -> dict[str, Any]:
    if finding.get("grant") is None:
        return {}
    unused = 1 if finding["kind"] == "unused_grant" else None
    policy = {"uid": str(finding["grant"]), "type": "grant", "name": _policy(finding)}
    return {"permission_analysis_results": [_filled({"policy": policy, "unused_privileges_count": unused})]}


def _policy(finding: Row) -> str:
    return titles.finding(LANGUAGES["en"], {**finding, "subject_type": "grant", "subject": str(finding["grant"])})


def _activity_metrics(finding: Row) -> dict[str, Any]:
    evidence = finding.get("evidence") or []
    if not evidence or not finding.get("user"):
        return {}
    first, last = min(use["first"] for use in evidence), max(use["last"] for use in evidence)
    used = {use["cred"]: max(use["last"], 0) for use in reversed(evidence) if use.get("cred")}
    credentials = [{"uid": cred, "type": "credential", "last_used_time": at} for cred, at in sorted(used.items())]
    metrics = {"first_seen_time": first, "last_seen_time": last, "programmatic_credentials": credentials}
    return {"identity_activity_metrics": _filled(metrics), "start_time": first, "end_time": last}


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """Without empty values: OCSF has no nulls."""
    return {field: value for field, value in values.items() if value not in (None, "", [], {})}
