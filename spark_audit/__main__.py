"""`usercenter-audit`, `python -m spark_audit`, and the file to give to spark-submit: it needs nothing but PySpark."""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from datetime import date
from importlib import metadata
from pathlib import Path
from typing import Any

from spark_audit import session
from spark_audit.jobs import amount, failures, first_look, retention, run, tables
from spark_audit.jobs.erasure import erase
from spark_audit.jobs.intake import inputs, log_files
from spark_audit.jobs.run_order import BOTH, Order
from spark_audit.sources.errors import SourceError
from spark_audit.store.staging import Busy
from spark_audit.suggest import prices
from spark_audit.suggest.prices import Prices
from spark_audit.transforms.findings import rules
from spark_audit.transforms.findings.rules import Rules


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit code. If it fails, one line on stderr says why.

    0: done. 1: this machine is the cause (disk, memory, Java). 2: an input or the directory is wrong.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names have letters that the terminal may lack
    chosen = argparse.Namespace()
    try:
        chosen = parser().parse_args(arguments)
        chosen.work(chosen)
    except (SourceError, Busy) as problem:
        return _say(str(problem), 2)
    except _OutputError as problem:
        return _say(f"the output cannot be written: {problem}", 1) if str(problem) else 1
    except KeyboardInterrupt:
        return _say("interrupted: what was there before is unchanged", 130)
    except Exception as error:
        cause = failures.sentence(error, getattr(chosen, "out", Path(os.devnull)))
        if cause is None:
            raise
        return _say(cause, 1)
    return 0


class _OutputError(Exception):
    """The output cannot be written, and why; without a reason if who reads it has read enough, as with `| head`."""


def _print(text: object) -> None:
    try:
        print(text, flush=True)
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python would try again at its end
        raise _OutputError("" if isinstance(problem, BrokenPipeError) else problem.strerror) from problem


def _run(chosen: argparse.Namespace) -> None:
    values = {option: value for option, value in vars(chosen).items() if option not in ("job", "work")}
    order = Order(**values)
    inputs.check(order)  # before Spark starts, so that a wrong path is reported at once
    if not session.has_java():
        raise SourceError(failures.NO_JAVA)
    settings = {**tables.settings(tables.kind(order.out, order.tables)), **amount.settings(order)}
    with session.start(settings, little=amount.little(order)) as spark:
        _print(run.run(spark, order))


def _retain(chosen: argparse.Namespace) -> None:
    for path in retention.retain(chosen.out, chosen.silver_days, chosen.gold_days, chosen.results):
        _print(path)


def _erase(chosen: argparse.Namespace) -> None:
    erase.check(chosen.out, chosen.user, chosen.key_file)
    if not session.has_java():
        raise SourceError(failures.NO_JAVA)
    settings = tables.settings(tables.kind(chosen.out))
    with session.start(settings, little=amount.little_kept(chosen.out)) as spark:
        _print(erase.erase(spark, chosen.out, chosen.user, chosen.key_file))


def _read_logs(chosen: argparse.Namespace) -> None:
    for sentence in log_files.read_logs(chosen.logs, chosen.cluster, chosen.zone, chosen.out):
        _print(sentence)


def _first_look(chosen: argparse.Namespace) -> None:
    for text in first_look.first_look(chosen.logs, chosen.zone, chosen.json):
        _print(text)


