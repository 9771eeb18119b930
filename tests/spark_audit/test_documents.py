"""What operators copy from the documents: it parses, and the commands have the options that are shown."""

import ast
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from spark_audit import __main__ as program

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "audit.md", DOCS / "audit-running.md"]


def _blocks(language: str) -> list[str]:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def _commands() -> list[list[str]]:
    """Every call of the program, in whichever block or list it stands."""
    texts = [*_blocks("sh"), *_blocks("cron"), *_blocks("python")]
    joined = "\n".join(texts).replace("\\\n", " ")
    found = re.findall(r"usercenter-audit ((?:run|retain|erase|read-logs|first-look)[^\n\"#>]*)", joined)
    return [shlex.split(call) for call in found]


@pytest.mark.parametrize("command", _commands(), ids=" ".join)
def test_commands_are_understood(command: list[str]) -> None:
    """With their options as shown."""
    assert program.parser().parse_args(command).job == command[0]


def test_every_option_of_a_run_is_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """And the table names no other."""
    rows = re.findall(r"^\| (`--.*?) \| ", (DOCS / "audit.md").read_text(encoding="utf-8"), re.MULTILINE)
    with pytest.raises(SystemExit):
        program.parser().parse_args(["run", "--help"])
    there = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    assert set(re.findall(r"--[a-z-]+", " ".join(rows))) == there


def test_schedules_parse() -> None:
    """The operator's resource calls the program with options it has; the DAG is Python."""
    (resource,) = [yaml.safe_load(block) for block in _blocks("yaml")]
    arguments: list[Any] = resource["spec"]["template"]["arguments"]
    assert program.parser().parse_args([str(argument) for argument in arguments]).job == "run"
    (dag,) = _blocks("python")
    assert "DAG" in ast.dump(ast.parse(dag))
    assert len(_commands()) >= 5
