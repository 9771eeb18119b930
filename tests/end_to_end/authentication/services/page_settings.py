"""Reads blocks of properties from the documentation, with addresses and paths of this machine."""

import re
import textwrap
from collections.abc import Mapping
from pathlib import Path

_DOCS = Path(__file__).parents[4] / "docs"


def lines(page: str, number: int, here: Mapping[str, str]) -> dict[str, str]:
    """The page's block with this number (from 0). `here`: text of the page → replacement for this machine.

    Raises:
        LookupError: the page no longer has such a text.
    """
    text = (_DOCS / page).read_text(encoding="utf-8")
    block = re.findall(r"^ *```properties\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)[number]
    for example, own in here.items():
        if example not in block:
            raise LookupError(f"{page}, block {number}: no {example!r}")
        block = block.replace(example, own)
    pairs = (line.partition("=") for line in textwrap.dedent(block).splitlines() if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}
