"""A hundred thousand rows: what a list draws is one page of it. With `-s` it says how long that holds up the page."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import create_engine, update

from app.audit.trail.models import Revision
from app.platform import schema
from benchmarks.big_estate import rows
from tests.browser import api
from tests.browser.conftest import PASSWORD
from tests.browser.service import REPOSITORY, RunningCenter
from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess

pytestmark = pytest.mark.browser
_ROWS = 100_000
_OBSERVE = """() => {
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask" });
}"""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[api.Center]:
    """A center with 100,000 grants, 10,000 users and 20,000 topics."""
    console = {"PUC_CONSOLE_DIRECTORY": str(REPOSITORY / "console/dist")}
    process = CenterProcess(tmp_path_factory.mktemp("full"), **QUICK_HASHES, **console)
    url = process.environment()["PUC_DATABASE_URL"]
    schema.upgrade(url)
    engine = create_engine(url)
    with engine.begin() as connection:
        rows.fill(connection, rows.Size(_ROWS))
        # Or the first start would write all of it into the history.
        connection.execute(update(Revision).values(complete_from=1))
    engine.dispose()
    secret = process.command("create-admin", "admin").split()[-1]
    process.start()
    try:
        with api.signed_in_first_time(RunningCenter(process.url, secret), PASSWORD) as center:
            yield center
    finally:
        process.stop()


@pytest.mark.parametrize(
    ("path", "size", "field", "text"),
    [
        ("/grants?tab=all", 20, "Find by role name", "u77"),
        ("/grants?tab=all&size=100", 100, "Find by role name", "u77"),
        ("/users?size=100", 100, "Find by user name", "u99"),
    ],
)
def test_a_list_is_filtered_and_scrolled_page_by_page(
    page: Page, full: api.Center, path: str, size: int, field: str, text: str
) -> None:
    api.enter(page.context, full.url, "admin", PASSWORD)
    page.goto(full.url + path)
    lines = page.locator("tbody tr.ant-table-row")
    expect(lines).to_have_count(size)
    page.evaluate(_OBSERVE)
    page.get_by_label(field).press_sequentially(text)
    expect(lines.filter(has_text=text)).to_have_count(size)
    for _ in range(20):
        page.mouse.wheel(0, 400)
        page.evaluate("new Promise(requestAnimationFrame)")
    tasks: list[Any] = page.evaluate("longTasks")
    assert lines.count() == size
    print(path, "tasks of more than 50 ms:", tasks)  # for docs/performance.md; a busy machine would fail any bound
