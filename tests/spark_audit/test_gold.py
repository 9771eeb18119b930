"""The gold tables that are summed: activity, denials and bursts, totals, what would have allowed, late uses."""

from datetime import date, timedelta
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession

from spark_audit.schemas import (
    ACTIVITY_DAILY,
    CREDENTIAL_LINE,
    DENIALS_DAILY,
    GRANT_LINE,
    RECOMPUTED_DAILY,
    USAGE_DAILY,
    USES_DAILY,
)
from spark_audit.sources.history import History
from spark_audit.transforms.gold.denials import denials_daily
from spark_audit.transforms.gold.sliced_uses import sliced_uses
from spark_audit.transforms.gold.usage_totals import usage_totals
from spark_audit.transforms.gold.uses import uses_daily
from spark_audit.transforms.gold.would_allow import would_allow
from spark_audit.transforms.history.after_revocation import after_revocation
from tests.spark_audit import histories
from tests.spark_audit.frames import NOON, Line, frame, silver

DAY, HOUR, MINUTE = date(2026, 11, 7), 3_600_000, 60_000
UNTIL = date(2026, 11, 30)


def rows(found: DataFrame, *names: str) -> list[tuple[Any, ...]]:
    """The columns named, of all rows, in order."""
    return sorted((tuple(row) for row in found.select(*names).collect()), key=repr)


def test_uses_have_subscriptions_if_all_are_known(spark: SparkSession) -> None:
    """Pulsar's own log may not say which it was; of very many names none is kept."""
    read = {"op": "CONSUME", "act": 2, "grants": [1]}
    several = {user: [f"s{number:03}" for number in range(many)] for user, many in (("most", 100), ("more", 101))}
    events = silver(
        spark,
        *(read | {"user": user, "sub": sub} for user, names in several.items() for sub in names),
        *(read | {"user": "two", "sub": sub} for sub in ("b", "a", "b", None)),
        read | {"user": "none"},
        read | {"user": "untold", "source": "log"},
        read | {"user": "untold", "source": "log", "sub": "a"},
        read | {"user": "told", "source": "log", "sub": "a"},
    )
    found = uses_daily(events)
    assert found.schema.names == USES_DAILY.names
    assert dict(rows(found, "user", "subscriptions")) == {
        "most": several["most"], "more": None, "two": ["a", "b"], "none": [], "untold": None, "told": ["a"],
    }  # fmt: skip


def test_slices_of_uses_have_their_own_subscriptions(spark: SparkSession) -> None:
    """One slice with a day of which they are not known (a version before counted it), and one without any use."""
    cuts = [DAY + timedelta(days=days) for days in (0, 2, 3, 4)]
    names = {0: ["b"], 1: ["a", "b"], 2: None}
    daily = [
        {"date": DAY + timedelta(days=number), "user": "svc", "op": "CONSUME", "action": 2, "resource": "p/t",
         "grants": [1], "n": 1, "first": 1, "last": 1, "subscriptions": subscriptions}
        for number, subscriptions in names.items()
    ]  # fmt: skip
    found = sliced_uses(frame(spark, USES_DAILY, daily), cuts, DAY)
    assert rows(found, "counts", "subscriptions") == [([2, 1, 0], [["a", "b"], None, []])]


def test_the_burst_is_the_most_denials_within_a_minute(spark: SparkSession) -> None:
    """From wherever it came; each credential and address has its own row. A merged event counts in the minute in which
    it began; probes are no denials."""
    denied = {"dec": 2, "code": "NO_GRANT"}
    events = silver(
        spark,
        {**denied, "n": 5, "t_end": NOON + 50_000},
        {**denied, "n": 2, "time": NOON + MINUTE - 1, "t_end": NOON + MINUTE + 1},
        {**denied, "n": 3, "time": NOON + 9, "ip": "203.0.113.9", "cred": "t1"},
        {**denied, "n": 6, "time": NOON + MINUTE},
        {**denied, "kind": 1},
    )
    attempt = (DAY, "c", "svc", "PRODUCE", 3, "c/acme/orders/created", "NO_GRANT")
    assert rows(denials_daily(events), *DENIALS_DAILY.names) == [
        (*attempt, 13, NOON, NOON + MINUTE + 1, 10, None, None),
        (*attempt, 3, NOON + 9, NOON + 9, 10, "t1", "203.0.113.9"),
    ]


