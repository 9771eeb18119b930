"""Runs axe-core on a page of the console, to find what keeps somebody from reading or using it."""

from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Page, expect

from tests.browser.service import REPOSITORY

_AXE = REPOSITORY / "console/node_modules/axe-core/axe.min.js"
# WCAG 2.2 A and AA, and axe's own advice. This rule of WCAG 2.2 is off unless it is named.
_OPTIONS = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}


def violations(page: Page, within: str = "html") -> list[str]:
    """Every violation of whatever weight, each with its element.

    `within`: selector of the part to check, so that parts checked before need not be checked again.
    """
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(_AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("([within, options]) => axe.run(within, options)", [within, _OPTIONS])
    return [
        f"{violation['id']} at {node['target'][-1]}: {node['failureSummary'].splitlines()[1].strip()}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def check_in_every_look(page: Page, picture: Callable[[Page, str], object], name: str) -> None:
    """Light and dark, wide and narrow: axe finds nothing, and nothing scrolls sideways. `name`: of the pictures."""
    for scheme in _SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 900})
            expect(page.locator("#content .ant-skeleton")).to_have_count(0)
            assert violations(page) == [], (name, scheme, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, scheme, width)
            picture(page, f"{name}-{scheme}-{width}")
