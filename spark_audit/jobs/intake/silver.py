"""Event files → bronze → silver: files that were not read before are merged in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from spark_audit.jobs.intake import arrivals, counting
from spark_audit.jobs.intake.arrivals import ReadFile
from spark_audit.jobs.progress import Progress
from spark_audit.schemas import QUARANTINE, names
from spark_audit.sources import events
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import Files, link_overlooked
from spark_audit.sources.history import History
from spark_audit.sources.listing import HashedFile
from spark_audit.sources.rows import small_frame
from spark_audit.store import FileRead, Ledger, TableStore
from spark_audit.transforms.silver import clock
from spark_audit.transforms.silver.events import deduplicate
from spark_audit.transforms.silver.pseudonyms import Pseudonyms

_GONE = ("PATH_NOT_FOUND", "FILE_NOT_EXIST", "FileNotFoundException")
_HAS_GONE = (
    "an event file has gone since it was listed (finished, compressed or deleted by its broker): run again. What was "
    "there before is unchanged"
)


@dataclass(frozen=True)
class DirectoryState:
    """What a directory remembers. `judged`: last date with published results. `kept`: first date whose events are kept.

    `people`: who was erased.
    """

    judged: date | None
    kept: date | None
    people: Pseudonyms


class Intake:
    """Reads event files into the tables of one audit directory."""

    def __init__(
        self,
        spark: SparkSession,
        store: TableStore,
        ledger: Ledger,
        aside: Path,
        history: History,
        keeping: DirectoryState,
    ) -> None:
        """Nothing is read yet."""
        self._spark, self._store, self._ledger, self._aside = spark, store, ledger, aside
        self._keeping, self._exported = keeping, history.manifest.time
        self._made = clock.revisions(history.grants, history.users, history.roles, history.resources)
        self.known = arrivals.KnownCenter.of(history)

    def take_in(
        self, files: Files, batch: Sequence[HashedFile], any_revision: bool, progress: Progress
    ) -> list[ReadFile]:
        """Update quarantine, silver and the ledger from files with new contents; returns those that wait.

        Raises SourceError, before anything is changed, if they cannot be events of this center.
        """
        links = link_overlooked((file.entry for file in batch), self._aside)
        lines = self._bronze([links.get(file.entry.uri, file.entry.path) for file in batch])
        counted = counting.count(lines, self.known.clusters, self.known.revision)
        counted |= {uri: counted[f"file:{link}"] for uri, link in links.items() if f"file:{link}" in counted}
        read = [arrivals.read(files, file, counted, self._exported, self._keeping.judged) for file in batch]
        if waiting := self.known.waiting(read, any_revision):
            read = [file for file in read if file not in waiting]
            batch = [file.found for file in read]
            if not read:
                return waiting
            lines = lines.where(~sf.col("path").isin([file.path for file in waiting]))
        dates = sorted({date.fromisoformat(day) for file in read for day in file.row.days})
        gone = arrivals.find_replaced(files, batch, self._ledger.rows())
        self._ledger.expect(dates)
        self._quarantine(lines, read, gone)
        if dates:
            # Merge with the rows that silver has of these dates: their files may be gone.
            known = self._store.read("events", dates)
            named = clock.flag_clock(events.events(lines), self._made, self._exported)
            added = self._keeping.people.applied(named)
            self._store.replace_dates("events", deduplicate(known.unionByName(added)))
        self._ledger.write([file.row for file in read], [row.sha256 for row in gone])
        size, lines_read = sum(file.row.bytes for file in read), sum(file.row.lines for file in read)
        progress.batch(len(batch), size, lines_read, dates)
        return waiting

    def _bronze(self, paths: Sequence[str]) -> DataFrame:
        """The lines, stored as Parquet: they are read several times, and the text should be parsed only once."""
        place = str(self._aside / "bronze")
        try:
            events.bronze(self._spark, paths, self._keeping.kept).write.mode("overwrite").parquet(place)
        except (PySparkException, Py4JError) as error:
            if any(sign in str(error) for sign in _GONE):
                raise SourceError(_HAS_GONE) from error
            raise
        return self._spark.read.parquet(place)

    def _quarantine(self, lines: DataFrame, read: Sequence[ReadFile], gone: Sequence[FileRead]) -> None:
        """Add the bad lines. Those of contents in `gone` are removed: the file has grown, and its lines come again."""
        bad = [file for file in read if file.row.bad]
        again = [*(row for row in gone if row.bad), *(file.row for file in bad)]
        if not again:
            return
        dates = {arrivals.shelf(file_row) for file_row in again}
        kept = self._store.read("quarantine", dates).where(
            ~sf.col("sha256").isin([file_row.sha256 for file_row in again])
        )
        places, damaged = (
            self._places(bad),
            small_frame(self._spark, map(_damage, filter(_is_damaged, bad)), QUARANTINE),
        )
        added = events.quarantine(lines, places).unionByName(damaged).select(*names(QUARANTINE))
        if self._keeping.people.erased:  # such a text may contain their names
            added = added.withColumn("text", sf.lit(""))
        self._store.replace_dates("quarantine", kept.unionByName(added), dates)

    def _places(self, bad: Sequence[ReadFile]) -> DataFrame:
        rows = (
            {"path": file.path, "file": file.row.file, "sha256": file.row.sha256, "date": arrivals.shelf(file.row)}
            for file in bad
        )
        return small_frame(self._spark, rows, events.PLACES)


def _is_damaged(file: ReadFile) -> bool:
    return counting.DAMAGED in file.row.reasons


def _damage(file: ReadFile) -> dict[str, Any]:
    """A row of QUARANTINE for the damage, numbered after the last line that could be read."""
    place = {"date": arrivals.shelf(file.row), "sha256": file.row.sha256, "file": file.row.file}
    return place | {"line": file.row.lines + 1, "reason": counting.DAMAGED, "text": ""}