def _use(grant: int | None, **fields: Any) -> Line:
    counts = {"n": 10, "first": 5, "last": 9, "covering": 10, "applied": 10, "sole": 10}
    use = {"date": DAY, "grant": grant, "user": "svc", "action": 3, "resource": "c/t", "decision": 1}
    return use | counts | fields


def test_totals_count_each_use_once(spark: SparkSession) -> None:
    """10 uses are covered by two grants of one role, which the first decided; 4 needed no grant; denials are no use."""
    usage = frame(spark, USAGE_DAILY, [
        _use(1, sole=0), _use(2, sole=0, applied=0), _use(None, n=4, applied=0, first=2, date=date(2026, 11, 8)),
        _use(None, n=99, decision=2, user="else"),
    ])  # fmt: skip
    activity = frame(spark, ACTIVITY_DAILY, [
        {"date": DAY, "user": "svc", "cred": "t1", "hour": 1, "n": 2, "first": 1, "last": 2},
        {"date": DAY, "user": "svc", "cred": "t1", "hour": 2, "n": 3, "first": 3, "last": 4},
        {"date": DAY, "user": "svc", "cred": "password", "n": 1, "first": 1, "last": 1},
        {"date": DAY, "user": "svc", "cred": None, "n": 1, "first": 1, "last": 1},
    ])  # fmt: skip
    grants = frame(spark, GRANT_LINE, [{"grant": 1, "role": 7, "from_rev": 1}, {"grant": 2, "role": 7, "from_rev": 2}])
    totals = usage_totals(usage, activity, grants, UNTIL).drop("until")
    assert rows(totals, *totals.columns) == [
        ("credential", "t1", 5, 1, 4, 1, 1, None, None),
        ("grant", "1", 10, 5, 9, 1, 1, 1, 1),
        ("grant", "2", 10, 5, 9, 1, 1, 1, 1),
        ("resource", "c/t", 14, 2, 9, 2, 1, 1, 2),
        ("role", "7", 10, 5, 9, 1, 1, 1, 2),
        ("user", "svc", 14, 2, 9, 2, 1, 1, 2),
    ]  # fmt: skip


@pytest.fixture
def export(spark: SparkSession) -> History:
    """Readers of the namespace, an old and a new role of writers of the topic, an administrator of the tenant."""

    def grant(number: int, kind: int, res: str, authority: int, until: int | None = None) -> Line:
        return {"grant": number, "cluster": "c", "role": number, "role_name": f"role {number}", "type": kind,
                "res": res, "authorities": [authority], "until_rev": until, "add_time": 0, "users": []}  # fmt: skip

    lines = [
        grant(1, 3, "c/acme/orders", 203), grant(2, 4, "c/acme/orders/created", 302, until=5),
        grant(3, 2, "c/acme", 102), grant(4, 4, "c/acme/orders/created", 302),
        grant(5, 4, "c/acme/orders/created", 302),
    ]  # fmt: skip
    return histories.of(spark, lines)


