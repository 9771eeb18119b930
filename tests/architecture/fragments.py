"""The fenced fragments of the pages, and what becomes of each: a parser reads it whole, a test runs it, or a reason."""

import ast
import json
import re
import subprocess
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from app.platform.settings import Settings

TOP = Path(__file__).parents[2]
_FENCED = re.compile(r"(?:^ *<!-- (\S+).*? -->\n)?^( *)```(\w*)\n(.*?)^\2```$", re.MULTILINE | re.DOTALL)
_OWN = re.compile(r"(PUC_\w+=\S+ +)*(usercenter(-audit)?|make) |(export )?(PUC|OTEL)_\w+=\S+( *#.*)?$|#|$")
"""Lines of a shell whose names and options other tests read: tests/cli/test_page, tests/spark_audit/test_documents,
test_named_make_targets_exist."""


@dataclass(frozen=True)
class Fragment:
    """`mark`: the first word of the comment before it (`tested`, `run:`, `untried:`)."""

    page: str
    mark: str
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}: {self.first}"

    @property
    def first(self) -> str:
        """Its first line that is not empty."""
        return self.text.strip().partition("\n")[0]

    def is_read_whole(self) -> bool:
        """Whether parsers know all names in it, so that nothing is left for a run to find."""
        if self.language in ("sh", "bash"):
            return all(_OWN.match(line) for line in self.text.replace("\\\n", " ").splitlines())
        return self.language in PARSERS


def _append(text: str) -> None:
    """As a person pastes it at the end of Pulsar's standalone.conf, which ends without a line break."""
    lines = [line for line in f"last=1{text}".splitlines() if line and not line.startswith("#")]
    wrong = [line for line in lines if not re.match(r"[\w.]+=", line)]
    if lines[0] != "last=1" or wrong:
        raise ValueError(f"not lines of a configuration file, or no empty line before them: {wrong}")


def _shell(text: str) -> None:
    done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True)
    named = set(re.findall(r"(?m)^PUC_(\w+)=", text)) - {"SEED"}  # of tests
    unknown = [name for name in named if name.lower() not in Settings.model_fields]
    if done.returncode or unknown:
        raise ValueError(done.stderr + f"no settings: {unknown}" * bool(unknown))


def _drawing(text: str) -> None:
    """Drawings, which nobody pastes: commands in them would not be checked."""
    if re.search(r"(?m)^(usercenter|curl|make|kubectl|helm|mvn|pulsar-admin) ", text):
        raise ValueError("commands are marked as sh")


PARSERS: dict[str, Callable[[str], object]] = {
    "json": json.loads, "yaml": lambda text: list(yaml.safe_load_all(text)), "python": ast.parse,
    "properties": _append, "sh": _shell, "bash": _shell, "": _drawing, "text": _drawing, "mermaid": _drawing,
}  # fmt: skip


@cache
def fragments() -> tuple[Fragment, ...]:
    """All of docs/ and of the pages beside it: README, CONTRIBUTING, those of plugins and tests."""
    pages = [*TOP.glob("*.md"), *TOP.glob("*/README.md"), *sorted((TOP / "docs").rglob("*.md"))]
    return tuple(fragment for page in dict.fromkeys(pages) for fragment in _fragments_of(page))


def _fragments_of(page: Path) -> Iterator[Fragment]:
    name = str(page.relative_to(TOP))
    for mark, _, language, text in _FENCED.findall(page.read_text(encoding="utf-8")):
        yield Fragment(name, mark, language, textwrap.dedent(text))
