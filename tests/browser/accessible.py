"""axe-core on a page of the console: what keeps somebody from reading or using it."""

from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.browser.service import REPOSITORY

_AXE = REPOSITORY / "console/node_modules/axe-core/axe.min.js"
_GRAVE = ("critical", "serious")


def load(context: BrowserContext) -> None:
    """Every page of this context that is opened from now on can be looked at."""
    context.add_init_script(path=_AXE)


def violations(page: Page) -> list[str]:
    """What axe-core calls critical or serious, each with the element that it is about."""
    return _run(page, {})


def contrast(page: Page) -> list[str]:
    """Text that is too pale, only: the one rule that light and dark differ in."""
    return _run(page, {"runOnly": ["color-contrast"]})


def _run(page: Page, options: dict[str, Any]) -> list[str]:
    found: dict[str, Any] = page.evaluate(
        "(options) => axe.run(document, options)", {"resultTypes": ["violations"], **options}
    )
    return [
        f"{one['id']} at {node['target'][-1]}: {node['failureSummary'].splitlines()[1].strip()}"
        for one in found["violations"]
        if one["impact"] in _GRAVE
        for node in one["nodes"]
    ]
