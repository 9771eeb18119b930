"""Access event files: their lines as typed events, or as bad lines with a reason."""

from collections.abc import Sequence
from datetime import date
from functools import reduce

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as sf

from spark_audit.schemas import EVENT_LINE, EVENTS, QUARANTINE, names
from spark_audit.schemas.columns import DATE, TEXT, table
from spark_audit.sources import json_lines

LAYOUT = 1
PLACES = table(path=TEXT, file=TEXT, sha256=TEXT, date=DATE)
"""Per file with bad lines: what QUARANTINE says of the file, and `path`, by which Spark names it."""
PLUGIN, LOG = "plugin", "log"
_REQUIRED = ("uid", "seq", "time", "act", "op", "dec", "code", "kind", "v")
_END_OF_TIME = 253_402_300_800_000  # the year 10000; later times are not valid dates
_MOST = (1 << 31) - 1  # most uses in one event, so that sums do not overflow
_LAST = 10**15  # greatest number of an event: reached after 30 years with a million a second
_SHOWN = 200  # characters kept of a bad line


def bronze(spark: SparkSession, paths: Sequence[str], kept: date | None = None) -> DataFrame:
    """Every line of the files: `record` if it is a usable event, else `fault` and `text`.

    `bytes` includes the end of the line. Of a damaged file, only the lines before the damage are returned. Events of
    dates before `kept` get the fault `after_retention`, because the tables of these dates are not computed again.
    """
    lines = json_lines.parse_lines(json_lines.read(spark, paths, damaged=True), EVENT_LINE)
    fault = sf.when(_other_layout(), "unknown_version").otherwise(
        sf.coalesce(sf.col("fault"), _missing(), _bad_values(), _after_retention(kept))
    )
    judged = lines.withColumn("fault", json_lines.computed_once(fault))
    usable = sf.col("fault").isNull()
    return judged.select(
        "file",
        "path",
        "block",
        "row",
        (sf.octet_length("value") + 1).alias("bytes"),
        sf.when(~usable, sf.substring(sf.make_valid_utf8("value"), 1, _SHOWN)).alias("text"),
        sf.when(usable, sf.col("record")).alias("record"),
        "fault",
    )


def bad_lines(lines: DataFrame) -> DataFrame:
    """The bad lines of `bronze`: path, file, line, reason, text. Blank lines are not bad."""
    bad = json_lines.number_lines(lines).where("fault is not null and fault <> 'blank'")
    return bad.select("path", "file", "line", sf.col("fault").alias("reason"), "text")


def quarantine(lines: DataFrame, places: DataFrame) -> DataFrame:
    """Rows of QUARANTINE. `places`: rows of PLACES for every file with a bad line."""
    placed = bad_lines(lines).drop("file").join(sf.broadcast(places), "path", "inner")
    return placed.select(*names(QUARANTINE))


def events(lines: DataFrame) -> DataFrame:
    """The usable events of `bronze` as rows of EVENTS, with duplicates and without `clock`."""
    flat = lines.where("fault is null").select("record.*")
    filled = flat.withColumns(
        {
            "date": sf.timestamp_millis("time").cast("date"),
            "n": sf.coalesce("n", sf.lit(1)),
            "t_end": sf.coalesce("t_end", "time"),
            "user": sf.coalesce("user", sf.lit("")),
            "res": sf.coalesce("res", sf.lit("")),
            "source": sf.when(sf.col("source") == LOG, LOG).otherwise(PLUGIN),
            "clock": sf.lit(None).cast("string"),
        }
    )
    boot = sf.expr("substring(uid, 1, length(uid) - length(cast(seq as string)) - 1)")
    cluster = sf.substring_index("res", "/", 1)
    return filled.withColumns({"boot": boot, "cluster": cluster}).select(*names(EVENTS))


def _after_retention(kept: date | None) -> Column:
    """`after_retention`: an event of a day whose events were deleted because of their age."""
    if kept is None:
        return sf.lit(None).cast("string")
    return sf.when(sf.timestamp_millis(_field("time")).cast("date") < sf.lit(kept), "after_retention")


def _field(name: str) -> Column:
    return sf.col(f"record.{name}")


def _other_layout() -> Column:
    return _field("v").isNotNull() & (_field("v") != LAYOUT)


def _faults(prefix: str, wrong: dict[str, Column]) -> Column:
    # Hardly any line is wrong. The cheap test `some` is compiled; the list of faults is interpreted, only where needed.
    found = sf.array_compact(sf.array(*[sf.when(condition, field) for field, condition in wrong.items()]))
    some = reduce(Column.__or__, (sf.coalesce(condition, sf.lit(False)) for condition in wrong.values()))
    return sf.when(some, sf.concat(sf.lit(f"{prefix}:"), sf.array_join(found, ",")))


def _missing() -> Column:
    """`missing:<fields>`. Allowed events must also have user and res; denied and observed ones may lack them."""
    always = {field: _field(field).isNull() for field in _REQUIRED}
    when_allowed = {
        field: (_field("dec") == 1) & (sf.coalesce(_field(field), sf.lit("")) == "") for field in ("user", "res")
    }
    return _faults("missing", always | when_allowed)


def _bad_values() -> Column:
    """`bad_value:<fields>`: numbers outside their range, a uid that does not end in its own sequence number."""
    time, end, seq = _field("time"), _field("t_end"), _field("seq")
    wrong = {
        "uid": ~_field("uid").endswith(sf.concat(sf.lit("-"), seq.cast("string"))),
        "seq": ~seq.between(1, _LAST),
        "time": ~time.between(1, _END_OF_TIME - 1),
        "n": ~_field("n").between(1, _MOST),
        "t_end": (end < time) | (end >= _END_OF_TIME),
        "act": ~_field("act").between(1, 4),
        "dec": ~_field("dec").between(1, 3),
        "kind": ~_field("kind").between(0, 2),
        "grants": sf.exists(_field("grants"), lambda grant: grant.isNull()),
    }
    return _faults("bad_value", wrong)
