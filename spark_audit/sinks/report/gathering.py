"""Distributes rows to the reports that show them: keeps the first ones of each table, and counts all."""

import json
from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from spark_audit.sinks.report.content import Content, Record, Records

_Key = tuple[Any, ...]


@dataclass
class _Report:
    """One report's rows. `first`: table → group → rows kept (key, position, JSON). `counts`: table → key → number."""

    first: dict[str, dict[str, list[tuple[_Key, int, str]]]] = field(default_factory=lambda: defaultdict(dict))
    totals: Counter[str] = field(default_factory=Counter)
    counts: dict[str, Counter[_Key]] = field(default_factory=lambda: defaultdict(Counter))


class Gathering:
    """The rows of all reports, kept as JSON text: as objects, those of a thousand tenants would fill the memory."""

    def __init__(self) -> None:
        """No rows yet."""
        self._reports: dict[str | None, _Report] = defaultdict(_Report)
        self._known: set[str] | None = None

    def know(self, tenants: Iterable[str]) -> None:
        """Set the tenants that exist or existed. Any other name in the log is only one that somebody asked for."""
        self._known = set(tenants)

    def add(self, table: str, row: Record, tenant: str | None, key: _Key, keep: int, per: str = "") -> None:
        """Add a row to a report. Per `per`, the `keep` rows with the smallest `key` stay; ties as they came."""
        report = self._reports[tenant]
        report.totals[table] += 1
        first = report.first[table].setdefault(per, [])
        if len(first) < keep or key < first[-1][0]:
            insort(first, (key, report.totals[table], json.dumps(row, ensure_ascii=False)))
            del first[keep:]

    def count(self, table: str, key: Record, tenant: str | None, n: int = 1) -> None:
        """Add `n` to a row of a counting table, whose columns are those of `key`, and `n`."""
        self._reports[tenant].counts[table][tuple(key.items())] += n

    def tenants(self) -> list[str]:
        """The tenants with a report, by name: those with a row; after `know`, only known ones."""
        tenants = self._reports.keys() if self._known is None else self._reports.keys() & self._known
        return sorted(tenant for tenant in tenants if tenant is not None)

    def content(self, tenant: str | None, run: Record, settings: Record, shared: Mapping[str, Records]) -> Content:
        """The content of the report of a tenant, or of the estate (None). `shared`: tables that all reports have."""
        report, tables = self._reports[tenant], dict(shared)
        for table, groups in report.first.items():
            tables[table] = [json.loads(text) for _, rows in sorted(groups.items()) for _, _, text in rows]
        for table, counts in report.counts.items():
            counted = [{**dict(key), "n": n} for key, n in counts.items()]
            tables[table] = sorted(counted, key=json.dumps)
        return Content(tenant, run, settings, tables, report.totals)
