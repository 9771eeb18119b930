"""How much a run will work on, told without Spark: little is done with less ado."""

from collections.abc import Mapping
from pathlib import Path

from spark_audit.jobs.order import Order
from spark_audit.sources.files import LocalFiles
from spark_audit.sources.listing import SEEN, Seen, text_bytes

_LITTLE = 32 << 20
"""Bytes of text. Compiling, and planning again while it runs, pay above this; below it they cost more than the rows."""
_TINY = 4 << 20
"""Bytes of text from which on it pays to compile single expressions, of which most are asked thousands of times."""
_EXPRESSIONS: Mapping[str, str] = {"spark.sql.codegen.factoryMode": "FALLBACK"}
_PARQUET_GROWS = 10
"""A table has about so many times its size as text."""
_SUMS_COUNT = 5
"""Sums go through fewer hands than events: as much as so many times their size as text of events."""
_LOOKED_BACK = 180
"""Dates: no question reaches further back (back-tests do)."""
_FOOTER = 3000
"""Bytes of a table's file without rows."""


def little(order: Order) -> bool:
    """True for a run whose new events, export and tables are small; of events at an address nobody can tell."""
    return _text(order) < _LITTLE


def settings(order: Order) -> Mapping[str, str]:
    """What the session of a run on little data needs that is not tiny."""
    return _EXPRESSIONS if _TINY <= _text(order) < _LITTLE else {}


def _text(order: Order) -> int:
    """Bytes of text that a run will go through, about."""
    if "://" in order.events:
        return _LITTLE
    seen = Seen(order.out / SEEN)
    new = sum(text_bytes(entry) for entry in LocalFiles(order.events).list(order.include_open) if not seen.has(entry))
    return new + _below(Path(order.history)) + _SUMS_COUNT * _sums(order.out / "gold")


def little_kept(out: Path) -> bool:
    """True for a directory of the audit whose events and tables are small."""
    return _PARQUET_GROWS * (_below(out / "silver") + _below(out / "gold")) < _LITTLE


def _sums(gold: Path) -> int:
    """Bytes of rows in the newest dates of each table."""
    files = (file for table in gold.glob("*/") for file in sorted(table.glob("*/*.parquet"))[-_LOOKED_BACK:])
    return sum(max(file.stat().st_size - _FOOTER, 0) for file in files)


def _below(directory: Path) -> int:
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
