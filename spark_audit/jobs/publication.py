"""`publish/`: what the center loads. One JSON object a line; run.json is written last."""

import json
import shutil

from pyspark.sql import DataFrame
from pyspark.sql import functions as sf

from spark_audit.jobs.order import Run
from spark_audit.transforms import coverage

_OF_WINDOW = {"usage_daily": "usage_daily.jsonl", "denials_daily": "denials.jsonl"}
_OF_UNTIL = {name: f"{name}.jsonl" for name in ("grant_status", "findings", "suggestions", "backtest", "creep")}


def build(run: Run) -> None:
    """Write every file of `publish/`."""
    (run.results / "publish").mkdir()
    lines = {}
    for name, file in _OF_WINDOW.items():
        lines[file] = _json_lines(run, run.store.read(name, run.window.dates()), file)
    for name, file in _OF_UNTIL.items():
        lines[file] = _json_lines(run, run.store.read(name, [run.window.until]), file)
    summary = _summary(run) | {"lines": lines}
    (run.results / "publish" / "run.json").write_text(json.dumps(summary, ensure_ascii=False) + "\n", encoding="utf-8")
    run.progress.done("publish", f"{sum(lines.values())} lines")


def _json_lines(run: Run, rows: DataFrame, file: str) -> int:
    """The rows sorted, nulls written, as one file; answers how many. The store keeps them in their final order."""
    draft = run.results / f".{file}"
    line = sf.to_json(sf.struct(*rows.columns), {"ignoreNullFields": "false"}).alias("value")
    sortable = [name for name, kind in rows.dtypes if not kind.startswith("map")]
    ordered = rows.repartition(1).sortWithinPartitions(*sortable).select(line)
    ordered.write.text(str(draft))
    (part,) = draft.glob("part-*")
    target = run.results / "publish" / file
    part.replace(target)
    shutil.rmtree(draft)
    with target.open("rb") as written:
        return sum(1 for _ in written)


def _summary(run: Run) -> dict[str, object]:
    manifest, files = run.history.manifest, run.ledger.rows()
    covered = coverage.by_cluster(run.store.read("coverage_daily", [run.window.until])).collect()
    events, lost = (sum(row[name] for row in covered) for name in ("events", "lost"))
    arrived = sum(
        n for row in files for day, n in row.days.items() if str(run.window.since) <= day <= str(run.window.until)
    )
    return {
        "v": 2,
        "run": run.id,
        "center": manifest.center,
        "epoch": manifest.epoch,
        "revision": manifest.revision,
        "from": str(run.window.since),
        "until": str(run.window.until),
        "generated": run.window.end(),
        "files": len(files),
        "events": events,
        "bad_lines": sum(row.bad for row in files),
        "duplicates": arrived - events,
        "lost": lost,
        "coverage_percent": (10_000 * events // (events + lost) if events else 0) / 100,
        "min_coverage": run.order.min_coverage,
        "late": sum(row.late for row in files),
        "very_late": sum(row.very_late for row in files),
    }
