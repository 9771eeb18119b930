"""A place in memory for databases of tests: each commit is synced, for which a disk takes milliseconds."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MEMORY = Path("/dev/shm")
_ENOUGH = 2**30


@contextmanager
def directory(otherwise: Path) -> Iterator[Path]:
    """A new directory in memory, removed at the end; `otherwise` where the machine has no such place, or little."""
    if not _MEMORY.is_dir() or shutil.disk_usage(_MEMORY).free < _ENOUGH:
        yield otherwise
        return
    with tempfile.TemporaryDirectory(prefix="puc-tests-", dir=_MEMORY, ignore_cleanup_errors=True) as made:
        yield Path(made)
