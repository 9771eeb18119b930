"""Pulsar's own broker log as a second, weaker source: lines on opened producers and consumers, and on refusals.

Pulsar 3.0 to 4.2 writes sentences, 5.0 writes fields (lines of real brokers: `tests/spark_audit/pulsar_logs`). Clients
choose the names of subscriptions and producers, so the patterns look for each field where these names cannot be. A name
with a line break could still forge a line, so no right is taken away because of these events. 3.0 names the role only
when a connection begins: it is taken from the last such line of the same file. Administration is not seen here: the
request log names no user in any version. No log parser (grok, drain):
Spark evaluates these expressions without Python.
"""

from dataclasses import dataclass
from functools import reduce

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as sf

from spark_audit.sources import json_lines
from spark_audit.sources.events import LOG

CODE = "PULSAR_LOG"
_ALLOWED, _REFUSED = 1, 2
_DATED = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d,\d{3}"
_FIELDS = ("role", "topic", "sub", "peer", "op", "original")


@dataclass(frozen=True)
class _Kind:
    """One kind of line: found by `says`. Per field, patterns of the versions; the first that matches counts."""

    says: str
    dec: int
    role: tuple[str, ...]
    topic: tuple[str, ...]
    peer: tuple[str, ...]
    sub: tuple[str, ...] = ()
    op: tuple[str, ...] = ()
    original: tuple[str, ...] = ()
    called: str = ""


_ORIGINAL = r"\] connected (?:with )?role=.*? and originalAuthRole=(.*?) using authMethod="
_ROLE = r"\] connected (?:with )?role=(.*?) using authMethod="
_OF_PRODUCER = r"producerId=\d+\}, role: ([^}]*?)(?: \{\})?$"
_OF_CONSUMER = r"\. consumerId: \d+, role: ([^:]*?)(?: \{\})?$"
_OF_REFUSED = r"ServerCnx - Role (.*) is not authorized "
_PEER = r"- R:/([^\]\s]+:\d+)\]"
_KINDS = (
    _Kind(
        says="ServerCnx - [%Created new producer: ", called="PRODUCE", dec=_ALLOWED,
        role=(_OF_PRODUCER,), topic=(r"Topic\{topic=([^}]+)\}",), peer=(_PEER,),
    ),
    _Kind(
        says="ServerCnx - Created new producer {", called="PRODUCE", dec=_ALLOWED,
        role=(r"producer \{localAddress=[^,]*, principal=(.*?), producer=",),
        topic=(r"Topic\{topic=([^}]+)\}",), peer=(_PEER,),
    ),
    _Kind(
        says="ServerCnx - [%Subscribing on topic ", called="CONSUME", dec=_ALLOWED,
        role=(_OF_CONSUMER,), topic=(r"Subscribing on topic (\S+) / ",), peer=(_PEER,),
        sub=(r"Subscribing on topic \S+ / (.*)\. consumerId: \d+",),
    ),
    _Kind(
        says="ServerCnx - Subscribing on topic {", called="CONSUME", dec=_ALLOWED,
        role=(r", localAddress=[^,]*, principal=(.*?), remoteAddress=",), topic=(r"^.*, topic=([^,}]+)\}$",),
        peer=(_PEER,), sub=(r", subscription=(.*), topic=[^,}]+\}$",),
    ),
    _Kind(
        says="ServerCnx - Role %is not authorized to perform operation", dec=_REFUSED,
        role=(r"Role (.*) or OriginalRole ", r"\{authRole=(.*), localAddress=", _OF_REFUSED),
        original=(r" or OriginalRole (.*) is not authorized", r", originalPrincipal=(.*), remoteAddress="),
        op=(r"to perform operation (\w+) on topic", r", operation=(\w+), originalPrincipal="),
        topic=(r" on topic (\S+)(?: \{\})?$", r"^.*, topic=([^,}]+)\}$"), peer=(r", remoteAddress=/(\S+:\d+), topic=",),
    ),
)  # fmt: skip


