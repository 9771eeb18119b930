"""Refusals that need no Spark, which takes half a minute to come to them: see what files of this machine begin with."""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from spark_audit.jobs.intake import arrivals
from spark_audit.jobs.order import Order
from spark_audit.sources import forms
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import Entry, LocalFiles
from spark_audit.sources.listing import SEEN, Seen

_FEW = 50
"""Events of a file that are looked at first."""
_OF_EVENTS = ("uid", "seq", "time", "v")
_NONE = ("", "*")
_DAMAGE = (EOFError, gzip.BadGzipFile, zlib.error)
"""Of archives: what is before the damage counts, and the run itself says the rest."""


def check(order: Order, files: Sequence[Entry]) -> None:
    """Raises SourceError for a new file of another form, no event at all, or the events of another center."""
    seen = Seen(order.out / SEEN)
    new = [entry for entry in files if not seen.has(entry)]
    for entry in new:
        _refuse_form(Path(entry.path), entry.compressed)
    for file in sorted(Path(order.history).glob("*.jsonl")):
        _refuse_form(file)
    if not (Path(order.history) / "users.jsonl").stat().st_size:
        raise SourceError(
            f"{order.history}/users.jsonl is empty, but every center has a user: export the history again"
        )
    if not order.missing_days and not (order.out / "ledger").exists() and not any(islice(_events(new), 1)):
        raise SourceError(
            f"there is no event in the {len(files):,} files below {order.events}: see whether it is the right directory"
        )
    known = _clusters(Path(order.history))
    for entry in new if known else ():
        if _unknown(islice(_events([entry]), _FEW), known) and (stranger := _unknown(_events([entry]), known)):
            raise SourceError(arrivals.foreign(entry.path, stranger, sorted(known)))


def _refuse_form(file: Path, packed: bool = False) -> None:
    with file.open("rb") as content:
        form = forms.of(content.read(forms.BEGIN)) or ("not packed by gzip" if packed and file.stat().st_size else None)
    if packed and form == forms.GZIP:
        form = None
        with suppress(*_DAMAGE), gzip.open(file) as content:
            form = forms.of(content.read(forms.BEGIN))
    if form:
        raise SourceError(f"{file} is {form}, and no lines of JSON as they were written: bring the file once more")


def _events(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    """What may be events, as far as the files can be read."""
    for entry in entries:
        with suppress(*_DAMAGE), LocalFiles.text(entry) as lines:
            yield from filter(_is_event, map(_object, lines))


def _is_event(told: dict[str, Any]) -> bool:
    return all(told.get(name) is not None for name in _OF_EVENTS)


def _unknown(events: Iterable[dict[str, Any]], known: set[str]) -> str:
    """A cluster that the center never knew, if most of these events are of such; else ''."""
    clusters = [str(told.get("res") or "").partition("/")[0] for told in events]
    strange = [one for one in clusters if one not in known and one not in _NONE]
    return min(strange) if arrivals.is_foreign(len(clusters), len(strange)) else ""


def _clusters(history: Path) -> set[str]:
    """The clusters that an export names."""
    found: set[str] = set()
    for name in ("resources", "grants"):
        with (history / f"{name}.jsonl").open("rb") as lines:
            found |= {str(told["cluster"]) for told in map(_object, lines) if told.get("cluster")}
    return found


def _object(line: bytes) -> dict[str, Any]:
    """The JSON object of a line; an empty one for any other line, of which the run itself says more."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
