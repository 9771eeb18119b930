"""Writes `drawn/`, from which the pages of a run are made and which stays with its results; then the pages."""

import json
import shutil

from spark_audit.jobs.results import pages, report_tables
from spark_audit.jobs.run_order import BOTH, Run
from spark_audit.sinks.report.texts import LANGUAGES


def build(run: Run) -> None:
    """Write `drawn/` into the results, then everything that is made from it and from `publish/`."""
    (run.results / pages.ABOUT).parent.mkdir()
    about = {"columns": _computed(run), "settings": _settings(run), "bad": _bad_lines(run)}
    (run.results / pages.ABOUT).write_text(json.dumps(about) + "\n", encoding="utf-8")
    run.progress.done("reports", f"the estate and {pages.draw(run.results)} tenants")


def _computed(run: Run) -> dict[str, list[str]]:
    """Write the tables that Spark computes, sorted, with one action; returns their columns."""
    (columns, computed), draft = report_tables.rows(run), run.results / ".rows"
    computed.write.text(str(draft), compression="gzip")
    (part,) = draft.glob("part-*")
    part.replace(run.results / pages.TABLES)
    shutil.rmtree(draft)
    return columns


def _settings(run: Run) -> dict[str, object]:
    return {
        "min_age_days": run.order.min_age_days,
        "min_watched_days": run.order.min_watched_days,
        "min_coverage": run.order.min_coverage,
        "languages": list(LANGUAGES) if run.order.language == BOTH else [run.order.language],
        "creep_weights": dict(run.order.rules.weights),
    }


def _bad_lines(run: Run) -> list[dict[str, object]]:
    return [{"reason": reason, "n": n} for reason, n in run.ledger.reasons().items()]
