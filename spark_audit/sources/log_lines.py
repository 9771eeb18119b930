"""Lines of a log as its broker wrote them, without what containers and collectors put round them.

Known are: the lines themselves, also coloured; `kubectl logs` and `docker compose logs` with time stamps and prefixes;
files of CRI (containerd, CRI-O) and of Docker (json-file); journald and syslog; Pulsar's JSON (PULSAR_LOG_FORMAT=json:
OpenTelemetry, before that ECS). All of them packed by gzip, too.
"""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

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
    rf"(?:{_STAMP} (?:(?P<stream>stdout|stderr) (?P<part>[FP])\S* )?)?"
    r"(?:(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d )?(?P<host>[\w.-]+) [\w./-]+\[\d+\]: )?",
    re.ASCII,
)
_OF_DOCKER = {"log", "stream", "attrs", "time"}
_FIELDS = ("authRole", "cnx", "consumerId", "localAddress", "namespace", "operation", "originalPrincipal", "principal",
           "producer", "remoteAddress", "subscription", "topic")  # fmt: skip
"""Fields that Pulsar 5 writes behind its words, in its order."""


class LogLine(NamedTuple):
    """`number` in the file, of a line in parts that of the last. `origin`: whose it is, if several write one file."""

    number: int
    text: str
    origin: str


def read(file: Path) -> Iterator[LogLine]:
    """The lines that are not blank. Raises SourceError for a file of another form; what gzip does for damage."""
    parts: dict[str, str] = {}
    with _open(file) as content:
        for number, line in enumerate(iter(lambda: content.readline(_LONGEST), b""), 1):
            text = line.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace").rstrip("\r\n")
            origin, key, text, whole = _unwrapped(_COLOUR.sub("", text))
            text = parts.pop(key, "") + text
            if not whole:
                parts[key] = text
            elif text.strip():
                yield LogLine(number, _in_words(text), origin)


def _open(file: Path) -> BinaryIO:
    form = forms.of_file(file)
    if form not in (None, forms.GZIP, forms.PAGE, forms.ARRAY):  # launchers' messages may begin like the last two
        raise SourceError(f"{file} is {form}, not the text of a log: unpack it, or write it as UTF-8")
    return cast(BinaryIO, gzip.open(file, "rb")) if form == forms.GZIP else file.open("rb")


def _unwrapped(line: str) -> tuple[str, str, str, bool]:
    """Whose line it is, a key of what its parts have in common, its text, and whether it ends here."""
    if DATED.match(line):
        return "", "", line, True
    record = _object(line)
    if isinstance(text := record.get("log"), str) and "time" in record:
        # Collectors read whole lines and take the end off; Docker has the end, but for what it cut.
        whole = text.endswith("\n") or (record.get("logtag") != "P" and not record.keys() <= _OF_DOCKER)
        return "", str(record.get("stream")), _COLOUR.sub("", text).rstrip("\r\n"), whole
    found = cast(re.Match[str], _ROUND.match(line))  # it matches nothing, too
    origin = found["pod"] or found["service"] or found["host"] or ""
    return origin, f"{origin} {found['stream']}", line[found.end() :], found["part"] != "P"


def _in_words(text: str) -> str:
    """A line of Pulsar's JSON as Pulsar writes it in words; a line break in a name becomes a blank."""
    record = _object(text)
    flat = record | {key: value for inner in record.values() if isinstance(inner, dict) for key, value in inner.items()}
    said, logger = flat.get("Body", flat.get("message")), flat.get("code.namespace", flat.get("log.logger"))
    time = flat.get("Timestamp", flat.get("@timestamp"))
    if None in (said, logger, time):
        return text
    fields = [f"{name}={flat[name]}" for name in _FIELDS if name in flat]
    behind = f" {{{', '.join(fields)}}}" if "principal" in flat or "authRole" in flat else ""
    return f"{time} {logger} - {said}{behind}".replace("\r", " ").replace("\n", " ").encode(errors="replace").decode()


def _object(text: str) -> dict[str, Any]:
    """The JSON object of a line; an empty one for any other line."""
    try:
        record = json.loads(text) if text.startswith("{") else {}
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
