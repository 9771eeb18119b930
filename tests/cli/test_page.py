"""Every command of docs/cli.md: all of them parse, the marked ones run in their order against a center."""

import itertools
import re
import shlex

import pytest

from app.cli.program import PROGRAM_HELP, program
from tests.center import Center
from tests.cli import page
from tests.cli.terminal import Terminal
from tests.factories import a_cluster


def test_the_marked_commands_do_what_the_page_says(root: Terminal, center: Center) -> None:
    center.make(a_cluster, "prod")
    commands = page.lines(tested=True)
    assert len(commands) > 40
    ended = {line: root.shell(line, None) for line in commands}
    wrong = {
        line: (process.returncode, process.stderr)
        for line, process in ended.items()
        if process.returncode != page.status(line)
    }
    assert wrong == {}
    outputs = {line: process.stdout for line, process in ended.items()}
    assert outputs["usercenter explain orders-intake produce persistent://acme/orders/created"].startswith("ALLOWED")
    assert "alice, orders-intake" in outputs["usercenter subscriptions list acme/orders"]
    assert "orders-intake" in outputs["usercenter who persistent://acme/orders/created --authority 302"]
    assert "~ change the remark of group payments" in outputs["usercenter plan changed.yaml --check       # status 4"]


@pytest.mark.parametrize("line", page.commands())
def test_every_command_is_understood(line: str) -> None:
    """Names, options and values are parsed as before a command begins; a mistake raises."""
    words = shlex.split(line, comments=True)
    own = list(itertools.takewhile(lambda word: word not in ("|", "||", ">"), words[words.index("usercenter") + 1 :]))
    context = program().make_context("usercenter", [], resilient_parsing=True)
    while hasattr(context.command, "resolve_command"):
        name, command, own = context.command.resolve_command(context, own)
        only_a_group = hasattr(command, "resolve_command")
        arguments = [] if only_a_group else own
        context = command.make_context(name, arguments, parent=context, resilient_parsing=only_a_group)


def test_the_page_and_the_program_name_the_same_statuses() -> None:
    documented = dict(re.findall(r"^\| (\d) \| (.*?) \|$", page.PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert sorted(documented) == ["0", "1", "2", "3", "4", "5", "6"]
    assert all(f"{number} " in PROGRAM_HELP for number in documented)
