"""Pulsar's own broker log as a second, weaker source: lines on opened producers and consumers, and on refusals.

Clients choose the names of subscriptions and producers; one with a line break could forge a line, so no right is taken
away because of these events. 3.0 names the role only when a connection begins: it is taken from the last such line of
the same broker in the file. Administration is not seen here: the request log names no user in any version. No log
parser (grok, drain), and no Spark: a log is read in one pass.
"""

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from spark_audit.sources import forms, log_lines
from spark_audit.sources.errors import SourceError
from spark_audit.sources.events import LOG
from spark_audit.sources.log_kinds import ENDED, STARTED, LineKind, first, is_access, kind_of
from spark_audit.sources.log_lines import DATED, LogLine

CODE = "PULSAR_LOG"
_LOGGER = "ServerCnx"
_WITHOUT_ZONE = len("2026-11-21T17:16:01,397")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NO_DATE = 253_402_300_800_000
"""Epoch ms that no date of four digits has."""
_LOST = "\ufffd"
"""In the place of letters of another coding than UTF-8: several names become one."""
ANONYMIZED = re.compile(r"\[REDACTED\]|(?:SHA-256|MD5):[A-Za-z0-9+/]+=*", re.ASCII)
"""What stands in place of a role by `authenticationRoleLoggingAnonymizer` (PIP-402, from 4.1 on): in lines on sign-ins
and on refusals at namespaces."""
_SHOWN = 100
"""Characters of a line that was not understood."""


@dataclass(frozen=True)
class Access:
    """Who opened or was refused what, in a line of a log; `time` in epoch ms. `role` is '' where nobody knows it.

    `place`: a topic or namespace as Pulsar writes it. `via`: the proxy that asked for the role.
    """

    line: int
    time: int
    op: str
    dec: int
    place: str
    role: str
    via: str | None
    address: str | None
    sub: str | None

    @property
    def path(self) -> str:
        """`tenant/namespace/topic`, without the number of a partition; of a segment, its scalable topic."""
        whole = re.sub(r"^segment(://[^/]+/[^/]+/[^/]+)/[^/]+$", r"topic\1", self.place)
        return re.sub(r"-partition-\d+$", "", re.sub(r"^(?:non-)?persistent://", "", whole), flags=re.ASCII)


class Connection(NamedTuple):
    """Whose it is, the proxy through which it came, and when it began, as it is written."""

    role: str = ""
    via: str | None = None
    started: str = ""