def accesses(spark: SparkSession, path: str, cluster: str, zone: str, *, cut: bool = False) -> DataFrame:
    """boot, value: the accesses of one log as lines of an event file (layout 1, `source` log).

    `zone` (such as `+01:00`) is for times without a zone. The id of an event is made from the log's first line with a
    time (lines before it are the same in every container) and the event's line number. So a log that has grown, was
    renamed or compressed gives the same events again. `cut`: leave out the last line, which is still being written.
    """
    lines = json_lines.number_lines(json_lines.read(spark, [path], damaged=True)).select("line", "value")
    if cut:
        lines = lines.join(sf.broadcast(lines.agg(sf.max("line").alias("last"))), sf.col("line") < sf.col("last"))
    dated = lines.where(sf.col("value").rlike(_DATED)).agg(sf.min_by("value", "line").alias("value"))
    first = dated.select(sf.sha2(sf.concat_ws("\n", sf.lit(cluster), "value"), 256).alias("hash"))
    boot = first.select(sf.concat(sf.lit("log-"), sf.substring("hash", 1, 16)).alias("boot"))
    told = reduce(DataFrame.unionByName, [_select_kind(lines, kind) for kind in _KINDS])
    complete = (
        _signed_in(told, lines)
        .withColumn("time", _time(zone))
        .where("time is not null and role <> '' and topic <> '' and op <> ''")
    )
    named = complete.crossJoin(sf.broadcast(boot))
    return named.select("boot", sf.to_json(_event(cluster)).alias("value"))


def _select_kind(lines: DataFrame, kind: _Kind) -> DataFrame:
    """line, value, dec and _FIELDS; '' for a field that the line does not have."""
    some = lines.where(sf.col("value").like(f"%{kind.says}%"))
    found = {name: _first(getattr(kind, name)) for name in _FIELDS}
    if kind.called:
        found["op"] = sf.lit(kind.called)
    return some.select("line", "value", sf.lit(kind.dec).alias("dec"), *[found[name].alias(name) for name in _FIELDS])


def _signed_in(told: DataFrame, lines: DataFrame) -> DataFrame:
    """`told`, with the role from the beginning of the connection where the line itself names none."""
    begun = lines.where(sf.col("value").like("%ServerCnx - [/%] connected %role=%")).select(
        "line",
        _first((r"ServerCnx - \[/(\S+:\d+)\] connected ",)).alias("peer"),
        _first((_ORIGINAL, _ROLE)).alias("began"),
    )
    earlier = Window.partitionBy("peer").orderBy("line").rowsBetween(Window.unboundedPreceding, 0)
    both = told.unionByName(begun, allowMissingColumns=True).withColumn("began", sf.last("began", True).over(earlier))
    role = sf.coalesce(sf.nullif("role", sf.lit("")), "began")
    return both.where("op is not null").withColumn("role", role).drop("began")


def _first(patterns: tuple[str, ...]) -> Column:
    tries = [sf.nullif(sf.regexp_extract("value", pattern, 1), sf.lit("")) for pattern in patterns]
    return sf.coalesce(*tries, sf.lit(""))


def _time(zone: str) -> Column:
    """Epoch ms, from `2026-11-21T17:16:01,397+0000` or the same without a zone."""
    stamp = sf.regexp_extract("value", rf"{_DATED}([+-]\d{{4}})?", 0)
    moment = sf.concat(sf.substring(stamp, 1, 19), sf.lit("."), sf.substring(stamp, 21, 3))
    offset = sf.when(
        sf.length(stamp) == 28, sf.concat(sf.substring(stamp, 24, 3), sf.lit(":"), sf.substring(stamp, 27, 2))
    )
    return sf.unix_millis(sf.concat(moment, sf.coalesce(offset, sf.lit(zone))).try_cast("timestamp"))


def _ip() -> Column:
    return sf.regexp_extract("peer", r"^(.*):\d+$", 1)


def _event(cluster: str) -> Column:
    """The event of a line. As in events of the plugin, the user is the client for whom a proxy acted."""
    for_another = ~sf.col("original").isin("", "null")
    topic = sf.regexp_replace(sf.regexp_replace("topic", "^persistent://", ""), r"-partition-\d+$", "")
    return sf.struct(
        sf.concat("boot", sf.lit("-"), "line").alias("uid"), sf.col("line").alias("seq"), "time",
        sf.when(sf.col("op") == "PRODUCE", 3).otherwise(2).alias("act"), "op", "dec", sf.lit(CODE).alias("code"),
        sf.lit(0).alias("kind"), sf.when(for_another, sf.col("original")).otherwise(sf.col("role")).alias("user"),
        sf.when(for_another, sf.col("role")).alias("via"), sf.nullif(_ip(), sf.lit("")).alias("ip"),
        sf.concat(sf.lit(f"{cluster}/"), topic).alias("res"), sf.lit("topic").alias("rtype"),
        sf.nullif("sub", sf.lit("")).alias("sub"), sf.lit(1).alias("v"), sf.lit(LOG).alias("source"),
    )  # fmt: skip
