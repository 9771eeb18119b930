"""The kind of tables in a directory: Parquet, or Delta Lake if its first run chose that."""

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
    # Hadoop's default writes a checksum file beside every file, and starts a program to set the permissions of both.
    # The store moves files away from their checksums, so nothing would ever be checked.
    "spark.hadoop.fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem",
}
KINDS = (PARQUET, DELTA)
_NOTE = "ledger/tables"
_NO_JARS = (
    f"this Spark has no Delta Lake: give spark-submit --packages {delta.PACKAGE}, or set "
    f"PYSPARK_SUBMIT_ARGS='--packages {delta.PACKAGE} pyspark-shell', or give the jars with --jars"
)


def kind(out: Path, wanted: str | None = None) -> str:
    """The kind of the tables in `out`; if new, `wanted` or Parquet. Raises SourceError if `wanted` is another one."""
    note = out / _NOTE
    found = note.read_text(encoding="utf-8").strip() if note.exists() else None
    if found is None and (out / "silver").exists():
        found = PARQUET
    if found and wanted not in (None, found):
        raise SourceError(
            f"the tables in {out} are {found}: leave --tables away, or give a new --out and all event files once more"
        )
    return found or wanted or PARQUET


def settings(kind: str) -> Mapping[str, str]:
    """Spark settings that this kind of tables needs."""
    return delta.SETTINGS if kind == DELTA else _SMALL_FILES


def open_store(spark: SparkSession, out: Path, aside: Path, kind: str) -> TableStore:
    """The store. Its kind is noted before the first write. Raises SourceError if Spark lacks the jars for it."""
    if kind == PARQUET:
        return ParquetStore(spark, out, aside)
    if not delta.available(spark):
        raise SourceError(_NO_JARS)
    write_text(aside, out / _NOTE, DELTA + "\n")
    return DeltaStore(spark, out)


@contextmanager
def shelf(out: Path, aside: Path) -> Iterator[Shelf]:
    """The partitions in `out`. Spark is started only for Delta Lake."""
    if kind(out) == PARQUET:
        yield ParquetShelf(out)
    else:
        with session.start(settings(DELTA)) as spark:
            yield open_store(spark, out, aside, DELTA)
