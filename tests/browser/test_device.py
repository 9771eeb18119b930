"""Signing the command line in: the process waits, the person signs in at the page it named, compares and decides."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD
from tests.browser.service import REPOSITORY

pytestmark = pytest.mark.browser


@dataclass
class Login:
    """A waiting `usercenter login`, with the code and address that it printed."""

    process: subprocess.Popen[str]
    address: str
    code: str


@contextmanager
def _running(center: api.Center, home: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """The command; `BROWSER=true` opens nothing."""
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "login", "--server", center.url, *more],
        cwd=REPOSITORY,
        env={"PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": str(home), "BROWSER": "true"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


@pytest.fixture
def login(center: api.Center, tmp_path: Path) -> Iterator[Login]:
    with _running(center, tmp_path) as process:
        assert process.stderr is not None
        address, code = process.stderr.readline().split()[-1], process.stderr.readline().split()[-1]
        yield Login(process, address, code)


def test_with_the_browser_of_the_machine_and_without_a_code(page: Page, center: api.Center, tmp_path: Path) -> None:
    with _running(center, tmp_path, "--browser") as process:
        assert process.stderr is not None
        process.stderr.readline()
        page.goto(process.stderr.readline().strip())
        page.get_by_label("User name").fill("admin")
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_text("Allow it only if you started it yourself")).to_be_visible()
        page.get_by_role("button", name="Allow").click()
        expect(page.get_by_text("Go back to the terminal")).to_be_visible()
        assert not accessible.violations(page)
        out, _ = process.communicate(timeout=60)
        assert (process.returncode, "as admin." in out) == (0, True)


def test_approved_right_after_signing_in(page: Page, login: Login) -> None:
    page.goto(login.address)
    page.get_by_label("User name").fill("admin")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Code")).to_have_value(login.code)
    page.get_by_role("button", name="Continue").click()
    for text in (login.code, "usercenter-cli", "127.0.0.1", "admin", "Did you start this yourself, just now?"):
        expect(page.get_by_text(text).first).to_be_visible()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Go back to the terminal")).to_be_visible()
    out, _ = login.process.communicate(timeout=60)
    assert (login.process.returncode, "as admin." in out) == (0, True)

    page.goto(login.address.partition("/device")[0] + "/security")
    expect(page.get_by_role("button", name="End access: usercenter").first).to_be_visible()


def test_a_wrong_code_then_typed_as_people_type_and_denied(admin: Page, center: api.Center, login: Login) -> None:
    admin.goto(f"{center.url}/device")
    admin.get_by_label("Code").fill("bbbb bbbb")
    admin.get_by_role("button", name="Continue").click()
    expect(admin.locator("code", has_text="unknown_user_code")).to_be_visible()
    admin.get_by_label("Code").fill(login.code.replace("-", "").lower())
    admin.get_by_role("button", name="Continue").click()
    expect(admin.get_by_text(login.code)).to_be_visible()
    admin.get_by_role("button", name="Deny").click()
    expect(admin.get_by_text("The program got nothing.")).to_be_visible()
    _, err = login.process.communicate(timeout=60)
    assert (login.process.returncode, "access_denied" in err) == (1, True)
