"""The order for a run, and what its stages are given."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from pyspark.sql import SparkSession

from spark_audit.jobs.progress import Progress
from spark_audit.sources.history import History
from spark_audit.store import Ledger, TableStore
from spark_audit.suggest.prices import Prices
from spark_audit.transforms.findings.rules import Rules

BOTH = "both"
"""Value of `Order.language`: tenants' reports in every language."""


@dataclass(frozen=True)
class Order:
    """Inputs, output directory and settings of `run`; `since` and `until` are UTC dates, both included.

    `any_revision`: accept events decided after the export. `missing_days`: judge a window with days without events.
    `min_age_days`, `min_watched_days`, `min_coverage` (percent): what absence of use needs to be proof. `key_file`: the
    key of the pseudonyms. `tables`: one of tables.KINDS; None: the kind that the directory has. `batch_bytes`: bytes of
    text that one pass reads. `language`: of tenants' reports, `en`, `zh` or BOTH. `prices`: weights of suggestions.
    `rules`: thresholds of findings.
    """

    events: str
    history: str
    out: Path
    since: date | None = None
    until: date | None = None
    include_open: bool = False
    min_age_days: int = 14
    min_watched_days: int = 90
    min_coverage: float = 99.0
    language: str = "en"
    any_revision: bool = False
    missing_days: bool = False
    key_file: Path | None = None
    tables: str | None = None
    batch_bytes: int = 1 << 31
    prices: Prices = field(default_factory=Prices)
    rules: Rules = field(default_factory=Rules)

    def settings(self) -> list[str]:
        """What besides the inputs and the window determines the result; a part of the run's id."""
        least = (self.min_age_days, self.min_coverage, self.min_watched_days)
        return [*map(str, least), self.language, str(self.prices), str(self.rules)]


@dataclass(frozen=True)
class Period:
    """A range of dates, both included."""

    since: date
    until: date

    def condition(self) -> str:
        """The condition for rows with a date in the period, as Spark SQL."""
        return f"date between date'{self.since}' and date'{self.until}'"

    def dates(self) -> list[date]:
        """Each of its dates, in order."""
        return [self.since + timedelta(days=number) for number in range((self.until - self.since).days + 1)]

    def start(self) -> int:
        """The beginning of the first day, epoch ms."""
        return _midnight(self.since)

    def end(self) -> int:
        """The end of the last day, epoch ms."""
        return _midnight(self.until + timedelta(days=1))


@dataclass(frozen=True)
class Run:
    """What a stage is given. A stage is a function `build(run)` that reads and writes tables of the store.

    `touched`: dates whose events changed since gold was written. Daily tables are computed again for exactly these
    (`store.read("events", run.touched)`, `store.replace_dates(name, rows, run.touched)`). Tables per `until` are
    computed for `window` and written by `store.replace_dates(name, rows, [run.window.until])`, which also empties the
    partition if there are no rows. `results`: directory of this run's files (`publish/`, `report/`, `csv.zip` …). A
    stage simply writes into it; it is put in place as a whole after the last one. `id`: the same for the same inputs
    and settings. `waiting`: how many event files are later than the export.
    """

    spark: SparkSession
    order: Order
    window: Period
    store: TableStore
    history: History
    ledger: Ledger
    progress: Progress
    touched: tuple[date, ...]
    results: Path
    id: str
    waiting: int = 0


def _midnight(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000
