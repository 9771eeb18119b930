"""What the tables and the history say, in the driver, at any moment of the time that was looked at."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from pyspark.sql import Row
from pyspark.sql import functions as sf

from spark_audit.jobs.order import Run
from spark_audit.suggest.facts import Facts, Grant, Resources, Use
from spark_audit.suggest.places import Path, path_of
from spark_audit.suggest.rules import Rules
from spark_audit.transforms import coverage
from spark_audit.transforms.sliced_uses import sliced_uses

_DAY = 86_400_000


@dataclass(frozen=True)
class Past:
    """Rows of the history that stand at some moment from the first cut on, and the uses between the `cuts`."""

    run: Run
    cuts: Sequence[date]
    grants: Sequence[Row]
    resources: Sequence[Row]
    mains: Mapping[str, str]
    rules: Rules
    uses: Sequence[Use]
    at_center: Mapping[int, date]
    """Grants that were used at the center, and since when: the first such day from the first cut on."""
    super_users: Mapping[tuple[str, str], date]
    """Cluster and user that was a super user of its broker.conf, and since when likewise."""

    def facts(self, since: date, until: date) -> Facts:
        """Who holds what at the beginning of `until`, and the uses from `since` until the day before; both are cuts.

        At the last cut it is what the export says of now: nothing else can be changed.
        """
        first, last = self.cuts.index(since), self.cuts.index(until)
        uses = (_only(use, first, last) for use in self.uses)
        moment = None if until == self.cuts[-1] else millis(until)
        return Facts(
            self._standing(moment), tuple(use for use in uses if use.n), self._existing(moment), self.rules,
            self.mains, millis(since),
        )  # fmt: skip

    def unproven(self, since: date, until: date) -> frozenset[int]:
        """Grants of which no use from `since` until the day before `until` proves nothing.

        They are too young, on a cluster whose log had holes by then, used at the center, or of somebody whom
        broker.conf let in.
        """
        logged = _logged(self.run, since, until)
        youngest = millis(until) - self.run.order.min_age_days * _DAY
        let_in = {who for who, since in self.super_users.items() if since < until}
        return frozenset(
            line["grant"]
            for line in self.grants
            if line["cluster"] not in logged
            or max(line["add_time"], line["valid_from"] or 0) > youngest
            or self.at_center.get(line["grant"], until) < until
            or not let_in.isdisjoint((line["cluster"], user) for user in line["users"])
        )

    def _standing(self, moment: int | None) -> dict[int, Grant]:
        lines: dict[int, list[Row]] = defaultdict(list)
        for line in self.grants:
            if _stands(line, moment):
                lines[line["grant"]].append(line)
        return {number: _grant(lines[number]) for number in sorted(lines)}

    def _existing(self, moment: int | None) -> Resources:
        """A topic with partitions is as old as the oldest of them."""
        born: dict[Path, int] = {}
        for line in self.resources:
            if _stands(line, moment):
                path = path_of(line["res"])
                born[path] = min(born.get(path, line["from_time"]), line["from_time"])
        return Resources(frozenset(born), born)


def collected(run: Run, cuts: Sequence[date]) -> Past:
    """Everything needed between the first of `cuts` and the last, which are in order."""
    oldest = millis(cuts[0])
    kept = f"until_time is null or until_time >= {oldest}"
    mains = run.history.users.where("until_time is null and main is not null").select("user", "main").collect()
    return Past(
        run=run,
        cuts=cuts,
        grants=run.history.grants.where(kept).orderBy("grant", "cluster", "from_rev").collect(),
        resources=run.history.resources.where(kept).collect(),
        mains={row["user"]: row["main"] for row in mains},
        rules=Rules.of(row.asDict() for row in run.history.rights.collect()),
        uses=_uses(run, cuts),
        at_center=_at_center(run, cuts),
        super_users=_super_users(run, cuts),
    )


def millis(day: date) -> int:
    """Epoch ms of the beginning of a date."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000


def _uses(run: Run, cuts: Sequence[date]) -> list[Use]:
    dates = [cuts[0] + timedelta(days=number) for number in range((cuts[-1] - cuts[0]).days)]
    rows = sliced_uses(run.store.read("uses_daily", dates), cuts, run.window.since)
    found = [
        Use(row["user"], row["op"], row["action"], path_of(row["resource"]), frozenset(row["grants"]),
            tuple(row["counts"]), row["first"] or 0, row["last"] or 0)
        for row in rows.toLocalIterator()
    ]  # fmt: skip
    return sorted(found, key=lambda use: (use.user, use.path, use.op, use.action, sorted(use.grants)))


def _logged(run: Run, since: date, until: date) -> frozenset[str]:
    """Clusters whose log was complete enough, by what had been logged before `until`."""
    days = [day for day in run.store.dates("sequences") if day < until]
    covered = coverage.as_known_before(run.store.read("sequences", days), since, until)
    enough = covered.where(sf.col("coverage_percent") >= run.order.min_coverage).select("cluster").collect()
    return frozenset(row["cluster"] for row in enough)


def _at_center(run: Run, cuts: Sequence[date]) -> Mapping[int, date]:
    uses = run.history.center_uses.where(sf.col("date") >= sf.lit(cuts[0]))
    return {row["grant"]: row["since"] for row in uses.groupBy("grant").agg(sf.min("date").alias("since")).collect()}


def _super_users(run: Run, cuts: Sequence[date]) -> Mapping[tuple[str, str], date]:
    days = [day for day in run.store.dates("super_users_daily") if cuts[0] <= day < cuts[-1]]
    since = run.store.read("super_users_daily", days).groupBy("cluster", "user").agg(sf.min("date").alias("since"))
    return {(row["cluster"], row["user"]): row["since"] for row in since.collect()}


def _only(use: Use, first: int, last: int) -> Use:
    return Use(use.user, use.op, use.action, use.path, use.grants, use.counts[first:last], use.first, use.last)


def _stands(line: Row, moment: int | None) -> bool:
    if moment is None:
        return line["until_time"] is None
    return line["from_time"] < moment and (line["until_time"] is None or line["until_time"] >= moment)


def _grant(lines: Sequence[Row]) -> Grant:
    newest = lines[-1]
    return Grant(
        id=newest["grant"],
        role=newest["role"],
        role_name=newest["role_name"],
        places=tuple(sorted({path_of(line["res"]) for line in lines})),
        authorities=tuple(sorted(newest["authorities"])),
        users=frozenset(newest["users"]),
        add_time=newest["add_time"],
        limited=newest["valid_from"] is not None or newest["valid_until"] is not None,
    )
