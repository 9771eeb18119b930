"""What each setting does, in the words of docs/operating.md: `setting_meanings.json`, which `.ci/documents` writes."""

import json
import re
import sys
from pathlib import Path

FILE = Path(__file__).with_name("setting_meanings.json")
_ROW = re.compile(r"(?m)^\| `(PUC_\w+)` \| .*? \| (.*) \|$")
_REFERENCE = re.compile(r"\s*\(\[[^]]*\]\([^)]*\)\)|; see \[[^]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")


def meanings() -> dict[str, str]:
    """Name of the setting (`PUC_…`) → what it does, in the order of the page."""
    written: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
    return written


def read(page: str) -> dict[str, str]:
    """The same of the page's tables, without links."""
    return {name: _LINK.sub(r"\1", _REFERENCE.sub("", text)).replace("`", "") for name, text in _ROW.findall(page)}


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    target.write_text(json.dumps(read(source.read_text(encoding="utf-8")), indent=1, ensure_ascii=False) + "\n")
