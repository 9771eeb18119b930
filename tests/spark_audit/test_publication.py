"""What `run.json` says of a run."""

from datetime import date

import pytest
from pyspark.sql import SparkSession

from spark_audit import schemas
from spark_audit.jobs.results.publication import known_until
from spark_audit.jobs.run_order import Period
from spark_audit.sources.history import Manifest
from spark_audit.transforms.reports import grant_names
from tests.spark_audit.frames import Line, frame

_DAY = 86_400_000
_MIDNIGHT = 1_796_083_200_000
"""2026-12-01 00:00 UTC."""


@pytest.mark.parametrize(("exported", "known"), [(-3_600_000, -3_600_000), (0, 0), (3_600_000, 0)])
def test_use_is_known_until_the_window_or_the_export_ends(exported: int, known: int) -> None:
    """A window that ends today goes on after the export: nobody has looked at what is used then."""
    window = Period(date(2026, 11, 1), date(2026, 11, 30))
    assert known_until(window, Manifest("5f0c", "e1", 50, _MIDNIGHT + exported)) == _MIDNIGHT + known


def test_findings_and_suggestions_are_published_with_names(spark: SparkSession) -> None:
    """Of a grant role and place, of a role its name, of a user whose account it was then; of what the export does not
    know nothing. No row is lost."""
    places = {1: "prod/acme/orders/created", 2: "prod/acme"}
    status = [{"grant": id, "role": 7, "role_name": "orders-writer", "res": res} for id, res in places.items()]
    status[1] |= {"prefix": "orders-", "networks": ["10.0.0.0/8", "::1/128"]}
    rows_found: list[Line] = [
        {"id": "a", "grant": 2, "role": 7}, {"id": "b", "role": 7}, {"id": "c", "grant": 9}, {"id": "d", "user": "svc"},
        {"id": "e", "user": "ana", "last_seen": "2026-11-30"},
        {"id": "f", "user": "ana", "last_seen": "2026-11-30", "evidence": [{"last": _MIDNIGHT - 30 * _DAY}]},
    ]  # fmt: skip
    first, second = _MIDNIGHT - 20 * _DAY, _MIDNIGHT - 9 * _DAY
    lines: list[Line] = [
        {"user": "ana", "main": "bob", "from_rev": 1, "until_rev": 5, "from_time": 0, "until_time": first},
        {"user": "ana", "from_rev": 8, "until_rev": 9, "from_time": second, "until_time": _MIDNIGHT - _DAY},
        {"user": "ana", "from_rev": 9, "until_rev": None, "from_time": _MIDNIGHT - _DAY},
    ]
    known = frame(spark, schemas.GRANT_STATUS, status)
    users = frame(spark, schemas.USER_LINE, lines)
    found = grant_names.findings(frame(spark, schemas.FINDINGS, rows_found), known, users).orderBy("id").collect()
    account = ["main", "account_made", "account_ended"]
    assert found[0].__fields__ == [*schemas.FINDINGS.names, "role_name", "granted_on", "granted_from", *account]
    assert [tuple(finding[column] for column in account) for finding in found[3:]] == [
        (None, None, None), (None, second, None), ("bob", 0, first),
    ]  # fmt: skip
    assert [(finding["role_name"], finding["granted_on"], finding["granted_from"]) for finding in found] == [
        ("orders-writer", "prod/acme/orders-*", "10.0.0.0/8 +1"), ("orders-writer", None, None), (None, None, None),
        (None, None, None), (None, None, None), (None, None, None),
    ]  # fmt: skip
    suggested = [{"id": "s", "removes": [1, 2]}, {"id": "t", "removes": [9]}]
    rows = grant_names.suggestions(frame(spark, schemas.SUGGESTIONS, suggested), known).orderBy("id").collect()
    assert [(suggestion["id"], suggestion["granted_on"]) for suggestion in rows] == [("s", places[1]), ("t", None)]
