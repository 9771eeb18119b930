"""`read-logs`: Pulsar's own broker logs → event files that `run` reads like those of the plugin."""

import re
from collections.abc import Iterator
from pathlib import Path

from pyspark.sql import SparkSession

from spark_audit.sources import pulsar_logs
from spark_audit.sources.errors import SourceError
from spark_audit.store.staging import move, workplace

_ENDINGS = (".log", ".log.gz")
_ZONE = re.compile(r"[+-](0\d|1[0-4]):[0-5]\d")


def check(logs: str, zone: str) -> list[Path]:
    """The log files below a directory. Raises SourceError when there are none, or the zone is no offset."""
    if not _ZONE.fullmatch(zone):
        raise SourceError(f"--zone must be an offset such as +00:00 or +08:00, not {zone}")
    found = sorted(path for path in Path(logs).rglob("*.log*") if path.is_file() and path.name.endswith(_ENDINGS))
    if not found:
        raise SourceError(f"there are no broker logs (*.log, *.log.gz) below {logs}")
    return found


def read_logs(spark: SparkSession, logs: str, cluster: str, zone: str, into: Path) -> Iterator[str]:
    """Write an event file for each log that has accesses; a sentence for each log.

    A log that was read before gives the same file again, one that has grown replaces its file.
    """
    with workplace(into) as aside:
        for log in check(logs, zone):
            rows = pulsar_logs.accesses(spark, log.resolve().as_uri(), cluster, zone)
            draft = aside / "accesses"
            rows.coalesce(1).sortWithinPartitions("value").write.mode("overwrite").partitionBy("boot").text(str(draft))
            parts = sorted(draft.glob("boot=*/part-*"))
            for part in parts:
                move(part, into / f"{part.parent.name.partition('=')[2]}.jsonl")
            yield f"{log}: {'accesses written' if parts else 'no line that tells a role'}"
