"""Local files with secrets, hashes and the audit log: only their owner may read them."""

import os
import stat
from pathlib import Path
from typing import TextIO

from sqlalchemy.engine import make_url

from app.platform.telemetry import logger

_DIRECTORY, _FILE = 0o700, 0o600
_SHARED = 0o640
"""Its owner and the group of a program that reads it."""
_BESIDE = ("", "-wal", "-shm", "-journal")
"""Suffixes of SQLite's files beside a database. SQLite creates them with the mode of the database."""
log = logger(__name__)


def make_directory(directory: Path) -> None:
    """Create the directory if it is missing. The mode of an existing one is not changed, as it may hold other files."""
    directory.mkdir(mode=_DIRECTORY, parents=True, exist_ok=True)


def write_new(file: Path, content: str) -> None:
    """Write a file that must not exist yet. Raises FileExistsError."""
    with open_new(file) as out:
        out.write(content)


def open_new(file: Path) -> TextIO:
    """Open a file that must not exist yet, to write to it. Raises FileExistsError."""
    make_directory(file.parent)
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE), "w", encoding="utf-8")


def write_aside(file: Path, content: str) -> Path:
    """Write the replacement of the file beside it, on disk and readable for its group (0640, whatever the umask is).
    Returns where; `Path.replace` puts it in its place at once. Raises OSError."""
    new_file = file.with_name(f".{file.name}.new")
    new_file.unlink(missing_ok=True)
    with os.fdopen(os.open(new_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, _FILE), "w") as out:
        os.fchmod(out.fileno(), _SHARED)
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    return new_file


def restrict_mode(file: Path) -> None:
    """Take what more than owner and group (0640) may do with the file. Raises OSError."""
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & ~_SHARED:
        file.chmod(mode & _SHARED)


def keep_database(database_url: str) -> None:
    """Restrict the files of a SQLite database to their owner; the database is created empty if it is missing."""
    url = make_url(database_url)
    name = url.database or ":memory:"
    if url.get_backend_name() != "sqlite" or name.startswith((":memory:", "file:")):
        return
    file = Path(name)
    make_directory(file.parent)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, _FILE))
    for suffix in _BESIDE:
        _restrict_existing(file.with_name(file.name + suffix))


def _restrict_existing(file: Path) -> None:
    try:
        file.chmod(_FILE)
    except FileNotFoundError:
        return
    except PermissionError:
        log.warning("a file of the database belongs to another user, who decides who may read it", file=str(file))
