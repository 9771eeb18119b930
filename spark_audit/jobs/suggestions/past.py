"""Tables and history in the memory of the driver. `Past.before` cuts off everything later at one place, so that
back-tests see exactly what a log and an export that ended there would show."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import TypeVar

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as sf

from spark_audit.jobs.gold import coverage
from spark_audit.jobs.run_order import Period, Run
from spark_audit.suggest.facts import Facts, Grant, Resources, Use
from spark_audit.suggest.networks import Limited
from spark_audit.suggest.resource_paths import Path, path_of
from spark_audit.suggest.rules import RightRules
from spark_audit.transforms.coverage.watched_days import watched_days
from spark_audit.transforms.gold.sliced_uses import sliced_uses

Days = Sequence[date]
Key = TypeVar("Key")
_NO_END = {"until_time": None, "until_rev": None}


@dataclass(frozen=True)
class ClusterLog:
    """The log of a cluster in a period: percent that arrived, and the watched days, in order."""

    percent: float
    days: Days

    @cached_property
    def starts(self) -> Sequence[int]:
        """The beginnings of the days, epoch ms."""
        return [_millis(day) for day in self.days]


Logs = Mapping[Period, Mapping[str, ClusterLog]]
"""Period → cluster → its log, by what had arrived when the period ended."""


@dataclass(frozen=True)
class Past:
    """The history as of the last date of `cuts`, and the uses from the first to the last; `cuts` are in order."""

    cuts: Days
    grants: Sequence[Row]
    users: Sequence[Row]
    resources: Sequence[Row]
    rules: RightRules
    uses: Sequence[Use]
    """Each with one count per two neighbouring dates of `cuts`."""
    at_center: Mapping[int, Days]
    """Grant → days on which it was used at the center."""
    super_users: Mapping[tuple[str, str], Days]
    """(cluster, user) → days on which its broker.conf let the user in as a super user."""
    logs: Logs

    def before(self, day: date) -> "Past":
        """The same as if everything had ended at the beginning of `day`, which is one of `cuts`."""
        place, moment = self.cuts.index(day), _millis(day)
        uses = (replace(use, counts=use.counts[:place], names=use.names[:place], first=0, last=0) for use in self.uses)
        return Past(
            cuts=self.cuts[: place + 1],
            grants=tuple(_exported(self.grants, moment)),
            users=tuple(_exported(self.users, moment)),
            resources=tuple(_exported(self.resources, moment)),
            rules=self.rules,
            uses=tuple(use for use in uses if use.n),
            at_center=_until(self.at_center, day),
            super_users=_until(self.super_users, day),
            logs={period: logs for period, logs in self.logs.items() if period.until < day},
        )

    def facts(self, since: date) -> Facts:
        """Who holds what at the end, and the uses from `since` on, which is one of `cuts`."""
        lines = by_grant(_still_standing(self.grants))
        grants = {number: _grant(lines[number]) for number in sorted(lines)}
        mains = {line["user"]: line["main"] for line in _still_standing(self.users)}
        return Facts(grants, self.used(since), self._existing(), self.rules, mains, _millis(since), self._limited())

    def _limited(self) -> Limited:
        now = {number: newest(lines)["networks"] for number, lines in by_grant(self.grants).items()}
        return {number: tuple(networks) for number, networks in now.items() if networks is not None}

    def used(self, since: date) -> tuple[Use, ...]:
        """The uses from `since` on, which is one of `cuts`."""
        place = self.cuts.index(since)
        uses = (replace(use, counts=use.counts[place:], names=use.names[place:]) for use in self.uses)
        return tuple(use for use in uses if use.n)

    def _existing(self) -> Resources:
        """The resources that exist. A topic with partitions is as old as its oldest partition."""
        born: dict[Path, int] = {}
        for line in _still_standing(self.resources):
            path = path_of(line["res"])
            born[path] = min(born.get(path, line["from_time"]), line["from_time"])
        return Resources(frozenset(born), born)


def collect(run: Run, cuts: Days, logs: Logs) -> Past:
    """Everything needed from the first to the last of `cuts`, which must be in order. `logs`: from `read`."""
    kept, past = f"until_time is null or until_time >= {_millis(cuts[0])}", run.history
    return Past(
        cuts=cuts,
        grants=past.grants.where(kept).orderBy("grant", "cluster", "from_rev").collect(),
        users=past.users.where("main is not null").where(kept).collect(),
        resources=past.resources.where(kept).collect(),
        rules=RightRules.of(row.asDict() for row in past.rights.collect()),
        uses=_uses(run, cuts),
        at_center=_at_center(run, cuts),
        super_users=_super_users(run, cuts),
        logs=logs,
    )


def read(run: Run, periods: Sequence[Period]) -> Logs:
    """The logs of each period, by what had arrived at its end. No period may end after the window."""
    ranges = coverage.ranges(run, min(period.since for period in periods))
    spans = [(period.since, period.until) for period in periods]
    logs: dict[Period, dict[str, ClusterLog]] = {period: {} for period in periods}
    for row in watched_days(ranges, spans, run.order.min_coverage).collect():
        logs[Period(row["since"], row["until"])][row["cluster"]] = ClusterLog(row["coverage_percent"], row["days"])
    return logs


def _millis(day: date) -> int:
    """Epoch ms of the beginning of a date."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def _uses(run: Run, cuts: Days) -> list[Use]:
    dates = [cuts[0] + timedelta(days=number) for number in range((cuts[-1] - cuts[0]).days)]
    return uses_of(sliced_uses(run.store.read("uses_daily", dates), cuts, run.window.since))


