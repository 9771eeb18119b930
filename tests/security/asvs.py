"""Which tests prove which requirement of OWASP ASVS 5.0.0, and the table of docs/security.md.

`asvs/*.yaml` has each requirement of the chapters that concern us: its level, what it asks in our words, and one of
`tests` and `pages` (it is met), `not_met` (why), `does_not_apply` (why). A test that is called `test_v6_2_1_…` counts
for 6.2.1 without being listed. `python -m tests.security.asvs FILE` writes the page anew (`make documents`).
"""

import re
import sys
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

TOP = Path(__file__).parents[2]
PAGE = TOP / "docs" / "security.md"
HEADING = "## OWASP ASVS"
_FILES = Path(__file__).with_name("asvs")
_JAVA = TOP / "pulsar_plugins/broker/src/test/java/io/github/pulsarusercenter"
_NAMED = re.compile(r"(?m)^def (test_v(\d+)_(\d+)_(\d+)_\w+)")


@dataclass(frozen=True)
class Requirement:
    """One requirement. `tests`: `file::name`, Python's below tests/, Java's below the broker plugin's tests; `pages`:
    below docs/."""

    number: str
    level: int
    asks: str
    tests: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    note: str = ""
    not_met: str = ""
    does_not_apply: str = ""

    @property
    def verdict(self) -> str:
        """met, not met, does not apply."""
        return "not met" if self.not_met else "does not apply" if self.does_not_apply else "met"


def requirements() -> list[Requirement]:
    """All of them, by number, with the tests that are called after them."""
    files = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in sorted(_FILES.glob("*.yaml"))]
    return [_add_named_tests(_read(number, fields)) for chapter in files for number, fields in chapter.items()]


def _read(number: str, fields: dict[str, Any]) -> Requirement:
    lists: dict[str, Any] = {name: tuple(fields.pop(name, ())) for name in ("tests", "pages")}
    return Requirement(number, **fields, **lists)


def _add_named_tests(requirement: Requirement) -> Requirement:
    return replace(
        requirement,
        tests=tuple(dict.fromkeys((*requirement.tests, *tests_by_requirement().get(requirement.number, ())))),
    )


@cache
def tests_by_requirement() -> dict[str, list[str]]:
    """Number → tests whose names begin with it."""
    found: dict[str, list[str]] = {}
    for file in sorted((TOP / "tests").rglob("test_*.py")):
        for name, *number in _NAMED.findall(file.read_text(encoding="utf-8")):
            found.setdefault(".".join(number), []).append(f"{file.relative_to(TOP / 'tests')}::{name}")
    return found


def file_of(test: str) -> Path:
    """The file of a listed test."""
    name = test.partition("::")[0]
    return (_JAVA if name.endswith(".java") else TOP / "tests") / name


def page() -> str:
    """The whole page: what stands before the heading is kept."""
    head_of_page = PAGE.read_text(encoding="utf-8").split(HEADING)[0]
    every = requirements()
    rows = [
        f"| {requirement.number} | {requirement.level} | {requirement.asks} | {_how(requirement)} |"
        for requirement in every
    ]
    head = ["| Number | Level | Asks | How |", "| --- | --- | --- | --- |"]
    return "\n".join([f"{head_of_page}{HEADING}", "", *_count_lines(every), "", *head, *rows, ""])


def _count_lines(every: list[Requirement]) -> list[str]:
    verdicts = Counter((requirement.level, requirement.verdict) for requirement in every)
    names = ("met", "not met", "does not apply")
    rows = [f"| {level} | {' | '.join(str(verdicts[level, name]) for name in names)} |" for level in (1, 2, 3)]
    return [
        "All requirements of the chapters V6 to V10 and V16 of",
        "[ASVS 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0_release), in our words. The table is written by",
        "`make documents` from `tests/security/asvs/`; a test wants each named test to be run and to demand something.",
        "",
        "| Level | Met | Not met | Does not apply |",
        "| --- | --- | --- | --- |",
        *rows,
    ]


def _how(requirement: Requirement) -> str:
    if requirement.verdict != "met":
        return f"**{requirement.verdict}**: {requirement.not_met or requirement.does_not_apply}"
    links = [f"[{page}]({page})" for page in requirement.pages] + [_link(test) for test in requirement.tests]
    return ", ".join(links) + (f" ({requirement.note})" if requirement.note else "")


def _link(test: str) -> str:
    return f"[{test.partition('::')[2]}](../{file_of(test).relative_to(TOP)})"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
