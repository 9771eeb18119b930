"""Lines of a log as its broker wrote them, without what containers and collectors put round them.

Known are: the lines themselves, also coloured; `kubectl logs` and `docker compose logs` with time stamps and prefixes;
files of CRI (containerd, CRI-O) and of Docker (json-file); journald and syslog; Pulsar's JSON (PULSAR_LOG_FORMAT=json:
OpenTelemetry, before that ECS). All of them packed by gzip, too.
"""

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from spark_audit.sources import forms
from spark_audit.sources.errors import SourceError

_LONGEST = 1 << 20
"""Bytes read as one line, so that a file without line ends does not fill the memory."""
DATED = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[,.]\d{3}(?:Z|[+-]\d\d:?\d\d)?(?= )", re.ASCII)
"""The time at the beginning of a line of Pulsar, to the millisecond."""
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_STAMP = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)"
_ROUND = re.compile(
    r"(?:\[(?P<pod>pod/\S+)\] |(?P<service>[\w.-]+) +\| )?"
    rf"(?:(?P<time>{_STAMP}) (?:(?P<stream>stdout|stderr) (?P<part>[FP])\S* )?)?"
    r"(?:(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d )?(?P<host>[\w.-]+) [\w./-]+\[\d+\]: )?",
    re.ASCII,
)
_FIELDS = ("authRole", "cnx", "consumerId", "localAddress", "namespace", "operation", "originalPrincipal", "principal",
           "producer", "remoteAddress", "subscription", "topic")  # fmt: skip
"""Fields that Pulsar 5 writes behind its words, in its order."""


@dataclass(frozen=True)
class LogLine:
    """`origin`: whose line it is, where a file holds those of several brokers. `time`: what the container says."""

    number: int
    text: str
    origin: str = ""
    time: str = ""


def read(file: Path) -> Iterator[LogLine]:
    """The lines that are not blank, numbered as in the file; the number of one in parts is that of its last part.

    Raises SourceError for a file of another form, EOFError, OSError or zlib.error where an archive is damaged.
    """
    parts: dict[str, str] = {}
    with _open(file) as content:
        for number, line in enumerate(iter(lambda: content.readline(_LONGEST), b""), 1):
            text = line.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace").rstrip("\r\n")
            found, key, whole = _unwrapped(number, _plain(text))
            text = parts.pop(key, "") + _plain(found.text)
            if not whole:
                parts[key] = text
            elif text.strip():
                yield _out_of_json(replace(found, text=text))


def _open(file: Path) -> BinaryIO:
    with file.open("rb") as content:
        begin = content.read(forms.BEGIN)
    form = forms.of(begin)
    if form == forms.GZIP:
        return cast(BinaryIO, gzip.open(file, "rb"))
    if form and not begin.startswith((b"[", b"<")):  # of launchers' messages; such a file is refused when it is read
        raise SourceError(f"{file} is {form}, not the text of a log: unpack it, or write it as UTF-8")
    return file.open("rb")


def _unwrapped(number: int, line: str) -> tuple[LogLine, str, bool]:
    """The line, a key of what its parts have in common, and whether it ends here."""
    if DATED.match(line):
        return LogLine(number, line), "", True
    told = _object(line)
    if told and isinstance(told.get("log"), str) and "time" in told:
        return (
            LogLine(number, told["log"].rstrip("\r\n"), time=str(told["time"])),
            str(told.get("stream")), told["log"].endswith("\n"),
        )  # fmt: skip
    found = cast(re.Match[str], _ROUND.match(line))  # it matches nothing, too
    origin = found["pod"] or found["service"] or found["host"] or ""
    inner = LogLine(number, line[found.end() :], origin, found["time"] or "")
    return inner, f"{origin} {found['stream']}", found["part"] != "P"


def _out_of_json(line: LogLine) -> LogLine:
    """The line as Pulsar writes it in words. A line break in a name becomes a blank."""
    told = _object(line.text)
    if told is None:
        return line
    flat = told | {key: value for inner in told.values() if isinstance(inner, dict) for key, value in inner.items()}
    said, logger = flat.get("Body", flat.get("message")), flat.get("code.namespace", flat.get("log.logger"))
    time = flat.get("Timestamp", flat.get("@timestamp"))
    if not isinstance(said, str) or not isinstance(logger, str) or not isinstance(time, str):
        return line
    fields = [f"{name}={flat[name]}" for name in _FIELDS if name in flat]
    behind = f" {{{', '.join(fields)}}}" if "principal" in flat or "authRole" in flat else ""
    return replace(line, text=f"{time} {logger} - {said}{behind}".replace("\r", " ").replace("\n", " "))


def _plain(text: str) -> str:
    return _COLOUR.sub("", text) if "\x1b" in text else text


def _object(text: str) -> dict[str, Any] | None:
    if not text.startswith("{"):
        return None
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None