def _prices(file: str) -> Prices:
    try:
        return prices.read(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise argparse.ArgumentTypeError(f"{file} is no file of prices: {problem}") from problem


def _rules(file: str) -> Rules:
    try:
        return rules.read(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise argparse.ArgumentTypeError(f"{file} is no file of rules: {problem}") from problem


def _at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is no whole number from {least} on")
        return int(text)

    return number


def _percent(text: str) -> float:
    if re.fullmatch(r"\d{1,3}(\.\d+)?", text) and float(text) <= 100:
        return float(text)
    raise argparse.ArgumentTypeError(f"{text} is no percentage from 0 to 100")


def _say(problem: str, code: int) -> int:
    print(f"usercenter-audit: {problem}", file=sys.stderr)
    return code


class _Parser(argparse.ArgumentParser):
    """Passes over nothing: argparse ends well when --help or --version could not be printed."""

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout:
            _print(message.rstrip("\n"))
        else:
            super()._print_message(message, file)


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    program = _Parser(prog="usercenter-audit", description="What the granted rights were used for.")
    program.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    jobs = program.add_subparsers(dest="job", required=True)
    _run_arguments(_job(jobs, "run", _run, "take new event files in, judge, report"))
    retain = _job(jobs, "retain", _retain, "delete what is older than it shall be kept")
    retain.add_argument("--silver-days", type=_at_least(1), default=400, help="days of events kept (default 400)")
    retain.add_argument("--gold-days", type=_at_least(1), default=1200, help="days of daily tables kept (default 1200)")
    retain.add_argument("--results", type=_at_least(1), default=30, help="results of runs kept (default 30)")
    erase = _job(jobs, "erase", _erase, "replace a person's name by a pseudonym, everywhere and for good")
    erase.add_argument("--user", required=True, help="the user name")
    erase.add_argument("--key-file", required=True, type=Path, help="file with the key of the pseudonyms")
    logs = _job(jobs, "read-logs", _read_logs, "make event files of Pulsar's own broker logs")
    logs.add_argument("--logs", required=True, help="broker logs of one cluster: a directory, or one file")
    logs.add_argument("--cluster", required=True, help="the cluster's name in the center")
    look = _job(
        jobs, "first-look", _first_look, "who used what and who was refused, from Pulsar's own broker logs alone"
    )
    look.add_argument("logs", metavar="LOGS", help="broker logs: a directory, or one file")
    look.add_argument("--json", action="store_true", help="for programs")
    for job in (logs, look):
        job.add_argument("--zone", default="+00:00", help="offset of times that tell none (default +00:00)")
    return program


def _job(jobs: Any, name: str, work: Callable[[argparse.Namespace], None], purpose: str) -> argparse.ArgumentParser:
    job: argparse.ArgumentParser = jobs.add_parser(name, help=purpose, description=purpose)
    job.set_defaults(work=work)
    if work is not _first_look:
        job.add_argument("--out", required=True, type=Path, help="directory of the audit, or of the event files made")
    return job


def _version() -> str:
    try:
        return metadata.version("pulsar-user-center")
    except metadata.PackageNotFoundError:  # given to spark-submit as an archive
        return "(not installed as a package)"


def _run_arguments(job: argparse.ArgumentParser) -> None:
    job.add_argument("--events", required=True, help="directory or address (s3a://…) with the brokers' event files")
    job.add_argument("--history", required=True, help="the center's export (usercenter export-history DIR)")
    job.add_argument(
        "--from", dest="since", type=date.fromisoformat, help="first UTC date judged (default: 120 days to the last)"
    )
    job.add_argument("--until", "--to", type=date.fromisoformat, help="last UTC date judged (default: last seen)")
    job.add_argument("--include-open", action="store_true", help="read files that brokers still write")
    job.add_argument("--any-revision", action="store_true", help="take events in that the export knows no revision of")
    job.add_argument("--missing-days", action="store_true", help="judge a window in which days have no event")
    job.add_argument(
        "--min-age-days", type=_at_least(0), default=14, help="of a grant that is called unused (default 14)"
    )
    job.add_argument(
        "--min-watched-days", type=_at_least(0), default=90,
        help="whole days of log in which nothing was seen of a grant that is called unused (default 90)",
    )  # fmt: skip
    job.add_argument("--min-coverage", type=_percent, default=99.0, help="percent of the log needed (default 99)")
    job.add_argument("--prices", type=_prices, default=Prices(), metavar="FILE", help="what suggestions weigh (JSON)")
    job.add_argument("--rules", type=_rules, default=Rules(), metavar="FILE", help="thresholds of findings (JSON)")
    job.add_argument(
        "--language", choices=("en", "zh", BOTH), default="en", help="of the tenants' reports (default en)"
    )
    job.add_argument("--tables", choices=tables.KINDS, help="of a new --out (default parquet); delta needs its jars")
    job.add_argument("--key-file", type=Path, help="key of the pseudonyms, when people were erased here")


if __name__ == "__main__":
    sys.exit(main())
