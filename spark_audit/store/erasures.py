"""The pseudonyms of erased people, kept so that their names do not come back with later events."""

import json
from dataclasses import dataclass
from pathlib import Path

from spark_audit.store.staging import write_text

_NOTE = "ledger/erased.json"


@dataclass(frozen=True)
class Erasures:
    """`check` is the pseudonym of the empty name: with a wrong key it comes out different."""

    check: str | None
    pseudonyms: tuple[str, ...]

    @staticmethod
    def of(out: Path) -> "Erasures":
        """Those noted in a directory; in most, none."""
        note = out / _NOTE
        if not note.exists():
            return Erasures(None, ())
        content = json.loads(note.read_text(encoding="utf-8"))
        return Erasures(content["check"], tuple(content["pseudonyms"]))

    def write(self, out: Path, aside: Path) -> None:
        """Note them."""
        content = {"check": self.check, "pseudonyms": sorted(self.pseudonyms)}
        write_text(aside, out / _NOTE, json.dumps(content) + "\n")
