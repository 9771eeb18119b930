"""login, logout, whoami: a real process waits while a person approves in a browser."""

import json
import signal
import stat
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from app.platform.clock import now_ms
from app.tokens import applications, key_life, keys, refresh_families
from app.tokens.application_models import RefreshToken
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import Person
from tests.tokens.relying_party import query


@pytest.fixture(autouse=True)
def command_line(center: Center) -> None:
    """It is an application that people can sign in to."""
    center.make(applications.ensure_command_line, center.settings)


def _decide(browser: httpx.Client, line: str, *, approve: bool) -> None:
    code = line.rpartition("user_code=")[2].strip()
    answer = browser.post("/api/v1/device/decision", json={"user_code": code, "approve": approve})
    assert answer.status_code == 204, answer.text


def _sign_in(terminal: Terminal, center: Center, who: Person, *, approve: bool = True) -> tuple[int, str, str]:
    browser, waiting = center.signed_in(who), terminal.start("login")
    assert waiting.stderr is not None
    _decide(browser, waiting.stderr.readline(), approve=approve)
    out, err = waiting.communicate(timeout=60)
    return waiting.returncode, out, err


def _file(terminal: Terminal) -> Path:
    (found,) = (terminal.home / "pulsar-user-center").glob("http*.json")
    return found


def test_signing_in_and_out(terminal: Terminal, center: Center, alice: Person) -> None:
    assert _sign_in(terminal, center, alice)[:2] == (0, f"Signed in at {center.url} as alice.\n")
    assert stat.S_IMODE(_file(terminal).stat().st_mode) == 0o600
    token = json.loads(_file(terminal).read_text())["token"]
    del terminal.environment["PUC_SERVER"]  # from now on it is the one that was signed in to last
    assert json.loads(terminal("whoami", "--output", "json").stdout)["user"]["username"] == "alice"

    terminal("logout")
    assert center.client(Authorization=f"Bearer {token}").get("/api/v1/session").status_code == 401
    assert not list((terminal.home / "pulsar-user-center").glob("http*.json"))
    assert f"usercenter login --server {center.url}" in terminal("whoami", status=3).stderr


def test_a_denied_sign_in_is_reported(terminal: Terminal, center: Center, alice: Person) -> None:
    status, _, err = _sign_in(terminal, center, alice, approve=False)
    assert (status, "access_denied" in err) == (1, True)
    terminal("whoami", status=3)


def test_an_expired_sign_in_says_so_and_asks_nothing(terminal: Terminal, center: Center, alice: Person) -> None:
    _sign_in(terminal, center, alice)
    stored = json.loads(_file(terminal).read_text())
    _file(terminal).write_text(json.dumps({**stored, "expires": 1, "refresh": None}))
    assert "has expired" in terminal("users", "list", status=3).stderr


def test_a_damaged_file_is_one_sentence(terminal: Terminal, center: Center, alice: Person) -> None:
    _sign_in(terminal, center, alice)
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


def _end_stored_sign_in(terminal: Terminal, **more: object) -> dict[str, str]:
    """The stored sign-in, with its token made look as if it had ended."""
    stored: dict[str, str] = json.loads(_file(terminal).read_text())
    _file(terminal).write_text(json.dumps({**stored, "expires": 1, **more}))
    return stored


def test_a_sign_in_renews_itself(terminal: Terminal, center: Center, alice: Person) -> None:
    _sign_in(terminal, center, alice)
    before = _end_stored_sign_in(terminal)
    assert "alice" in terminal("whoami").stdout
    after = json.loads(_file(terminal).read_text())
    assert after["refresh"] != before["refresh"]
    assert stat.S_IMODE(_file(terminal).stat().st_mode) == 0o600
    assert "alice" in terminal("whoami").stdout


def test_a_sign_in_outlives_the_key_of_its_token(terminal: Terminal, center: Center, alice: Person) -> None:
    _sign_in(terminal, center, alice)
    before = json.loads(_file(terminal).read_text())
    center.make(key_life.revoke, center.settings, "test", center.read(keys.active).kid, "leaked", now_ms())
    assert "alice" in terminal("whoami").stdout
    after = json.loads(_file(terminal).read_text())
    assert (after["token"] != before["token"], after["refresh"] != before["refresh"]) == (True, True)

    center.make(key_life.revoke, center.settings, "test", center.read(keys.active).kid, "leaked", now_ms())
    _file(terminal).write_text(json.dumps({**after, "refresh": None}))
    assert "has expired: usercenter login" in terminal("whoami", status=3).stderr


