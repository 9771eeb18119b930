"""The nightly audit on the events of one broker: export the history, run the Spark job, import the results."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.end_to_end.estate import Estate

_TOP = Path(__file__).parents[3]


Judged = list[tuple[str, str, int]]
"""Role, status and uses of each grant on a resource, sorted."""


def audit(estate: Estate, resource: str, expected: Judged) -> Path:
    """Run the audit on all events of the broker; returns the report. The broker is stopped first, to close its files.

    Raises:
        RuntimeError: the Spark job failed; the message is the end of its output.
        AssertionError: the grants on `resource` are not judged as `expected`.
    """
    estate.broker.stop()
    directory = estate.directory / "audit"
    history = estate.directory / "history"
    estate.center.command("export-history", history)
    grants = history / "grants.jsonl"
    _say(f"{len(estate.events())} events, {len(grants.read_text().splitlines())} grants exported by the center")
    results = spark(estate.broker.events_directory, history, directory)
    _say(f"imported into the center: {estate.center.command('import-audit', directory).strip()}")
    judged = _lines(results / "publish" / "grant_status.jsonl.gz")
    for judgement in judged:
        what = f"{judgement['role_name']} on {judgement['res']}"
        _say(f"{judgement['status']:<16} {what:<50} uses: {judgement['applied']}")
    found = sorted(
        (judgement["role_name"], judgement["status"], judgement["applied"])
        for judgement in judged
        if judgement["res"] == resource
    )
    if found != sorted(expected):
        raise AssertionError(f"on {resource} the clients did {sorted(expected)}, the audit says {found}")
    _say(f"as the clients did it: the uses of {len(found)} grants on {resource}, counted by hand")
    return min((results / "report").glob("*.html"))


def spark(events: Path, history: Path, out: Path, *options: str) -> Path:
    """Run `usercenter-audit run` as a process, for grants of any age and a log of minutes; returns the directory of the
    results.

    Raises:
        RuntimeError: it failed; the message is the end of its output.
    """
    command = [
        sys.executable, "-m", "spark_audit", "run", "--events", events, "--history", history, "--out", out,
        "--min-age-days", "0", "--min-watched-days", "0", *options,
    ]  # fmt: skip
    done = subprocess.run(
        [*map(str, command)], cwd=_TOP, env=dict(os.environ), stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"the Spark job failed:\n{(done.stdout + done.stderr)[-2000:]}")
    return Path(done.stdout.strip().splitlines()[-1])


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def _say(text: str) -> None:
    print(f"   {text}", flush=True)
