"""What a file that has arrived means: its row in the ledger, and whether it can be what it claims to be."""

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

_VERY_LATE = timedelta(days=35)
_NO_DATE = date.max
"""Of lines of which nobody can tell how old they are: no retention reaches them."""
_SOME_TIME = range(1_400_000_000_000, 4_100_000_000_000)
"""Numbers in names that are times (2014 to 2099)."""
_LONGEST_TEXT = 1 << 32
_PACKED = ".gz"
_MARK = b"\xef\xbb\xbf"
"""The beginning of some texts in UTF-8, which Spark leaves out."""


@dataclass(frozen=True)
class Read:
    """A file, what Spark calls it, its row, the greatest revision in it, events of clusters that nobody knows."""

    found: Found
    path: str
    row: FileRead
    revision: int
    foreign: int


def read(files: Files, found: Found, counted: Mapping[str, Counted], exported: int, judged: date | None) -> Read:
    """A file as it was read. Raises SourceError when it broke off although nothing is wrong with its content."""
    one = counted.get(found.entry.uri) or Counted(found.entry.uri)
    if _broken_off(files, found, one.text_bytes):
        one.reasons[DAMAGED] += 1
    now = str(datetime.fromtimestamp(exported / 1000, UTC).date())
    known = sorted(day for day in one.days if day <= now)  # what is later was written by a clock that is wrong
    late = {day: n for day, n in one.days.items() if judged and day <= str(judged)}
    very = [n for day, n in late.items() if judged and day < str(judged - _VERY_LATE)]
    row = FileRead(
        file=found.entry.name, bytes=found.entry.bytes, sha256=found.sha256, lines=one.lines,
        events=one.days.total(), bad=one.reasons.total(), first_date=known[0] if known else None,
        last_date=known[-1] if known else None, late=sum(late.values()), very_late=sum(very),
        days=dict(one.days), reasons=dict(one.reasons), logged=dict(one.logged),
    )  # fmt: skip
    return Read(found, one.path, row, one.revision, one.foreign)


def _broken_off(files: Files, found: Found, text_bytes: int) -> bool:
    """Whether a compressed file is damaged: fewer lines came than its last bytes promise, and it has no good end.

    Of one that has, and of others, what is missing was lost on the way: Spark leaves out what it could not read.
    """
    missing = files.text_bytes(found.entry) - text_bytes  # -1 when the last line has no end of its own
    if found.entry.compressed:
        if missing % _LONGEST_TEXT in (0, _LONGEST_TEXT - 1):
            return False
        unpacked = files.unpacked(found.entry)  # of several archives in one file the last bytes tell of the last only
        if unpacked is None:
            return True
        missing = unpacked - text_bytes
    if missing > 0 and not (missing <= len(_MARK) and _marked(files, found)):
        raise SourceError(f"{found.entry.path} could not be read to its end: try again, or look at its disk")
    return False


def _marked(files: Files, found: Found) -> bool:
    return files.begins_with(found.entry, len(_MARK), hashlib.sha256(_MARK).hexdigest())


def without_beginnings(files: Files, new: Iterable[Found], found: Iterable[Found]) -> list[Found]:
    """Of `new` those that are not the beginning of another file that is `found`: one that is compressed by now, and
    still lies there, would be read again and again beside what it has become."""
    others: defaultdict[str, list[Found]] = defaultdict(list)
    for one in found:
        others[one.entry.place].append(one)
    return [one for one in new if not any(_longer(files, other, one) for other in others[one.entry.place])]


def _longer(files: Files, other: Found, one: Found) -> bool:
    more = other.entry.compressed or other.entry.bytes > one.entry.bytes
    return not one.entry.compressed and more and files.begins_with(other.entry, one.entry.bytes, one.sha256)


def find_replaced(files: Files, found: Sequence[Found], rows: Sequence[FileRead]) -> list[FileRead]:
    """The rows whose content is the beginning of a new file: it was still being written, copied, or not compressed."""
    plain = {place_of(row.file): row for row in rows if not row.file.endswith(_PACKED)}
    earlier = [(one.entry, plain[one.entry.place]) for one in found if one.entry.place in plain]
    halves = {row.file: row for row in rows if row.file.endswith(_PACKED) and DAMAGED in row.reasons}
    earlier += [(_as_it_is(one.entry), halves[one.entry.name]) for one in found if one.entry.name in halves]
    return [row for entry, row in earlier if files.begins_with(entry, row.bytes, row.sha256)]


def _as_it_is(entry: Entry) -> Entry:
    return replace(entry, name=entry.name.removesuffix(_PACKED))


def shelf(row: FileRead) -> date:
    """The date under which the bad lines of a file are kept: of a file without events that of its name."""
    if row.first_date:
        return date.fromisoformat(row.first_date)
    time = begin_time(row.file)
    return datetime.fromtimestamp(time / 1000, UTC).date() if time in _SOME_TIME else _NO_DATE


@dataclass(frozen=True)
class Known:
    """What the center's export speaks of."""

    clusters: Sequence[str]
    revision: int

    @staticmethod
    def of(history: History) -> "Known":
        """From the export."""
        named = history.resources.select("cluster").unionByName(history.grants.select("cluster"))
        rows = named.where("cluster is not null").distinct().collect()
        return Known(sorted(row["cluster"] for row in rows), history.manifest.revision)

    def check(self, read: Sequence[Read], any_revision: bool) -> None:
        """Raises SourceError for files of a newer plugin, of another center, or of revisions after the export."""
        for one in read:
            self._check(one, any_revision)

    def _check(self, one: Read, any_revision: bool) -> None:
        name, row = one.found.entry.path, one.row
        if not row.events and row.reasons.get("unknown_version"):
            raise SourceError(f"{name} was written in a layout that this program does not know: upgrade it")
        if row.events and 2 * one.foreign > row.events:
            raise SourceError(
                f"{name} holds events of clusters that the center of this export never knew; it knows "
                f"{', '.join(self.clusters)}. Keep the events of different centers in different directories"
            )
        if one.revision > self.revision and not any_revision:
            raise SourceError(
                f"{name} holds events of revision {one.revision}, the export ends with {self.revision}: export the "
                "history again, or give --any-revision if the center was restored from a back-up"
            )
