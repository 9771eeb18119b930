"""The settings in force: read, found, never a secret."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import Picture
from tests.browser.languages import LANGUAGES, switch

pytestmark = pytest.mark.browser


def test_settings_are_read_and_found(admin: Page, center: api.Center, picture: Picture) -> None:
    admin.goto(f"{center.url}/settings")
    rows = admin.locator("tr.ant-table-row")
    expect(rows.filter(has_text="PUC_ISSUER")).to_contain_text(center.url)
    expect(rows.filter(has=admin.get_by_text("PUC_SECRET_KEY", exact=True))).to_contain_text("set")
    admin.get_by_label("Find a setting").fill("vault")
    for language in LANGUAGES:
        switch(admin, language)
        accessible.check_in_every_look(admin, picture, f"settings-{language}")
    admin.set_viewport_size({"width": 1440, "height": 900})
    admin.get_by_label("Find a setting").fill("heartbeat_sec")
    expect(rows).to_have_count(1)
    admin.get_by_label("Find a setting").fill("four_eyes")
    admin.get_by_label("Only those that are not the default").check()
    expect(admin.get_by_text("No such setting")).to_be_visible()
