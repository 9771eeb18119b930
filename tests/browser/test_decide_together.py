"""Several requests are chosen and decided in one dialog; what the center refuses stays chosen, with the reason."""

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import LANGUAGES, switch
from tests.browser.screens import dialog

pytestmark = pytest.mark.browser
_NUMBERS = itertools.count(1)


@pytest.fixture
def topic(center: api.Center) -> dict[str, Any]:
    return center.topic(f"together-{next(_NUMBERS)}")


@pytest.fixture
def askers(center: api.Center, topic: dict[str, Any]) -> Iterator[list[api.Center]]:
    """Three people, each of whom asks to read the topic."""
    with ExitStack() as stack:
        opened = []
        for _ in range(3):
            made = center.post("users", username=f"together.{next(_NUMBERS)}", kind="person")
            name, secret = made["username"], made["initial_secret"]
            asking = stack.enter_context(api.signed_in_as(center, name, secret, PASSWORD))
            wish = {"resource_type": "topic", "resource": topic["full_name"], "authorities": [303]}
            asking.post("access-requests", **wish, reason="reads what was ordered")
            opened.append(asking)
        yield opened


def _choose(page: Page, center: api.Center, askers: list[api.Center]) -> None:
    page.goto(f"{center.url}/requests?box=to_decide")
    for asker in askers:
        page.get_by_role("row", name=_name(asker)).get_by_role("checkbox").check()
    expect(page.get_by_text(f"{len(askers)} chosen")).to_be_visible()
    page.get_by_role("button", name="Decide together").press("Enter")
    expect(dialog(page).get_by_text("Approving gives")).to_have_count(len(askers))


def _name(center: api.Center) -> str:
    return str(center.get("session")["user"]["username"])


def test_several_are_approved_and_what_is_refused_stays_chosen(
    admin: Page, center: api.Center, topic: dict[str, Any], askers: list[api.Center], picture: Picture
) -> None:
    _choose(admin, center, askers)
    picture(admin, "together-dialog")
    gone = askers[1].get("access-requests")["items"][0]["id"]
    withdrawn = askers[1].client.post(f"/api/v1/access-requests/{gone}/withdraw", headers={"If-Match": "*"})
    assert withdrawn.is_success
    dialog(admin).get_by_role("button", name="Approve").click()
    expect(admin.get_by_text("Your approval of 2 requests is noted")).to_be_visible()
    expect(admin.get_by_text("1 request not decided; still chosen")).to_be_visible()
    expect(admin.get_by_role("alert").filter(has_text=_name(askers[1]))).to_contain_text(topic["full_name"])
    expect(admin.get_by_text("1 chosen")).to_be_visible()
    picture(admin, "together-refused")
    admin.get_by_role("button", name="Choose none").click()
    expect(admin.get_by_role("button", name="Decide together")).to_be_disabled()
    granted = {grant["role_name"] for grant in center.get("grants", res_type=4, res_id=topic["id"])["items"]}
    assert {_name(askers[0]), _name(askers[2])} <= granted
    assert _name(askers[1]) not in granted


def test_several_are_refused_with_one_reason(admin: Page, center: api.Center, askers: list[api.Center]) -> None:
    _choose(admin, center, askers)
    dialog(admin).get_by_role("button", name="Refuse").click()
    expect(dialog(admin).get_by_text("Required", exact=True)).to_be_visible()
    dialog(admin).get_by_label("Comment").fill("read the copy instead")
    dialog(admin).get_by_role("button", name="Refuse").click()
    expect(admin.get_by_text("3 requests refused")).to_be_visible()
    expect(admin.get_by_role("dialog")).to_have_count(0)
    for asker in askers:
        [request] = asker.get("access-requests")["items"]
        assert (request["state"], request["comment"]) == ("refused", "read the copy instead")


def test_how_it_looks(admin: Page, center: api.Center, askers: list[api.Center], picture: Picture) -> None:
    for language in LANGUAGES:
        admin.goto(f"{center.url}/requests?box=to_decide")
        expect(admin.get_by_role("row", name=_name(askers[0]))).to_be_visible()
        switch(admin, language)
        for asker in askers[:2]:
            admin.get_by_role("row", name=_name(asker)).get_by_role("checkbox").check()
        admin.locator("#content button:has-text('Decide together'), #content button:has-text('批量审批')").click()
        expect(dialog(admin).locator("li")).to_have_count(2)
        accessible.check_in_every_look(admin, picture, f"together-{language}")
        admin.keyboard.press("Escape")
        expect(admin.get_by_role("dialog")).to_have_count(0)
