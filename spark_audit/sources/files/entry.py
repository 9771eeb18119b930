"""An event file as it was listed, and the operations on such files."""

import re
from dataclasses import dataclass
from typing import Protocol

FINISHED = (".jsonl", ".jsonl.gz")
OPEN = ".jsonl.open"
_ENDING = re.compile(r"\.jsonl(\.gz|\.open)?$")
_TIME = re.compile(r"-(\d{10,16})$")


@dataclass(frozen=True)
class Entry:
    """`name`: path below the listed directory. `path`: what Spark is given. `uri`: what Spark calls the file.

    `modified` is in epoch ms.
    """

    name: str
    path: str
    uri: str
    bytes: int
    modified: int

    @property
    def compressed(self) -> bool:
        """Whether it is gzip."""
        return self.name.endswith(".gz")

    @property
    def place(self) -> str:
        """The name without its ending. It stays the same while the file is written, finished and compressed."""
        return place_of(self.name)

    @property
    def started(self) -> int:
        """When the plugin began the file (epoch ms), by its name; 0 for other names."""
        return begin_time(self.name)


def begin_time(name: str) -> int:
    """The time in the name of a file, epoch ms; 0 when there is none."""
    time = _TIME.search(place_of(name))
    return int(time.group(1)) if time else 0


def place_of(name: str) -> str:
    """The name of a file without its ending, see `Entry.place`."""
    return _ENDING.sub("", name)


class Files(Protocol):
    """The event files in a directory and in all directories below it."""

    def list(self, include_open: bool) -> list[Entry]:
        """Finished files, with `include_open` also those still being written; by name. Raises SourceError."""

    def sha256(self, file: Entry) -> str:
        """Hash of the bytes that the file had when it was listed; it may have grown since."""

    def begins_with(self, file: Entry, length: int, sha256: str) -> bool:
        """Whether the first `length` bytes of the file, decompressed, have this hash."""

    def text_bytes(self, file: Entry) -> int:
        """Length of the text. For gzip, by the last 4 bytes of the file: modulo 2³², and wrong if it is damaged."""

    def unpacked(self, file: Entry) -> int | None:
        """Length of the text of a compressed file, by unpacking it; None if it cannot be read to its end."""


def is_wanted(name: str, include_open: bool) -> bool:
    """Whether a file of this name is read."""
    return name.endswith((*FINISHED, OPEN) if include_open else FINISHED)
