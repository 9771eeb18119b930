"""`observe-report`: what brokers in observe mode would have answered differently, by their access events."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.cli import event_files
from app.cli.event_files import Event
from app.cli.output import Columns, as_table, moment

_DENIED, _OBSERVED = 2, 3
_ONLY_NATIVE = "NATIVE_DENIED"
_COLUMNS: Columns = {
    "user": "user",
    "operation": "op",
    "resource": "res",
    "reason": "code",
    "times": "n",
    "last": moment("last"),
}

MOST: Final = 20_000
"""Limit of kinds in memory, as whoever writes the files must not decide how much memory is used."""
Kind = tuple[str, str, str, str]
"""User, operation, resource, reason."""


@dataclass
class Differences:
    """The differences that enforcing would make. `seen` counts all events, `unreadable` the lines that are not events.
    Beyond MOST kinds further ones are only counted."""

    seen: int = 0
    unreadable: int = 0
    unnamed: int = 0
    denied: Counter[Kind] = field(default_factory=Counter)
    allowed: Counter[Kind] = field(default_factory=Counter)
    last: dict[Kind, int] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        """Count an event."""
        self.seen += event.n
        if event.dec == _OBSERVED:
            self._count(self.denied, event)
        elif event.dec == _DENIED and event.code == _ONLY_NATIVE:
            self._count(self.allowed, event)

    def _count(self, counted: Counter[Kind], event: Event) -> None:
        kind = (event.user, event.op, event.res, event.code)
        if kind not in self.last and len(self.last) >= MOST:
            self.unnamed += event.n
            return
        counted[kind] += event.n
        self.last[kind] = max(self.last.get(kind, 0), event.t_end or event.time)

    def text(self) -> str:
        """Both lists, most frequent first."""
        parts = [f"{self.seen} questions were recorded."]
        if self.unreadable:
            parts.append(f"{self.unreadable} lines are no events (cut, damaged or too long) and are not counted.")
        parts += self._part(self.denied, "would be denied (give these rights, or be sure that they are not needed)")
        parts += self._part(self.allowed, "would be allowed although the native provider denies it")
        if self.unnamed:
            parts.append(f"\n{self.unnamed} more times, of other kinds: only the first {MOST} kinds are listed.")
        return "\n".join(parts)

    def _part(self, counted: Counter[Kind], what: str) -> list[str]:
        head = f"\n{counted.total()} times, {len(counted)} kinds: {what}."
        names = ("user", "op", "res", "code")
        rows = [
            {**dict(zip(names, kind, strict=True)), "n": count, "last": self.last[kind]}
            for kind, count in counted.most_common()
        ]
        return [head, as_table(rows, _COLUMNS)] if rows else [head]


def read(paths: Iterable[Path]) -> Differences:
    """The differences in these files."""
    found = Differences()
    for path in paths:
        for event in event_files.events(path):
            if event is None:
                found.unreadable += 1
            else:
                found.add(event)
    return found
