"""What the world around a command may be like: terminals of other letters, full disks, closed pipes, proxies,
certificates, files and addresses that cannot be used. Each is one sentence and a status, never a stack trace."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from unittest import mock

import pytest

from app.platform.version import VERSION
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import a_cluster, a_user
from tests.findings.published import finding, write

REMARK = "中文 😀 é"


def test_a_terminal_without_these_letters_loses_nothing(center: Center, root: Terminal) -> None:
    """The secret above all, which is shown only once, in the same table as the remark."""
    root.environment["PYTHONIOENCODING"] = "latin-1"
    root.shell(f"usercenter users create bob --remark '{REMARK}' > made")
    made = (root.home / "made").read_text("latin-1")
    assert "puc_once_" in made
    assert "\\u4e2d\\u6587 \\U0001f600 é" in made
    for form in ("json", "yaml"):
        line = f"usercenter users list --q bob --output {form} > list.{form}"
        root.shell(line)
        assert "bob" in (root.home / f"list.{form}").read_text("ascii")
    assert json.loads((root.home / "list.json").read_text())["items"][0]["remark"] == REMARK
    root.shell("usercenter export > center.yaml")
    assert REMARK in (root.home / "center.yaml").read_text("utf-8")
    root.shell("usercenter plan - --check < center.yaml")
    root.process("--help")


CALIBRATE = "passwords calibrate --milliseconds 1 --memory-mib 19"


@pytest.mark.parametrize("command", ["users list", "export", "trail export", "--help", "--version", CALIBRATE])
def test_a_full_disk_is_one_sentence_and_a_closed_pipe_is_silent(command: str, root: Terminal, center: Center) -> None:
    center.make(a_user, "bob")
    line = f"usercenter {command}"
    full = root.shell(f"{line} > /dev/full", status=1)
    assert full.stderr.splitlines()[-1] == "cannot read or write: No space left on device"
    assert "Exception ignored" not in full.stderr
    closed = root.shell(f"sh -c '{line}; echo $? > status' | true")
    assert closed.stderr == ""
    assert (root.home / "status").read_text().strip() in ("0", "1")


def test_closed_streams(root: Terminal) -> None:
    """A secret that could not be printed is not made, and messages are never mixed with output."""
    closed = root.shell("usercenter users create bob --kind service >&-", status=2)
    assert closed.stderr == "standard output is closed: nothing was done\n"
    assert "- is empty" in root.shell("usercenter plan - <&-", status=2).stderr
    made = root.shell("usercenter users create bob --kind service --output json 2>&-")
    assert json.loads(made.stdout)["username"] == "bob"


def test_the_version_is_printed(terminal: Terminal) -> None:
    assert terminal("--version").stdout == f"usercenter {VERSION}\n"


UNUSABLE = {
    "a proxy of another kind": ({"ALL_PROXY": "socks5://me:pw-of-proxy@proxy.example:1080"}, "HTTPS_PROXY, ALL_PROXY"),
    "no proxy": ({"HTTPS_PROXY": "ftp://me:pw-of-proxy@proxy.example"}, "HTTPS_PROXY, ALL_PROXY"),
    "no exception": ({"NO_PROXY": "[::1"}, "NO_PROXY"),
    "certificates that are not there": ({"SSL_CERT_FILE": "/missing/ca.pem"}, "SSL_CERT_FILE"),
    "certificates that are none": ({"SSL_CERT_FILE": "/etc/hostname"}, "SSL_CERT_FILE"),
    "a host that no name has": ({"PUC_SERVER": "https://a..b"}, "an address"),
}


@pytest.mark.parametrize("case", UNUSABLE)
def test_an_environment_that_cannot_be_used_is_named(case: str, root: Terminal) -> None:
    environment, part = UNUSABLE[case]
    root.environment |= {"PUC_SERVER": "https://center.invalid", **environment}
    said = root("whoami", status=2).stderr
    assert part in said
    assert "pw-of-proxy" not in said
    assert len(said.splitlines()) == 1


def test_files_that_cannot_be_used_are_named(root: Terminal, center: Center) -> None:
    center.make(a_cluster, "prod")
    (root.home / "audit").mkdir()
    (root.home / "audit" / "run.json").write_text(json.dumps({"v": 1, "run": "r"}))
    (root.home / "cut.pem").write_bytes(b"\xff\xfe")
    for words in (
        ["plan", "missing.yaml"],
        ["export", "-o", "missing/center.yaml"],
        ["trail", "export", "-o", "missing/trail.jsonl"],
        ["trail", "verify", "--file", "missing.jsonl"],
        ["clusters", "set-tls", "prod", "--authorities", "cut.pem"],
        ["users", "key", "register", "root", "--file", "missing.pem"],
        ["check", "missing.txt"],
        ["import", "prod", "--mapping", "missing.yaml"],
    ):
        assert words[-1] in root(*words, status=2).stderr
    (root.home / "notes.db").write_text("no database, though longer than the head of one\n" * 9)
    root.environment |= {"PUC_DATABASE_URL": f"sqlite:///{root.home}/notes.db", "PUC_ENVIRONMENT": "development"}
    assert "file is not a database" in root("migrate", status=2).stderr
    root.environment["XDG_CONFIG_HOME"] = str(root.home / "audit" / "run.json")  # a file, where a directory has to be
    assert "run.json" in root("logout", status=2).stderr


def test_a_stored_sign_in_of_another_form_is_named(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    file = terminal.home / "pulsar-user-center" / "http%3A%2F%2F127.0.0.1%3A9.json"
    file.parent.mkdir()
    file.with_name("last").write_bytes(b"\xff\xfe")
    file.write_text('{"server": "http://127.0.0.1:9", "username": "x", "expires": "soon", "token": "t"}')
    assert file.name in terminal("whoami", "--server", "http://127.0.0.1:9", status=2).stderr
    terminal.environment["PUC_SERVER"] = ""
    assert "Which center?" in terminal("whoami", status=2).stderr
    monkeypatch.setattr(Path, "home", mock.Mock(side_effect=RuntimeError("Could not determine home directory.")))
    terminal.environment["XDG_CONFIG_HOME"] = ""
    assert "XDG_CONFIG_HOME" in terminal("whoami", status=2).stderr


def test_a_cut_result_of_the_audit_is_named(root: Terminal) -> None:
    write(root.home, findings=[finding(f"grant:{number}") for number in range(500)])
    lines = root.home / "findings.jsonl.gz"
    lines.write_bytes(lines.read_bytes()[:-12])
    assert "findings.jsonl.gz cannot be read after line" in root("audit", "load", str(root.home), status=2).stderr


def test_invalid_text_is_reported(root: Terminal) -> None:
    said = root.shell("usercenter users show \"$(printf '\\377')\"", status=2).stderr
    assert "is no text" in said
    assert "--yes" in root.shell("usercenter users delete root <&-", status=2).stderr


class _Page(BaseHTTPRequestHandler):
    def _answer(self) -> None:
        """A page, as many servers have one for every path."""
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>Welcome</html>")

    do_GET = do_POST = _answer  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def stranger() -> Iterator[str]:
    """The address of a server that is no center."""
    with HTTPServer(("127.0.0.1", 0), _Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_server_that_is_no_center_is_reported(stranger: str, root: Terminal) -> None:
    for words in (["whoami"], ["login"], ["users", "list"], ["users", "create", "bob"]):
        assert "is it a user center?" in root(*words, "--server", stranger, status=1).stderr
