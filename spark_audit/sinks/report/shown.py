"""Which rows each report shows: the first ones of every table, for the estate and for each tenant."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from spark_audit.sinks.report.content import Record, Records
from spark_audit.sinks.report.gathering import Gathering

_LISTED, _DRAWN, _DAYS = 50, 300, 4_000
_HOLDERS, _PER_KIND = 30, 12
_OF_A_TENANT: Mapping[int, int] = {_LISTED: 5, _DRAWN: 12, _HOLDERS: 5, _PER_KIND: 2}
"""Rows in the estate's report → rows in a tenant's: fewer, because there are as many reports as tenants."""
_EVIDENCE = 2
"""Rows of evidence per finding or suggestion in a tenant's report."""


def show(gathering: Gathering, table: str, rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Pass the rows of a table on, and add each to the reports that show it.

    Rows that a report does not sort itself must come in the order in which it lists them: `jobs/results/publication.py`
    and `report_tables.py` sort them.
    """
    put = _TABLES.get(table)
    for row in rows:
        if put:
            put(gathering, row)
        yield row


def curves(backtest: Iterable[Record]) -> Mapping[str, Records]:
    """The rows of BACKTEST by suggestion."""
    found: dict[str, Records] = defaultdict(list)
    for row in backtest:
        found[row["suggestion"]].append(dict(row))
    return found


def _owners(row: Record) -> list[str | None]:
    """The reports that a row belongs to: the estate's, and its tenant's."""
    return [None, row["tenant"]] if row.get("tenant") else [None]


def _rows_kept(keep: int, owner: str | None) -> int:
    """How many rows the owner's report keeps where the estate's keeps `keep`."""
    return keep if owner is None else _OF_A_TENANT.get(keep, keep)


def _with_evidence(row: Record, owner: str | None) -> Record:
    """The row with as much evidence as the owner's report shows; `evidence_n`: how much there is in all."""
    rows = row.get("evidence") or []
    return {**row, "evidence": rows if owner is None else rows[:_EVIDENCE], "evidence_n": len(rows)}


def _use(table: str) -> Callable[[Gathering, Record], None]:
    """For rows that belong to one report only: the tenant's, or without a tenant the estate's."""
    keep = _DAYS if table == "trend" else _DRAWN
    return lambda gathering, row: gathering.add(table, row, row["tenant"], (), _rows_kept(keep, row["tenant"]))


def _list_rows(table: str, keep: int = _LISTED) -> Callable[[Gathering, Record], None]:
    """For rows that come sorted, and belong to the estate and to their tenant."""

    def put(gathering: Gathering, row: Record) -> None:
        for owner in _owners(row):
            gathering.add(table, row, owner, (), _rows_kept(keep, owner))

    return put


def _probes(gathering: Gathering, row: Record) -> None:
    for owner in _owners(row):
        gathering.count("probes", {}, owner, row["n"])


def _grant(gathering: Gathering, row: Record) -> None:
    parts = (row["res"] or "").split("/")
    placed = {**row, "tenant": parts[1] if len(parts) > 1 else None}
    for owner in _owners(placed):
        gathering.count("statuses", {"status": row["status"]}, owner)
        gathering.add("grants", row, owner, (row["grant"],), _rows_kept(_LISTED, owner), per=row["status"])
    if len(parts) > 1:
        gathering.count("clusters", {"cluster": parts[0]}, parts[1])


def _finding(gathering: Gathering, row: Record) -> None:
    key = (row["state"] != "open", -row["severity"], -date.fromisoformat(row["last_seen"]).toordinal(), row["id"])
    if row["tenant"] and row["cluster"]:
        gathering.count("clusters", {"cluster": row["cluster"]}, row["tenant"])
    for owner in _owners(row):
        gathering.count("kinds", {name: row[name] for name in ("kind", "severity", "state")}, owner)
        gathering.add("findings", _with_evidence(row, owner), owner, key, _rows_kept(_PER_KIND, owner), per=row["kind"])


def _suggestion(gathering: Gathering, row: Record) -> None:
    fewer = (row["leaves_before"] or 0) - (row["leaves_after"] or 0)
    for owner in _owners(row):
        gathering.add("suggestions", _with_evidence(row, owner), owner, (-fewer, row["id"]), _rows_kept(_LISTED, owner))


def _backtest(gathering: Gathering, row: Record) -> None:
    if row["suggestion"] == "all":
        gathering.add("backtest", row, None, (row["window_days"],), _LISTED)


def _creep(gathering: Gathering, row: Record) -> None:
    if row["scope_type"] in ("role", "user"):
        for owner in _owners(row):
            key = (-(row["index"] or 0), row["scope_type"], row["scope"])
            gathering.add("creep", row, owner, key, _rows_kept(_HOLDERS, owner))


def _creep_trend(gathering: Gathering, row: Record) -> None:
    owner = None if row["scope_type"] == "estate" else row["tenant"]
    gathering.add("creep_trend", row, owner, (row["until"],), _DAYS)


_TABLES: Mapping[str, Callable[[Gathering, Record], None]] = {
    "trend": _use("trend"),
    "heat": _use("heat"),
    "flow": _list_rows("flow", _DRAWN),
    "denials": _list_rows("denials"),
    "after_revocation": _list_rows("after_revocation"),
    "recomputed": _list_rows("recomputed"),
    "probes": _probes,
    "grant_status": _grant,
    "findings": _finding,
    "suggestions": _suggestion,
    "backtest": _backtest,
    "creep": _creep,
    "creep_trend": _creep_trend,
}
