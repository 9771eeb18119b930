"""Tables that an older version wrote, read and written by this one: a column and a part of a column came later.

`python -m tests.spark_audit.older_tables DIRECTORY` does so with Delta Lake, where the machine has it.
"""

import json
import sys
from datetime import date
from pathlib import Path
from unittest.mock import patch

from pyspark.sql import SparkSession
from pyspark.sql.types import ArrayType, StructField, StructType

from spark_audit import schemas, session
from spark_audit.schemas.columns import TEXT
from spark_audit.store import DeltaStore, TableStore, delta
from tests.spark_audit.frames import Line, frame

_EVIDENCE = schemas.EVIDENCE.elementType
assert isinstance(_EVIDENCE, StructType)
_LATER = StructField("came_later", TEXT)
NOW = StructType(
    [field for field in schemas.FINDINGS.fields if field.name != "evidence"]
    + [StructField("evidence", ArrayType(StructType([*_EVIDENCE.fields, _LATER]))), _LATER]
)
"""FINDINGS with two additions, one of them inside an array."""
_DAYS = [date(2026, 11, day) for day in (1, 2, 3)]
_OLD: list[Line] = [{"n": 1}]
_NEW: list[Line] = [{"n": 1}, {"n": 2, "came_later": "b"}]
WANTED = [["older", None, [None]], ["newer", "a", [None, "b"]], ["newer", "a", [None, "b"]]]
"""Of each day the id, and what `came_later` says."""


def upgraded(spark: SparkSession, store: TableStore) -> list[list[object]]:
    """Like WANTED: three days by the older version, of which this one writes two anew, each in its own way."""
    store.replace_dates("findings", frame(spark, schemas.FINDINGS, [_finding(day, "older", _OLD) for day in _DAYS]))
    with patch.object(schemas, "FINDINGS", NOW):
        assert store.read("findings", _DAYS[:1]).schema.names == NOW.names
        _, second, third = (frame(spark, NOW, [_finding(day, "newer", _NEW, came_later="a")]) for day in _DAYS)
        store.replace_dates("findings", second, _DAYS[1:2])
        store.replace_dates("findings", third)
        rows = store.read("findings").orderBy("until").collect()
    return [
        [finding["id"], finding["came_later"], [evidence["came_later"] for evidence in finding["evidence"]]]
        for finding in rows
    ]


def _finding(day: date, name: str, evidence: list[Line], **later: str) -> Line:
    return {"until": str(day), "id": name, "evidence": evidence, "numbers": {"n": 1.0}, **later}


def _by_delta(out: Path) -> None:
    with session.start(delta.SETTINGS, little=True) as spark:
        sys.stdout.write(json.dumps(upgraded(spark, DeltaStore(spark, out))) + "\n")


if __name__ == "__main__":
    _by_delta(Path(sys.argv[1]))