@dataclass
class Log:
    """One log. All but `path` and `zone` (of times that tell none, such as `+01:00`) is known when it was read.

    `first`: its first line with a time. `begin`, `end`: the least and greatest time, as they are written.
    `connections`: lines on these. `unknown`: accesses without a role. `anonymized`: lines in which the broker hid one.
    `strange`: how many lines tell an access in an unknown way, `example`: the first of them, or the first line.
    `trouble`: why it was not read whole. `cut`: its last line has no end, and is not read. `whose`: by broker and peer;
    `open`: those that did not end yet. `quoted`: the first line of another logger with the words of one.
    """

    path: Path
    zone: str
    lines: int = 0
    first: str = ""
    begin: str = ""
    end: str = ""
    connections: int = 0
    unknown: int = 0
    anonymized: int = 0
    strange: int = 0
    example: LogLine | None = None
    trouble: str = ""
    cut: bool = False
    quoted: LogLine | None = None
    whose: dict[tuple[str, str], Connection] = field(default_factory=dict)
    open: set[tuple[str, str]] = field(default_factory=set)

    def accesses(self) -> Iterator[Access]:
        """The accesses, in order, without a last line that has no end: it may break off within a name."""
        try:
            for line in log_lines.read(self.path):
                self.lines, self.cut, self.example = self.lines + 1, not line.whole, self.example or line
                yield from self._read(line) if line.whole else ()
        except SourceError as problem:
            self.trouble = str(problem)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            self.trouble = f"{self.path} is damaged: what comes before the damage was read"
        self.trouble = self.trouble or self._strange()

    def name(self, cluster: str) -> str:
        """What its events are called: the same for a log that has grown, was renamed or compressed.

        It is made of the first line with a time, because lines before it are the same in every container.
        """
        return "log-" + hashlib.sha256(f"{cluster}\n{self.first}".encode()).hexdigest()[:16]

    def event(self, access: Access, cluster: str) -> dict[str, Any]:
        """An access of the log as a line of an event file (layout 1, `source` log)."""
        fields = {
            "uid": f"{self.name(cluster)}-{access.line}", "seq": access.line, "time": access.time,
            "act": 3 if access.op == "PRODUCE" else 2, "op": access.op, "dec": access.dec, "code": CODE, "kind": 0,
            "user": access.role, "via": access.via, "ip": access.address, "res": f"{cluster}/{access.path}",
            "rtype": "topic" if "://" in access.place else "namespace", "sub": access.sub, "v": 1, "source": LOG,
        }  # fmt: skip
        return {key: value for key, value in fields.items() if value is not None}

    def _read(self, line: LogLine) -> Iterator[Access]:
        """The access that a line tells, if it tells one. What clients choose stands behind the first ` - `."""
        head, _, said = line.text.partition(" - ")
        ours, stamp = head.endswith(_LOGGER), found[0] if (found := DATED.match(line.text)) else ""
        if stamp:
            self.first, self.begin = self.first or line.text, min(stamp, self.begin or stamp)
            self.end = max(stamp, self.end)
        self.connections += ours
        if ours and (started := STARTED.match(said)):
            role, original = (self._named(started[part] or "") for part in ("role", "original"))
            self._begin((line.origin, started["peer"]), Connection(original or role, role if original else None, stamp))
        if ours and (ended := ENDED.match(said)):
            self.open.discard((line.origin, ended[1]))
        kind = kind_of(said) if ours else None
        place, op = (first(kind.place, said), kind.called or first(kind.op, said)) if kind else ("", "")
        if _LOST not in line.text and kind and place and op and (time := moment(stamp, self.zone)) is not None:
            yield self._access(line, said, kind, (line.number, time, op, kind.dec, place))
        elif (ours or not stamp or _LOGGER in head) and _LOGGER in line.text and is_access(line.text):
            self.strange, self.example = self.strange + 1, line if self.strange == 0 else self.example
        elif is_access(line.text):
            self.quoted = self.quoted or line

    def _begin(self, peer: tuple[str, str], connection: Connection) -> None:
        """A connection that is open twice is one of two brokers in one file: whose it is, nobody can tell."""
        other = peer in self.open and self.whose[peer][:2] != connection[:2]
        self.whose[peer] = Connection("", None, connection.started) if other else connection
        self.open.add(peer)

    def _access(self, line: LogLine, said: str, kind: LineKind, known: tuple[int, int, str, int, str]) -> Access:
        peer = first(kind.peer, said)
        named, original = (self._named(first(patterns, said)) for patterns in (kind.role, kind.original))
        connection = self.whose.get((line.origin, peer), Connection())
        signed_in = (
            connection if connection.started <= line.text else Connection()
        )  # an export may begin with its newest line
        role = original or named or signed_in.role
        self.unknown += not role
        via = named if original else signed_in.via if role == signed_in.role else None
        return Access(*known, role, via, host(peer), first(kind.sub, said) or None)

    def _named(self, role: str) -> str:
        """The role; '' where the line tells none."""
        self.anonymized += bool(ANONYMIZED.fullmatch(role))
        return "" if role in ("null", "[REDACTED]") else role

    def _strange(self) -> str:
        if self.quoted and not self.connections and not self.strange:  # who is quoted had a connection
            self.strange, self.example = 1, self.quoted
        if not self.example or (self.first and not self.strange):
            return ""
        more = f" and {self.strange - 1:,} more" if self.strange > 1 else "" if self.strange else " and all others"
        shown = ("" if self.strange else forms.of(self.example.text.encode())) or ascii(self.example.text[:_SHOWN])
        known = "not in UTF-8" if _LOST in self.example.text else "in no form that is known"
        return f"{self.path} line {self.example.number}{more}: {known}: {shown}"


def moment(stamp: str, zone: str) -> int | None:
    """Epoch ms of `2026-11-21T17:16:01,397+0000`, or of the same without a zone in `zone`; None for what is no time."""
    try:
        time = datetime.fromisoformat(stamp.replace(",", ".") + (zone if without_zone(stamp) else ""))
    except ValueError:
        return None
    since = (time - _EPOCH) // timedelta(milliseconds=1)
    return since if 0 <= since < _NO_DATE else None


def without_zone(stamp: str) -> bool:
    """Whether a time of a line has no zone."""
    return len(stamp) == _WITHOUT_ZONE


def host(peer: str) -> str | None:
    """The address of `10.0.0.9:48082` or `[2001:db8::1]:48082`."""
    return peer.rpartition(":")[0].strip("[]") or None
