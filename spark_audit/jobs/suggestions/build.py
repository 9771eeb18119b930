"""Status, use and history → suggestions and back-tests."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from pyspark.sql.types import StructType

from spark_audit.jobs.run_order import Order, Period, Run
from spark_audit.jobs.suggestions.past import Logs, Past, collect, read
from spark_audit.jobs.suggestions.unproven import unproven
from spark_audit.schemas import BACKTEST, SUGGESTIONS
from spark_audit.sources.rows import large_frame
from spark_audit.suggest import backtest
from spark_audit.suggest.build import suggestions
from spark_audit.suggest.facts import Facts
from spark_audit.suggest.status import proven
from spark_audit.suggest.suggestion import Suggestion
from spark_audit.transforms.coverage.watched_days import SILENT_DAYS, last_begin

_PROVEN = ("unused", "redundant", "essential")
_ABOUT = ("unused_grant", "redundant_grant", "wide_grant", "empty_prefix")
"""Kinds of findings that following a suggestion closes."""


def build(run: Run) -> None:
    """Rewrite `suggestions` and `backtest` for the window. Back-tests reach back as far as the log was watched."""
    after = run.window.until + timedelta(days=1)
    splits, logs = _splits(run)
    cuts = {run.window.since, after, *(day for split in splits for day in (split.train_from, split.replay_from))}
    past = collect(run, sorted(cuts), logs)
    facts = past.facts(run.window.since)
    found = suggestions(facts, _proven(run), run.order.prices)
    rows = list(_rows(run, facts, found))
    _store(run, "suggestions", SUGGESTIONS, rows)
    today = {suggestion.id: suggestion for suggestion in found}
    tested = [row for split in splits for row in _backtested(past, split, today, run.order)]
    _store(run, "backtest", BACKTEST, tested)
    windows = ", ".join(f"{split.days} days" for split in splits) or "too few days"
    run.progress.done("suggested", f"{len(found)} changes, back-tested over {windows}")


def advise(past: Past, period: Period, order: Order) -> tuple[Facts, list[Suggestion]]:
    """What was known at the end of `past`, and what would have been suggested then. `period` ends there too."""
    facts, silent = past.facts(period.since), unproven(past, period, order)
    return facts, suggestions(facts, proven(facts, silent.__contains__), order.prices)


def _store(run: Run, name: str, schema: StructType, rows: Sequence[Mapping[str, Any]]) -> None:
    draft = run.results / f"{name}.draft.jsonl"
    run.store.replace_dates(name, large_frame(run.spark, rows, schema, draft), [run.window.until])
    draft.unlink()


def _splits(run: Run) -> tuple[list[backtest.Split], Logs]:
    """The windows to back-test, with the logs of their older parts.

    A window must be long enough for anything to be suggested from its older part, and some cluster must have been
    watched from its beginning on, except for pauses of up to SILENT_DAYS.
    """
    until, least, kept = run.window.until, run.order.min_watched_days, run.store.dates("sequences")
    fitting = backtest.splits(min(kept), until) if kept else []
    fitting = [split for split in fitting if len(_trained(split).dates()) > least]
    if not fitting:
        return [], {}
    whole = Period(fitting[-1].train_from - timedelta(days=SILENT_DAYS), until)
    logs = read(run, [*map(_trained, fitting), whole])
    days = sorted({day for log in logs[whole].values() for day in log.days})
    # The day on which the log began: it is not watched itself, because it may be only a part of a day.
    first = last_begin(days) - timedelta(days=1) if days else until
    return [split for split in fitting if split.train_from >= first], logs


def _trained(split: backtest.Split) -> Period:
    return Period(split.train_from, split.replay_from - timedelta(days=1))


def _proven(run: Run) -> dict[int, str]:
    status = run.store.read("grant_status", [run.window.until])
    rows = status.where(status["status"].isin(*_PROVEN) & status["why"].isNull()).select("grant", "status").collect()
    return {grant["grant"]: grant["status"] for grant in sorted(rows)}


def _rows(run: Run, facts: Facts, found: list[Suggestion]) -> Iterator[dict[str, Any]]:
    findings = _findings(run)
    for suggestion in found:
        uses = facts.uses_of.get(suggestion.grant.id, [])
        yield suggestion.row(run.window.until, uses, facts.resources, findings.get(suggestion.grant.id, []))


def _findings(run: Run) -> Mapping[int, list[str]]:
    table = run.store.read("findings", [run.window.until])
    rows = table.where(table["kind"].isin(*_ABOUT) & (table["state"] == "open") & table["grant"].isNotNull())
    ids: dict[int, list[str]] = defaultdict(list)
    for finding in rows.select("grant", "id").collect():
        ids[finding["grant"]].append(finding["id"])
    return ids


def _backtested(
    past: Past, split: backtest.Split, now: Mapping[str, Suggestion], order: Order
) -> Iterator[dict[str, Any]]:
    """Rows of BACKTEST for one window. Suggestions see only its older part; the newer part is only replayed."""
    then = advise(past.before(split.replay_from), _trained(split), order)
    return backtest.backtest(split, *then, past.used(split.replay_from), now)
