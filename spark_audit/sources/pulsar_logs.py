"""Pulsar's own broker log as a second, weaker source: lines on opened producers and consumers, and on refusals.

Clients choose the names of subscriptions and producers; one with a line break could forge a line, so no right is taken
away because of these events. 3.0 names the role only when a connection begins: it is taken from the last such line of
the same broker in the file. Administration is not seen here: the request log names no user in any version. No log
parser (grok, drain), and no Spark: a log is read in one pass.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from spark_audit.sources import log_lines
from spark_audit.sources.events import LOG
from spark_audit.sources.log_kinds import BEGUN, WHOSE, Kind, first, is_access, kind_of
from spark_audit.sources.log_lines import DATED, LogLine

CODE = "PULSAR_LOG"
_LOGGER = "ServerCnx"
_HOURS = re.compile(r"\d\d:\d\d:\d\d\.\d{3} ", re.ASCII)
"""How a line of Pulsar 2 begins: the date is known from the container only."""
_WITHOUT_ZONE = len("2026-11-21T17:16:01,397")
_NOBODY = ("", "null")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Access:
    """Who opened or was refused what, in a line of a log; `time` in epoch ms. `role` is '' where nobody knows it.

    `place` is a topic as Pulsar writes it, or with `rtype` namespace a namespace. `via`: the proxy that asked for it.
    """

    line: int
    time: int
    op: str
    dec: int
    place: str
    role: str = ""
    via: str | None = None
    address: str | None = None
    sub: str | None = None
    rtype: str = "topic"


@dataclass
class Log:
    """What a log was found to hold while its accesses were read.

    `first`: its first line with a time. `begin`, `end`: the least and greatest time, as they are written. `strange`:
    how many lines tell an access in an unknown way, `example`: the first of them. `whose`: roles of connections, by
    broker and address.
    """

    lines: int = 0
    first: str | None = None
    begin: str = ""
    end: str = ""
    strange: int = 0
    example: LogLine | None = None
    whose: dict[tuple[str, str], str] = field(default_factory=dict)


def accesses(file: Path, zone: str, found: Log, *, cut: bool = False) -> Iterator[Access]:
    """The accesses of one log; what else it holds is noted in `found`.

    `zone` (such as `+01:00`) is for times without a zone. `cut`: leave out the last line, which is still being written.
    Raises what `log_lines.read` raises.
    """
    reader = _Reader(found, zone)
    waiting: LogLine | None = None
    for line in log_lines.read(file):
        found.lines += 1
        if waiting:
            yield from reader.told(waiting)
        waiting = line
    if waiting and not cut:
        yield from reader.told(waiting)


def name(found: Log, cluster: str) -> str:
    """What the log is called: the same for a log that has grown, was renamed or compressed.

    It is made of the first line with a time, because lines before it are the same in every container.
    """
    return "log-" + hashlib.sha256(f"{cluster}\n{found.first}".encode()).hexdigest()[:16]


def event(told: Access, boot: str, cluster: str) -> dict[str, Any]:
    """The access as a line of an event file (layout 1, `source` log)."""
    fields = {
        "uid": f"{boot}-{told.line}", "seq": told.line, "time": told.time, "act": 3 if told.op == "PRODUCE" else 2,
        "op": told.op, "dec": told.dec, "code": CODE, "kind": 0, "user": told.role, "via": told.via,
        "ip": told.address, "res": f"{cluster}/{plain(told.place)}", "rtype": told.rtype, "sub": told.sub,
        "v": 1, "source": LOG,
    }  # fmt: skip
    return {key: value for key, value in fields.items() if value is not None}


def plain(place: str) -> str:
    """`tenant/namespace/topic` of a topic as Pulsar writes it, without the number of a partition."""
    return re.sub(r"-partition-\d+$", "", re.sub(r"^[a-z-]+://", "", place), flags=re.ASCII)


def moment(stamp: str, zone: str) -> int | None:
    """Epoch ms of `2026-11-21T17:16:01,397+0000`, or of the same without a zone in `zone`; None for what is no time."""
    try:
        told = datetime.fromisoformat(stamp.replace(",", ".") + (zone if len(stamp) == _WITHOUT_ZONE else ""))
    except ValueError:
        return None
    return (told - _EPOCH) // timedelta(milliseconds=1)


class _Reader:
    """Reads the lines of one log, in order."""

    def __init__(self, found: Log, zone: str) -> None:
        self._found, self._zone = found, zone

    def told(self, line: LogLine) -> Iterator[Access]:
        """The access that a line tells, if it tells one.

        The logger's name stands before the first ` - `; what clients choose, behind it.
        """
        head, _, said = line.text.partition(" - ")
        ours, stamp = head.endswith(_LOGGER), _stamp(line)
        self._note(line, stamp)
        if ours and (begun := BEGUN.match(said)):
            self._found.whose[line.origin, begun[1]] = first(WHOSE, said)
        kind, time = kind_of(said) if ours else None, moment(stamp, self._zone)
        place, op = (first(kind.place, said), kind.called or first(kind.op, said)) if kind else ("", "")
        if kind and time is not None and place and op:
            yield self._access(line, said, kind, Access(line.number, time, op, kind.dec, place))
        elif (ours or not stamp) and _LOGGER in line.text and is_access(line.text):
            self._found.strange, self._found.example = self._found.strange + 1, self._found.example or line

    def _note(self, line: LogLine, stamp: str) -> None:
        found = self._found
        if stamp and found.first is None:
            found.first = line.text if line.text.startswith(stamp) else f"{stamp} {line.text}"
            found.begin = found.end = stamp
        elif stamp:
            found.begin, found.end = min(stamp, found.begin), max(stamp, found.end)

    def _access(self, line: LogLine, said: str, kind: Kind, told: Access) -> Access:
        peer = first(kind.peer, said)
        role, original = (
            first(kind.role, said) or self._found.whose.get((line.origin, peer), ""),
            first(kind.original, said),
        )
        role, original = ("" if one in _NOBODY else one for one in (role, original))
        return replace(
            told, role=original or role, via=role if original else None, address=host(peer),
            sub=first(kind.sub, said) or None, rtype="topic" if "://" in told.place else "namespace",
        )  # fmt: skip


def host(peer: str) -> str | None:
    """The address of `10.0.0.9:48082` or `[2001:db8::1]:48082`."""
    return peer.rpartition(":")[0].strip("[]") or None


def _stamp(line: LogLine) -> str:
    """The time that a line begins with, or what its container says where that has no date; '' without either."""
    own = DATED.match(line.text)
    return own[0] if own else line.time if line.time and _HOURS.match(line.text) else ""
