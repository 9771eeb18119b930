"""Writes `publish/`, which the center loads: one JSON object per line, packed by gzip; run.json is written last."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from pyspark.sql import DataFrame

from spark_audit.jobs.run_order import Period, Run
from spark_audit.sinks import packed
from spark_audit.sources.history import Manifest
from spark_audit.store import FileRead
from spark_audit.transforms.coverage import sequence_numbers
from spark_audit.transforms.reports import data_uses, grant_names
from spark_audit.transforms.reports.report_rows import Tables, key_rows

_OF_WINDOW = {
    "usage_daily": ("date", "grant", "user", "action", "resource", "decision"),
    "denials_daily": ("date", "cluster", "user", "op", "action", "resource", "reason", "cred", "ip"),
}
_OF_UNTIL = {
    "grant_status": ("grant",), "findings": ("-severity", "id"), "suggestions": ("id",),
    "backtest": ("suggestion", "window_days"), "creep": ("scope_type", "scope", "tenant"),
}  # fmt: skip
"""Table → columns that sort its rows and identify them."""
_DATA_USES = "data_uses.jsonl"


def build(run: Run) -> None:
    """Write every file of `publish/`."""
    (run.results / "publish").mkdir()
    lines = _write(run, _tables(run))
    summary = _summary(run) | {"lines": lines}
    (run.results / "publish" / "run.json").write_text(json.dumps(summary, ensure_ascii=False) + "\n", encoding="utf-8")
    run.progress.done("publish", f"{sum(lines.values())} lines")


def _tables(run: Run) -> Tables:
    def of(name: str) -> DataFrame:
        return run.store.read(name, run.window.dates() if name in _OF_WINDOW else [run.window.until])

    tables = {table: of(table) for table in _OF_WINDOW | _OF_UNTIL}
    status = tables["grant_status"]
    tables["findings"] = grant_names.findings(tables["findings"], status, run.history.users)
    tables["suggestions"] = grant_names.suggestions(tables["suggestions"], status)
    used = data_uses.build(run.store.read("uses_daily", run.window.dates()), tables["usage_daily"])
    files = {_file(table): (tables[table], columns) for table, columns in (_OF_WINDOW | _OF_UNTIL).items()}
    return {**files, _DATA_USES: (used, ("user", "action", "resource"))}


def _file(name: str) -> str:
    return "denials.jsonl" if name == "denials_daily" else f"{name}.jsonl"


def _write(run: Run, tables: Tables) -> dict[str, int]:
    """Write all files with one Spark action, one task per file; returns the number of lines of each."""
    draft = run.results / ".publish"
    ordered = key_rows(tables).repartition("table").sortWithinPartitions("table", "key", "row")
    ordered.select("table", "row").write.partitionBy("table").text(str(draft), compression="gzip")
    place = run.results / "publish"
    counted = {file: _moved(draft / f"table={file}", place / f"{file}{packed.ENDING}") for file in tables}
    shutil.rmtree(draft)
    return counted


def _moved(draft: Path, target: Path) -> int:
    """Move a file into place and count its lines. A table without rows has no draft and becomes an empty file."""
    if draft.exists():
        (part,) = draft.glob("part-*")
        part.replace(target)
    else:
        packed.write(target, b"")
    return packed.read(target).count(b"\n")


def known_until(window: Period, manifest: Manifest) -> int:
    """Until when (epoch ms) the run knows of uses: the end of the window, or the export if that is earlier.

    The export is made before the events are read, so uses up to it can be known. A window that ends today ends after
    the export, and the results may be loaded long after the run.
    """
    return min(window.end(), manifest.time)


def count_arrived(files: Iterable[FileRead], window: Period) -> int:
    """Lines of plugin events in the window. Lines of Pulsar's own log have no numbers and are not counted."""
    return sum(
        n - file.logged.get(day, 0)
        for file in files
        for day, n in file.days.items()
        if str(window.since) <= day <= str(window.until)
    )


def _summary(run: Run) -> dict[str, object]:
    manifest, files = run.history.manifest, run.ledger.rows()
    covered = sequence_numbers.by_cluster(run.store.read("coverage_daily", [run.window.until])).collect()
    watched = run.store.read("watched_days", [run.window.until]).where("cluster is not null").orderBy("cluster")
    # Older versions, whose days may still be read, kept no conflicting events.
    events, lost, conflicting = (
        sum(row[column] or 0 for row in covered) for column in ("events", "lost", "conflicting")
    )
    return {
        "v": 2,
        "run": run.id,
        "center": manifest.center,
        "epoch": manifest.epoch,
        "revision": manifest.revision,
        "from": str(run.window.since),
        "until": str(run.window.until),
        "generated": known_until(run.window, manifest),
        "files": len(files),
        "waiting": run.waiting,
        "events": events,
        "bad_lines": sum(file.bad for file in files),
        "duplicates": count_arrived(files, run.window) - events - conflicting,
        "conflicting": conflicting,
        "lost": lost,
        "coverage_percent": (10_000 * events // (events + lost) if events else 0) / 100,
        "min_coverage": run.order.min_coverage,
        "min_watched_days": run.order.min_watched_days,
        "watched_days": {row["cluster"]: len(row["days"]) for row in watched.collect()},
        "late": sum(file.late for file in files),
        "very_late": sum(file.very_late for file in files),
    }
