"""What a page of the console costs whoever opens it for the first time: requests, and bytes over the wire."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, PATIENCE_MS, SCREEN

pytestmark = pytest.mark.browser
_KIB = 1024


class Wire:
    """What a page loads, with the headers of its answers: requests, and bytes as they come."""

    def __init__(self, page: Page) -> None:
        self.requests: dict[str, str] = {}
        self._bytes = 0.0
        protocol = page.context.new_cdp_session(page)
        protocol.send("Network.enable")
        protocol.on("Network.requestWillBeSent", self._begin)
        protocol.on("Network.loadingFinished", self._end)

    def _begin(self, event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            self.requests[event["requestId"]] = event["request"]["url"]

    def _end(self, event: dict[str, Any]) -> None:
        self._bytes += event["encodedDataLength"]

    @property
    def kib(self) -> float:
        """Everything, in KiB."""
        return self._bytes / _KIB

    @property
    def files(self) -> list[str]:
        """The requests that are not questions to the API."""
        return [url for url in self.requests.values() if "/api/" not in url]


def _open(browser: Browser, url: str, language: str = "en-US", signed_in: bool = True) -> tuple[Page, Wire]:
    """In a window of its own, which has loaded nothing before."""
    context = browser.new_context(locale=language, viewport=SCREEN, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    if signed_in:
        origin = "/".join(url.split("/")[:3])
        api.enter(context, origin, "admin", PASSWORD)
    page = context.new_page()
    wire = Wire(page)
    page.goto(url)
    return page, wire


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
def test_signing_in_is_light(browser: Browser, center: api.Center, language: str) -> None:
    page, wire = _open(browser, center.url, language, signed_in=False)
    expect(page.locator("input[type=password]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(wire.requests) <= 6, wire.requests
    assert wire.kib <= 90
    other = "zh-CN" if language == "en-US" else "en-US"
    assert not [url for url in wire.files if other in url], "texts of one language"
    page.context.close()


@pytest.mark.parametrize(("screen", "files", "kib"), [("overview", 10, 550), ("users", 10, 550), ("topic", 9, 610)])
def test_a_page_that_is_opened_by_its_address(
    browser: Browser, furnished: api.Center, screens: dict[str, str], screen: str, files: int, kib: float
) -> None:
    page, wire = _open(browser, furnished.url + screens.get(screen, "/"))
    expect(page.get_by_role("main").get_by_role("heading").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(wire.files) <= files, wire.files
    assert wire.kib <= kib
    # What clusters have not done yet is asked about again and again.
    assert len(set(wire.requests.values())) <= 15, wire.requests
    page.context.close()


def test_the_page_preloads_only_what_it_uses(center: api.Center) -> None:
    assert center.client.get("/").text.count("modulepreload") <= 1


def test_a_frame_is_there_before_any_script(browser: Browser, center: api.Center) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=SCREEN)
    page = context.new_page()
    page.goto(center.url)
    expect(page.get_by_text("Pulsar", exact=True)).to_be_visible()
    context.close()
