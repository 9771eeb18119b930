"""Browsers as people know them."""

import pytest

from app.identity import browser_names

_WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "browser", "system"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_WEBKIT} Chrome/141.0.0.0 Safari/537.36", "Chrome", "Windows"),
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
            "Edge",
            "Windows",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.6 Safari/605.1.15",
            "Safari",
            "macOS",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1",
            "Chrome",
            "iOS",
        ),
        (
            f"Mozilla/5.0 (Linux; Android 14; M2102J) {_WEBKIT} Chrome/107.0 Mobile MicroMessenger/8.0",
            "WeChat",
            "Android",
        ),
        (f"Mozilla/5.0 (X11; Linux x86_64) {_WEBKIT} HeadlessChrome/141.0 Safari/537.36", "Chrome", "Linux"),
        ("python-httpx/0.28.1", None, None),
        ("", None, None),
    ],
)
def test_browsers_are_known(agent: str, browser: str | None, system: str | None) -> None:
    assert browser_names.of(agent) == (browser, system)
