"""Status, use and history → what to change, back-tested."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from pyspark.sql.types import StructType

from spark_audit.jobs.order import Run
from spark_audit.jobs.past import Past, collected
from spark_audit.schemas import BACKTEST, SUGGESTIONS
from spark_audit.sources.rows import many
from spark_audit.suggest import backtest
from spark_audit.suggest.build import suggestions
from spark_audit.suggest.facts import Facts
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.suggestion import Suggestion

_PROVEN = ("unused", "redundant", "essential")
_ABOUT = ("unused_grant", "redundant_grant", "wide_grant")
"""Kinds of findings that a suggestion answers."""


def build(run: Run) -> None:
    """Rewrite `suggestions` and `backtest` for the window; back-tests look back as far as there are uses."""
    until, after = run.window.until, run.window.until + timedelta(days=1)
    splits = backtest.splits(_oldest(run), until)
    cuts = {run.window.since, after, *(day for split in splits for day in (split.train_from, split.replay_from))}
    past = collected(run, sorted(cuts))
    facts, prices = past.facts(run.window.since, after), run.order.prices
    found = suggestions(facts, _proven(run), prices)
    rows = list(_rows(run, facts, found))
    _store(run, "suggestions", SUGGESTIONS, rows)
    tested = [
        row for split in splits for row in _backtested(past, split, after, {one.id: one for one in found}, prices)
    ]
    _store(run, "backtest", BACKTEST, tested)
    windows = ", ".join(f"{split.days} days" for split in splits) or "too few days"
    run.progress.done("suggested", f"{len(found)} changes, back-tested over {windows}")


def _store(run: Run, name: str, schema: StructType, rows: Sequence[Mapping[str, Any]]) -> None:
    draft = run.results / f"{name}.draft.jsonl"
    run.store.replace_dates(name, many(run.spark, rows, schema, draft), [run.window.until])
    draft.unlink()


def _oldest(run: Run) -> date:
    """The first day with uses."""
    return min(run.store.dates("uses_daily"), default=run.window.until)


def _proven(run: Run) -> dict[int, str]:
    status = run.store.read("grant_status", [run.window.until])
    rows = status.where(status["status"].isin(*_PROVEN) & status["why"].isNull()).select("grant", "status").collect()
    return {row["grant"]: row["status"] for row in sorted(rows)}


def _rows(run: Run, facts: Facts, found: list[Suggestion]) -> Iterator[dict[str, Any]]:
    findings = _findings(run)
    for one in found:
        uses = facts.uses_of.get(one.grant.id, [])
        yield one.row(run.window.until, uses, facts.resources, findings.get(one.grant.id, []))


def _findings(run: Run) -> Mapping[int, list[str]]:
    table = run.store.read("findings", [run.window.until])
    rows = table.where(table["kind"].isin(*_ABOUT) & (table["state"] == "open") & table["grant"].isNotNull())
    ids: dict[int, list[str]] = defaultdict(list)
    for row in rows.select("grant", "id").collect():
        ids[row["grant"]].append(row["id"])
    return ids


def _backtested(
    past: Past, split: backtest.Split, after: date, now: Mapping[str, Suggestion], prices: Prices
) -> Iterator[dict[str, Any]]:
    trained, later = past.facts(split.train_from, split.replay_from), past.facts(split.replay_from, after)
    unproven = past.unproven(split.train_from, split.replay_from)
    return backtest.backtest(split, trained, later, unproven.__contains__, prices, now)
