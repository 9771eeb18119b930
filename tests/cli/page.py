"""Reads the commands of docs/cli.md from its shell blocks, and which of them the tests run."""

import re
from pathlib import Path

TOP = Path(__file__).parents[2]
PAGE = TOP / "docs" / "cli.md"
_SHELL = re.compile(r"^ *```(?:sh|bash)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
_CALL = re.compile(r"(^|[ |`])usercenter ")
_BLOCK = re.compile(r"(<!-- tested -->\n)?```sh\n(.*?)```", re.DOTALL)
_STATUS = re.compile(r"# status (\d)")


def lines(*, tested: bool) -> list[str]:
    """Every line of the blocks, with continued lines joined; with `tested`, only of blocks marked so."""
    found: list[str] = []
    for mark, block in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if mark or not tested:
            found.extend(line.strip() for line in block.replace("\\\n", " ").splitlines())
    return found


def commands() -> list[str]:
    """Each line that calls `usercenter` in a shell block of any page, README included."""
    found = []
    for page in [*TOP.glob("README*.md"), *sorted((TOP / "docs").rglob("*.md"))]:
        for block in _SHELL.findall(page.read_text(encoding="utf-8")):
            found += [line.strip() for line in block.replace("\\\n", " ").splitlines() if _CALL.search(line)]
    return sorted(set(found))


def status(line: str) -> int:
    """The exit status that the page promises for a line."""
    promised = _STATUS.search(line)
    return int(promised[1]) if promised else 0
