"""The center's export, parsed once per run: nearly every table is joined with it."""

from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from spark_audit.sources import history
from spark_audit.sources.history import History
from spark_audit.transforms.silver.pseudonyms import Pseudonyms


def read(spark: SparkSession, directory: str, people: Pseudonyms, aside: Path) -> History:
    """The export in a directory, with erased people under their pseudonyms: the files still have the names.

    Its tables are kept as Parquet below `aside` for the time of the run. Otherwise every query plan would contain the
    parsing of text, which costs more than all rows. Raises SourceError as `history.read` does.
    """
    return history.read(spark, directory, lambda name, rows: _keep(people.applied(rows), aside / name))


def _keep(rows: DataFrame, place: Path) -> DataFrame:
    rows.write.parquet(str(place))
    return rows.sparkSession.read.schema(rows.schema).parquet(str(place))
