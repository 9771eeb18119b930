"""`export-history`: what the audit jobs need from the center, as one directory of JSON lines.

`manifest.json` names the center and the last revision; `operations.json` is the file of rights and questions that this
version of the center decides by.
"""

import errno
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.orm import Session

from app.audit.trail import epochs, trail
from app.audit.trail.past import center_uses, replay
from app.audit.trail.past.clusters import PastClusters
from app.audit.trail.past.grants import PastHoldings
from app.audit.trail.past.people import PastCredentials, PastRoles, PastUsers
from app.audit.trail.past.replay import Line
from app.audit.trail.past.resources import PastResources
from app.platform.clock import now_ms

LAYOUT = 1
MANIFEST = "manifest.json"
_OPERATIONS = "operations.json"


def grants(session: Session) -> Iterator[Line]:
    """The history of grants up to now."""
    return replay.lines(session, PastHoldings(PastClusters.known_to(session)), trail.current_revision(session))


def write(session: Session, directory: Path, operations: Path) -> dict[str, int]:
    """Write a new directory, then put it in place of `directory`. Returns the number of lines of each file.

    An earlier export is replaced. If the process is killed, `directory` is as before or (between two renames) missing,
    never half-written. Raises OSError, also when `directory` is something else.
    """
    if directory.exists() and not _replaceable(directory):
        raise FileExistsError(errno.EEXIST, "is no earlier export, so it stays: name another directory", str(directory))
    new_directory = directory.with_name(f".{directory.name}.part")
    shutil.rmtree(new_directory, ignore_errors=True)
    new_directory.mkdir(parents=True, mode=0o700)
    standing = epochs.current(session)
    counts = {name: _write(new_directory / name, lines) for name, lines in _files(session, standing.revision)}
    shutil.copyfile(operations, new_directory / _OPERATIONS)
    manifest = {
        "v": LAYOUT,
        "center": epochs.first_epoch(session),
        "epoch": standing.epoch,
        "revision": standing.revision,
        "time": now_ms(),
        "bytes": {name: (new_directory / name).stat().st_size for name in counts},
    }
    (new_directory / MANIFEST).write_text(json.dumps(manifest) + "\n", encoding="utf-8")
    _put(new_directory, directory)
    return counts


def _files(session: Session, until: int) -> Iterator[tuple[str, Iterator[Line]]]:
    pasts: dict[str, replay.PastState] = {
        "grants": PastHoldings(PastClusters.known_to(session)),
        "users": PastUsers(),
        "roles": PastRoles(),
        "resources": PastResources(PastClusters.known_to(session)),
        "credentials": PastCredentials(),
    }
    for name, past in pasts.items():
        yield f"{name}.jsonl", replay.lines(session, past, until)
    yield "center_uses.jsonl", center_uses.lines(session, until)


def _write(file: Path, lines: Iterator[Line]) -> int:
    count = 0
    with file.open("w", encoding="utf-8") as written:
        for line in lines:
            written.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            count += 1
        written.flush()
        os.fsync(written.fileno())
    return count


def _replaceable(directory: Path) -> bool:
    return directory.is_dir() and ((directory / MANIFEST).is_file() or not any(directory.iterdir()))


def _put(new_directory: Path, directory: Path) -> None:
    old_directory = directory.with_name(f".{directory.name}.before")
    shutil.rmtree(old_directory, ignore_errors=True)
    if directory.exists():
        directory.rename(old_directory)
    new_directory.rename(directory)
    shutil.rmtree(old_directory, ignore_errors=True)
