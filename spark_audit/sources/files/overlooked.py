"""Files that Spark does not read because of their names, without a word: they get other ones for the time of a run."""

import os
from collections.abc import Iterable
from pathlib import Path

from spark_audit.sources.errors import SourceError
from spark_audit.sources.files.entry import Entry

_LOCAL = "file:"


def linked(entries: Iterable[Entry], aside: Path) -> dict[str, str]:
    """Links in `aside` to those that Spark overlooks, by uri. Raises SourceError for files of an object store.

    The plugin makes such names too: a broker at `[2001:db8::1]` writes `_2001_db8__1__8080-….jsonl`.
    """
    links: dict[str, str] = {}
    for entry in entries:
        name = entry.path.rpartition("/")[2]
        if name[0] in "._" or ":" in name:
            links[entry.uri] = _link(entry, name, Path(os.path.normpath(aside.absolute())) / f"link-{len(links)}")
    return links


def _link(entry: Entry, name: str, place: Path) -> str:
    if not entry.uri.startswith(_LOCAL):
        raise SourceError(f"Spark overlooks {entry.path}: rename it, so that it has no colon and begins with a letter")
    place.mkdir()
    link = place / f"linked-{name.replace(':', '_')}"
    link.symlink_to(entry.uri.removeprefix(_LOCAL))
    return str(link)
