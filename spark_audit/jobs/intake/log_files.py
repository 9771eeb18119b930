"""`read-logs`: Pulsar's own broker logs → event files that `run` reads like those of the plugin."""

import re
from collections.abc import Iterator
from pathlib import Path

from pyspark.sql import SparkSession

from spark_audit.sources import pulsar_logs
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import Entry, LocalFiles, link_overlooked
from spark_audit.store.staging import move, workplace

_ENDINGS = (".log", ".log.gz")
_ZONE = re.compile(r"[+-](0\d|1[0-4]):[0-5]\d")


def check(logs: str, zone: str) -> list[Entry]:
    """The log files below a directory. Raises SourceError if there are none, or `zone` is not an offset."""
    if not _ZONE.fullmatch(zone):
        raise SourceError(f"--zone must be an offset such as +00:00 or +08:00, not {zone}")
    found = LocalFiles(logs, _ENDINGS).list(include_open=False) if Path(logs).is_dir() else []
    if not found:
        raise SourceError(f"there are no broker logs (*.log, *.log.gz) below {logs}")
    return found


def read_logs(spark: SparkSession, logs: str, cluster: str, zone: str, into: Path) -> Iterator[str]:
    """Write an event file for each log with accesses; yields a sentence per log.

    A log that was read before gives the same file again; one that has grown replaces its file. Raises SourceError for
    two logs that cannot be told apart.
    """
    files = LocalFiles(logs, _ENDINGS)
    with workplace(into) as aside:
        entries = check(logs, zone)
        links = link_overlooked(entries, aside)
        for log in entries:
            path = links.get(log.uri, log.path)
            rows = pulsar_logs.accesses(spark, path, cluster, zone, cut=_still_written(log))
            draft = aside / "accesses"
            rows.coalesce(1).sortWithinPartitions("value").write.mode("overwrite").partitionBy("boot").text(str(draft))
            parts = sorted(draft.glob("boot=*/part-*"))
            for part in parts:
                _put(part, into / f"{part.parent.name.partition('=')[2]}.jsonl", log)
            yield f"{log.path}: {_sentence(files, log, bool(parts))}"


def _still_written(log: Entry) -> bool:
    """Whether the last line has no end yet: it may break off within a name."""
    if log.compressed or not log.bytes:
        return False
    with Path(log.path).open("rb") as content:
        content.seek(-1, 2)
        return content.read() != b"\n"


def _put(part: Path, target: Path, log: Entry) -> None:
    """Put the event file in place, unless the one there has more: of two copies of a log, the longer one stays."""
    before, now = (set(file.read_bytes().splitlines()) if file.exists() else set() for file in (target, part))
    if len(before - now) > 1 and now - before:  # earlier versions also read an incomplete last line
        raise SourceError(
            f"{log.path} begins with the same line as another log, or was read otherwise before: if it is the same "
            f"log, delete {target} and read again, else leave it out"
        )
    if not before or now - before:
        move(part, target)


def _sentence(files: LocalFiles, log: Entry, written: bool) -> str:
    told = "accesses written" if written else "no line that tells a role"
    broken = log.compressed and files.unpacked(log) is None
    return f"damaged, what comes before the damage was read: {told}" if broken else told
