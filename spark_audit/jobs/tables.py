"""Which kind of tables a directory has: Parquet, or Delta Lake when its first run was told so."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pyspark.sql import SparkSession

from spark_audit import session
from spark_audit.sources.errors import SourceError
from spark_audit.store import DeltaStore, ParquetShelf, ParquetStore, Shelf, TableStore, delta
from spark_audit.store.staging import write_text

PARQUET, DELTA = "parquet", "delta"
_SMALL_FILES: Mapping[str, str] = {
    # Hadoop starts a program for the rights of every file, directory and sum of checks that it makes; the store moves
    # the files away from the sums, so there are none to be checked by.
    "spark.hadoop.fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem",
}
KINDS = (PARQUET, DELTA)
_NOTE = "ledger/tables"
_NO_JARS = (
    f"this Spark has no Delta Lake: give spark-submit --packages {delta.PACKAGE}, or set "
    f"PYSPARK_SUBMIT_ARGS='--packages {delta.PACKAGE} pyspark-shell', or give the jars with --jars"
)


def kind(out: Path, wanted: str | None = None) -> str:
    """Of the tables in `out`; what is wanted, or Parquet, for a new directory. Raises SourceError for the other one."""
    note = out / _NOTE
    there = note.read_text(encoding="utf-8").strip() if note.exists() else None
    if there is None and (out / "silver").exists():
        there = PARQUET
    if there and wanted not in (None, there):
        raise SourceError(
            f"the tables in {out} are {there}: leave --tables away, or give a new --out and all event files once more"
        )
    return there or wanted or PARQUET


def settings(kind: str) -> Mapping[str, str]:
    """What the session needs."""
    return delta.SETTINGS if kind == DELTA else _SMALL_FILES


def open_store(spark: SparkSession, out: Path, aside: Path, kind: str) -> TableStore:
    """The store; what it is is noted before it is written to. Raises SourceError when Spark cannot write such."""
    if kind == PARQUET:
        return ParquetStore(spark, out, aside)
    if not delta.available(spark):
        raise SourceError(_NO_JARS)
    write_text(aside, out / _NOTE, DELTA + "\n")
    return DeltaStore(spark, out)


@contextmanager
def shelf(out: Path, aside: Path) -> Iterator[Shelf]:
    """What is kept in `out`; Spark is started only where it is needed."""
    if kind(out) == PARQUET:
        yield ParquetShelf(out)
    else:
        with session.start(settings(DELTA)) as spark:
            yield open_store(spark, out, aside, DELTA)
