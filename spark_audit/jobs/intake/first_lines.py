"""Refuses wrong files of this machine by their first lines. Spark would take half a minute to do so."""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any

from spark_audit.jobs.intake import arrivals
from spark_audit.jobs.run_order import Order
from spark_audit.sources import forms
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import Entry, LocalFiles
from spark_audit.sources.listing import SEEN, HashCache

_FEW = 50
"""Events of a file that are looked at first."""
_OF_EVENTS = ("uid", "seq", "time", "v")
_DAMAGE = (EOFError, gzip.BadGzipFile, zlib.error)
"""Of archives: what is before the damage counts, and the run itself says the rest."""


def check(order: Order, files: Sequence[Entry]) -> None:
    """Raises SourceError for a file of another form, no event at all, or the events of another center."""
    seen, history = HashCache(order.out / SEEN), Path(order.history)
    new = [entry for entry in files if not seen.has(entry)]
    exported = [(file, False) for file in sorted(history.glob("*.jsonl"))]
    for file, packed in [*((Path(entry.path), entry.compressed) for entry in new), *exported]:
        if form := _form(file, packed):
            raise SourceError(f"{file} is {form}, and no lines of JSON as they were written: bring the file once more")
    if not (history / "users.jsonl").stat().st_size:
        raise SourceError(f"{history}/users.jsonl is empty, but every center has a user: export the history again")
    if not order.missing_days and not (order.out / "ledger").exists() and not any(_events(new)):
        raise SourceError(f"no event is in the {len(files):,} files below {order.events}: is it the right directory?")
    with (history / "resources.jsonl").open("rb") as resources, (history / "grants.jsonl").open("rb") as grants:
        known = {str(cluster) for line in chain(resources, grants) if (cluster := _object(line).get("cluster"))}
    for entry in new if known else ():
        if _unknown(islice(_events([entry]), _FEW), known) and (stranger := _unknown(_events([entry]), known)):
            raise SourceError(arrivals.foreign(entry.path, stranger, sorted(known)))


def _form(file: Path, packed: bool) -> str | None:
    """The form of a file that should hold lines of JSON, packed or not; None if it may."""
    form = forms.of_file(file)
    if not packed or not file.stat().st_size:
        return form
    if form != forms.GZIP:
        return form or "not packed by gzip"
    with suppress(*_DAMAGE), gzip.open(file) as content:
        return forms.of(content.read(_FEW))
    return None


def _events(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    """What may be events, as far as the files can be read."""
    for entry in entries:
        with suppress(*_DAMAGE), LocalFiles.text(entry) as lines:
            yield from (
                record for record in map(_object, lines) if all(record.get(name) is not None for name in _OF_EVENTS)
            )


def _unknown(events: Iterable[dict[str, Any]], known: set[str]) -> str:
    """A cluster that the center never knew, if most of these events are of such; else ''."""
    clusters = [str(record.get("res") or "*").partition("/")[0] for record in events]
    strange = [cluster for cluster in clusters if cluster not in known and cluster != "*"]
    return min(strange) if arrivals.is_foreign(len(clusters), len(strange)) else ""


def _object(line: bytes) -> dict[str, Any]:
    """The JSON object of a line; an empty one for any other line, of which the run itself says more."""
    with suppress(ValueError, RecursionError):
        if isinstance(record := json.loads(line), dict):
            return record
    return {}
