"""Lines of a log as its broker wrote them, without what containers, collectors and their tools put round them.

Known are: the lines themselves, also coloured; what stands in `_BEFORE` and `_INSIDE`, also one in another; Pulsar's
JSON (PULSAR_LOG_FORMAT=json: OpenTelemetry, before that ECS). All of them packed by gzip, too.
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
_DAY = r"\d{4}-\d\d-\d\d[T ]"
_BEFORE = tuple(re.compile(form, re.ASCII) for form in (
    r"\[(?P<origin>pod/\S+)\] ",  # kubectl logs --prefix
    r"(?P<origin>[\w.@-]+) +\| ",  # docker compose logs, docker service logs
    r"(?P<stream>stdout|stderr) (?P<part>[FP])\S* ",  # containerd, CRI-O: behind their time
    rf"{_DAY}\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d) ",  # --timestamps, logcli, journalctl -o short-iso
    r"(?P<origin>\{(?:[^\"{}]|\"(?:[^\"\\]|\\.)*\")*\}) +(?=\S)",  # logcli: labels behind its time
    r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? ",  # journalctl, also -o short-precise; syslog
    r"(?P<origin>[\w.-]+) [\w./@-]+\[\d+\]: ",  # both: host and process
    rf"(?:\d{{13}}\t)?{_DAY}\d\d:\d\d:\d\d\.\d{{3}}Z?\t",  # Grafana: Download, TXT
    rf"(?P<origin>(?:[\w.-]+ ){{2,3}})(?={_DAY}|\{{\")",  # stern
))  # fmt: skip
"""What may stand before a line. `origin`: whose line it is. `part`: P where it goes on in the next one."""
_INSIDE = ("log", "message", "line")
"""Where a JSON object has a line: Docker and fluent-bit; stern, filebeat, vector, Logstash; logcli -o jsonl."""
_WHOSE = ("podName", "kubernetes", "labels")
_DEEPEST = 6  # things taken off a line: a tool puts no more there
_OF_DOCKER = {"log", "stream", "attrs", "time"}
_FIELDS = ("authRole", "cnx", "consumerId", "localAddress", "namespace", "operation", "originalPrincipal", "principal",
           "producer", "remoteAddress", "subscription", "topic")  # fmt: skip
"""Fields that Pulsar 5 writes behind its words, in its order."""


class LogLine(NamedTuple):
    """`number` in the file, of parts that of the last. `origin`: of several in one file. `whole`: it has its end."""

    number: int
    text: str
    origin: str
    whole: bool = True


class _Part(NamedTuple):
    """`stream`: of a container, which writes lines of two streams in turn. `whole`: the line ends here."""

    text: str
    origin: str = ""
    stream: str = ""
    whole: bool = True


def read(file: Path) -> Iterator[LogLine]:
    """The lines that are not blank. Raises SourceError for a file of another form; what gzip does for damage."""
    parts: dict[tuple[str, str], str] = {}
    with _open(file) as content:
        for number, line in enumerate(iter(lambda: content.readline(_LONGEST), b""), 1):
            text = line.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace").rstrip("\r\n")
            part = _unwrapped(_COLOUR.sub("", text))
            said = parts.pop((part.origin, part.stream), "") + part.text
            if not part.whole and len(said) < _LONGEST:
                parts[part.origin, part.stream] = said
            elif said.strip():
                ended = line.endswith(b"\n") or len(line) == _LONGEST or bool(_object(text))
                yield LogLine(number, _in_words(said), part.origin, ended)
    yield from (LogLine(number, said, origin, whole=False) for (origin, _), said in parts.items())


def _open(file: Path) -> BinaryIO:
    form = forms.of_file(file)
    if form not in (None, forms.GZIP, forms.PAGE, forms.ARRAY):  # launchers' messages may begin like the last two
        raise SourceError(f"{file} is {form}, not the text of a log: unpack it, or write it as UTF-8")
    return cast(BinaryIO, gzip.open(file, "rb")) if form == forms.GZIP else file.open("rb")


def _unwrapped(line: str) -> _Part:
    """What is left without all that stands round it. What a container wrote is as Pulsar wrote it."""
    part = _Part(line)
    for _ in range(_DEEPEST):
        inner = None if DATED.match(part.text) or part.stream else _inside(part.text) or _behind(part.text)
        if not inner:
            break
        part = inner._replace(origin=part.origin + inner.origin)
    return part


def _inside(text: str) -> _Part | None:
    record = _object(text)
    said = next((record[key] for key in _INSIDE if isinstance(record.get(key), str)), None)
    if said is None or "log.logger" in record:  # Pulsar's own
        return None
    # Collectors read whole lines and take the end off; Docker has the end, but for what it cut.
    docker = "time" in record and record.keys() <= _OF_DOCKER
    whole = said.endswith("\n") or not (docker or record.get("logtag") == "P")
    origin = "".join(str(record[key]) for key in _WHOSE if key in record)
    return _Part(_one_line(_COLOUR.sub("", said).rstrip("\r\n")), origin, str(record.get("stream", "")), whole)


def _behind(text: str) -> _Part | None:
    for found in filter(None, (form.match(text) for form in _BEFORE)):
        parts = found.groupdict("")
        return _Part(text[found.end() :], parts.get("origin", ""), parts.get("stream", ""), parts.get("part") != "P")
    return None


def _in_words(text: str) -> str:
    """A line of Pulsar's JSON as Pulsar writes it in words."""
    record = _object(text)
    flat = record | {key: value for inner in record.values() if isinstance(inner, dict) for key, value in inner.items()}
    said, logger = flat.get("Body", flat.get("message")), flat.get("code.namespace", flat.get("log.logger"))
    time = flat.get("Timestamp", flat.get("@timestamp"))
    if None in (said, logger, time):
        return text
    fields = [f"{field}={flat[field]}" for field in _FIELDS if field in flat]
    behind = f" {{{', '.join(fields)}}}" if "principal" in flat or "authRole" in flat else ""
    return _one_line(f"{time} {logger} - {said}{behind}")


def _one_line(text: str) -> str:
    """What JSON holds: a line break in a name becomes a blank."""
    return text.replace("\r", " ").replace("\n", " ").encode(errors="replace").decode()


def _object(text: str) -> dict[str, Any]:
    """The JSON object of a line; an empty one for any other line."""
    try:
        record = json.loads(text) if text.startswith("{") else {}
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
