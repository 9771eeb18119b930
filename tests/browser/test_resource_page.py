"""The page of a resource: tabs that load what they show, rights as letters, the picture of who reaches it, two jobs."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import accessible, api
from tests.browser.clicks import at_most
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import appear
from tests.browser.screens import choose, choose_language, dialog, grant_read

pytestmark = pytest.mark.browser
DAYS_MS = 24 * 3_600_000


@pytest.fixture(scope="module")
def topic(center: api.Center) -> dict[str, Any]:
    """One that an owner (by the tenant), a partner, a team of two, and three others reach, each in another way."""
    made = center.topic("reached")
    here = {"res_type": 4, "res_id": made["id"]}
    owner, partner, leaver, part = (
        center.post("users", username=f"reached.{name}", kind="person")
        for name in ("owner", "partner", "leaver", "part")
    )
    center.post("grants", user_id=owner["id"], res_type=2, res_id=made["tenant_id"], authorities=[103, 104, 302])
    with api.signed_in_as(center, "reached.owner", owner["initial_secret"], PASSWORD) as owning:
        owning.post("grants", user_id=partner["id"], **here, authorities=[302, 303])
    soon = int(time.time() * 1000) + 3 * DAYS_MS
    center.post("grants", user_id=leaver["id"], **here, authorities=[302], valid_until=soon)
    center.post("grants", user_id=part["id"], **here, authorities=[303], limits={"subscriptions": ["billing"]})
    team = center.post("roles", name="reached team")
    for name in ("first", "second"):
        member = center.post("users", username=f"reached.{name}", kind="service")
        center.client.put(f"/api/v1/roles/{team['id']}/members/{member['id']}").raise_for_status()
    center.post("grants", role_id=team["id"], **here, authorities=[303, 306])
    return made


def _row(page: Page, holder: str) -> Locator:
    """The first grant that this user or role has; others may have one from it."""
    own = page.locator("td:nth-child(2)", has_text=holder)
    return page.locator("tr.ant-table-row").filter(has=own).first


def _letters(page: Page, holder: str) -> Locator:
    return _row(page, holder).locator(".chip > [aria-hidden]")


def test_each_tab_has_an_address_and_loads_only_what_it_shows(
    admin: Page, center: api.Center, topic: dict[str, Any], picture: Picture
) -> None:
    asked: list[str] = []
    admin.on("request", lambda request: asked.append(request.url.removeprefix(center.url)))
    parts = {
        "Access": ("", "access/principals", admin.get_by_test_id("reach").get_by_role("link").first),
        "Live": ("/live", "/live/", admin.get_by_test_id("live-stats")),
        "Policies": ("/policies", "encryption-keys", admin.get_by_test_id("encryption-keys")),
        "Activity": ("/activity", "/api/v1/trail", admin.locator("tr.ant-table-row").first),
    }
    for tab, (address, question, content) in parts.items():
        asked.clear()
        admin.goto(f"{center.url}/resources/topic/{topic['id']}{address}")
        expect(admin.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        expect(content).to_be_visible()
        admin.wait_for_load_state("networkidle")
        # Live data is asked for when its cards are shown.
        wanted = {other for _, other, _ in parts.values() if any(other in url for url in asked if "/api/" in url)}
        assert wanted == ({question} if tab != "Live" else set())
        expect(admin.get_by_test_id("resource").get_by_role("button", name="Grant")).to_be_in_viewport()
        picture(admin, f"resource-{tab.lower()}")
    admin.get_by_role("tab", name="Matrix").click()
    expect(admin).to_have_url(f"{center.url}/resources/topic/{topic['id']}/matrix")
    admin.go_back()
    expect(admin.get_by_role("tab", name="Activity")).to_have_attribute("aria-selected", "true")


def test_granting_from_another_tab_shows_what_was_granted(
    admin: Page, center: api.Center, topic: dict[str, Any]
) -> None:
    center.post("users", username="reached.later", kind="person")
    admin.goto(f"{center.url}/resources/topic/{topic['id']}/policies")
    for _ in range(2):  # the second time on the tab that it opens on
        admin.get_by_test_id("resource").get_by_role("button", name="Grant").click()
        expect(dialog(admin)).to_be_visible()
        dialog(admin).get_by_role("button", name="Cancel").click()
        expect(admin.get_by_role("dialog")).to_have_count(0)
    admin.get_by_test_id("resource").get_by_role("button", name="Grant").click()
    choose(admin, dialog(admin).get_by_role("combobox").first, "reached.later")
    dialog(admin).get_by_role("checkbox", name="write the topic", exact=True).check()
    dialog(admin).get_by_role("button", name="Grant", exact=True).click()
    expect(admin.get_by_role("row", name="reached.later")).to_be_visible()


def test_rights_are_letters_whose_colours_say_how_they_are_held(
    admin: Page, center: api.Center, topic: dict[str, Any], picture: Picture
) -> None:
    admin.goto(f"{center.url}/resources/topic/{topic['id']}")
    expected = {
        "reached team": ("green", ["R", "S"]),
        "reached.owner": ("cyan", ["R", "A", "W topic"]),
        "reached.partner": ("purple", ["R", "W"]),
        "reached.leaver": ("gold", ["W"]),
    }
    for holder, (colour, letters) in expected.items():
        expect(_letters(admin, holder)).to_have_text(letters)
        expect(_row(admin, holder).locator(".chip").first).to_have_class(re.compile(f"ant-tag-{colour}"))
    # Nobody has to see colours, and nobody has to know letters.
    row = _row(admin, "reached.partner")
    expect(row).to_contain_text("given by another main account")
    expect(row).to_contain_text("read the topic")
    expect(_row(admin, "reached.owner")).to_contain_text("inherited from reached")
    expect(_row(admin, "reached.leaver")).to_contain_text("ends in 3 days")
    row.locator(".chip").first.hover()
    expect(admin.get_by_role("tooltip", name="read the topic")).to_be_visible()
    choose_language(admin, "中文")
    expect(_letters(admin, "reached.partner")).to_have_text(["读", "写"])
    picture(admin, "resource-chips-zh")


def test_the_picture_says_who_reaches_it_and_leads_to_the_names(
    admin: Page, center: api.Center, topic: dict[str, Any], picture: Picture
) -> None:
    admin.goto(f"{center.url}/resources/topic/{topic['id']}")
    reach = admin.get_by_test_id("reach")
    team = reach.get_by_role("link", name="Read, by a role: 2 users: reached.first, reached.second")
    expect(team.locator(".dot")).to_have_count(2)
    expect(reach.get_by_role("link", name=re.compile("^Administer, inherited: .*reached.owner"))).to_be_visible()
    given = reach.get_by_role("link", name=re.compile("^Read, given to the user: .*reached.part"))
    expect(given.locator(".dot-limited")).to_have_count(1)
    for scheme in ("light", "dark"):
        appear(admin, scheme)
        assert accessible.violations(admin, "[data-testid=reach]") == []
        assert accessible.violations(admin, "[data-testid=resource]") == []
    picture(admin, "resource-reach-dark")
    team.focus()
    expect(admin.get_by_role("tooltip", name="reached.first, reached.second")).to_be_visible()
    admin.keyboard.press("Enter")
    for name in ("first", "second", "partner", "owner", "part"):
        expect(admin.get_by_role("row", name=re.compile(f"reached.{name}( |$)")).last).to_be_visible()
    expect(admin.get_by_role("row", name="reached.leaver")).to_have_count(0)
    expect(admin).to_have_url(re.compile("view=people&right=read$"))


def test_who_can_read_a_topic_takes_two_clicks(admin: Page, center: api.Center, topic: dict[str, Any]) -> None:
    admin.goto(center.url)
    expect(admin.locator("#content h1")).to_be_visible()
    with at_most(admin, 2):
        admin.get_by_role("button", name="Search Ctrl K").click()
        dialog(admin).get_by_role("combobox").press_sequentially("reached/orders/cr")
        dialog(admin).get_by_role("option", name=topic["full_name"]).click()
        expect(admin.get_by_role("link", name=re.compile("^Read, by a role: .*reached.second"))).to_be_in_viewport()


def test_granting_a_right_on_a_known_topic_takes_four_clicks(
    admin: Page, center: api.Center, topic: dict[str, Any]
) -> None:
    user = center.post("users", username="reached.new", kind="person")
    admin.goto(center.url)
    expect(admin.locator("#content h1")).to_be_visible()
    with at_most(admin, 4):
        grant_read(admin, topic["full_name"], "reached.new")
    [grant] = center.get("grants", user_id=user["id"])["items"]
    assert [authority["id"] for authority in grant["authorities"]] == [303]


def test_who_lacks_rights_is_offered_to_request_them(page: Page, center: api.Center, topic: dict[str, Any]) -> None:
    reader = center.post("users", username="reached.reader", kind="person")
    center.post("grants", user_id=reader["id"], res_type=4, res_id=topic["id"], authorities=[303])
    api.enter_first_time(page.context, center.url, "reached.reader", reader["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/resources/topic/{topic['id']}")
    for tab in ("Policies", "Activity"):
        expect(page.get_by_role("tab", name=tab)).to_have_count(0)
    expect(page.get_by_test_id("reach")).to_contain_text("Only users that you may see.")
    page.get_by_test_id("resource").get_by_role("link", name=re.compile("Request access|Ask for a right")).click()
    expect(page.get_by_label("Full name of the resource")).to_have_value(topic["full_name"])
