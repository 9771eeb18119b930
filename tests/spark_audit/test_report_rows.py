"""What reports draw of use and denials: each use once, per tenant and for the estate, the largest first."""

import json
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from spark_audit.schemas import DENIALS_DAILY, GRANT_LINE, USAGE_DAILY, WOULD_ALLOW
from spark_audit.transforms.reports import denied_attempts, pictures
from spark_audit.transforms.reports.report_rows import lines

TOPIC = "c/acme/orders/created"
_GRANTS = [
    {"grant": 1, "role_name": "old name", "from_rev": 1, "cluster": "c"},
    {"grant": 1, "role_name": "shop", "from_rev": 2, "cluster": "c"},
    {"grant": 2, "role_name": "shop", "from_rev": 1, "cluster": "c"},
]


def _use(day: int, grant: int | None, user: str, resource: str, n: int, applied: int, **more: Any) -> dict[str, Any]:
    counted = {"n": n, "covering": n, "applied": applied, "sole": 0, "first": day * 100, "last": day * 100 + 9}
    who = {"grant": grant, "user": user, "action": 3, "resource": resource, "decision": 1}
    return {"date": f"2026-11-0{day}", **who, **counted, **more}


_USAGE = [
    _use(1, 1, "ann", TOPIC, 10, 10),
    _use(1, 2, "ann", TOPIC, 10, 0),  # covered the same uses, and decided none of them
    _use(2, 2, "bob", TOPIC, 5, 5),
    _use(2, None, "root", "c", 3, 0),  # a super user of the broker, above tenants
    _use(2, 7, "eve", "c/non-persistent://zoo/ns/t", 20, 20),  # a grant that no export has
    _use(3, None, "bob", TOPIC, 4, 0, decision=2),
]


def test_use_is_counted_once_everywhere(spark: SparkSession, tmp_path: Path) -> None:
    """Trend, heat and flow of the estate and of both tenants; denials with every way that would have allowed them."""
    denied = {"cluster": "c", "user": "bob", "op": "PRODUCE", "action": 3, "resource": TOPIC, "reason": "NO_GRANT",
              "first": 1, "last": 2, "bursts": 2}  # fmt: skip
    way = {"cluster": "c", "user": "bob", "op": "PRODUCE", "resource": TOPIC, "right": 2, "at_type": 4}

    def frame(name: str, schema: StructType, rows: list[dict[str, Any]]) -> DataFrame:
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
        return spark.read.schema(schema).json(str(tmp_path / name))

    daily = [
        denied | {"date": f"2026-11-0{day}", "n": n, "ip": ip, "cred": "t1"}
        for day, n, ip in ((3, 4, "10.0.0.1"), (4, 70, "10.0.0.2"), (4, 20, "10.0.0.1"))
    ]
    ways = [way | {"at_res": TOPIC, "example_role": "shop"}, way | {"at_res": "c/acme", "example_role": None}]
    denials = denied_attempts.build(frame("denials", DENIALS_DAILY, daily), frame("ways", WOULD_ALLOW, ways))
    use = pictures.use(frame("usage", USAGE_DAILY, _USAGE), frame("grants", GRANT_LINE, _GRANTS))
    found = [row["value"].split("\t", 1) for row in lines({"denials": (denials, ["-n", "user"])}, use).collect()]
    assert [name for name, _ in found] == sorted(name for name, _ in found)
    tables: dict[str, list[list[Any]]] = {}
    for name, row in found:
        tables.setdefault(name, []).append(list(json.loads(row).values()))
    assert tables["trend"] == [
        [None, "2026-11-01", 10, 0], [None, "2026-11-02", 28, 0], [None, "2026-11-03", 0, 4],
        ["acme", "2026-11-01", 10, 0], ["acme", "2026-11-02", 5, 0], ["acme", "2026-11-03", 0, 4],
        ["zoo", "2026-11-02", 20, 0],
    ]  # fmt: skip
    assert tables["heat"] == [
        [None, "#7", "c/zoo/ns", 20, 7, 200, 209],
        [None, "shop", "c/acme/orders", 15, 1, 100, 209],
        ["acme", "shop", "orders/created", 15, 1, 100, 209],
        ["zoo", "#7", "ns/t", 20, 7, 200, 209],
    ]
    assert tables["flow"] == [
        ["zoo", "eve", "c/zoo/ns/t", 20, 200, 209], ["acme", "ann", TOPIC, 10, 100, 109],
        ["acme", "bob", TOPIC, 5, 200, 209], [None, "root", "c", 3, 200, 209],
    ]  # fmt: skip
    allowed = [
        {"right": 2, "at_type": 4, "at_res": "c/acme", "example_role": None},
        {"right": 2, "at_type": 4, "at_res": TOPIC, "example_role": "shop"},
    ]
    sources = [{"n": 70, "ip": "10.0.0.2", "cred": "t1"}, {"n": 24, "ip": "10.0.0.1", "cred": "t1"}]
    assert tables["denials"] == [
        ["acme", "c", "bob", "PRODUCE", TOPIC, "NO_GRANT", 94, 2, 2, 1, 2, allowed, sources, 2]
    ]
