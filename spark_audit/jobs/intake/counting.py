"""Counts what each file of a batch holds, with one query over its lines."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.sources.events import LOG

DAMAGED = "damaged_file"


@dataclass
class FileCounts:
    """The content of one file.

    `days`: usable lines by date; `logged`: those of them from Pulsar's own log; `reasons`: bad lines by reason. `path`:
    what Spark calls the file (encoded). `text_bytes`: bytes read, with a line end for each line. `revision`: the
    greatest in its events; `later`: the time of the first with a revision after the export. `foreign`: number of events
    of clusters that the center does not know, `stranger`: one of these.
    """

    path: str
    lines: int = 0
    text_bytes: int = 0
    days: Counter[str] = field(default_factory=Counter)
    logged: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    revision: int = 0
    later: int | None = None
    foreign: int = 0
    stranger: str = ""


def count(lines: DataFrame, clusters: Sequence[str], exported: int) -> dict[str, FileCounts]:
    """Decoded path → content of the file. `lines`: rows of `bronze`. `clusters`: those that the center knows or knew;
    if empty, no cluster is foreign. `exported`: the revision that the export ends with."""
    day = sf.timestamp_millis("record.time").cast("date").cast("string").alias("day")
    cluster = sf.substring_index("record.res", "/", 1)
    foreign = (cluster != "") & (cluster != "*") & ~cluster.isin(list(clusters)) if clusters else sf.lit(False)
    rows = lines.groupBy("path", day, "fault").agg(
        sf.count("*").alias("lines"),
        sf.sum("bytes").alias("bytes"),
        sf.max("record.rev").alias("revision"),
        sf.min(sf.when(sf.col("record.rev") > exported, sf.col("record.time"))).alias("later"),
        sf.count_if(foreign).alias("foreign"),
        sf.min(sf.when(foreign, cluster)).alias("stranger"),
        sf.count_if(sf.col("record.source") == LOG).alias("logged"),
    )
    found: defaultdict[str, FileCounts] = defaultdict(lambda: FileCounts(""))
    for row in rows.collect():
        file = found[decode_path(row["path"])]
        file.path = row["path"]
        file.lines += row["lines"]
        file.text_bytes += row["bytes"]
        file.revision = max(file.revision, row["revision"] or 0)
        file.later = min(filter(None, (file.later, row["later"])), default=None)
        file.foreign += row["foreign"]
        file.stranger = file.stranger or row["stranger"] or ""
        if row["fault"] is None:
            file.days[row["day"]] += row["lines"]
            file.logged.update({row["day"]: row["logged"]} if row["logged"] else {})
        elif row["fault"] != "blank":
            file.reasons[row["fault"]] += row["lines"]
    return dict(found)


def decode_path(path: str) -> str:
    """The path as `Entry.uri` has it: Spark writes file:/// for file:/, and encodes blanks and other characters."""
    return unquote(path).replace("file:///", "file:/", 1)
