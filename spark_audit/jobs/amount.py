"""Estimates without Spark how much data a run will process: for little data, the session is tuned differently."""

from collections.abc import Mapping
from pathlib import Path

from spark_audit.jobs.run_order import Order
from spark_audit.sources.files import LocalFiles
from spark_audit.sources.listing import SEEN, HashCache, text_bytes

_LITTLE = 32 << 20
"""Bytes of text. Below this, compiling plans and re-planning while they run cost more than they save."""
_TINY = 4 << 20
"""Bytes of text. From this on, compiling single expressions pays: most are evaluated thousands of times."""
_EXPRESSIONS: Mapping[str, str] = {"spark.sql.codegen.factoryMode": "FALLBACK"}
_PARQUET_GROWS = 10
"""The rows of a table would be about so many times larger as text."""
_SUMS_COUNT = 5
"""A byte of a gold table takes as much work as about so many bytes of event text: sums go through fewer steps."""
_LOOKED_BACK = 180
"""Dates counted of each gold table. No query but the back-tests reads further back."""
_FOOTER = 3000
"""Bytes of a Parquet file without rows."""


def little(order: Order) -> bool:
    """True for a run whose new events, export and tables are small. Events at an address are taken to be large."""
    return _text(order) < _LITTLE


def settings(order: Order) -> Mapping[str, str]:
    """Extra Spark settings for a run on little, but not tiny data."""
    return _EXPRESSIONS if _TINY <= _text(order) < _LITTLE else {}


def _text(order: Order) -> int:
    """Estimated bytes of text that a run will process."""
    if "://" in order.events:
        return _LITTLE
    seen = HashCache(order.out / SEEN)
    new = sum(text_bytes(entry) for entry in LocalFiles(order.events).list(order.include_open) if not seen.has(entry))
    return new + _below(Path(order.history)) + _SUMS_COUNT * _sums(order.out / "gold")


def little_kept(out: Path) -> bool:
    """True for a directory of the audit whose events and tables are small."""
    return _PARQUET_GROWS * (_below(out / "silver") + _below(out / "gold")) < _LITTLE


def _sums(gold: Path) -> int:
    """Bytes of rows in the newest _LOOKED_BACK dates of each gold table, also of those with one partition per run."""
    files = (file for table in gold.glob("*/") for file in sorted(table.glob("*/*.parquet"))[-_LOOKED_BACK:])
    return sum(max(file.stat().st_size - _FOOTER, 0) for file in files)


def _below(directory: Path) -> int:
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
