"""`observe-report`: what brokers in observe mode would have answered differently, from their access events."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.cli import event_files
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

Kind = tuple[str, str, str, str]
"""User, operation, resource, reason."""


@dataclass
class Found:
    """What would become different by enforcing; `seen` counts every event that was read."""

    seen: int = 0
    denied: Counter[Kind] = field(default_factory=Counter)
    allowed: Counter[Kind] = field(default_factory=Counter)
    last: dict[Kind, int] = field(default_factory=dict)

    def add(self, event: dict[str, Any]) -> None:
        """Count an event."""
        count, code = int(event.get("n", 1)), str(event.get("code"))
        self.seen += count
        would_deny = event.get("dec") == _OBSERVED
        would_allow = event.get("dec") == _DENIED and code == _ONLY_NATIVE
        if would_deny or would_allow:
            kind = (str(event.get("user", "")), str(event.get("op")), str(event.get("res", "")), code)
            (self.denied if would_deny else self.allowed)[kind] += count
            self.last[kind] = max(self.last.get(kind, 0), int(event.get("t_end") or event.get("time", 0)))

    def text(self) -> str:
        """Both lists, most frequent first."""
        parts = [f"{self.seen} questions were recorded."]
        parts += self._part(self.denied, "would be denied (give these rights, or be sure that they are not needed)")
        parts += self._part(self.allowed, "would be allowed although the native provider denies it")
        return "\n".join(parts)

    def _part(self, counted: Counter[Kind], what: str) -> list[str]:
        head = f"\n{counted.total()} times, {len(counted)} kinds: {what}."
        names = ("user", "op", "res", "code")
        rows = [
            {**dict(zip(names, kind, strict=True)), "n": count, "last": self.last[kind]}
            for kind, count in counted.most_common()
        ]
        return [head, as_table(rows, _COLUMNS)] if rows else [head]


def read(paths: Iterable[Path]) -> Found:
    """Everything in these files."""
    found = Found()
    for path in paths:
        for event in event_files.events(path):
            found.add(event)
    return found
