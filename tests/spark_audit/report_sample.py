"""Hand-made rows in the form of transforms/reports/report_rows.py: a report with something in every section."""

from dataclasses import replace
from typing import Any

from spark_audit.sinks.report.content import Content
from spark_audit.sinks.report.texts.finding_words import WORDS

NOON = 1_795_348_800_000  # 2026-11-22T12:00:00Z
DAY = 86_400_000
Rows = list[dict[str, Any]]


def content(name: str = "svc", tenant: str | None = None, **changes: Any) -> Content:
    """A report in which every text from logs or from the center is `name`."""
    run = {
        "run": "00ff", "from": "2026-11-07", "until": "2026-11-21", "center": name, "epoch": "e1", "revision": 45,
        "files": 2, "events": 3_210, "duplicates": 1, "late": 2, "coverage_percent": 99.5,
    }  # fmt: skip
    settings = {"min_age_days": 14, "min_coverage": 99.0, "creep_weights": {"read": 1.0, "write": 2.0}}
    return Content(tenant, run, settings, tables(name) | changes, {"denials": 73})


def empty() -> Content:
    """A report without any event or grant."""
    return replace(content(), tables={}, totals={})


def tables(name: str) -> dict[str, Rows]:
    """Every table that a report shows."""
    creep = {"granted_leaves": 40, "used_leaves": 10, "creep": 75.0, "reach": 0.5, "index": 61.2}
    return {
        "statuses": [{"status": "unused", "n": 2}, {"status": "essential", "n": 5}, {"status": "redundant", "n": 1}],
        "grants": [_grant(1, "unused", name), _grant(2, "redundant", name), _grant(3, "essential", name)],
        "kinds": [{"kind": kind, "severity": level, "state": "open", "n": 1} for kind, level in _KINDS],
        "findings": [_finding(kind, level, name) for kind, level in _KINDS],
        "suggestions": [_suggestion("remove_unused", name), _suggestion("narrow", name)],
        "backtest": _backtest(name),
        "trend": [{"date": f"2026-11-{day:02d}", "allowed": 100 + 7 * day, "denied": day % 4} for day in range(7, 22)],
        "heat": [{"role": name, "area": name, "n": 1234, "grant": 1, "first": NOON, "last": NOON + 5}],
        "flow": [{"user": name, "topic": name, "n": 1234, "days": 3, "first": NOON, "last": NOON + 5}],
        "denials": [_denial(name)],
        "creep": [creep | {"scope_type": "role", "scope": "4", "name": name, "tenant": name}],
        "creep_trend": [creep | {"until": "2026-11-20", "index": 63.0}, creep | {"until": "2026-11-21"}],
        "after_revocation": [_used(name) | {"revoked_rev": 5, "revoked_time": NOON}],
        "recomputed": [
            _used(name) | {"problem": "logged_not_valid", "cause": "not_exported"},
            _used(name) | {"problem": "denied_despite_grant", "cause": "snapshot_behind"},
        ],
        "coverage": [{"cluster": name, "boots": 1, "events": 3210, "lost": 0, "coverage_percent": 99.5}],
        "probes": [{"n": 17}],
        "bad": [{"reason": "malformed", "n": 1}],
        "tenants": [{"tenant": name, "uses": 12, "denied": 1, "grants": 8, "unused": 2, "redundant": 1, "open": 3,
                     "index": 61.2}],
    }  # fmt: skip


_KINDS = [(kind, 5 - number % 5) for number, kind in enumerate(WORDS["kinds"])]
"""Every kind with a severity; all severities occur."""


def _grant(number: int, status: str, name: str) -> dict[str, Any]:
    return {
        "grant": number, "status": status, "covering": 9, "applied": 5, "sole": 0, "last": NOON, "why": None,
        "coverage_percent": 99.5, "granted": True, "role_name": name, "res": name, "authorities": [302, 999],
        "granted_by": name, "add_time": 1, "members": 1, "members_using": 0,
    }  # fmt: skip


def _evidence(name: str) -> Rows:
    return [{"date": "2026-11-20", "user": name, "cred": name, "ip": name, "action": 3, "resource": name, "decision": 1,
             "n": 12, "first": NOON, "last": NOON + DAY}]  # fmt: skip


def _finding(kind: str, severity: int, name: str) -> dict[str, Any]:
    return {
        "id": f"{sum(kind.encode()):016x}", "kind": kind, "subject_type": "user", "subject": name, "cluster": name,
        "tenant": name, "severity": severity, "state": "open", "grant": 1, "role": 4, "user": name, "resource": name,
        "first_seen": "2026-11-14", "last_seen": "2026-11-21", "why": name, "numbers": {"median": 12.0, "today": 96.5},
        "evidence": _evidence(name),
    }  # fmt: skip


def _suggestion(kind: str, name: str) -> dict[str, Any]:
    limits = {"prefix": f"{name}-", "subscriptions": [name, f"{name}-*"], "networks": [name]}
    adds = [{"role": 1, "cluster": name, "type": 4, "res": name, "authorities": [302], "limits": limit}
            for limit in (limits, None) if kind == "narrow"]  # fmt: skip
    return {
        "id": f"{sum(kind.encode()):016x}", "kind": kind, "role": 1, "role_name": name, "tenant": name, "action": 3,
        "cluster": name, "removes": [1, 99], "adds": adds, "set_id": "s", "cost_before": 12.5, "cost_after": 1.0,
        "leaves_before": 40, "leaves_after": 3, "evidence": _evidence(name), "curve": _backtest(name), "why": name,
        "finding_ids": [f"{sum(b'unused_grant'):016x}"],
    }  # fmt: skip


def _backtest(name: str) -> Rows:
    return [
        {"window_days": days, "train_from": "2026-05-01", "train_until": "2026-10-01", "replay_until": "2026-11-21",
         "uses": 10 * days, "denied": 60 // days, "share": 6 / days / days, "users": [name]}
        for days in (30, 60, 90, 180)
    ]  # fmt: skip


def _denial(name: str) -> dict[str, Any]:
    way = {"right": 3, "at_type": 4, "at_res": name, "example_role": name}
    return {"user": name, "op": "CONSUME", "resource": name, "reason": "NO_GRANT", "n": 1234, "days": 2, "bursts": 60,
            "first": NOON, "last": NOON + DAY, "allow": [way], "sources": [{"n": 275, "ip": name, "cred": name}],
            "sources_n": 9}  # fmt: skip


def _used(name: str) -> dict[str, Any]:
    return {"cluster": name, "grant": 9, "user": name, "resource": name, "op": "PRODUCE", "rev": 1, "n": 4,
            "first": NOON, "last": NOON + DAY}  # fmt: skip
