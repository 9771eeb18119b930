"""Giving at the console: the matrix of one receiver's rights, what I gave, what was given to me, all of it back."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose, dialog

pytestmark = pytest.mark.browser


def _tick(page: Page, right: str, place: str) -> None:
    page.get_by_test_id("matrix").get_by_role("checkbox", name=f"{right}: {place}", exact=True).click()


def test_the_matrix_shows_what_is_inherited_and_what_would_change(
    admin: Page, center: api.Center, picture: Picture
) -> None:
    topic = center.topic("matrix")
    user = center.post("users", username="matrix.reader", kind="person")
    center.post("grants", user_id=user["id"], res_type=2, res_id=topic["tenant_id"], authorities=[103])
    place = {"user_id": user["id"], "res_type": 3, "res_id": topic["namespace_id"]}
    center.post("grants", **place, authorities=[202, 304])
    limited = center.post("grants", **place, authorities=[203], limits={"prefix": "cre"})
    admin.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}")
    admin.get_by_role("tab", name="Matrix").click()
    matrix = admin.get_by_test_id("matrix")
    expect(matrix.get_by_text("Choose a user or a role first")).to_be_visible()
    choose(admin, matrix.get_by_role("combobox"), "matrix.reader")
    here, child = "matrix/orders", "persistent://matrix/orders/created"
    expect(matrix.get_by_role("checkbox", name=f"Write: {here}", exact=True)).to_be_checked()
    expect(matrix.get_by_role("checkbox", name=f"Read: {here}", exact=True)).not_to_be_checked()
    expect(matrix.get_by_role("row", name=here).first.get_by_text("inherited")).to_be_visible()
    expect(matrix.get_by_role("row", name=here).first).to_contain_text("and 1 limited grant")
    _tick(admin, "Write", here)
    _tick(admin, "Write", child)
    _tick(admin, "Administer", child)
    expect(matrix.get_by_text(f"revoked: write all topics of the namespace — {here}")).to_be_visible()
    expect(matrix.get_by_text(f"added: write the topic — {child}")).to_be_visible()
    picture(admin, "rights-matrix")
    matrix.get_by_role("button", name="Save").click()
    expect(matrix.get_by_role("button", name="Save")).to_be_disabled()
    expect(matrix.get_by_role("checkbox", name=f"Write: {child}", exact=True)).to_be_checked()
    found = [grant for grant in center.get("grants", user_id=user["id"])["items"] if grant["id"] != limited["id"]]
    assert center.get(f"grants/{limited['id']}")["version"] == limited["version"], "no cell is about it"
    rights = {(grant["res_type"], tuple(a["id"] for a in grant["authorities"])) for grant in found}
    assert rights == {(2, (103,)), (3, (304,)), (4, (302, 304))}
    assert len({grant["version"] for grant in found if grant["res_type"] > 2}) >= 1


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
