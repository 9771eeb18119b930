"""How much a run will work on, told without Spark: little is done with less ado."""

from pathlib import Path

from spark_audit.jobs.order import Order
from spark_audit.sources.files import LocalFiles
from spark_audit.sources.listing import SEEN, Seen, text_bytes

_LITTLE = 32 << 20
"""Bytes of text. Compiling, and planning again while it runs, pay above this; below it they cost more than the rows."""
_PARQUET_GROWS = 10
"""A table has about so many times its size as text."""


def little(order: Order) -> bool:
    """True for a run whose new events, export and tables are small; of events at an address nobody can tell."""
    if "://" in order.events:
        return False
    seen = Seen(order.out / SEEN)
    new = sum(text_bytes(entry) for entry in LocalFiles(order.events).list(order.include_open) if not seen.has(entry))
    return new + _below(Path(order.history)) + _PARQUET_GROWS * _below(order.out / "gold") < _LITTLE


def little_kept(out: Path) -> bool:
    """True for a directory of the audit whose events and tables are small."""
    return _PARQUET_GROWS * (_below(out / "silver") + _below(out / "gold")) < _LITTLE


def _below(directory: Path) -> int:
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
