"""How the center reaches a cluster: asked on the page; own authorities are pasted, and refused when they are none."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import Picture
from tests.browser.screens import choose_language, dialog
from tests.end_to_end.authentication.certificates import Authority

pytestmark = pytest.mark.browser
ADDRESSES = {"address": "pulsar://127.0.0.1:6650", "admin_url": "http://127.0.0.1:1"}


def test_certificates_for_a_cluster(admin: Page, center: api.Center, tmp_path: Path, picture: Picture) -> None:
    made = center.post("clusters", name="sealed", **ADDRESSES)
    admin.goto(f"{center.url}/resources/cluster/{made['id']}/connection")
    card = admin.get_by_test_id("connection")
    card.get_by_role("button", name="Check").click()
    expect(card.get_by_role("alert")).to_be_visible()
    card.get_by_role("button", name="Change").click()
    authorities = dialog(admin).locator("textarea").first
    authorities.fill("no certificate")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(dialog(admin)).to_contain_text("This is no certificate in PEM")
    picture(admin, "cluster-tls-wrong")
    assert accessible.violations(admin, "[role=dialog]") == []
    authorities.fill(Authority(tmp_path).trust.read_text())
    dialog(admin).get_by_role("button", name="Save").click()
    expect(card).to_contain_text("CN=ca of the tests")
    picture(admin, "cluster-tls")
    choose_language(admin, "中文")
    picture(admin, "cluster-tls-zh")
    assert len(center.get(f"clusters/{made['id']}/tls")["authorities"]) == 1
