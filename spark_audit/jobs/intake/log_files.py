"""`read-logs`: Pulsar's own broker logs → event files that `run` reads like those of the plugin."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from spark_audit.sources.errors import SourceError
from spark_audit.sources.files import LocalFiles
from spark_audit.sources.pulsar_logs import ANONYMIZED, Access, Log
from spark_audit.store.staging import move, workplace

_CALLED = re.compile(r"^(?!.*_gc_).*\.log([.-][\w.-]*)?$")
"""Also what brokers, Docker and the kubelet put away: `pulsar.log-11-20-2026-1.log.gz`, `0.log.20261120-154018`. Not
what Java tells of its memory (`pulsar_gc_1.log`)."""
_CLUSTER = re.compile(r"(?!\.+$)[-=:.\w]{1,128}", re.ASCII)  # the rule of app.access.naming_rules
_ZONE = re.compile(r"[+-](0\d|1[0-4]):[0-5]\d")
_MOST = 5
"""Files that a sentence names."""


def find(logs: str, zone: str) -> list[Log]:
    """The log of this name, or those below this directory. Raises SourceError without any, or for a wrong `zone`."""
    if not _ZONE.fullmatch(zone):
        raise SourceError(f"--zone must be an offset such as +00:00 or +08:00, not {zone}")
    if Path(logs).is_file():
        return [Log(Path(logs), zone)]
    found = LocalFiles(logs, _CALLED).list(include_open=False) if Path(logs).is_dir() else []
    if not found:
        raise SourceError(f"there are no broker logs (*.log, *.log.gz, *.log.1 …) below {logs}")
    once = {Path(entry.path).resolve(): entry.path for entry in reversed(found)}  # the kubelet links its logs
    return [Log(Path(path), zone) for path in sorted(once.values())]


def left_out(logs: str) -> list[str]:
    """A sentence about the files of the directory that are not called like logs, if there are any."""
    found = LocalFiles(logs, re.compile("")).list(include_open=False) if Path(logs).is_dir() else []
    others = [entry.name for entry in found if not _CALLED.search(entry.name)]
    return [f"left out, because they are not called like logs of brokers: {_few(others)}"] if others else []


def sentence(log: Log, result: str) -> str:
    """What was made of a log."""
    unknown = f"; {log.unknown:,} tell no role: they began before this log, or nobody signs in there"
    hidden = f"; in {log.anonymized:,} lines names are anonymized (authenticationRoleLoggingAnonymizer)"
    cut = "; its last line has no end yet and was not read" if log.cut else ""
    return f"{log.path}: {result}{unknown if log.unknown else ''}{hidden if log.anonymized else ''}{cut}"


def refuse(logs: Sequence[Log]) -> None:
    """Raises SourceError that names those that were not read whole, or if nothing was read at all."""
    if troubled := [log.trouble for log in logs if log.trouble]:
        raise SourceError(f"{len(troubled):,} of {len(logs):,} logs were not read whole: {_few(troubled)}")
    if not any(log.lines for log in logs):
        raise SourceError(f"the logs are empty: {_few([str(log.path) for log in logs])}")
    if not any(log.connections for log in logs):
        raise SourceError("no line of a connection (ServerCnx) is in these logs: are they of brokers, at level INFO?")


def read_logs(logs: str, cluster: str, zone: str, into: Path) -> Iterator[str]:
    """Write an event file for each log with accesses; yields a sentence per log.

    A log that was read before gives the same file again; one that has grown replaces its file. Raises SourceError for
    two logs that cannot be told apart, and at the end as `refuse` does.
    """
    if not _CLUSTER.fullmatch(cluster):
        raise SourceError(f"--cluster: the center has no cluster {cluster!r}: letters a-z, A-Z, digits and - = : . _")
    files = find(logs, zone)
    with workplace(into) as aside:
        for log in files:
            draft = aside / "accesses"
            with draft.open("w", encoding="utf-8", newline="\n") as lines:
                written = sum(
                    bool(lines.write(_line(log, access, cluster)))
                    for access in log.accesses()
                    if access.role and not ANONYMIZED.fullmatch(access.role)
                )
            if written:
                _put(draft, into / f"{log.name(cluster)}.jsonl", log.path)
            nothing = (
                f"no access in {log.lines:,} lines, of which {log.connections:,} are on connections"
                if log.lines
                else "empty"
            )
            yield sentence(log, f"{written:,} accesses written" if written else nothing)
    yield from left_out(logs)
    refuse(files)


def _few(texts: Sequence[str]) -> str:
    return "; ".join(texts[:_MOST]) + (f" and {len(texts) - _MOST:,} more" if len(texts) > _MOST else "")


def _line(log: Log, access: Access, cluster: str) -> str:
    return json.dumps(log.event(access, cluster), ensure_ascii=False, separators=(",", ":")) + "\n"


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
