"""A place in memory for databases of tests: each commit is synced, for which a disk takes milliseconds."""

import fcntl
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_MEMORY = Path("/dev/shm")
_ENOUGH = 2**30
_PREFIX, _LOCK = "puc-tests-", "lock"
_YOUNG_SECONDS = 60
"""It may be without its lock yet."""


@contextmanager
def directory(otherwise: Path) -> Iterator[Path]:
    """A new directory in memory, removed at the end; `otherwise` where the machine has no such place, or little."""
    if not _MEMORY.is_dir() or shutil.disk_usage(_MEMORY).free < _ENOUGH:
        yield otherwise
        return
    for left in _MEMORY.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # somebody else's, in use, or gone
            _remove_unless_used(left)
    with (
        tempfile.TemporaryDirectory(prefix=_PREFIX, dir=_MEMORY, ignore_cleanup_errors=True) as made,
        (Path(made) / _LOCK).open("w") as lock,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        databases = Path(made) / "databases"
        databases.mkdir()
        yield databases


def with_small_file_system(at: Path, size: str) -> tuple[str, ...]:
    """A command that becomes the program behind it, which alone sees a file system of this size at the directory."""
    mount = f'mount -t tmpfs -o size={size} none "$0" && exec "$@"'
    return ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount, str(at))


def _remove_unless_used(left: Path) -> None:
    """A run that was killed leaves its directory, but no lock on it. Raises OSError when it is in use."""
    if time.time() - left.stat().st_mtime < _YOUNG_SECONDS:
        return
    with (left / _LOCK).open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(left)
