"""A real Chromium against the real service: one service, one browser and one window for the run.

Before each test, the window forgets the session and all preferences, but keeps its cache and its process: with a new
profile or a new process for each test, Chromium would compile the console again every time.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, Page, ViewportSize, expect, sync_playwright

from tests.browser import api, every_screen
from tests.browser.applications import Pages, pages
from tests.browser.service import RunningCenter, running
from tests.browser.watch import Watch

Picture = Callable[[Page, str], None]
SCREEN: ViewportSize = {"width": 1440, "height": 900}
PASSWORD = "seven green bicycles in the rain"
PATIENCE_MS = 15_000
"""How long a page may take to show something. Generous, because the machine may be busy."""
CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
"""The same Chromium without its own windows computes a tenth less."""
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"),
    "--disable-features=BackForwardCache",  # pages that were left would stay in memory: after an hour, gigabytes
]


@pytest.fixture(scope="session")
def fresh_center(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCenter]:
    """A service before its first sign-in."""
    with running(tmp_path_factory.mktemp("fresh")) as center:
        yield center


@pytest.fixture(scope="session")
def center(tmp_path_factory: pytest.TempPathFactory) -> Iterator[api.Center]:
    """A service whose administrator has chosen a password, seen through its API."""
    with running(tmp_path_factory.mktemp("center")) as started, api.signed_in_first_time(started, PASSWORD) as opened:
        yield opened


@pytest.fixture(scope="session")
def hasty_center(tmp_path_factory: pytest.TempPathFactory) -> Iterator[api.Center]:
    """A service with open registration, without retries after a cluster's refusal, and without a notice period."""
    more = {
        "PUC_REGISTRATION_OPEN": "true",
        "PUC_REGISTRATION_CLUSTERS": "standalone",
        "PUC_PROVISIONING_ATTEMPTS": "1",
        "PUC_NOTICE_DAYS": "0",
        # It is used at the begin and near the end of the suite.
        "PUC_SESSION_IDLE_MINUTES": "600",
    }
    directory = tmp_path_factory.mktemp("hasty")
    with running(directory, **more) as started, api.signed_in_first_time(started, PASSWORD) as opened:
        yield opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def own_page(browser: Browser) -> Iterator[Page]:
    """A window for one test alone."""
    context = browser.new_context(locale="en-US", viewport=SCREEN, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def window(browser: Browser) -> Iterator[Page]:
    """An English window that stays open for the run."""
    context = browser.new_context(locale="en-US", viewport=SCREEN, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(window: Page) -> Iterator[Page]:
    """The window, signed out. It may talk to the service only, and must not log errors."""
    watch = Watch(window)
    yield window
    watch.end()
    _forget(window)
    watch.check()


def _forget(window: Page) -> None:
    """Forget session, preferences and appearance."""
    for other in window.context.pages:
        if other is not window:
            other.close()
    window.context.clear_cookies()
    window.unroute_all()
    if window.url.startswith("http"):
        window.evaluate("localStorage.clear(); sessionStorage.clear()")
        _leave(window)
    window.set_viewport_size(SCREEN)
    window.emulate_media(media="screen", color_scheme="light", reduced_motion="reduce")


def _leave(window: Page) -> None:
    """Show a picture of the same service instead of the console.

    Not about:blank, for which Chromium takes a new process: the next page would cost twice the processor time.
    """
    nothing = urlsplit(window.url)._replace(path="/favicon.svg", query="", fragment="").geturl()
    # Where its service has ended, the page of that error comes late and interrupts what is opened next.
    for place in (nothing, "about:blank", "about:blank"):
        with suppress(Error):
            window.goto(place)
            return


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[api.Center]:
    """The service of `screens` alone: what other tests make would be seen on them."""
    directory = tmp_path_factory.mktemp("furnished")
    with running(directory) as started, api.signed_in_first_time(started, PASSWORD) as opened:
        yield opened


@pytest.fixture(scope="session")
def screens(furnished: api.Center, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Name → path of every main screen of `furnished`, with something to show on each."""
    return every_screen.prepare(furnished, tmp_path_factory.mktemp("audit"))


@pytest.fixture
def admin(page: Page, center: api.Center) -> Page:
    """A page with an administrator signed in. Each test opens its own screen."""
    api.enter(page.context, center.url, "admin", PASSWORD)
    return page


@pytest.fixture(scope="session")
def picture() -> Picture:
    """Takes screenshots if PUC_PICTURES names a directory. Each costs as much as opening a page."""
    directory = os.environ.get("PUC_PICTURES")

    def take(page: Page, name: str) -> None:
        if directory:
            page.screenshot(path=Path(directory) / f"{name}.png", full_page=True)

    return take


@pytest.fixture(scope="module")
def at() -> Iterator[Pages]:
    """Where the pages of applications are."""
    with pages() as found:
        yield found
