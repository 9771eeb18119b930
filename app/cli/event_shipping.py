"""`ship-events`: copies finished access event files elsewhere. It may be killed and started again at any time."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.cli import event_files
from app.cli.exit_status import wrong_usage

_BLOCK = 1 << 20


@dataclass(frozen=True)
class ShippedFile:
    """One file that was copied now, with its checksum."""

    name: str
    size: int
    sha256: str


def ship(source: Path, target: Path, *, delete: bool = False) -> Iterator[ShippedFile]:
    """Copy the files that `target` does not have yet, each completely or not at all. `delete`: remove them here
    afterwards.

    A `NAME.sha256` for `sha256sum --check` is written last beside each file: without it the file has not arrived.
    Raises CommandError when `target` holds another file of the same name.
    """
    for file in event_files.finished_files(source):
        place = target / file.relative_to(source)
        arrived = _find_copy(file, place)
        if arrived is None:
            arrived = _copy(file, place)
            yield arrived
        if delete and _sha256(place) == arrived.sha256 == _sha256(file):
            file.unlink()


def _find_copy(file: Path, place: Path) -> ShippedFile | None:
    """The copy in the target; None when it is missing or incomplete."""
    try:
        recorded = _checksum_of(place).read_text(encoding="ascii").split(" ")[0]
        size = place.stat().st_size
    except FileNotFoundError:
        return None
    if size != file.stat().st_size:
        raise wrong_usage(f"{place} is another file than {file}: is the target shared by two clusters?")
    return ShippedFile(file.name, size, recorded)


def _copy(file: Path, place: Path) -> ShippedFile:
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        sum_of_source = _copy_bytes(file, aside)
        if _sha256(aside) != sum_of_source:
            raise wrong_usage(f"{aside} does not hold what was written to it")
        aside.replace(place)
        _write(_checksum_of(place), f"{sum_of_source}  {place.name}\n")
    finally:
        aside.unlink(missing_ok=True)
    return ShippedFile(file.name, place.stat().st_size, sum_of_source)


def _copy_bytes(file: Path, aside: Path) -> str:
    total = hashlib.sha256()
    with file.open("rb") as source, os.fdopen(_private(aside), "wb") as copy:
        while block := source.read(_BLOCK):
            total.update(block)
            copy.write(block)
        copy.flush()
        os.fsync(copy.fileno())
    return total.hexdigest()


def _write(path: Path, text: str) -> None:
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    with os.fdopen(_private(aside), "w", encoding="ascii") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    aside.replace(path)


def _private(path: Path) -> int:
    return os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW, 0o600)


def _checksum_of(place: Path) -> Path:
    return place.with_name(f"{place.name}.sha256")


def _sha256(path: Path) -> str:
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
