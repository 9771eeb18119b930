"""`usercenter-audit`, `python -m spark_audit`, and the file to give to spark-submit."""

import argparse
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from spark_audit import session
from spark_audit.jobs import run
from spark_audit.jobs.order import Order
from spark_audit.sources.errors import SourceError
from spark_audit.store.staging import Busy


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a job; 0 when it is done, 2 when its input or its directory does not allow it (the reason is on stderr)."""
    order = _order(_parser().parse_args(arguments))
    try:
        run.check(order)  # a wrong path is told at once, not after Spark has started
        with session.start() as spark:
            print(run.run(spark, order))
    except (SourceError, Busy) as problem:
        print(f"usercenter-audit: {problem}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="usercenter-audit", description=__doc__)
    job = parser.add_subparsers(dest="job", required=True).add_parser("run", help="take events in, judge, report")
    job.add_argument("--events", required=True, help="directory with the brokers' access event files")
    job.add_argument("--history", required=True, help="the center's export (usercenter export-history DIR)")
    job.add_argument("--out", required=True, type=Path, help="directory of the audit: tables and results")
    job.add_argument(
        "--from", dest="since", type=date.fromisoformat, help="first UTC date judged (default: 90 days to the last)"
    )
    job.add_argument("--until", type=date.fromisoformat, help="last UTC date judged (default: last seen)")
    job.add_argument("--include-open", action="store_true", help="read files that brokers still write")
    job.add_argument("--min-age-days", type=int, default=14, help="a younger grant is not called unused (default 14)")
    job.add_argument("--min-coverage", type=float, default=99.0, help="percent of the log needed (default 99)")
    job.add_argument("--language", choices=("en", "zh"), default="en", help="of the report; both are written")
    return parser


def _order(chosen: argparse.Namespace) -> Order:
    return Order(**{name: value for name, value in vars(chosen).items() if name != "job"})


if __name__ == "__main__":
    sys.exit(main())
