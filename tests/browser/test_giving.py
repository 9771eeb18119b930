"""Giving at the console: what I gave, what was given to me, all of it back."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import dialog

pytestmark = pytest.mark.browser


def test_a_giver_sees_and_takes_back_what_it_gave(page: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("giving")
    giver = center.post("users", username="giving.main", kind="person")
    others = [center.post("users", username=f"giving.other{n}", kind="service") for n in range(2)]
    center.post("grants", user_id=giver["id"], res_type=2, res_id=topic["tenant_id"], authorities=[104, 302, 303])
    api.enter_first_time(page.context, center.url, "giving.main", giver["initial_secret"], PASSWORD)
    ends = int(time.time() * 1000) + 3 * 24 * 3_600_000
    for other, until in zip(others, (ends, None), strict=True):
        body = {
            "user_id": other["id"],
            "res_type": 4,
            "res_id": topic["id"],
            "authorities": [303],
            "valid_until": until,
        }
        answer = page.request.post(f"{center.url}/api/v1/grants", data=body, headers={"Origin": center.url})
        assert answer.status == 201, answer.text()

    page.goto(f"{center.url}/grants")
    expect(page.get_by_role("row", name="giving").filter(has_text="administer the tenant")).to_be_visible()
    page.get_by_role("tab", name="Given by me").click()
    expect(page.get_by_role("row", name="giving.other0")).to_contain_text("ends in 3 days")
    expect(page.get_by_role("row", name="giving.other1")).to_be_visible()
    picture(page, "given-by-me")
    page.get_by_role("row", name="giving.other1").get_by_role("button", name="Revoke").click()
    dialog(page).get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("row", name="giving.other1")).to_have_count(0)

    page.goto(f"{center.url}/users/{giver['id']}/given")
    expect(page.get_by_role("row", name="giving.other0")).to_be_visible()
    page.get_by_role("button", name="Revoke all").click()
    dialog(page).get_by_role("button", name="Revoke all").click()
    expect(page.get_by_text("This user gave nothing")).to_be_visible()
    assert center.get("grants", given_by=str(giver["id"]))["items"] == []
