"""`first-look`: who used what and who was refused, from Pulsar's own logs alone: without a center, without Spark."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime

from spark_audit.jobs.intake import log_files
from spark_audit.sinks.report.elements import visible
from spark_audit.sources import pulsar_logs
from spark_audit.sources.log_kinds import ALLOWED, REFUSED
from spark_audit.sources.pulsar_logs import Access, Log

_MOST = 3
"""Addresses shown."""
_READER = re.compile(r"^(.*-)?reader-[0-9a-f]{10}$")
"""Subscriptions of readers, which have a new name each time."""
_HEADER = ("role", "operation", "topic", "times", "first", "last", "from")
_NOT_TOLD = (
    "These logs do not tell of administration, of sign-ins, of how much was sent, nor of what has stayed open since\n"
    "before their first line."
)
_BY_PROXY = "\nBy a proxy: the address is the proxy's. Brokers do not write the client's."
_NO_BEGIN = "not told: no connection begins in these logs, as at level WARN; brokers tell of uses at level INFO"


@dataclass
class _Row:
    """Equal accesses of one role: how often, epoch ms of the first and last, from which addresses.

    `signed_in`: from where the role signed in at all; lines on refusals tell no address before Pulsar 5.
    """

    role: str
    via: str | None
    operation: str
    place: str
    subscription: str | None
    decision: int
    times: int = 0
    first: int = 0
    last: int = 0
    addresses: list[str] = field(default_factory=list)
    signed_in: list[str] = field(default_factory=list)

    @property
    def of_pulsar(self) -> bool:
        """A use of a topic that Pulsar makes for itself."""
        return self.decision == ALLOWED and self.place.rpartition("/")[2].startswith("__")


def first_look(logs: str, zone: str, as_json: bool) -> Iterator[str]:
    """The report. Raises SourceError without logs, and at the end if they were not understood."""
    files = log_files.find(logs, zone)
    rows = _rows(access for log in files for access in log.accesses())
    hosts: defaultdict[str, set[tuple[str, str | None]]] = defaultdict(set)
    for (_, peer), (role, via, _) in (pair for log in files for pair in log.whose.items() if pair[1].role):
        hosts[role].add((pulsar_logs.host(peer) or "", via))
    for row in rows:
        known = [(address, via) for address, via in hosts[row.role] if row.via in (None, via)]
        row.signed_in = sorted(f"{address} (proxy {via})" if via else address for address, via in known)
    _name_copies(files)
    if as_json:
        found = {
            "logs": list(map(_about, files)),
            "left_out": log_files.left_out(logs),
            "rows": list(map(asdict, rows)),
        }
        yield json.dumps(found, indent=1)
    else:
        yield "\n".join(_text(files, rows, log_files.left_out(logs)))
    log_files.refuse(files)


def _name_copies(files: Iterable[Log]) -> None:
    """Name the logs that are copies: their lines were counted twice."""
    known: dict[str, Log] = {}
    for log in files:
        if log.first and (other := known.setdefault(log.first, log)) is not log:
            log.trouble = log.trouble or f"{log.path} begins with the same line as {other.path}: leave one out"


def _rows(accesses: Iterable[Access]) -> list[_Row]:
    found: dict[tuple[object, ...], _Row] = {}
    for access in accesses:
        sub = _READER.sub("reader-…", access.sub) if access.sub else None
        key = (access.role, access.via, access.op, access.path, sub, access.dec)
        row = found.setdefault(key, _Row(*key, first=access.time, last=access.time))
        row.times, row.first, row.last = row.times + 1, min(row.first, access.time), max(row.last, access.time)
        if access.address and access.address not in row.addresses:
            row.addresses.append(access.address)
    return [found[key] for key in sorted(found, key=lambda key: tuple(map(str, key)))]


def _about(log: Log) -> dict[str, object]:
    """Of a log, what a program wants to know. `begin`, `end`: epoch ms."""
    begin, end = (pulsar_logs.moment(stamp, log.zone) for stamp in (log.begin, log.end))
    return {"log": str(log.path), "lines": log.lines, "begin": begin, "end": end, "without_role": log.unknown,
            "anonymized": log.anonymized, "last_line_cut": log.cut, "trouble": log.trouble or None}  # fmt: skip


def _text(files: list[Log], rows: list[_Row], left_out: list[str]) -> Iterator[str]:
    zones = {log.zone for log in files if pulsar_logs.without_zone(log.begin)}
    assumed = f"; those that tell no zone were taken for {zones.pop()} (--zone)" if zones else ""
    yield f"Logs: {len(files):,}; lines: {sum(log.lines for log in files):,}. Times are UTC{assumed}."
    for log in files:
        begin, end = (pulsar_logs.moment(stamp, log.zone) for stamp in (log.begin, log.end))
        nothing = "not understood" if log.trouble else "empty"
        yield "  " + log_files.sentence(
            log, nothing if begin is None or end is None else f"{_time(begin)} to {_time(end)}"
        )
    yield from left_out
    nobody = "nobody, as far as they were understood" if any(log.trouble for log in files) else "nobody, in these logs"
    for title, decision in (("Who used what", ALLOWED), ("Who was refused", REFUSED)):
        chosen = [row for row in rows if row.decision == decision and not row.of_pulsar]
        yield f"\n{title} (roles: {len({row.role for row in chosen if row.role}):,})\n"
        silent = decision == ALLOWED and not any(log.whose for log in files)
        yield from _table([_HEADER, *map(_cells, chosen)]) if chosen else [_NO_BEGIN if silent else nobody]
    hidden = sum(use.times for use in rows if use.of_pulsar)
    by_proxy = _BY_PROXY if any(use.via for use in rows) else ""
    yield f"\nNot shown: {hidden:,} uses of Pulsar's own topics (__…).\n{_NOT_TOLD}{by_proxy}"


def _cells(row: _Row) -> tuple[str, ...]:
    role = f"{row.role} (by proxy {row.via})" if row.via else row.role or "(none)"
    place = f"{row.place} / {row.subscription}" if row.subscription else row.place
    known = row.addresses or row.signed_in
    more = f" and {len(known) - _MOST:,} more" if len(known) > _MOST else ""
    addresses = ("" if row.addresses else "signed in from ") + ", ".join(known[:_MOST]) + more if known else "–"
    return role, row.operation.lower(), place, f"{row.times:,}", _time(row.first), _time(row.last), addresses


def _table(lines: list[tuple[str, ...]]) -> Iterator[str]:
    shown = [[visible(cell.replace("\n", " ")) for cell in line] for line in lines]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for line in shown:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def _time(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
