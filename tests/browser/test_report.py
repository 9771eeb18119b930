"""The audit's report, opened from disk without a network, by readers with a mouse, a keyboard or a screen reader."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from spark_audit.sinks.report.write import write
from tests.browser.service import REPOSITORY
from tests.browser.watch import Watch
from tests.spark_audit.report_sample import content

_AXE = REPOSITORY / "console/node_modules/axe-core/axe.min.js"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of an estate with one tenant, in both languages; its names want to be markup."""
    directory = tmp_path_factory.mktemp("report")
    name = "<img src=x onerror=alert(1)>"
    tenants = [content(name).rows("tenants")[0] | {"tenant": "acme"}]
    write(content(name, tenants=tenants), directory)
    write(dataclasses.replace(content(name), tenant="acme"), directory)
    return directory


@pytest.fixture
def reader(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in a browser that has no network; its screen is dark unless the test says otherwise."""
    scheme: Literal["light", "dark"] = getattr(request, "param", "dark")
    context = browser.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 900}, offline=True)
    page = context.new_page()
    watch = Watch(page)
    yield page
    context.close()
    watch.check()


@pytest.mark.parametrize(
    ("reader", "file"), [("light", "estate.en.html"), ("dark", "tenants/acme.zh.html")], indirect=["reader"]
)
def test_axe_finds_nothing(reader: Page, report: Path, file: str) -> None:
    """WCAG A and AA and good practice, with every fold open: contrast, names of pictures, order of headings."""
    reader.goto((report / file).as_uri())
    reader.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert _axe(reader) == []


def test_a_number_leads_to_its_evidence_by_keyboard(reader: Page, report: Path) -> None:
    """Skip link, then the overview of findings: Enter on a number opens the fold it is about."""
    reader.goto((report / "estate.en.html").as_uri())
    reader.keyboard.press("Tab")
    expect(reader.get_by_role("link", name="Skip to the content")).to_be_focused()
    evidence = reader.locator("#kind-new_address")
    expect(evidence).to_be_hidden()
    reader.get_by_role("link", name="New address").focus()
    reader.keyboard.press("Enter")
    expect(evidence).to_be_visible()
    reader.get_by_role("link", name="acme").first.click()
    expect(reader.get_by_role("heading", level=1)).to_have_text("Use of granted rights: acme")
    reader.get_by_role("link", name="中文").click()
    expect(reader.locator("html")).to_have_attribute("lang", "zh-CN")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_column_is_cut_on_a_usual_screen(reader: Page, tmp_path: Path, language: str) -> None:
    """1,300 points wide, with names as long as real ones and every fold open."""
    name = "prod-eu/acme/orders/created-by-customers"
    denial = {"resource": name, "op": "GET_REPLICATED_SUBSCRIPTION_STATUS"}
    denials = [content("orders-writer").rows("denials")[0] | denial]
    write(content("orders-writer", denials=denials), tmp_path)
    reader.set_viewport_size({"width": 1300, "height": 900})
    reader.goto((tmp_path / f"estate.{language}.html").as_uri())
    reader.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    wide = "[...document.querySelectorAll('.wide')].filter(one => one.scrollWidth > one.clientWidth)"
    assert reader.evaluate(f"{wide}.map(one => one.innerText)") == []
    assert reader.evaluate("document.documentElement.scrollWidth") <= 1300


def test_paper_is_white_and_nothing_is_cut(reader: Page, report: Path) -> None:
    """Printed also from a dark screen; no table is wider than the paper."""
    reader.goto((report / "estate.en.html").as_uri())
    reader.emulate_media(media="print")
    reader.set_viewport_size({"width": 700, "height": 990})
    assert (
        reader.evaluate("getComputedStyle(document.querySelector('section')).backgroundColor") == "rgb(255, 255, 255)"
    )
    reader.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert reader.evaluate("document.documentElement.scrollWidth") <= 700


def _axe(page: Page) -> list[str]:
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run()")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
