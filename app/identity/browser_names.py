"""What people call a browser and its system, read from its User-Agent line. For lists only: anybody can write anything
there."""

from collections.abc import Sequence
from typing import NamedTuple

_BROWSERS = (
    ("MicroMessenger/", "WeChat"),
    ("DingTalk/", "DingTalk"),
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("QQBrowser/", "QQ Browser"),
    ("UCBrowser/", "UC Browser"),
    ("HuaweiBrowser/", "Huawei Browser"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What makes each browser known. The first that fits counts: most also call themselves Chrome, and that Safari."""
_SYSTEMS = (
    ("HarmonyOS", "HarmonyOS"),
    ("OpenHarmony", "HarmonyOS"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


class BrowserName(NamedTuple):
    """Such as Firefox and Linux; None: not known."""

    browser: str | None
    system: str | None


def of(agent: str) -> BrowserName:
    """The names of the browser that calls itself so."""
    return BrowserName(_first_match(_BROWSERS, agent), _first_match(_SYSTEMS, agent))


def _first_match(known: Sequence[tuple[str, str]], agent: str) -> str | None:
    return next((name for mark, name in known if mark in agent), None)
