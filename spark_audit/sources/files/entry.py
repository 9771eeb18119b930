"""A file as it is listed, and what can be asked of it."""

import re
from dataclasses import dataclass
from typing import Protocol

FINISHED = (".jsonl", ".jsonl.gz")
OPEN = ".jsonl.open"
_ENDING = re.compile(r"\.jsonl(\.gz|\.open)?$")
_TIME = re.compile(r"-(\d{10,16})$")


@dataclass(frozen=True)
class Entry:
    """`name` is the path below the directory asked for, `path` what Spark is given, `uri` what Spark calls it."""

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
        """The name without its ending: what a file keeps while it is written, finished and compressed."""
        return place_of(self.name)

    @property
    def begun(self) -> int:
        """When the plugin began it (epoch ms), as its name tells; 0 for other names."""
        return begin_time(self.name)


def begin_time(name: str) -> int:
    """The time in the name of a file, epoch ms; 0 when there is none."""
    told = _TIME.search(place_of(name))
    return int(told.group(1)) if told else 0


def place_of(name: str) -> str:
    """The name of a file without its ending, see `Entry.place`."""
    return _ENDING.sub("", name)


class Files(Protocol):
    """A directory of event files, searched in depth."""

    def list(self, include_open: bool) -> list[Entry]:
        """Finished files, also those still being written when `include_open`, by name. Raises SourceError."""

    def sha256(self, file: Entry) -> str:
        """Of the bytes that it was listed with."""

    def begins_with(self, file: Entry, length: int, sha256: str) -> bool:
        """Whether its first `length` bytes, decompressed, are the content with that hash."""

    def text_bytes(self, file: Entry) -> int:
        """How long its text is: of a compressed file by its last four bytes, so modulo 2³² and only if it is whole."""

    def unpacked(self, file: Entry) -> int | None:
        """How long the text of a compressed file is; None when it cannot be read to its end."""


def is_wanted(name: str, include_open: bool) -> bool:
    """Whether a file of this name is read."""
    return name.endswith((*FINISHED, OPEN) if include_open else FINISHED)
