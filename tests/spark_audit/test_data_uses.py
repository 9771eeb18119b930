"""What the center gets to compare with the fetches of encryption keys: who produced where, who consumed where."""

import json
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from spark_audit.transforms.gold.per_date import PER_DATE
from spark_audit.transforms.reports import data_uses
from tests.spark_audit import sample
from tests.spark_audit.frames import NOON, Line, silver
from tests.spark_audit.sample import results

_DAY = 86_400_000
_CONSUME: Line = {"op": "CONSUME", "act": 2, "user": "reader", "grants": [2]}


def _built(spark: SparkSession, *events: Line) -> list[tuple[Any, ...]]:
    rows = silver(spark, *events)

    def table(name: str) -> DataFrame:
        return PER_DATE[name](rows)

    found = data_uses.build(table("uses_daily"), table("usage_daily"))
    return [tuple(row) for row in found.orderBy("user", "action", "resource").collect()]


def test_uses_of_several_days_and_grants_are_one_line(spark: SparkSession) -> None:
    produced = {"grants": [1, 2]}
    later = {"grants": [1], "time": NOON + 2 * _DAY, "n": 4}
    renewed = {"grants": [1], "time": NOON + 3 * _DAY, "kind": 2}
    peeked = {**_CONSUME, "op": "PEEK_MESSAGES", "time": NOON + 5}
    others = [{**_CONSUME, "res": f"c/{domain}://acme/orders/new"} for domain in ("non-persistent", "topic")]
    assert _built(spark, produced, later, renewed, _CONSUME, peeked, *others) == [
        ("reader", 2, "c/acme/orders/created", 2, NOON, NOON + 5),
        ("reader", 2, "c/non-persistent://acme/orders/new", 1, NOON, NOON),
        ("reader", 2, "c/topic://acme/orders/new", 1, NOON, NOON),
        ("svc", 3, "c/acme/orders/created", 6, NOON, NOON + 3 * _DAY),
    ]


def test_what_is_no_producing_and_no_consuming_is_left_out(spark: SparkSession) -> None:
    """Whoever unloads a topic has not produced to it, and reading its statistics is not consuming."""
    unloaded = {"op": "UNLOAD", "grants": [1]}
    looked = {**_CONSUME, "op": "GET_STATS"}
    denied = {"dec": 2, "code": "NO_GRANT"}
    probed = {**_CONSUME, "kind": 1}
    signed_in = {"act": 2, "op": "AUTHENTICATE", "res": "c", "rtype": "cluster", "grants": None}
    assert _built(spark, unloaded, looked, denied, probed, signed_in) == []


def test_who_was_let_in_without_a_grant_may_have_consumed(spark: SparkSession) -> None:
    """Super users of broker.conf, and what is observed: nobody is said to have consumed nothing who may have."""
    read = {"user": "root", "op": "GET_STATS", "act": 2, "code": "BROKER_SUPER_USER", "grants": None}
    observed = {"user": "old", "op": "CONSUME", "act": 2, "dec": 3, "code": "NO_GRANT", "grants": None}
    wrote = {"user": "root", "code": "BROKER_SUPER_USER", "grants": None}
    assert [row[:3] for row in _built(spark, read, observed, wrote)] == [
        ("old", 2, "c/acme/orders/created"),
        ("root", 2, "c/acme/orders/created"),
    ]


def test_a_whole_run_publishes_each_producer_and_consumer(done: dict[str, bytes]) -> None:
    files = results(done)
    lines = [json.loads(line) for line in files["publish/data_uses.jsonl"].splitlines()]
    found = {(line["user"], line["action"], line["resource"]) for line in lines}
    allowed = {
        (event["user"], event["act"], event["res"])
        for events in sample.events(sample.DAYS).values()
        for event in events
        if event["dec"] == 1 and event["kind"] != 1 and event["op"] in ("PRODUCE", "CONSUME")
    }
    assert found == allowed
    summary = json.loads(files["publish/run.json"])
    assert summary["lines"]["data_uses.jsonl"] == len(lines) == len(found) > 5
    assert summary["watched_days"] == {"standalone": 1}
