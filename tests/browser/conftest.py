"""A real Chromium against the real service. One service and one browser for the run, one profile for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import api
from tests.browser.service import RunningCenter, running
from tests.browser.watch import Watch

PASSWORD = "seven green bicycles in the rain"
_CHROMIUM = "/usr/bin/chromium"
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@pytest.fixture(scope="session")
def fresh_center(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCenter]:
    """A service that nobody has signed in to yet."""
    with running(tmp_path_factory.mktemp("fresh")) as center:
        yield center


@pytest.fixture(scope="session")
def center(tmp_path_factory: pytest.TempPathFactory) -> Iterator[api.Center]:
    """A service whose administrator has chosen a password, seen through its API."""
    with running(tmp_path_factory.mktemp("center")) as started, api.signed_in_first_time(started, PASSWORD) as opened:
        yield opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=_CHROMIUM, args=_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An English page of its own profile. It may talk to the service only, and must not log errors."""
    context = browser.new_context(locale="en-US", viewport={"width": 1440, "height": 900})
    context.set_default_timeout(15_000)
    opened = context.new_page()
    watch = Watch(opened)
    yield opened
    context.close()
    watch.check()


@pytest.fixture
def admin(page: Page, center: api.Center) -> Page:
    """The page of an administrator who is signed in: each test opens the screen it is about."""
    api.enter(page.context, center.url, "admin", PASSWORD)
    return page


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go."""
    return tmp_path_factory.mktemp("pictures")
