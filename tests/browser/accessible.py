"""Runs axe-core on a page of the console, to find what keeps somebody from reading or using it."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.service import REPOSITORY

_AXE = REPOSITORY / "console/node_modules/axe-core/axe.min.js"
_GRAVE = ("critical", "serious")


def violations(page: Page, within: str = "html") -> list[str]:
    """Critical and serious violations, each with its element.

    `within`: selector of the part to check, so that parts checked before need not be checked again.
    """
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(_AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("(within) => axe.run(within, { resultTypes: ['violations'] })", within)
    return [
        f"{violation['id']} at {node['target'][-1]}: {node['failureSummary'].splitlines()[1].strip()}"
        for violation in found["violations"]
        if violation["impact"] in _GRAVE
        for node in violation["nodes"]
    ]
