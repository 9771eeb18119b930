"""Makes the published results of a run of the audit jobs; tests specify only what matters to them."""

import gzip
import json
from pathlib import Path
from typing import Any

from app.cli import audit_upload
from app.cli.local_audit_upload import OwnDatabase
from tests.center import Center

DAY = 24 * 3_600_000
FIRST, LAST = "2026-11-01", "2026-11-20"
END = 1_795_219_200_000
"""2026-11-21T00:00:00Z: the end of the window."""
RUNS = "/api/v1/audit/runs"
ABOUT = {"v": 2, "run": "run-1", "from": FIRST, "until": LAST, "generated": END}
"""The body that begins the loading of a run over HTTP."""
Rows = list[dict[str, Any]]
_COUNTS = {"n": 5, "first": 10, "last": 90, "covering": 5, "applied": 5, "sole": 5}


def used(grant: int | None, user: str = "walter", resource: str = "prod/acme/orders/created", **values: Any) -> Any:
    """A line of usage_daily: reading on the last day."""
    day = {"date": LAST, "grant": grant, "user": user, "action": 2, "resource": resource, "decision": 1}
    return {**day, **_COUNTS, **values}


def status(grant: int, name: str = "essential", **values: Any) -> Any:
    """A line of grant_status."""
    line = {"grant": grant, "status": name, "why": None, "covering": 5, "applied": 5, "sole": 5, "last": 90}
    return {**line, "coverage_percent": 99.5, "until": LAST, **values}


def finding(key: str, kind: str = "unused_grant", **values: Any) -> Any:
    """A line of findings."""
    line = {"id": key, "kind": kind, "subject_type": "grant", "subject": "walter on acme", "cluster": "prod"}
    about = {"tenant": "acme", "severity": 2, "state": "open", "grant": None, "role": None, "user": None}
    seen = {"resource": "prod/acme", "first_seen": FIRST, "last_seen": LAST, "why": "no use in 20 days"}
    return {**line, **about, **seen, "numbers": {"days": 20.0}, "evidence": [], "until": LAST, **values}


def suggestion(key: str, kind: str, role: int, removes: list[int], **values: Any) -> Any:
    """A line of suggestions."""
    line = {"id": key, "kind": kind, "role": role, "role_name": "walter", "tenant": "acme", "cluster": "prod"}
    cost = {"cost_before": 3.0, "cost_after": 1.0, "leaves_before": 9, "leaves_after": 1, "set_id": None}
    reasons: dict[str, Any] = {
        "evidence": [],
        "finding_ids": [],
        "why": "nothing of it was used",
        "action": None,
        "until": LAST,
    }
    return {**line, **cost, **reasons, "removes": removes, "adds": [], **values}


def backtest(key: str, days: int, denied: int = 0, uses: int = 100) -> Any:
    """A line of backtest."""
    dates = {"train_from": FIRST, "train_until": "2026-11-10", "replay_until": LAST}
    share = denied / uses if uses else 0.0
    return {
        "suggestion": key,
        "window_days": days,
        **dates,
        "uses": uses,
        "denied": denied,
        "share": share,
        "users": [],
    }


def creeping(scope_type: str, scope: str, index: float, tenant: str = "acme") -> Any:
    """A line of creep."""
    leaves = {"granted_leaves": 9, "used_leaves": 1, "tenant_leaves": 90}
    about = {"scope_type": scope_type, "scope": scope, "tenant": tenant}
    return {**about, **leaves, "creep": 88.9, "reach": 0.1, "index": index, "until": LAST}


def denial(user: str, n: int) -> Any:
    """A line of denials: writing a topic of acme on the last day."""
    about = {"date": LAST, "cluster": "prod", "resource": "prod/acme/orders/created", "reason": "NO_GRANT"}
    return {**about, "user": user, "op": "PRODUCE", "action": 3, "n": n, "first": 1, "last": 2, "bursts": n}


def data_use(user: str, action: int, resource: str, last: int) -> Any:
    """A line of data_uses: `action` 2 consumed, 3 produced."""
    return {"user": user, "action": action, "resource": resource, "n": 5, "first": last - 10, "last": last}


def lines(*rows: dict[str, Any]) -> bytes:
    """The rows as JSON lines."""
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def write(directory: Path, run: str = "run-1", *, about: dict[str, Any] | None = None, **kinds: Rows) -> Path:
    """Write the `publish` directory of one run; a kind that is not given has no lines."""
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.glob("*.jsonl.gz"):
        old.unlink()
    for kind, rows in kinds.items():
        (directory / f"{kind}.jsonl.gz").write_bytes(gzip.compress(lines(*rows)))
    start = {"v": 2, "run": run, "revision": 7, "from": FIRST}
    whole: dict[str, Any] = {**start, "until": LAST, "generated": END, "events": 5, **(about or {})}
    (directory / "run.json").write_text(json.dumps(whole))
    return directory


def load(center: Center, directory: Path, run: str = "run-1", **values: Any) -> dict[str, Any]:
    """Write a run and load it into the center's database."""
    return audit_upload.load(OwnDatabase(center.database), write(directory, run, **values))
