"""The content of one report, independent of layout and language."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from spark_audit.sinks.report.texts import LANGUAGES

Record = Mapping[str, Any]
Records = list[dict[str, Any]]
STATUSES = ("essential", "used", "redundant", "unused", "unknown", "used_not_granted")
SEVERITIES = (5, 4, 3, 2, 1)


@dataclass(frozen=True)
class Content:
    """The rows of one tenant, or of the estate if `tenant` is None.

    `tables`: name → the rows that the report shows, in order. `totals`: how many rows there are in all. `run`: the
    facts of run.json. `settings`: the settings that the run was made with.
    """

    LINE: ClassVar = ("tenant", "uses", "denied", "grants", "unused", "redundant", "open", "index")

    tenant: str | None
    run: Record
    settings: Record
    tables: Mapping[str, Records]
    totals: Mapping[str, int] = field(default_factory=dict)

    def languages(self) -> Sequence[str]:
        """The languages of tenants' reports; the estate has one in each. Older runs, which name none, wrote all."""
        return self.settings.get("languages") or list(LANGUAGES)

    def rows(self, table: str) -> Records:
        """The rows of a table that are shown; empty if the run has none."""
        return self.tables.get(table, [])

    def total(self, table: str) -> int:
        """How many rows the table has, shown or not."""
        return max(self.totals.get(table, 0), len(self.rows(table)))

    def statuses(self) -> dict[str, int]:
        """Status → number of grants, for every status."""
        counted = {row["status"]: row["n"] for row in self.rows("statuses")}
        return {status: counted.get(status, 0) for status in STATUSES}

    def grants(self) -> int:
        """Grants that were judged."""
        return sum(self.statuses().values())

    def open_findings(self) -> int:
        """Findings that hold at the end of the window."""
        return sum(row["n"] for row in self.rows("kinds") if row["state"] == "open")

    def loudest(self, most: int) -> Records:
        """Open findings, the gravest first; of equal ones one of each kind before a second one of any."""
        opened = [finding for finding in self.rows("findings") if finding["state"] == "open"]
        turns, placed = Counter[tuple[int, str]](), list[tuple[Any, ...]]()
        for finding in sorted(opened, key=lambda finding: (-finding["severity"], finding["id"])):
            turns[finding["severity"], finding["kind"]] += 1
            placed.append(
                (
                    -finding["severity"],
                    turns[finding["severity"], finding["kind"]],
                    finding["kind"],
                    finding["id"],
                    finding,
                )
            )
        return [row for *_, row in sorted(placed, key=lambda key: key[:-1])[:most]]

    def used(self) -> int:
        """Uses in the window, each counted once."""
        return sum(day["allowed"] for day in self.rows("trend"))

    def denied(self) -> int:
        """Denied attempts in the window."""
        return sum(day["denied"] for day in self.rows("trend"))

    def unsupported(self) -> int:
        """Number of rows that must not exist: use after revocation, and differences between log and history."""
        return self.total("after_revocation") + self.total("recomputed")

    def line(self) -> dict[str, Any]:
        """The row of this tenant in the estate's list."""
        counts, index = self.statuses(), self.index()
        numbers = (self.used(), self.denied(), self.grants(), counts["unused"], counts["redundant"])
        values = (self.tenant, *numbers, self.open_findings(), index and index["index"])
        return dict(zip(self.LINE, values, strict=True))

    def index(self) -> Record | None:
        """The newest creep row of the tenant or of the estate."""
        return max(self.rows("creep_trend"), key=lambda row: str(row["until"]), default=None)
