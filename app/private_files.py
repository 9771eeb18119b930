"""Files of this machine that hold secrets, hashes and the trail: their owner's only."""

import os
from pathlib import Path

from sqlalchemy.engine import make_url

from app.telemetry import logger

_DIRECTORY, _FILE = 0o700, 0o600
_BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a database; it makes them with the modes of the database."""
log = logger(__name__)


def make_directory(directory: Path) -> None:
    """Make it when it is missing. One that is there stays as it is: others may keep things in it, too."""
    directory.mkdir(mode=_DIRECTORY, parents=True, exist_ok=True)


def write_new(file: Path, content: str) -> None:
    """A file that must not be there yet. Raises FileExistsError."""
    make_directory(file.parent)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE), "w") as out:
        out.write(content)


def keep_database(database_url: str) -> None:
    """The file of a SQLite database, made empty when it is missing, and what SQLite keeps beside it."""
    url = make_url(database_url)
    name = url.database or ":memory:"
    if url.get_backend_name() != "sqlite" or name.startswith((":memory:", "file:")):
        return
    file = Path(name)
    make_directory(file.parent)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, _FILE))
    for suffix in _BESIDE:
        _tighten(file.with_name(file.name + suffix))


def _tighten(file: Path) -> None:
    try:
        file.chmod(_FILE)
    except FileNotFoundError:
        return
    except PermissionError:
        log.warning("a file of the database belongs to another user, who decides who may read it", file=str(file))
