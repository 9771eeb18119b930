"""Blocks of properties as they stand on the pages, with this machine's addresses and paths in place of the examples."""

import re
import textwrap
from collections.abc import Mapping
from pathlib import Path

_DOCS = Path(__file__).parents[4] / "docs"


def lines(page: str, number: int, here: Mapping[str, str]) -> dict[str, str]:
    """The page's block of this number (from 0); `here`: what stands on this machine for a text of the page.

    Raises:
        LookupError: the page does not have such a text any more.
    """
    text = (_DOCS / page).read_text(encoding="utf-8")
    block = re.findall(r"^ *```properties\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)[number]
    for example, own in here.items():
        if example not in block:
            raise LookupError(f"{page}, block {number}: no {example!r}")
        block = block.replace(example, own)
    pairs = (line.partition("=") for line in textwrap.dedent(block).splitlines() if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}
