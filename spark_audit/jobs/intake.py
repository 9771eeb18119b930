"""Event files → bronze → silver: what was not read before is folded in."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import unquote

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as sf

from spark_audit.jobs.progress import Progress
from spark_audit.sources import events
from spark_audit.sources.listing import Found
from spark_audit.store import FileRead, Ledger, TableStore
from spark_audit.transforms.silver import deduplicated

_VERY_LATE = timedelta(days=35)


class Intake:
    """Reads files into one audit's directory. `judged` is the last date that results were published for."""

    def __init__(
        self, spark: SparkSession, store: TableStore, ledger: Ledger, aside: Path, judged: date | None
    ) -> None:
        """Nothing is read yet."""
        self._spark, self._store, self._ledger, self._aside, self._judged = spark, store, ledger, aside, judged

    def take_in(self, files: Sequence[Found], progress: Progress) -> None:
        """Update quarantine, silver and the ledger from `files`, whose contents must be new."""
        lines = self._bronze(files)
        read = self._counted(files, lines)
        bad = sum(row.bad for row in read.values())
        progress.done("bronze", f"{len(files)} files, {bad} bad lines")
        dates = sorted({date.fromisoformat(day) for row in read.values() for day in row.days})
        self._ledger.expect(dates)
        if bad:
            self._quarantine(lines, {path: row for path, row in read.items() if row.bad})
        if dates:
            # The dates as known so far join in: events whose files are long gone stay, late ones fold in.
            known = self._store.read("events", dates)
            self._store.replace_dates("events", deduplicated(known.unionByName(events.events(lines))))
        progress.done("silver", f"{len(dates)} dates rewritten")
        self._ledger.write(read.values())

    def _bronze(self, files: Sequence[Found]) -> DataFrame:
        """Written once, so that the text is parsed once although it is read several times below."""
        place = str(self._aside / "bronze")
        events.bronze(self._spark, [file.path for file in files]).write.mode("overwrite").parquet(place)
        return self._spark.read.parquet(place)

    def _counted(self, files: Sequence[Found], lines: DataFrame) -> dict[str, FileRead]:
        """The row of each file, by the path that Spark tells (encoded); a file without lines by its own."""
        day = sf.timestamp_millis("record.time").cast("date").alias("day")
        counts: defaultdict[str, list[Row]] = defaultdict(list)
        told: dict[str, str] = {}
        for row in lines.groupBy("path", day, "fault").count().collect():
            counts[_uri(row["path"])].append(row)
            told[_uri(row["path"])] = row["path"]
        return {told.get(file.uri, file.uri): self._row(file, counts[file.uri]) for file in files}

    def _row(self, file: Found, counts: Sequence[Row]) -> FileRead:
        days, reasons = Counter[str](), Counter[str]()
        for row in counts:
            if row["fault"] is None:
                days[str(row["day"])] += row["count"]
            elif row["fault"] != "blank":
                reasons[row["fault"]] += row["count"]
        late = {day: n for day, n in days.items() if self._judged and day <= str(self._judged)}
        very = [n for day, n in late.items() if self._judged and day < str(self._judged - _VERY_LATE)]
        return FileRead(
            file=file.name, bytes=file.bytes, sha256=file.sha256, lines=sum(row["count"] for row in counts),
            events=days.total(), bad=reasons.total(), first_date=min(days, default=None),
            last_date=max(days, default=None), late=sum(late.values()), very_late=sum(very),
            days=dict(days), reasons=dict(reasons),
        )  # fmt: skip

    def _quarantine(self, lines: DataFrame, read: Mapping[str, FileRead]) -> None:
        """The bad lines, kept by the first date of their file; what is there of the same content is replaced."""
        firsts = {path: date.fromisoformat(row.first_date or "1970-01-01") for path, row in read.items()}
        known = self._store.read("quarantine", set(firsts.values()))
        kept = known.where(~sf.col("sha256").isin([row.sha256 for row in read.values()]))
        places = self._spark.createDataFrame(
            [(path, row.file, row.sha256, firsts[path]) for path, row in read.items()],
            "path string, file string, sha256 string, date date",
        )
        self._store.replace_dates("quarantine", kept.unionByName(events.quarantine(lines, places)))


def _uri(path: str) -> str:
    """Spark says file:/, file:/// and %20 for what we call file:/ and a blank."""
    return unquote(path).replace("file:///", "file:/", 1)