def uses_of(rows: DataFrame) -> list[Use]:
    """From `sliced_uses`, in order."""
    found = [
        Use(row["user"], row["op"], row["action"], path_of(row["resource"]), frozenset(row["grants"]),
            tuple(row["counts"]), row["first"] or 0, row["last"] or 0,
            tuple(None if names is None else frozenset(names) for names in row["subscriptions"]))
        for row in rows.toLocalIterator()
    ]  # fmt: skip
    return sorted(found, key=lambda use: (use.user, use.path, use.op, use.action, sorted(use.grants)))


def _at_center(run: Run, cuts: Days) -> Mapping[int, Days]:
    inside = (sf.col("date") >= sf.lit(cuts[0])) & (sf.col("date") < sf.lit(cuts[-1]))
    uses = run.history.center_uses.where(inside).groupBy("grant").agg(sf.collect_set("date").alias("days"))
    return {row["grant"]: row["days"] for row in uses.collect()}


def _super_users(run: Run, cuts: Days) -> Mapping[tuple[str, str], Days]:
    dates = [day for day in run.store.dates("super_users_daily") if cuts[0] <= day < cuts[-1]]
    days = (
        run.store.read("super_users_daily", dates).groupBy("cluster", "user").agg(sf.collect_set("date").alias("days"))
    )
    return {(row["cluster"], row["user"]): row["days"] for row in days.collect()}


def _until(found: Mapping[Key, Days], end: date) -> Mapping[Key, Days]:
    """Without the days from `end` on."""
    cut = {key: [day for day in days if day < end] for key, days in found.items()}
    return {key: days for key, days in cut.items() if days}


def _exported(lines: Sequence[Row], moment: int) -> Iterator[Row]:
    """The lines as an export just before `moment` would have them: later ends are null, later beginnings absent."""
    for line in lines:
        if line["from_time"] < moment:
            ended = line["until_time"] is not None and line["until_time"] < moment
            yield line if ended or line["until_time"] is None else Row(**{**line.asDict(), **_NO_END})


def _still_standing(lines: Sequence[Row]) -> Iterator[Row]:
    return (line for line in lines if line["until_time"] is None)


def by_grant(lines: Iterable[Row]) -> Mapping[int, Sequence[Row]]:
    """The lines of each grant."""
    found: dict[int, list[Row]] = defaultdict(list)
    for line in lines:
        found[line["grant"]].append(line)
    return found


def newest(lines: Sequence[Row]) -> Row:
    """The line with the last content of a grant."""
    return max(lines, key=lambda line: (line["from_rev"], line["cluster"]))


def _grant(lines: Sequence[Row]) -> Grant:
    now = newest(lines)
    return Grant(
        id=now["grant"],
        role=now["role"],
        role_name=now["role_name"],
        paths=tuple(sorted({path_of(line["res"]) for line in lines})),
        authorities=tuple(sorted(now["authorities"])),
        users=frozenset(now["users"]),
        add_time=now["add_time"],
        timed=now["valid_from"] is not None or now["valid_until"] is not None,
        prefix=now["prefix"] or "",
        subscriptions=tuple(now["subscriptions"]) if now["subscriptions"] else None,
        networks=None if now["networks"] is None else tuple(now["networks"]),
    )
