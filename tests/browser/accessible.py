"""Runs axe-core on a page of the console, to find what keeps somebody from reading or using it."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.languages import Appearance, appear
from tests.browser.service import REPOSITORY

_AXE = REPOSITORY / "console/node_modules/axe-core/axe.min.js"
# WCAG 2.2 A and AA, and axe's own advice. This rule of WCAG 2.2 is off unless it is named.
_OPTIONS = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}

_RUN = """async ([within, options]) => {
  // Colours on their way to others are none that anybody reads.
  const ending = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(ending.map((each) => each.finished));
  return axe.run(within, options);
}"""


def violations(page: Page, within: str = "html") -> list[str]:
    """Every violation of whatever weight, each with its element.

    `within`: selector of the part to check, so that parts checked before need not be checked again.
    """
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(_AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(_RUN, [within, _OPTIONS])
    return [
        f"{violation['id']} at {node['target'][-1]}: {node['failureSummary'].splitlines()[1].strip()}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


_SCHEMES: tuple[Appearance, ...] = ("light", "dark")


def check_in_every_look(page: Page, picture: Callable[[Page, str], object], name: str) -> None:
    """Light and dark, wide and narrow: axe finds nothing, and nothing scrolls sideways. `name`: of the pictures."""
    for scheme in _SCHEMES:
        appear(page, scheme)
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 900})
            expect(page.locator("#content .ant-skeleton")).to_have_count(0)
            found = violations(page)
            assert not found, (name, scheme, width, found)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, scheme, width)
            picture(page, f"{name}-{scheme}-{width}")
