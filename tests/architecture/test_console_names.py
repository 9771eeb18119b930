"""What the documents quote from the console is what the console says: pages, fields, states."""

import re

import pytest

from tests.architecture.test_documents import PAGES, TOP, text

_CONSOLE = TOP / "console" / "src" / "texts" / "en-US"
_STRING = re.compile(r'["`]((?:[^"`\\\n]|\\.)*)["`]')
_QUOTED = r'(?:\*{1,2}|")([^*"]+)(?:\*{1,2}|")'
_NAMED = re.compile(
    rf"(?i:console)(?:'s)?[^.|*\"]{{0,60}}{_QUOTED}"  # in the console under *Grants*
    rf"|\bpages? {_QUOTED}"  # the page "E-mail"
    r"|Console, ([A-Z]\w+)"  # Console, Findings
)
_SOURCE = "".join(file.read_text(encoding="utf-8") for file in sorted(_CONSOLE.glob("*.ts")))
SHOWN = {re.sub(r"\$\{[^}]*}", "", string).strip() for string in _STRING.findall(_SOURCE)}
"""Its texts; of those with a number or a name in them, the rest."""


def quoted_names(page: str) -> list[str]:
    """What a page quotes from the console."""
    return [next(filter(None, found)) for found in _NAMED.findall(" ".join(page.split()))]


@pytest.mark.parametrize("name", PAGES)
def test_names_quoted_from_the_console_exist(name: str) -> None:
    assert [each for each in quoted_names(text(name)) if each not in SHOWN] == []


def test_quoted_names_are_found() -> None:
    assert sum(len(quoted_names(text(name))) for name in PAGES) > 30
