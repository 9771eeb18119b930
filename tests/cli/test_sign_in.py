"""login, logout, whoami: a real process waits while a person approves in a browser."""

import json
import signal
import stat
from pathlib import Path

import httpx
import pytest

from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import Person, a_user


@pytest.fixture
def alice(center: Center) -> Person:
    return center.make(a_user, "alice")


def _decide(browser: httpx.Client, line: str, *, approve: bool) -> None:
    code = line.rpartition("user_code=")[2].strip()
    answer = browser.post("/api/v1/device/decision", json={"user_code": code, "approve": approve})
    assert answer.status_code == 204, answer.text


def _signed_in(terminal: Terminal, center: Center, who: Person, *, approve: bool = True) -> tuple[int, str, str]:
    browser, waiting = center.signed_in(who), terminal.start("login")
    assert waiting.stderr is not None
    _decide(browser, waiting.stderr.readline(), approve=approve)
    out, err = waiting.communicate(timeout=60)
    return waiting.returncode, out, err


def _file(terminal: Terminal) -> Path:
    (found,) = (terminal.home / "pulsar-user-center").glob("http*.json")
    return found


def test_signing_in_and_out(terminal: Terminal, center: Center, alice: Person) -> None:
    assert _signed_in(terminal, center, alice)[:2] == (0, f"Signed in at {center.url} as alice.\n")
    assert stat.S_IMODE(_file(terminal).stat().st_mode) == 0o600
    token = json.loads(_file(terminal).read_text())["token"]
    del terminal.environment["PUC_SERVER"]  # from now on it is the one that was signed in to last
    assert json.loads(terminal("whoami", "--output", "json").stdout)["user"]["username"] == "alice"

    terminal("logout")
    assert center.client(Authorization=f"Bearer {token}").get("/api/v1/session").status_code == 401
    assert not list((terminal.home / "pulsar-user-center").glob("http*.json"))
    assert f"usercenter login --server {center.url}" in terminal("whoami", status=3).stderr


def test_denied(terminal: Terminal, center: Center, alice: Person) -> None:
    status, _, err = _signed_in(terminal, center, alice, approve=False)
    assert (status, "access_denied" in err) == (1, True)
    terminal("whoami", status=3)


def test_an_expired_sign_in_says_so_and_asks_nothing(terminal: Terminal, center: Center, alice: Person) -> None:
    _signed_in(terminal, center, alice)
    kept = json.loads(_file(terminal).read_text())
    _file(terminal).write_text(json.dumps({**kept, "expires": 1}))
    assert "has expired" in terminal("users", "list", status=3).stderr


def test_a_damaged_file_is_one_sentence(terminal: Terminal, center: Center, alice: Person) -> None:
    _signed_in(terminal, center, alice)
    _file(terminal).write_text("{")
    assert "cannot be read: remove it" in terminal("whoami", status=2).stderr


def test_ctrl_c_ends_a_waiting_login_at_once_and_quietly(terminal: Terminal) -> None:
    waiting = terminal.start("login")
    assert waiting.stderr is not None
    waiting.stderr.readline()
    waiting.send_signal(signal.SIGINT)
    _, err = waiting.communicate(timeout=30)
    assert waiting.returncode == 130
    assert "Traceback" not in err