def test_commands_at_the_same_time_use_a_refresh_token_once(terminal: Terminal, center: Center, alice: Person) -> None:
    _sign_in(terminal, center, alice)
    _end_stored_sign_in(terminal)
    running = [terminal.start("whoami") for _ in range(4)]
    ended = [(process.communicate(timeout=90), process.returncode) for process in running]
    assert [code for _, code in ended] == [0] * 4, ended
    assert len(center.read(lambda s: s.query(RefreshToken).all())) == 2
    _end_stored_sign_in(terminal)
    terminal("whoami")


def test_a_refresh_token_that_somebody_used_ends_the_sign_in(terminal: Terminal, center: Center, alice: Person) -> None:
    _sign_in(terminal, center, alice)
    stored = _end_stored_sign_in(terminal)
    form = {"grant_type": "refresh_token", "client_id": "usercenter-cli", "refresh_token": stored["refresh"]}
    thief = center.client().post("/oauth2/token", data=form)
    assert thief.status_code == 200
    assert "has ended: usercenter login" in terminal("whoami", status=3).stderr
    stolen = center.client(Authorization=f"Bearer {thief.json()['access_token']}")
    assert stolen.get("/api/v1/session").status_code == 401


def test_signing_out_ends_the_refresh_token_too(terminal: Terminal, center: Center, alice: Person) -> None:
    _sign_in(terminal, center, alice)
    stored = json.loads(_file(terminal).read_text())
    terminal("logout")
    form = {"grant_type": "refresh_token", "client_id": "usercenter-cli", "refresh_token": stored["refresh"]}
    assert center.client().post("/oauth2/token", data=form).json()["error"] == "invalid_grant"
    assert center.read(refresh_families.of_user, center.settings, alice.id, now_ms()) == []


def _authorize(browser: httpx.Client, address: str) -> str:
    """Where the center sends the browser back to."""
    page = browser.get(address).headers["location"]
    body = {"request": query(page)["request"], "consented": True}
    return str(browser.post("/api/v1/authorization/decision", json=body).json()["location"])


def test_signing_in_with_the_browser(terminal: Terminal, center: Center, alice: Person) -> None:
    terminal.environment["BROWSER"] = "true"  # a program that opens nothing
    browser, waiting = center.signed_in(alice), terminal.start("login", "--browser")
    assert waiting.stderr is not None
    waiting.stderr.readline()
    address = waiting.stderr.readline().strip()
    fields_asked = query(address)
    assert (fields_asked["code_challenge_method"], fields_asked["resource"]) == ("S256", center.settings.issuer)
    assert urlsplit(fields_asked["redirect_uri"]).hostname == "127.0.0.1"
    back = _authorize(browser, address)
    for wrong in (
        f"{fields_asked['redirect_uri']}?code=x&state=guessed",
        back.replace("/callback", "/"),
        back + "&code=2",
    ):
        assert httpx.get(wrong, trust_env=False, timeout=60).status_code == 404, "it goes on waiting"
    rebound = httpx.get(back, headers={"Host": "evil.example"}, trust_env=False, timeout=60)
    assert rebound.status_code == 404
    shown = httpx.get(back, trust_env=False, timeout=60)
    assert (shown.status_code, "alice" in shown.text) == (200, False)
    out, err = waiting.communicate(timeout=60)
    assert (waiting.returncode, out) == (0, f"Signed in at {center.url} as alice.\n"), err
    _end_stored_sign_in(terminal)
    assert "alice" in terminal("whoami").stdout


@pytest.mark.parametrize(
    ("answer", "message"), [("iss=https://evil.example&code=x", "another center"), ("", "another")]
)
def test_an_answer_of_another_center_gets_no_code(
    terminal: Terminal, center: Center, alice: Person, answer: str, message: str
) -> None:
    """Mix-up (RFC 9207): nothing is sent to the token endpoint."""
    terminal.environment["BROWSER"] = "true"
    waiting = terminal.start("login", "--browser")
    assert waiting.stderr is not None
    waiting.stderr.readline()
    request_query = query(waiting.stderr.readline().strip())
    httpx.get(f"{request_query['redirect_uri']}?state={request_query['state']}&{answer}", trust_env=False, timeout=60)
    _, err = waiting.communicate(timeout=60)
    assert (waiting.returncode, message in err) == (1, True), err
    terminal("whoami", status=3)


def test_a_refusal_in_the_browser_is_reported(terminal: Terminal, center: Center, alice: Person) -> None:
    terminal.environment["BROWSER"] = "true"
    waiting = terminal.start("login", "--browser")
    assert waiting.stderr is not None
    waiting.stderr.readline()
    request_query = query(waiting.stderr.readline().strip())
    fields = {"state": request_query["state"], "iss": center.settings.issuer, "error": "access_denied"}
    httpx.get(request_query["redirect_uri"], params=fields, trust_env=False, timeout=60)
    _, err = waiting.communicate(timeout=60)
    assert (waiting.returncode, "access_denied" in err) == (1, True), err
