"""Brokers ask super users of broker.conf for no grant, so their grants are never proven unused."""

from datetime import date

from pyspark.sql import SparkSession

from spark_audit.schemas import GRANT_LINE, SUPER_USERS_DAILY
from spark_audit.transforms.gold.super_users import grants_of, super_users_daily
from tests.spark_audit.frames import NOON, Line, frame, silver

_LINE = {"cluster": "c", "role": 1, "from_rev": 1, "until_rev": None, "users": ["root", "svc"]}


def test_uses_and_probes_of_a_day_are_one_row(spark: SparkSession) -> None:
    named: Line = {"code": "BROKER_SUPER_USER", "user": "root"}
    events: list[Line] = [
        named | {"uid": "b-1", "n": 3, "t_end": NOON + 50}, named | {"uid": "b-2", "kind": 1, "time": NOON - 7},
        named | {"uid": "b-3", "time": NOON + 86_400_000}, named | {"uid": "b-4", "cluster": "d"},
        {"uid": "b-5", "code": "SUPER_USER"}, {"uid": "b-6", "user": "root"},
    ]  # fmt: skip
    first, second = date(2026, 11, 7), date(2026, 11, 8)
    assert sorted(map(tuple, super_users_daily(silver(spark, *events)).collect())) == [
        (first, "c", "root", 4, NOON - 7, NOON + 50),
        (first, "d", "root", 1, NOON, NOON),
        (second, "c", "root", 1, NOON + 86_400_000, NOON + 86_400_000),
    ]


def test_every_standing_grant_of_a_super_user_is_found(spark: SparkSession) -> None:
    """Not those of others, on other clusters, or of a role that it has left."""
    grants = [
        _LINE | {"grant": 1}, _LINE | {"grant": 2, "users": ["svc"]}, _LINE | {"grant": 3, "cluster": "d"},
        _LINE | {"grant": 4, "until_rev": 5}, _LINE | {"grant": 4, "from_rev": 5, "users": ["svc"]},
        _LINE | {"grant": 5, "role": 2}, _LINE | {"grant": 5, "role": 2, "cluster": "d"},
    ]  # fmt: skip
    uses = frame(spark, SUPER_USERS_DAILY, [{"date": date(2026, 11, 7), "cluster": "c", "user": "root", "n": 1}])
    assert sorted(grant["grant"] for grant in grants_of(uses, frame(spark, GRANT_LINE, grants)).collect()) == [1, 5]
