"""Which event files there are, and which of them hold something that was not read before."""

import hashlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from spark_audit.sources.errors import SourceError

_FINISHED = ("*.jsonl", "*.jsonl.gz")


@dataclass(frozen=True)
class Found:
    """A file with its content's hash; `name` is its path below the directory, `uri` how Spark calls it, decoded."""

    name: str
    path: str
    uri: str
    bytes: int
    sha256: str


def paths(directory: str, include_open: bool) -> list[Path]:
    """Finished event files below `directory`, sorted; also those still being written when `include_open`."""
    root = Path(directory)
    if not root.is_dir():
        raise SourceError(f"{directory} is not a directory")
    endings = (*_FINISHED, "*.jsonl.open") if include_open else _FINISHED
    return sorted(path for ending in endings for path in root.rglob(ending) if path.is_file())


def new(directory: str, include_open: bool, known: Callable[[str], bool]) -> list[Found]:
    """The files whose content is not `known` (by its sha256), each content once, by name."""
    root = Path(directory)
    found: dict[str, Found] = {}
    for file in _hashed(root, paths(directory, include_open)):
        if not known(file.sha256):
            found.setdefault(file.sha256, file)
    return list(found.values())


def _hashed(root: Path, files: Iterable[Path]) -> list[Found]:
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda path: _found(root, path), files))


def _found(root: Path, path: Path) -> Found:
    with path.open("rb") as content:
        sha256 = hashlib.file_digest(content, "sha256").hexdigest()
    return Found(str(path.relative_to(root)), str(path), f"file:{path.absolute()}", path.stat().st_size, sha256)
