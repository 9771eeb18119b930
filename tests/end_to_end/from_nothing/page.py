"""Reads the steps of docs/from-nothing.md, in their order.

A mark stands before each block: `run: TEXT` (run it; it prints the text), `until: TEXT` (repeat it until it does),
`start: TEXT` (leave it running once it has printed the text), `file: NAME` (save it), `sign in` (a person approves).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).parents[3]
PAGE = TOP / "docs" / "from-nothing.md"
_BLOCK = re.compile(r"(?:^<!-- ([a-z ]+)(?:: ([^\n]*))? -->\n)?^```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    """One block of the page."""

    section: str
    kind: str
    wanted: str
    text: str


def steps(instead: Mapping[str, str]) -> list[Step]:
    """Every block; `instead`: what a reader types → what the test types."""
    page = PAGE.read_text(encoding="utf-8")
    assert [typed for typed in instead if typed not in page] == []
    for typed, ours in instead.items():
        page = page.replace(typed, ours)
    sections = (part.partition("\n") for part in page.split("\n## "))
    return [Step(title, *block) for title, _, body in sections for block in _BLOCK.findall(body)]
