"""What commands print, and how they refuse: the right status, the center's sentence and code, nothing changed."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import main
from app.cli import connection, http_client
from app.cli.command import NonEmptyCommand
from app.cli.program import program
from app.desired_state.policy_file import changes
from app.tokens import issuing
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import TENANT, a_cluster, a_grant, a_tenant, a_user, an_administrator


@pytest.fixture
def here(center: Center, root: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The administrator's environment for commands that run inside this process."""
    for name, value in root.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(root.home))


@pytest.mark.usefixtures("here")
def test_json_is_exactly_the_apis_over_all_pages(
    center: Center, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(5):
        center.make(a_user)
    monkeypatch.setattr(connection, "_PAGE", 2)
    assert main(["users", "list", "--output", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown == center.with_token(center.make(an_administrator)).get("/api/v1/users").json() | {
        "items": shown["items"],
        "total": 6,
    }
    assert len(shown["items"]) == 6

    assert main(["users", "list", "--limit", "3"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 3


REFUSED: dict[str, tuple[list[str], int, str]] = {
    "no such user": (["users", "show", "nobody"], 1, "(not_found)"),
    "a name that is taken": (["users", "create", "root"], 1, "(exists)"),
    "a name that cannot be": (["users", "create", "a b"], 1, "(invalid_name)"),
    "too low": (
        ["grants", "give", "--to", "root", "--on", "cluster:prod", "--authority", "999"],
        2,
        "there is no authority 999",
    ),
    "no grant there": (["grants", "revoke", "--to", "root", "--on", "cluster:prod"], 1, "(not_found)"),
    "an unknown question": (["explain", "root", "FLY", "cluster:prod"], 1, "no such question. `usercenter questions`"),
    "nearly a question": (
        ["explain", "root", "prodce", "acme/orders/x", "--cluster", "prod"],
        1,
        "no such question; did you mean topic:PRODUCE? `usercenter questions`",
    ),
    "nobody of that name": (["grants", "list", "--to", "bob"], 1, "There is no user or role called bob."),
    "reversed window": (
        [
            "grants",
            "give",
            "--to",
            "root",
            "--on",
            "cluster:prod",
            "--authority",
            "4",
            "--from",
            "+9d",
            "--until",
            "+1d",
        ],
        1,
        "(invalid_window)",
    ),
    "no authority": (
        ["grants", "give", "--to", "root", "--on", "root", "--authority", "write"],
        2,
        "no authority write",
    ),
    "no resource": (["grants", "give", "--to", "root", "--on", "acme", "--authority", "4"], 2, "persistent://"),
    "no time": (
        ["grants", "give", "--to", "root", "--on", "root", "--authority", "4", "--until", "May"],
        2,
        "2027-01-01",
    ),
    "nobody to ask": (["users", "delete", "root"], 2, "--yes"),
    "which grant": (["grants", "revoke"], 2, "--to and --on"),
    "no namespace": (["namespaces", "create", "acme"], 2, "TENANT/NAMESPACE"),
    "no topic": (["topics", "create", "acme/created"], 2, "persistent://"),
    "unknown option": (["users", "list", "--sort", "x"], 2, "No such option"),
    "unknown command": (["users", "promote"], 2, "No such command"),
    "wrong form": (["users", "list", "--output", "xml"], 2, "--output"),
    "wrong head": (["trail", "verify", "--known", "12"], 2, "the hash of a head"),
    "no such file": (["plan", "missing.yaml"], 2, "missing.yaml: No such file"),
    "no token file": (["users", "list", "--token-file", "missing"], 2, "cannot be read"),
    "plain http": (["users", "list", "--server", "http://center.example"], 2, "in the clear"),
    "no address": (["users", "list", "--server", "center.example"], 2, "no address"),
    "credentials in it": (["users", "list", "--server", "https://a:b@center.example"], 2, "no address"),
    "nobody there": (["users", "list", "--server", "http://127.0.0.1:1"], 1, "cannot be reached"),
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("case", REFUSED)
def test_each_mistake_is_refused_with_its_status(
    case: str, center: Center, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments, status, part = REFUSED[case]
    center.make(a_cluster, "prod")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(http_client, "_FIRST_PAUSE_SECONDS", 0)
    before = center.read(lambda session: session.connection().exec_driver_sql("SELECT max(id) FROM sys_trail").scalar())
    assert main(arguments) == status
    said = capsys.readouterr()
    assert part in said.err
    assert "Traceback" not in said.err
    after = center.read(lambda session: session.connection().exec_driver_sql("SELECT max(id) FROM sys_trail").scalar())
    assert after == before


GIVE = ["grants", "give", "--to", "root", "--on", "cluster:prod", "--authority", "4"]
EMPTY: dict[str, list[str]] = {
    "--prefix": [*GIVE, "--prefix", ""],
    "--network": [*GIVE, "--network", "10.0.0.0/8", "--network", " "],
    "--tenant": ["apply", "all.yaml", "--tenant", "", "--yes"],
    "--server": ["whoami", "--server", ""],
    "an argument": ["users", "delete", "", "--yes"],
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("option", EMPTY)
def test_an_option_that_is_empty_is_not_as_if_it_were_left_out(
    option: str, center: Center, capsys: pytest.CaptureFixture[str]
) -> None:
    center.make(a_cluster, "prod")
    assert main(EMPTY[option]) == 2
    assert f"{option} is empty" in capsys.readouterr().err


def test_every_command_refuses_what_is_empty() -> None:
    """`login --server ""` signed in at the center that was used last."""
    waiting, found = [program()], list[Any]()
    while waiting:
        command = waiting.pop()
        waiting += getattr(command, "commands", {}).values()
        found += [] if hasattr(command, "commands") else [command]
    assert len(found) > 100
    assert [command.name for command in found if not isinstance(command, NonEmptyCommand)] == []


def test_a_wrong_token_is_status_3_and_is_not_repeated(root: Terminal) -> None:
    root.environment["PUC_TOKEN"] = "wrong.token.here"
    said = root("users", "list", status=3).stderr
    assert "(invalid_token)" in said
    assert "wrong.token.here" not in said


def test_empty_parts_of_a_refusal_are_not_printed(center: Center, terminal: Terminal) -> None:
    """`held_until: 302 None` used to be printed."""
    eve, tenant = center.make(a_user, "eve"), center.make(a_tenant, "acme", center.make(a_cluster, "prod"))
    center.make(a_grant, eve, [104], TENANT, tenant.id)
    token = center.make(issuing.issue, center.settings, "eve", audiences=(center.settings.issuer,), seconds=900)
    terminal.environment["PUC_TOKEN"] = token.reveal()
    said = terminal("grants", "give", "--to", "eve", "--on", "tenant:acme", "--authority", "302,304", status=1).stderr
    assert "  authorities: 302" in said
    assert "None" not in said


def test_a_dry_run_changes_nothing(root: Terminal, center: Center) -> None:
    assert "dry run" in root("users", "create", "bob", "--dry-run").stderr
    root("users", "show", "bob", status=1)


def test_names_of_others_cannot_steer_the_terminal(root: Terminal) -> None:
    root("groups", "create", "payments", "--remark", "two\nlines")
    shown = root("groups", "list").stdout
    assert len(shown.splitlines()) == 2
    assert "two lines" in shown


def test_the_launcher_that_make_writes(terminal: Terminal) -> None:
    launcher = Path(sys.executable).parent / "usercenter"
    (terminal.home / "app").mkdir()  # a directory of this name elsewhere is not the program
    assert "Operate a Pulsar User Center" in terminal.shell(f"{launcher} --help").stdout


def test_the_shell_completes(terminal: Terminal) -> None:
    terminal.environment |= {
        "_USERCENTER_COMPLETE": "complete_bash",
        "COMP_WORDS": "usercenter grants g",
        "COMP_CWORD": "2",
    }
    assert terminal.process().stdout.split() == ["give"]


def test_a_long_file_is_applied_in_parts(root: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "MOST", 24)
    (root.home / "many.yaml").write_text(
        "version: 1\nusers:\n" + "".join(f"  u{number}: {{}}\n" for number in range(5))
    )
    tried = root("apply", "many.yaml", "--dry-run")
    assert "the first 2 of 5 changes were checked" in tried.stderr
    made = root("apply", "many.yaml", "--yes")
    assert [line for line in made.stderr.splitlines() if "of 5" in line] == [
        "2 of 5 changes are made", "4 of 5 changes are made",
    ]  # fmt: skip
    assert made.stdout.count("create person") == 5
    assert "Nothing to change." in root("plan", "many.yaml", "--check").stdout


WITHOUT_A_CENTER = {
    "an argument": ["backup", ""],
    "--verify": ["backup", "--verify", ""],
    "--lost-changes": ["restore", "file", "--lost-changes="],
    "--seen-as": ["broker-files", "prod", "d", "--seen-as", " ", "--address", "a", "--admin-url", "b"],
}


@pytest.mark.parametrize("name", WITHOUT_A_CENTER)
def test_an_empty_path_is_not_the_directory_that_it_runs_in(name: str, terminal: Terminal) -> None:
    assert f"{name} is empty" in terminal(*WITHOUT_A_CENTER[name], status=2).stderr
