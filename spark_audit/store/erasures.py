"""Who was erased, by pseudonym: names that must not come back when events are read later."""

import json
from dataclasses import dataclass
from pathlib import Path

from spark_audit.store.staging import write_text

_NOTE = "ledger/erased.json"


@dataclass(frozen=True)
class Erasures:
    """Pseudonyms, and what the key makes of the empty name, by which a wrong key is noticed."""

    check: str | None
    pseudonyms: tuple[str, ...]

    @staticmethod
    def of(out: Path) -> "Erasures":
        """What was noted; nobody in most directories."""
        note = out / _NOTE
        if not note.exists():
            return Erasures(None, ())
        told = json.loads(note.read_text(encoding="utf-8"))
        return Erasures(told["check"], tuple(told["pseudonyms"]))

    def write(self, out: Path, aside: Path) -> None:
        """Note them."""
        told = {"check": self.check, "pseudonyms": sorted(self.pseudonyms)}
        write_text(aside, out / _NOTE, json.dumps(told) + "\n")
