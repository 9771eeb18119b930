"""Size, duration and damage of an estate."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property

DAY = 86_400_000
"""Milliseconds."""


@dataclass(frozen=True)
class Size:
    """The requested size; `events` counts the brokers' lines, lost ones included. Everything else follows from it."""

    seed: int = 7
    days: int = 30
    events: int = 100_000
    grants: int = 1_000
    until: date = date(2026, 10, 31)
    faults: bool = False
    plain: bool = False
    """Files without gzip."""

    def __post_init__(self) -> None:
        if self.days < 2 or self.grants < 50 or self.events < 2 * self.grants:
            raise ValueError("at least 2 days, 50 grants and two events a grant")

    @cached_property
    def first(self) -> date:
        """The first day of the window; `until` is the last."""
        return self.until - timedelta(days=self.days - 1)

    @cached_property
    def begin(self) -> int:
        """Epoch ms at which the window begins."""
        return int(datetime(self.first.year, self.first.month, self.first.day, tzinfo=UTC).timestamp()) * 1000

    @cached_property
    def end(self) -> int:
        """Epoch ms just after the window."""
        return self.begin + self.days * DAY

    @property
    def tenants(self) -> int:
        """About 150 grants in each."""
        return max(4, self.grants // 150)

    @property
    def topics(self) -> int:
        """Six for ten grants, 60 at least."""
        return max(60, self.grants * 6 // 10)

    @property
    def users(self) -> int:
        """One for five grants, plus the owners of tenants."""
        return max(20, self.grants // 5)

    @property
    def shared_roles(self) -> int:
        """Two to six members each."""
        return max(5, self.grants // 40)

    def brokers(self, cluster: str) -> int:
        """How many brokers a cluster has; 0 for the cluster without a log."""
        return 0 if cluster == SILENT else 1 if cluster == LOSSY else 2

    def day(self, number: int) -> date:
        """The date of a day of the window, counted from 0."""
        return self.first + timedelta(days=number)


LOSSY, SILENT = "lab", "spare"
CLUSTERS = {"eu": 0.46, "us": 0.42, LOSSY: 0.08, SILENT: 0.04}
"""Cluster → its share of the tenants. One loses 3 % of its events, one sends no events at all."""
LOST = {LOSSY: 0.03}
LOST_ELSEWHERE, BAD, TWICE, LATE = 0.002, 0.001, 0.002, 0.003
"""Shares of a broker's lines: never arrived, damaged, written twice, with a time days before their neighbours'."""
