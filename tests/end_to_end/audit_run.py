"""The nightly audit on the events of one broker: export the history, run the Spark job, import what it found."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.end_to_end.estate import Estate

_TOP = Path(__file__).parents[2]


def audit(estate: Estate) -> Path:
    """Run it on everything the broker wrote; answers the report. The broker is stopped first, which closes its files.

    Raises:
        RuntimeError: the Spark job did not end well; the message is the end of its output.
    """
    estate.broker.stop()
    directory = estate.directory / "audit"
    directory.mkdir()
    history = estate.directory / "history"
    estate.center.command("export-history", history)
    grants = history / "grants.jsonl"
    _say(f"{len(estate.events())} events, {len(grants.read_text().splitlines())} grants exported by the center")
    results = _spark_job(estate, history, directory)
    _say(f"imported into the center: {estate.center.command('import-audit', directory).strip()}")
    exported = {grant["grant"]: grant for grant in _lines(grants)}
    for finding in _lines(results / "publish" / "grant_status.jsonl"):
        grant = exported[finding["grant"]]
        what = f"{grant['role_name']} on {grant['res']}"
        _say(f"{finding['status']:<16} {what:<50} uses: {finding['applied']}")
    return min((results / "report").glob("*.html"))


def _spark_job(estate: Estate, history: Path, directory: Path) -> Path:
    events = estate.broker.events_directory
    command = [
        sys.executable, "-m", "spark_audit", "run", "--events", str(events), "--history", str(history),
        "--out", str(directory), "--min-age-days", "0",
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=_TOP, env=dict(os.environ), stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    (directory / "spark.log").write_text(done.stdout + done.stderr)
    if done.returncode:
        raise RuntimeError(f"the Spark job failed:\n{(done.stdout + done.stderr)[-2000:]}")
    return Path(done.stdout.strip().splitlines()[-1])


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _say(text: str) -> None:
    print(f"   {text}", flush=True)