def test_what_would_have_allowed_a_denial(spark: SparkSession, export: History) -> None:
    """The right, the lowest place for it, and the nearest role that has it; nothing where no grant would help."""

    def denied(op: str, resource: str, reason: str = "NO_GRANT") -> Line:
        return {"date": DAY, "cluster": "c", "user": "svc", "op": op, "resource": resource, "reason": reason}

    denials = frame(spark, DENIALS_DAILY, [
        denied("PRODUCE", "c/acme/orders/created"), denied("PRODUCE", "c/acme/orders/created", "GRANT_NOT_IN_FORCE"),
        denied("CONSUME", "c/non-persistent://acme/orders/other"), denied("PRODUCE", "c/acme/orders/other"),
        denied("DELETE_TENANT", "c/acme"), denied("TTL_READ", "c/acme/orders"), denied("GET_CLUSTER", "c"),
        denied("GET_TOPICS", "c/acme/orders"),
        denied("PRODUCE", "c/acme/orders/gone", "UNKNOWN_PRINCIPAL"), denied("UNSUBSCRIBE", "c/acme/orders/created"),
    ])  # fmt: skip
    found = would_allow(denials, export.rights, export.grants, UNTIL)
    assert rows(found, "op", "resource", "right", "at_type", "at_res", "example_role") == [
        ("CONSUME", "c/non-persistent://acme/orders/other", 3, 4, "c/non-persistent://acme/orders/other", "role 1"),
        ("DELETE_TENANT", "c/acme", 1, 2, "c/acme", None),
        ("GET_CLUSTER", "c", 4, 1, "c", None),
        ("GET_TOPICS", "c/acme/orders", None, 3, "c/acme/orders", "role 1"),
        ("PRODUCE", "c/acme/orders/created", 2, 4, "c/acme/orders/created", "role 4"),
        ("PRODUCE", "c/acme/orders/other", 2, 4, "c/acme/orders/other", "role 3"),
        ("TTL_READ", "c/acme/orders", 4, 3, "c/acme/orders", None),
        ("UNSUBSCRIBE", "c/acme/orders/created", 6, 4, "c/acme/orders/created", None),
    ]


def test_use_after_revocation_of_a_grant_and_of_a_credential(spark: SparkSession) -> None:
    """Also where a broker that was cut off may still do so; a credential that was used before its end is no finding."""
    found = {"date": DAY, "cluster": "c", "user": "svc", "resource": "c/t", "op": "PRODUCE", "rev": 7, "n": 2,
             "problem": "logged_not_valid", "cause": "snapshot_behind", "grant": 1, "revoked_rev": 9}  # fmt: skip
    daily = frame(spark, RECOMPUTED_DAILY, [
        {**found, "revoked_time": NOON, "first": NOON - 5, "last": NOON + HOUR},
        {**found, "revoked_time": NOON, "first": NOON, "last": NOON + 2 * HOUR, "date": date(2026, 11, 8)},
        {**found, "revoked_time": None, "revoked_rev": None, "cause": "clock_skew", "first": 1, "last": 1},
    ])  # fmt: skip
    used = {"date": DAY, "cluster": "c", "user": "svc", "ip": None, "action": 3, "hour": 12, "n": 4, "first": NOON}
    activity = frame(spark, ACTIVITY_DAILY, [
        {**used, "cred": "gone", "last": NOON + 30 * MINUTE}, {**used, "cred": "gone", "first": 1, "last": NOON - 1},
        {**used, "cred": "still", "last": NOON + 1},
    ])  # fmt: skip
    credentials = frame(spark, CREDENTIAL_LINE, [
        {"cred": "gone", "from_rev": 1, "until_rev": 8, "until_time": NOON + MINUTE},
        {"cred": "still", "from_rev": 1, "until_rev": None, "until_time": None},
    ])  # fmt: skip
    late = after_revocation(daily, activity, credentials, UNTIL, max_age=29 * MINUTE)
    uses = rows(late, "grant", "cred", "rev", "revoked_rev", "revoked_time", "n", "first", "last", "allowed_by_age")
    assert uses == [
        (1, None, 7, 9, NOON, 4, NOON - 5, NOON + 2 * HOUR, False),
        (None, "gone", None, 8, NOON + MINUTE, 4, NOON + MINUTE, NOON + 30 * MINUTE, True),
    ]
    # The first of the two days alone was within the age: the last use decides for both.
    longer = after_revocation(daily, activity, credentials, UNTIL, max_age=90 * MINUTE)
    assert rows(longer, "grant", "n", "allowed_by_age") == [(1, 4, False), (None, 4, True)]
