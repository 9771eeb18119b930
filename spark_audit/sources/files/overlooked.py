"""Spark silently skips files with certain names. A run reads these through links with other names."""

import hashlib
import os
import re
from collections.abc import Iterable
from pathlib import Path

from spark_audit.sources.errors import SourceError
from spark_audit.sources.files.entry import Entry

_LOCAL = "file:"
_OTHERS = re.compile(r"[^\w.-]", re.ASCII)


def link_overlooked(entries: Iterable[Entry], aside: Path) -> dict[str, str]:
    """uri → link in `aside`, for each file that Spark would skip. Raises SourceError if it is in an object store.

    The plugin itself makes such names: a broker at `[2001:db8::1]` writes `_2001_db8__1__8080-….jsonl`.
    """
    links: dict[str, str] = {}
    for entry in entries:
        name = entry.path.rpartition("/")[2]
        if name[0] in "._" or ":" in name or not _is_text(entry.path):
            links[entry.uri] = _link(entry, name, Path(os.path.normpath(aside.absolute())))
    return links


def _is_text(path: str) -> bool:
    """Whether the path is valid Unicode, so that it can be passed to the JVM. File names may be any bytes."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _link(entry: Entry, name: str, aside: Path) -> str:
    if not entry.uri.startswith(_LOCAL):
        raise SourceError(f"Spark overlooks {entry.path}: rename it, so that it has no colon and begins with a letter")
    place = hashlib.sha256(os.fsencode(entry.uri)).hexdigest()[:16]
    link = aside / "links" / place / f"linked-{_OTHERS.sub('_', name)}"
    link.parent.mkdir(parents=True)
    link.symlink_to(entry.uri.removeprefix(_LOCAL))
    return str(link)
