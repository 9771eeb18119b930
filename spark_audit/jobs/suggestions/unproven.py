"""Grants whose absence of use proved nothing at a moment in the past. `grant_status` and `without_proof` judge today.

The rules are in docs/audit.md; `test_backtest_sees_no_future.py` compares both implementations.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence

from pyspark.sql import Row

from spark_audit.jobs.run_order import Order, Period
from spark_audit.jobs.suggestions.past import ClusterLog, Days, Past, by_grant, newest
from spark_audit.transforms.coverage import auditing

_DAY = 86_400_000


def unproven(past: Past, period: Period, order: Order) -> frozenset[int]:
    """Grants whose absence of use in `period` proves nothing. `period` ends where `past` ends.

    They are too young, watched on too few days, on a cluster with too little coverage, used at the center, held by a
    super user of broker.conf, or let somebody audit.
    """
    begin = period.start()
    lines = by_grant(line for line in past.grants if line["until_time"] is None or line["until_time"] > begin)
    logs = past.logs[period]
    let_in = {who for who, days in past.super_users.items() if _any_in(period, days)}
    return frozenset(
        grant
        for grant, about in lines.items()
        if not _is_proven(about, logs, period, order)
        or _any_in(period, past.at_center.get(grant, ()))
        or not let_in.isdisjoint(_users(about))
        or auditing.lets_audit(newest(about)["authorities"])
    )


def _is_proven(lines: Sequence[Row], logs: Mapping[str, ClusterLog], period: Period, order: Order) -> bool:
    """Whether the grant is old enough, and each of its clusters has enough coverage and watched days."""
    now = newest(lines)
    since = max(min(line["add_time"] for line in lines), now["valid_from"] or 0)
    if since > period.end() - order.min_age_days * _DAY:
        return False
    started: dict[str, int] = {}
    for line in lines:
        started[line["cluster"]] = min(line["from_time"], started.get(line["cluster"], line["from_time"]))
    return all(
        _long_enough(logs.get(cluster), (max(since, begin), now["valid_until"]), order)
        for cluster, begin in started.items()
    )


def _long_enough(log: ClusterLog | None, usable: tuple[int, int | None], order: Order) -> bool:
    """Whether the log has enough coverage, and enough watched days on which the grant could have been used all day.

    `usable`: from when until when it could be used, epoch ms. A cluster without any event has no log.
    """
    if log is None or not log.percent or log.percent < order.min_coverage:
        return False
    begin, end = usable
    last = len(log.starts) if end is None else bisect_right(log.starts, end - _DAY)
    return last - bisect_left(log.starts, begin) >= order.min_watched_days


def _users(lines: Iterable[Row]) -> Iterable[tuple[str, str]]:
    standing = (line for line in lines if line["until_time"] is None)
    return ((line["cluster"], user) for line in standing for user in line["users"])


def _any_in(period: Period, days: Days) -> bool:
    return any(period.since <= day <= period.until for day in days)
