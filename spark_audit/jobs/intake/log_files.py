"""`read-logs`: Pulsar's own broker logs → event files that `run` reads like those of the plugin."""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from spark_audit.sources import forms, pulsar_logs
from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import LocalFiles
from spark_audit.sources.pulsar_logs import Access, Log
from spark_audit.store.staging import move, workplace

_CALLED = re.compile(r"\.log([.-][\w.-]*)?$")
"""Also what brokers, Docker and the kubelet put away: `pulsar.log-11-20-2026-1.log.gz`, `0.log.20261120-154018`."""
_ZONE = re.compile(r"[+-](0\d|1[0-4]):[0-5]\d")
_SHOWN = 100
"""Characters of a line that was not understood."""
_MOST = 5
"""Files that a sentence names."""


@dataclass
class LogFile:
    """One log, and what became of it while its accesses were read.

    `unknown`: accesses of nobody. `trouble`: why it was not read whole.
    """

    path: Path
    found: Log = field(default_factory=Log)
    unknown: int = 0
    trouble: str = ""

    def accesses(self, zone: str) -> Iterator[Access]:
        """The accesses, also of nobody; at their end the other fields are complete."""
        try:
            for told in pulsar_logs.accesses(self.path, zone, self.found, cut=_still_written(self.path)):
                self.unknown += not told.role
                yield told
        except SourceError as problem:
            self.trouble = str(problem)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            self.trouble = f"{self.path} is damaged: what comes before the damage was read"
        self.trouble = self.trouble or self._strange()

    def sentence(self, told: str) -> str:
        """What was made of it."""
        unknown = f"; {self.unknown:,} more tell no role: they began before this log, or nobody signs in there"
        return f"{self.path}: {told}{unknown if self.unknown else ''}"

    def _strange(self) -> str:
        if self.found.lines and self.found.first is None:
            with self.path.open("rb") as content:
                begin = content.read(_SHOWN)
            form = forms.of(begin)
            shown = f"it is {form}" if form and form != forms.GZIP else _shown(begin.decode("utf-8", "replace"))
            return f"{self.path} line 1 is in no form that is known, and so is the rest: {shown}"
        if not (example := self.found.example):
            return ""
        place = f"{self.path} line {example.number}" + (
            f" and {self.found.strange - 1:,} more" * (self.found.strange > 1)
        )
        return f"{place}: an access in no form that is known: {_shown(example.text)}"


def find(logs: str, zone: str) -> list[LogFile]:
    """The log of this name, or those below this directory. Raises SourceError without any, or for a wrong `zone`."""
    if not _ZONE.fullmatch(zone):
        raise SourceError(f"--zone must be an offset such as +00:00 or +08:00, not {zone}")
    if Path(logs).is_file():
        return [LogFile(Path(logs))]
    found = LocalFiles(logs, _CALLED).list(include_open=False) if Path(logs).is_dir() else []
    if not found:
        raise SourceError(f"there are no broker logs (*.log, *.log.gz, *.log.1 …) below {logs}")
    return [LogFile(Path(entry.path)) for entry in found]


def left_out(logs: str) -> list[str]:
    """A sentence about the files of the directory that are not called like logs, if there are any."""
    found = LocalFiles(logs, re.compile("")).list(include_open=False) if Path(logs).is_dir() else []
    others = [entry.name for entry in found if not _CALLED.search(entry.name)]
    return [f"left out, because they are not called *.log: {_few(others)}"] if others else []


def understood(files: list[LogFile]) -> None:
    """Raises SourceError that names those that were not read whole, or if nothing was read at all."""
    troubled = [log.trouble for log in files if log.trouble]
    if troubled:
        raise SourceError(f"{len(troubled):,} of {len(files):,} logs were not read whole: {_few(troubled)}")
    if not any(log.found.lines for log in files):
        raise SourceError(f"the logs are empty: {_few([str(log.path) for log in files])}")


def _few(texts: list[str]) -> str:
    more = f" and {len(texts) - _MOST:,} more" if len(texts) > _MOST else ""
    return "; ".join(texts[:_MOST]) + more


def read_logs(logs: str, cluster: str, zone: str, into: Path) -> Iterator[str]:
    """Write an event file for each log with accesses; yields a sentence per log.

    A log that was read before gives the same file again; one that has grown replaces its file. Raises SourceError for
    two logs that cannot be told apart, and at the end if lines were not understood.
    """
    files = find(logs, zone)
    with workplace(into) as aside:
        for log in files:
            draft = aside / "accesses"
            with draft.open("w", encoding="utf-8", newline="\n") as lines:
                written = sum(bool(lines.write(_line(log, told, cluster))) for told in log.accesses(zone) if told.role)
            if written:
                _put(draft, into / f"{pulsar_logs.name(log.found, cluster)}.jsonl", log.path)
            yield log.sentence(f"{written:,} accesses written" if written else _nothing(log.found))
    yield from left_out(logs)
    understood(files)


def _line(log: LogFile, told: Access, cluster: str) -> str:
    fields = pulsar_logs.event(told, pulsar_logs.name(log.found, cluster), cluster)
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def _nothing(found: Log) -> str:
    return f"none of its {found.lines:,} lines tells an access" if found.lines else "empty"


def _still_written(log: Path) -> bool:
    """Whether the last line has no end yet: it may break off within a name."""
    with log.open("rb") as content:
        packed, length = content.read(2) == b"\x1f\x8b", content.seek(0, 2)
        content.seek(max(length - 1, 0))
        return bool(length) and not packed and content.read() != b"\n"


def _put(part: Path, target: Path, log: Path) -> None:
    """Put the event file in place, unless the one there has more: of two copies of a log, the longer one stays."""
    before, now = (set(file.read_bytes().splitlines()) if file.exists() else set() for file in (target, part))
    if len(before - now) > 1 and now - before:  # earlier versions also read an incomplete last line
        raise SourceError(
            f"{log} begins with the same line as another log, or was read otherwise before: if it is the same log, "
            f"delete {target} and read again, else leave it out"
        )
    if not before or now - before:
        move(part, target)


def _shown(text: str) -> str:
    return ascii(text[:_SHOWN])
