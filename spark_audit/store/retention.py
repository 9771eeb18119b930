"""Since when events are kept. Noted in the directory, so that late events do not fill deleted days in part."""

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from spark_audit.store.staging import write_text

_NOTE = "ledger/kept.json"


@dataclass(frozen=True)
class KeptSince:
    """`events`: the first date whose events are kept; None if none were deleted."""

    events: date | None = None

    @staticmethod
    def of(out: Path) -> "KeptSince":
        """What was noted."""
        note = out / _NOTE
        if not note.exists():
            return KeptSince()
        return KeptSince(date.fromisoformat(json.loads(note.read_text(encoding="utf-8"))["events"]))

    def write(self, out: Path, aside: Path) -> None:
        """Note it."""
        write_text(aside, out / _NOTE, json.dumps({"events": str(self.events)}) + "\n")
