"""Files that were read: their rows for the ledger, damage, earlier stages of the same file, and refusals."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from spark_audit.jobs.intake.counting import DAMAGED, FileCounts
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import Entry, Files
from spark_audit.sources.files.entry import begin_time, place_of
from spark_audit.sources.history import History
from spark_audit.sources.listing import HashedFile
from spark_audit.store import FileRead
from spark_audit.transforms.silver.clock import FUTURE

_VERY_LATE = timedelta(days=35)
_NO_DATE = date.max
"""For bad lines of unknown age: retention never deletes them."""
_SOME_TIME = range(1_400_000_000_000, 4_100_000_000_000)
"""Epoch ms from 2014 to 2099: numbers in file names that are taken for times."""
_LONGEST_TEXT = 1 << 32
_PACKED = ".gz"
_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8. Spark drops it, so it is missing in the bytes counted."""


@dataclass(frozen=True)
class ReadFile:
    """A file that was read.

    `path`: what Spark calls it. `revision`: the greatest in its events; `later`: the time of the first with one after
    the export. `foreign`: events of unknown clusters, of which `stranger` is one.
    """

    found: HashedFile
    path: str
    row: FileRead
    revision: int
    foreign: int
    later: int | None = None
    stranger: str = ""


def read(
    files: Files, found: HashedFile, counted: Mapping[str, FileCounts], exported: int, judged: date | None
) -> ReadFile:
    """What was read of a file. Raises SourceError if its text is incomplete although the file is not damaged."""
    content = counted.get(found.entry.uri) or FileCounts(found.entry.uri)
    if _broken_off(files, found, content.text_bytes):
        content.reasons[DAMAGED] += 1
    now = str(datetime.fromtimestamp(exported / 1000, UTC).date())
    known = sorted(day for day in content.days if day <= now)  # later days come from a wrong clock
    late = {day: n for day, n in content.days.items() if judged and day <= str(judged)}
    very = [n for day, n in late.items() if judged and day < str(judged - _VERY_LATE)]
    row = FileRead(
        file=found.entry.name, bytes=found.entry.bytes, sha256=found.sha256, lines=content.lines,
        events=content.days.total(), bad=content.reasons.total(), first_date=known[0] if known else None,
        last_date=known[-1] if known else None, late=sum(late.values()), very_late=sum(very),
        days=dict(content.days), reasons=dict(content.reasons), logged=dict(content.logged),
    )  # fmt: skip
    return ReadFile(found, content.path, row, content.revision, content.foreign, content.later, content.stranger)


def _broken_off(files: Files, found: HashedFile, text_bytes: int) -> bool:
    """Whether a compressed file is damaged: Spark read less text than its last bytes say, and it cannot be unpacked.

    Raises SourceError if text of an undamaged file is missing: Spark silently skips what it cannot read.
    """
    missing = files.text_bytes(found.entry) - text_bytes  # -1 if the last line has no \n, because we count one
    if found.entry.compressed:
        if missing % _LONGEST_TEXT in (0, _LONGEST_TEXT - 1):
            return False
        unpacked = files.unpacked(found.entry)  # the last bytes of concatenated gzip files count only the last one
        if unpacked is None:
            return True
        missing = unpacked - text_bytes
    if missing > 0 and not (missing <= len(_MARK) and _marked(files, found)):
        raise SourceError(f"{found.entry.path} could not be read to its end: try again, or look at its disk")
    return False


def _marked(files: Files, found: HashedFile) -> bool:
    return files.begins_with(found.entry, len(_MARK), hashlib.sha256(_MARK).hexdigest())


def without_beginnings(files: Files, new: Iterable[HashedFile], found: Iterable[HashedFile]) -> list[HashedFile]:
    """`new` without files that are the beginning of another file in `found`.

    If a file and its compressed form lie side by side, only the later stage is read. Otherwise each run would read the
    earlier one again.
    """
    others: defaultdict[str, list[HashedFile]] = defaultdict(list)
    for file in found:
        others[file.entry.place].append(file)
    return [file for file in new if not any(_longer(files, other, file) for other in others[file.entry.place])]


