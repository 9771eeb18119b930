"""Files that were read: their rows for the ledger, damage, earlier stages of the same file, and refusals."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from spark_audit.jobs.intake.counting import DAMAGED, Counted
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import Entry, Files
from spark_audit.sources.files.entry import begin_time, place_of
from spark_audit.sources.history import History
from spark_audit.sources.listing import Found
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
class Read:
    """A file that was read.

    `path`: what Spark calls it. `revision`: the greatest in its events; `later`: the time of the first with one after
    the export. `foreign`: events of unknown clusters, of which `stranger` is one.
    """

    found: Found
    path: str
    row: FileRead
    revision: int
    foreign: int
    later: int | None = None
    stranger: str = ""


def read(files: Files, found: Found, counted: Mapping[str, Counted], exported: int, judged: date | None) -> Read:
    """What was read of a file. Raises SourceError if its text is incomplete although the file is not damaged."""
    one = counted.get(found.entry.uri) or Counted(found.entry.uri)
    if _broken_off(files, found, one.text_bytes):
        one.reasons[DAMAGED] += 1
    now = str(datetime.fromtimestamp(exported / 1000, UTC).date())
    known = sorted(day for day in one.days if day <= now)  # later days come from a wrong clock
    late = {day: n for day, n in one.days.items() if judged and day <= str(judged)}
    very = [n for day, n in late.items() if judged and day < str(judged - _VERY_LATE)]
    row = FileRead(
        file=found.entry.name, bytes=found.entry.bytes, sha256=found.sha256, lines=one.lines,
        events=one.days.total(), bad=one.reasons.total(), first_date=known[0] if known else None,
        last_date=known[-1] if known else None, late=sum(late.values()), very_late=sum(very),
        days=dict(one.days), reasons=dict(one.reasons), logged=dict(one.logged),
    )  # fmt: skip
    return Read(found, one.path, row, one.revision, one.foreign, one.later, one.stranger)


def _broken_off(files: Files, found: Found, text_bytes: int) -> bool:
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


def _marked(files: Files, found: Found) -> bool:
    return files.begins_with(found.entry, len(_MARK), hashlib.sha256(_MARK).hexdigest())


def without_beginnings(files: Files, new: Iterable[Found], found: Iterable[Found]) -> list[Found]:
    """`new` without files that are the beginning of another file in `found`.

    If a file and its compressed form lie side by side, only the later stage is read. Otherwise each run would read the
    earlier one again.
    """
    others: defaultdict[str, list[Found]] = defaultdict(list)
    for one in found:
        others[one.entry.place].append(one)
    return [one for one in new if not any(_longer(files, other, one) for other in others[one.entry.place])]


def _longer(files: Files, other: Found, one: Found) -> bool:
    more = other.entry.compressed or other.entry.bytes > one.entry.bytes
    return not one.entry.compressed and more and files.begins_with(other.entry, one.entry.bytes, one.sha256)


def find_replaced(files: Files, found: Sequence[Found], rows: Sequence[FileRead]) -> list[FileRead]:
    """Rows whose content is the beginning of a new file: it was then still open, uncompressed or half copied."""
    plain = {place_of(row.file): row for row in rows if not row.file.endswith(_PACKED)}
    earlier = [(one.entry, plain[one.entry.place]) for one in found if one.entry.place in plain]
    halves = {row.file: row for row in rows if row.file.endswith(_PACKED) and DAMAGED in row.reasons}
    earlier += [(_as_it_is(one.entry), halves[one.entry.name]) for one in found if one.entry.name in halves]
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
class Known:
    """What the center's export knows: its clusters, its last revision, and when (epoch ms) it was made."""

    clusters: Sequence[str]
    revision: int
    time: int

    @staticmethod
    def of(history: History) -> "Known":
        """From the export."""
        named = history.resources.select("cluster").unionByName(history.grants.select("cluster"))
        rows = named.where("cluster is not null").distinct().collect()
        return Known(sorted(row["cluster"] for row in rows), history.manifest.revision, history.manifest.time)

    def waiting(self, read: Sequence[Read], any_revision: bool) -> list[Read]:
        """Files for a later run: a right was changed since the export, and they hold events decided by it.

        Raises SourceError for files of a newer plugin or another center, and for revisions that the center has lost:
        their events are older than the export.
        """
        for one in read:
            self._check(one)
        after = [one for one in read if one.revision > self.revision and not any_revision]
        for one in after:
            if (one.later or 0) < self.time - FUTURE:
                raise SourceError(self.too_late(one))
        return after

    def too_late(self, one: Read) -> str:
        """Why a file cannot be judged with this export."""
        return (
            f"{one.found.entry.path} holds events of revision {one.revision}, the export ends with {self.revision}: "
            "export the history again, or give --any-revision if the center was restored from a back-up"
        )

    def _check(self, one: Read) -> None:
        name, row = one.found.entry.path, one.row
        if not row.events and row.reasons.get("unknown_version"):
            raise SourceError(f"{name} was written in a layout that this program does not know: upgrade it")
        if is_foreign(row.events, one.foreign):
            raise SourceError(foreign(name, one.stranger, self.clusters))


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
