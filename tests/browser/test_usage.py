"""What the audit counted, for who reviews rights: use of grants, creep, denied attempts and the runs."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from app.cli import audit_upload
from tests.browser import accessible, api, results
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose, show
from tests.browser.service import running
from tests.findings import published

pytestmark = pytest.mark.browser
BEFORE = "2026-10-31"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[api.Center]:
    """A center of its own, because a run of the audit is that of the whole center."""
    with running(tmp_path / "center") as started, api.signed_in_first_time(started, PASSWORD) as opened:
        yield opened


def test_an_administrator_and_an_owner_see_what_is_used_and_what_was_denied(
    page: Page, own: api.Center, tmp_path: Path, picture: Picture
) -> None:
    api.enter(page.context, own.url, "admin", PASSWORD)
    page.goto(f"{own.url}/usage")
    expect(page.get_by_text("No results of the audit yet")).to_be_visible()
    expect(page.get_by_label("Commands that run the audit", exact=True)).to_contain_text("usercenter audit load audit")
    picture(page, "usage-no-run")
    estate, other = results.an_estate(own, "busy"), results.an_estate(own, "idle")
    _load(own, estate, tmp_path)

    page.reload()
    expect(_row(page, "busy-walter")).to_have_count(2)
    expect(_row(page, "idle-walter")).to_have_count(2)
    choose(page, page.get_by_label("Usage", exact=True), "unused")
    expect(_row(page, "idle-walter")).to_have_count(0)
    expect(_row(page, "busy-walter")).to_contain_text("write all topics of the tenant")
    picture(page, "usage-grants")
    assert [row[:2] for row in _download(page)[1:]] == [[str(estate.unused["id"]), "busy-walter"]]
    choose(page, page.get_by_label("Tenant", exact=True), "idle")
    expect(page.locator("#content .ant-empty")).to_be_visible()

    page.get_by_role("tab", name="Permission creep").click()
    expect(page.get_by_text("No numbers of permission creep")).to_be_visible()
    page.locator(".ant-select", has_text="idle").locator(".ant-select-clear").click()
    role = _row(page, "busy-walter")
    expect(role).to_contain_text("+27.5 since the run of 2026-10-31")
    role.get_by_role("button").first.click()
    words = "2026-10-31: 1 used of 9 granted, index 12.5; 2026-11-20: 1 used of 9 granted, index 40"
    expect(page.get_by_role("img", name=words)).to_be_visible()
    assert accessible.violations(page, "#content") == []
    picture(page, "usage-creep")

    page.get_by_role("tab", name="Audit runs").click()
    rows = page.locator("tr.ant-table-row")
    expect(rows).to_have_count(3)
    expect(_row(page, "2026-11-01 to 2026-11-20").filter(has_text="shown")).to_contain_text("standalone")
    expect(_row(page, "not complete")).to_have_count(1)
    expect(_row(page, "replaced")).to_contain_text("98.4%")
    picture(page, "usage-runs")

    page.get_by_role("tab", name="Denied attempts").click()
    expect(_row(page, "busy-walter")).to_contain_text("No grant covers this operation.")
    assert {"'=1+1", """a;'"=1+1"""} <= {row[2] for row in _download(page)}
    picture(page, "usage-denials")
    _row(page, "busy-walter").get_by_role("link", name="Check access").click()
    expect(page.get_by_test_id("verdict")).to_contain_text("Allowed")  # by now
    expect(page.get_by_label("User name")).to_have_value("busy-walter")
    expect(page.get_by_label("Name of the resource")).to_have_value("persistent://busy/orders/created")

    owner = own.post("users", username="idle.owner", kind="person")
    place = {"res_type": 2, "res_id": other.topic["tenant_id"]}
    own.post("grants", user_id=owner["id"], **place, authorities=[104])
    api.enter_first_time(page.context, own.url, "idle.owner", owner["initial_secret"], PASSWORD)
    page.goto(f"{own.url}/usage")
    expect(_row(page, "idle-walter")).to_have_count(2)
    expect(_row(page, "idle.owner")).to_have_count(1)
    expect(_row(page, "busy-walter")).to_have_count(0)
    expect(page.get_by_role("tab", name="Audit runs")).to_have_count(0)
    show(page, "/usage?tab=denials")
    expect(page.get_by_text("No denied attempts in the results of the audit.")).to_be_visible()


def _row(page: Page, text: str) -> Locator:
    # "unused" ends with "used".
    return page.locator("tr.ant-table-row").filter(has_text=re.compile(rf"(?<!un){re.escape(text)}"))


def _download(page: Page) -> list[list[str]]:
    """The lines of the table that is saved."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    return list(csv.reader(download.value.path().read_text(encoding="utf-8-sig").splitlines()))


def _load(center: api.Center, estate: results.Estate, directory: Path) -> None:
    """A run, the one that replaces it, and one that does not arrive as a whole."""
    name, path = f"{estate.tenant}-walter", f"standalone/{estate.tenant}/orders/created"

    def about(**more: Any) -> dict[str, Any]:
        return {
            "coverage_percent": 98.4,
            "watched_days": {"standalone": 15},
            "events": 5,
            "lost": 1,
            "files": 3,
            **more,
        }

    def creep(index: float) -> list[dict[str, Any]]:
        return [
            published.creeping("estate", "estate", index / 2) | {"tenant": None},
            published.creeping("tenant", estate.tenant, index, estate.tenant),
            published.creeping("role", str(estate.role), index, estate.tenant),
        ]

    target = results.ByBrowser(center)
    old = published.write(
        directory / "old", "old", about=about(until=BEFORE, **{"from": "2026-10-01"}), creep=creep(12.5)
    )
    audit_upload.load(target, old)
    denied = published.denial(name, 7) | {"cluster": "standalone", "resource": path, "last": published.END - 1}
    new = published.write(
        directory / "new",
        "new",
        about=about(),
        grant_status=[published.status(estate.unused["id"], "unused"), published.status(estate.wide["id"])],
        creep=creep(40.0),
        denials=[denied, denied | {"user": "=1+1"}, denied | {"user": 'a;"=1+1'}],
    )
    audit_upload.load(target, new)
    center.post("audit/runs", **published.ABOUT | {"run": "half"})