def _longer(files: Files, longer: HashedFile, file: HashedFile) -> bool:
    more = longer.entry.compressed or longer.entry.bytes > file.entry.bytes
    return not file.entry.compressed and more and files.begins_with(longer.entry, file.entry.bytes, file.sha256)


def find_replaced(files: Files, found: Sequence[HashedFile], rows: Sequence[FileRead]) -> list[FileRead]:
    """Rows whose content is the beginning of a new file: it was then still open, uncompressed or half copied."""
    plain = {place_of(row.file): row for row in rows if not row.file.endswith(_PACKED)}
    earlier = [(file.entry, plain[file.entry.place]) for file in found if file.entry.place in plain]
    halves = {row.file: row for row in rows if row.file.endswith(_PACKED) and DAMAGED in row.reasons}
    earlier += [(_as_it_is(file.entry), halves[file.entry.name]) for file in found if file.entry.name in halves]
    return [row for entry, row in earlier if files.begins_with(entry, row.bytes, row.sha256)]


def _as_it_is(entry: Entry) -> Entry:
    return replace(entry, name=entry.name.removesuffix(_PACKED))


def shelf(row: FileRead) -> date:
    """The date of the quarantine for the bad lines of a file: of its first event, else of its name, else _NO_DATE."""
    if row.first_date:
        return date.fromisoformat(row.first_date)
    time = begin_time(row.file)
    return datetime.fromtimestamp(time / 1000, UTC).date() if time in _SOME_TIME else _NO_DATE


@dataclass(frozen=True)
class KnownCenter:
    """What the center's export knows: its clusters, its last revision, and when (epoch ms) it was made."""

    clusters: Sequence[str]
    revision: int
    time: int

    @staticmethod
    def of(history: History) -> "KnownCenter":
        """From the export."""
        named = history.resources.select("cluster").unionByName(history.grants.select("cluster"))
        rows = named.where("cluster is not null").distinct().collect()
        return KnownCenter(sorted(row["cluster"] for row in rows), history.manifest.revision, history.manifest.time)

    def waiting(self, read: Sequence[ReadFile], any_revision: bool) -> list[ReadFile]:
        """Files for a later run: a right was changed since the export, and they hold events decided by it.

        Raises SourceError for files of a newer plugin or another center, and for revisions that the center has lost:
        their events are older than the export.
        """
        for file in read:
            self._check(file)
        after = [file for file in read if file.revision > self.revision and not any_revision]
        for file in after:
            if (file.later or 0) < self.time - FUTURE:
                raise SourceError(self.too_late(file))
        return after

    def too_late(self, file: ReadFile) -> str:
        """Why a file cannot be judged with this export."""
        return (
            f"{file.found.entry.path} holds events of revision {file.revision}, the export ends with {self.revision}: "
            "export the history again, or give --any-revision if the center was restored from a back-up"
        )

    def _check(self, file: ReadFile) -> None:
        name, row = file.found.entry.path, file.row
        if not row.events and row.reasons.get("unknown_version"):
            raise SourceError(f"{name} was written in a layout that this program does not know: upgrade it")
        if is_foreign(row.events, file.foreign):
            raise SourceError(foreign(name, file.stranger, self.clusters))


def is_foreign(events: int, unknown: int) -> bool:
    """Whether a file belongs to another center: most of its events are of clusters that this one never knew."""
    return 2 * unknown > events


def foreign(file: str, stranger: str, known: Sequence[str]) -> str:
    """The refusal of such a file."""
    return (
        f"{file} holds events of cluster {stranger}, which the center of this export never knew; it knows "
        f"{', '.join(known)}. Keep the events of different centers in different directories; if one of these clusters "
        f"was called {stranger}, write its new name into the file: docs/audit-running.md, A cluster with another name"
    )
