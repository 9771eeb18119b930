"""What a run was asked to do."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path


@dataclass(frozen=True)
class Order:
    """Inputs, output directory and settings of `daily-usage`; `since` and `until` are UTC dates, both included."""

    events: str
    grants: str
    out: Path
    since: date | None = None
    until: date | None = None
    include_open: bool = False
    min_age_days: int = 14
    min_coverage: float = 99.0
    language: str = "en"

    def settings(self) -> list[str]:
        """What besides the contents of the files decides the result."""
        return [str(self.since), str(self.until), str(self.min_age_days), str(self.min_coverage)]


@dataclass(frozen=True)
class Period:
    """The dates that are judged, both included."""

    since: date
    until: date

    def condition(self) -> str:
        """The rows of a table that fall into the window, as Spark SQL."""
        return f"date between date'{self.since}' and date'{self.until}'"

    def end(self) -> int:
        """The end of the last day, epoch ms."""
        midnight = datetime(self.until.year, self.until.month, self.until.day, tzinfo=UTC) + timedelta(days=1)
        return int(midnight.timestamp()) * 1000
