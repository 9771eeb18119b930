"""Event files → bronze → silver → gold: every date that occurs in the files is folded in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sf

from spark_audit.jobs.progress import Progress
from spark_audit.schemas import EVENTS
from spark_audit.sinks import tables
from spark_audit.sources import events
from spark_audit.transforms.denials import denials_daily, probes_daily
from spark_audit.transforms.silver import deduplicated
from spark_audit.transforms.usage import usage_daily

GOLD = {"usage_daily": usage_daily, "denials_daily": denials_daily, "probes_daily": probes_daily}


@dataclass(frozen=True)
class Intake:
    """What the files held: bad lines by reason (counted), usable lines that came twice, dates."""

    files: list[Path]
    bad: Mapping[str, int]
    duplicates: int
    dates: list[date]


def take_in(spark: SparkSession, files: list[Path], out: Path, aside: Path, progress: Progress) -> Intake:
    """Update quarantine, silver and gold in `out` from `files`."""
    lines = _bronze(spark, files, aside)
    intake = _counted(files, lines)
    tables.replace_all(events.quarantine(lines).orderBy("file", "line"), out / "quarantine.parquet", aside)
    progress.done("bronze", f"{len(files)} files, {sum(intake.bad.values())} bad lines, {intake.duplicates} duplicates")
    if not intake.dates:
        return intake
    silver = out / "silver" / "events"
    # The dates as known so far join in: events whose files are long gone stay, late ones fold in.
    known = tables.read(spark, silver, EVENTS).where(sf.col("date").isin(intake.dates))
    tables.replace_dates(deduplicated(known.unionByName(events.events(lines))), silver, aside)
    progress.done("silver", f"{len(intake.dates)} dates rewritten")
    touched = tables.read(spark, silver, EVENTS).where(sf.col("date").isin(intake.dates))
    for name, transform in GOLD.items():
        tables.replace_dates(transform(touched), out / "gold" / name, aside)
    progress.done("gold", ", ".join(GOLD))
    return intake


def _bronze(spark: SparkSession, files: list[Path], aside: Path) -> DataFrame:
    """Written once, so that the text is parsed once although it is read several times below."""
    place = str(aside / "bronze")
    events.bronze(spark, files).write.parquet(place)
    return spark.read.parquet(place)


def _counted(files: list[Path], lines: DataFrame) -> Intake:
    faults = lines.where("fault is not null and fault <> 'blank'").groupBy("fault").count().orderBy("fault").collect()
    usable = events.events(lines)
    row = usable.agg(
        sf.count("*").alias("all"), sf.count_distinct("uid").alias("uids"), sf.collect_set("date").alias("dates")
    ).collect()[0]
    bad = {fault["fault"]: int(fault["count"]) for fault in faults}
    return Intake(files, bad, row["all"] - row["uids"], sorted(row["dates"]))
