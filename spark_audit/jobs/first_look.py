"""`first-look`: who used what and who was refused, from Pulsar's own logs alone: without a center, without Spark."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime

from spark_audit.jobs.intake import log_files
from spark_audit.jobs.intake.log_files import LogFile
from spark_audit.sinks.report.elements import visible
from spark_audit.sources import pulsar_logs
from spark_audit.sources.log_kinds import ALLOWED, REFUSED
from spark_audit.sources.pulsar_logs import Access, plain

_ADDRESSES = 3
_READER = re.compile(r"^(.*-)?reader-[0-9a-f]{10}$")
"""Subscriptions of readers, which have a new name each time."""
_HEADER = ("role", "operation", "topic", "times", "first", "last", "from")
_NOT_TOLD = (
    "These logs do not tell of administration, of sign-ins, of how much was sent, nor of what has stayed open since\n"
    "before their first line."
)


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


def first_look(logs: str, zone: str, as_json: bool) -> Iterator[str]:
    """The report in parts. Raises SourceError without logs, and at the end if lines were not understood."""
    files = log_files.find(logs, zone)
    rows = _rows(told for log in files for told in log.accesses(zone))
    hosts: defaultdict[str, set[str | None]] = defaultdict(set)
    for (_, peer), role in (one for log in files for one in log.found.whose.items()):
        hosts[role].add(pulsar_logs.host(peer))
    for row in rows:
        row.signed_in = sorted(filter(None, hosts[row.via or row.role]))
    if as_json:
        yield json.dumps(
            {"logs": [_about(log, zone) for log in files], "rows": [asdict(row) for row in rows]}, indent=1
        )
    else:
        yield "\n".join(_text(files, rows, zone, log_files.left_out(logs)))
    log_files.understood(files)


def _rows(accesses: Iterable[Access]) -> list[_Row]:
    found: dict[tuple[object, ...], _Row] = {}
    for told in accesses:
        sub = _READER.sub("reader-…", told.sub) if told.sub else None
        key = (told.role, told.via, told.op, plain(told.place), sub, told.dec)
        row = found.setdefault(key, _Row(*key, first=told.time, last=told.time))
        row.times, row.first, row.last = row.times + 1, min(row.first, told.time), max(row.last, told.time)
        if told.address and told.address not in row.addresses:
            row.addresses.append(told.address)
    return [found[key] for key in sorted(found, key=lambda key: tuple(map(str, key)))]


def _text(files: list[LogFile], rows: list[_Row], zone: str, left_out: list[str]) -> Iterator[str]:
    begins, ends = ([one for log in files if (one := _period(log, zone)[end]) is not None] for end in (0, 1))
    period = f", from {_time(min(begins))} to {_time(max(ends))} (UTC)" if begins and ends else ""
    yield f"Logs: {len(files):,}; lines: {sum(log.found.lines for log in files):,}{period}"
    yield from (f"  {log.sentence(_since(log, zone))}" for log in files)
    yield from left_out
    nobody = "nobody, as far as they were understood" if any(log.trouble for log in files) else "nobody, in these logs"
    own = [row for row in rows if row.decision == ALLOWED and row.place.rpartition("/")[2].startswith("__")]
    for title, decision in (("Who used what", ALLOWED), ("Who was refused", REFUSED)):
        some = [row for row in rows if row.decision == decision and row not in own]
        yield f"\n{title} (roles: {len({row.role for row in some}):,})\n"
        yield from _table([_HEADER, *map(_cells, some)]) if some else [nobody]
    yield f"\nNot shown: {sum(row.times for row in own):,} uses of Pulsar's own topics (__…).\n{_NOT_TOLD}"


def _period(log: LogFile, zone: str) -> tuple[int | None, int | None]:
    return pulsar_logs.moment(log.found.begin, zone), pulsar_logs.moment(log.found.end, zone)


def _since(log: LogFile, zone: str) -> str:
    begin, end = _period(log, zone)
    if begin is None or end is None:
        return "not understood" if log.trouble else "empty"
    return f"{_time(begin)} to {_time(end)}"


def _cells(row: _Row) -> tuple[str, ...]:
    role = f"{row.role} (by proxy {row.via})" if row.via else row.role or "(none)"
    place = f"{row.place} / {row.subscription}" if row.subscription else row.place
    some = row.addresses or row.signed_in
    more = f" and {len(some) - _ADDRESSES:,} more" if len(some) > _ADDRESSES else ""
    addresses = ("" if row.addresses else "signed in from ") + ", ".join(some[:_ADDRESSES]) + more if some else "–"
    return role, row.operation.lower(), place, f"{row.times:,}", _time(row.first), _time(row.last), addresses


def _table(lines: list[tuple[str, ...]]) -> Iterator[str]:
    shown = [[visible(cell.replace("\n", " ")) for cell in line] for line in lines]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for line in shown:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def _about(log: LogFile, zone: str) -> dict[str, object]:
    begin, end = _period(log, zone)
    return {"log": str(log.path), "lines": log.found.lines, "begin": begin, "end": end,
            "without_role": log.unknown, "trouble": log.trouble or None}  # fmt: skip


def _time(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
