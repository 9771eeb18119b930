"""What administrators do about the sign-ins of somebody: end all sessions, agree to the removal of second factors."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.authenticator_app import AuthenticatorApp
from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose_language, dialog, sign_in
from tests.browser.service import REPOSITORY, RunningCenter
from tests.end_to_end.center.process import CenterProcess

pytestmark = pytest.mark.browser


@pytest.fixture
def careful(tmp_path: Path) -> Iterator[api.Center]:
    """A service where it takes two administrators to remove second factors."""
    process = CenterProcess(tmp_path, PUC_CONSOLE_DIRECTORY=str(REPOSITORY / "console/dist"))
    process.settings |= {"PUC_FOUR_EYES": "administer"}
    try:
        process.start()
        running = RunningCenter(process.url, process.first_administrator()[1])
        with api.signed_in_first_time(running, PASSWORD) as center:
            yield center
    finally:
        process.stop()


def test_a_second_administrator_agrees_and_ends_sessions(careful: api.Center, own_page: Page, picture: Picture) -> None:
    alice = careful.post("users", username="alice", kind="person")
    other = careful.post("users", username="other-admin", kind="person")
    careful.post("grants", user_id=other["id"], res_type=0, res_id=0, authorities=[4])
    with _sign_in_new_person(careful.url, alice) as user, _sign_in_new_person(careful.url, other) as second:
        _add_app(user)
        answer = second.delete(f"/api/v1/users/{alice['id']}/factors").json()
        assert answer["reset"]["asked_by"] == "other-admin"
        _at_the_console(careful, own_page, picture)
        assert user.get("/api/v1/session").status_code == 401
    assert careful.get(f"users/{alice['id']}/factors") == {"factors": [], "reset": None}


def _at_the_console(careful: api.Center, page: Page, picture: Picture) -> None:
    sign_in(page, careful.url, "admin", PASSWORD)
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    page.goto(f"{careful.url}/notices")
    expect(page.get_by_text("other-admin asks to remove the second factors of alice")).to_be_visible()
    picture(page, "factor-reset-notice")
    page.get_by_role("main").get_by_role("link", name="Open").click()
    expect(page.get_by_text("other-admin asks to remove the second factors of this user")).to_be_visible()
    _check_screen(page, picture)

    page.get_by_role("button", name="End all sessions").click()
    picture(page, "end-all-sessions")
    assert accessible.violations(page) == []
    dialog(page).get_by_role("button", name="End all sessions").click()
    expect(dialog(page)).to_be_hidden()
    page.get_by_role("button", name="Remove second factors").click()
    dialog(page).get_by_role("button", name="Remove second factors").click()
    expect(page.get_by_text("other-admin asks to remove")).to_be_hidden()


def _check_screen(page: Page, picture: Picture) -> None:
    picture(page, "factor-reset-waits")
    assert accessible.violations(page) == []
    choose_language(page, "中文")
    expect(page.get_by_text("other-admin 请求移除该用户的两步验证")).to_be_visible()
    picture(page, "factor-reset-waits-zh")
    choose_language(page, "English")


@contextmanager
def _sign_in_new_person(url: str, person: dict[str, Any]) -> Iterator[httpx.Client]:
    """A browser of this new person, with a password of its own."""
    with httpx.Client(base_url=url, headers={"Origin": url}, trust_env=False, timeout=60) as client:
        secret = {"username": person["username"], "password": person["initial_secret"]}
        assert client.post("/api/v1/session", json=secret).is_success
        new = {"current": person["initial_secret"], "new": PASSWORD}
        assert client.put("/api/v1/session/password", json=new).is_success
        yield client


def _add_app(client: httpx.Client) -> None:
    codes = AuthenticatorApp(client.post("/api/v1/session/authenticator-app").json()["secret"])
    assert client.put("/api/v1/session/authenticator-app", json={"code": codes.first_code()}).is_success
