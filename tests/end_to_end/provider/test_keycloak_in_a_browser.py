"""A person signs in to the console through the pages of a real Keycloak, in a real Chromium."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser import api
from tests.browser.conftest import CHROMIUM, FLAGS, PASSWORD, SCREEN
from tests.browser.service import RunningCenter
from tests.end_to_end.center.process import CenterProcess
from tests.end_to_end.provider import keycloak
from tests.providers.conftest import ANY

pytestmark = pytest.mark.timeout(1200)  # Keycloak may take 900 seconds to start

_PATIENCE_MS = 60_000


@pytest.fixture
def center(process: CenterProcess) -> Iterator[api.Center]:
    """The running center, seen by its administrator."""
    process.start()
    with api.signed_in_first_time(RunningCenter(process.url, process.first_administrator()[1]), PASSWORD) as opened:
        yield opened


@pytest.fixture
def page() -> Iterator[Page]:
    """An English window."""
    expect.set_options(timeout=_PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = chromium.new_context(locale="en-US", viewport=SCREEN, reduced_motion="reduce")
        context.set_default_timeout(_PATIENCE_MS)
        yield context.new_page()
        chromium.close()


def _set_up(center: api.Center, issuer: str) -> int:
    """The id of the role that the group gives."""
    role: int = center.post("roles", name="orders-team")["id"]
    body = {"name": "Acme", "issuer": issuer, "client_id": "pulsar", "client_secret": keycloak.SECRET}
    made = center.post("identity-providers", **body, groups_claim="groups", creates_users=True)
    path = f"/api/v1/identity-providers/{made['id']}"
    groups = {"items": [{"group": "orders", "role_id": role}]}
    center.client.put(f"{path}/groups", json=groups, headers=ANY).raise_for_status()
    center.client.patch(path, json={"enabled": True}, headers=ANY).raise_for_status()
    return role


def _members(center: api.Center, role: int) -> list[str]:
    return [member["username"] for member in center.get(f"roles/{role}/members")["items"]]


def _show_password(page: Page) -> None:
    page.locator("#password").fill(keycloak.PASSWORD)
    page.locator("#kc-login").click()


def _grow_old(process: CenterProcess) -> None:
    with closing(sqlite3.connect(process.directory / "center.db", timeout=20)) as file, file:
        file.execute("UPDATE sys_session SET auth_time = 0 WHERE id = (SELECT max(id) FROM sys_session)")


def test_groups_become_roles_and_are_lost_with_them(
    page: Page, center: api.Center, process: CenterProcess, issuer: str
) -> None:
    role = _set_up(center, issuer)
    page.goto(center.url)
    page.get_by_role("button", name="Sign in with Acme").click()
    page.locator("#username").fill("alice")
    _show_password(page)
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    assert _members(center, role) == ["alice"]
    _show_password_again(page, center, process)
    keycloak.leave_group(issuer, "alice", "orders")
    assert _members(center, role) == ["alice"], "what changes there reaches us at the next sign-in"
    page.get_by_role("button", name="Account menu").click()
    page.get_by_role("menuitem", name="Sign out").click()
    # Keycloak remembers her: no page of its own this time.
    page.get_by_role("button", name="Sign in with Acme").click()
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    assert _members(center, role) == []


def _show_password_again(page: Page, center: api.Center, process: CenterProcess) -> None:
    """Before something dangerous Keycloak asks for the password although she is signed in there."""
    page.goto(f"{center.url}/security")
    _grow_old(process)
    page.get_by_role("button", name="Set up an authenticator app").click()
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Confirm with Acme").click()
    _show_password(opened.value)
    expect(page.get_by_alt_text("QR code")).to_be_visible()
    page.goto(center.url)
