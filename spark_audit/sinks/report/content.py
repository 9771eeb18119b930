"""Everything a report says, before it has a shape or a language."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

Records = list[dict[str, Any]]
STATUSES = ("essential", "used", "redundant", "unused", "unknown", "used_not_granted")


@dataclass(frozen=True)
class Content:
    """Rows as in schemas.py and the facts of the run; `grants` counts exported grants, ended ones included."""

    run: dict[str, Any]
    findings: Records
    denials: Records
    probes: Records
    differences: Records
    coverage: Records
    trend: Records
    heat: Records
    bad: dict[str, int]
    files: list[str]
    grants_file: str
    grants: int
    min_age_days: int
    min_coverage: float

    def statuses(self) -> dict[str, int]:
        """How many findings have each status, all statuses named."""
        counted = Counter(row["status"] for row in self.findings)
        return {status: counted[status] for status in STATUSES}

    def denied(self) -> int:
        """Denied attempts in the window."""
        return sum(row["n"] for row in self.denials)

    def used(self) -> int:
        """Uses in the window, each counted once."""
        return sum(row["allowed"] for row in self.trend)
