"""The matrix of rights: several people on several places, what would change, saved at once, undone for a minute."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.clicks import at_most
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import LANGUAGES, strange, switch
from tests.browser.matrix import (
    TOPICS,
    address_of,
    an_estate,
    grants_of,
    right_button,
    rights_held,
    role_of,
    save_matrix,
)
from tests.browser.screens import choose

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def estate(center: api.Center) -> dict[str, Any]:
    return an_estate(center)


@pytest.fixture(autouse=True)
def given(center: api.Center, estate: dict[str, Any]) -> Iterator[None]:
    """What a test gives is revoked after it."""
    before = grants_of(center, estate["users"])
    yield
    for grant in sorted(grants_of(center, estate["users"]) - before):
        center.client.delete(f"/api/v1/grants/{grant}", headers={"If-Match": "*"}).raise_for_status()


def test_two_people_get_a_right_on_three_places(admin: Page, center: api.Center, estate: dict[str, Any]) -> None:
    """From the list of grants: one to open it, three to choose people, four to choose places, one for each right, one
    to save. Who has the address needs seven."""
    admin.goto(f"{center.url}/grants")
    with at_most(admin, 15):
        admin.get_by_role("link", name="Rights matrix").click()
        for field, letters, names in (
            ("People", "grid.", ["grid.ann", "grid.eve"]),
            ("Resources", "grid/orders/", [f"persistent://grid/orders/{topic}" for topic in TOPICS]),
        ):
            admin.get_by_role("combobox", name=field).click()
            for name in names:
                admin.keyboard.insert_text(letters)
                admin.locator(".ant-select-item-option", has_text=name).click()
                expect(admin.locator(".ant-select-selection-item", has_text=name)).to_be_visible()
            admin.keyboard.press("Escape")
        for person in ("ann", "eve"):
            for topic in TOPICS:
                right_button(admin, "Write", person, topic).click()
        expect(admin.get_by_text("6 rights to grant, 0 to revoke")).to_be_visible()
        expect(admin.get_by_text("added: Write — grid.ann · persistent://grid/orders/paid")).to_be_visible()
        expect(admin.get_by_test_id("effect")).to_contain_text("2 users concerned: 0 lost")
        revision = center.get("overview")["revision"]
        save_matrix(admin)
    wanted = {(4, topic, 302) for topic in estate["topics"]}
    assert [rights_held(center, estate["users"][number]) for number in (0, 2)] == [wanted, wanted]
    assert center.get("overview")["revision"] == revision + 1, "one change"
    admin.reload()
    expect(right_button(admin, "Write", "eve", "paid")).to_have_attribute("aria-pressed", "true")


def test_what_is_held_otherwise_is_shown_with_its_source(
    admin: Page, center: api.Center, estate: dict[str, Any]
) -> None:
    admin.goto(address_of(center, estate))
    inherited = right_button(admin, "Write", "bob", "paid")
    expect(inherited).to_have_accessible_name(re.compile("inherited from grid$"))
    expect(inherited).to_have_attribute("aria-pressed", "false")
    by_role = right_button(admin, "Read", "ann", "created")
    expect(by_role).to_have_attribute("aria-pressed", "false")
    by_role.focus()
    bar = admin.locator(".matrix-bar")
    expect(bar).to_contain_text("Read: read the topic · grid.ann")
    expect(bar).to_contain_text("by the role grid readers")
    bar.get_by_role("link", name="Check access").click()
    expect(admin.get_by_test_id("verdict")).to_contain_text("Allowed")
    # A wider right, and one of a place that is not shown.
    center.post("grants", user_id=estate["users"][2], res_type=2, res_id=estate["tenant"], authorities=[105])
    admin.goto(f"{center.url}/matrix?who={role_of(center, estate['users'][2])}&at=2-{estate['tenant']}")
    wide = right_button(admin, "Sinks", "eve", "grid")
    expect(wide).to_have_accessible_name(re.compile("part of a wider right$"))


def test_a_resource_has_its_matrix_with_what_lies_in_it(
    admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    center.post("grants", user_id=estate["users"][0], res_type=3, res_id=estate["namespace"], authorities=[203])
    admin.goto(f"{center.url}/resources/namespace/{estate['namespace']}")
    admin.get_by_role("tab", name="Matrix").click()
    expect(right_button(admin, "Read", "ann", "grid/orders")).to_have_attribute("aria-pressed", "true")
    expect(right_button(admin, "Read", "ann", "shipped")).to_have_accessible_name(
        re.compile("inherited from grid/orders$")
    )
    picture(admin, "matrix-of-a-namespace")
    admin.get_by_role("link", name="Add other resources").click()
    expect(admin.get_by_role("heading", name="Rights matrix")).to_be_visible()
    expect(right_button(admin, "Read", "ann", "grid/orders")).to_have_attribute("aria-pressed", "true")


def test_a_role_has_a_row_of_its_own(admin: Page, center: api.Center, estate: dict[str, Any]) -> None:
    admin.goto(f"{center.url}/matrix?who={estate['role']}")
    own = admin.get_by_role("button", name="Read: grid readers, persistent://grid/orders/created")
    expect(own).to_have_attribute("aria-pressed", "true")
    own.click()
    expect(admin.get_by_test_id("effect")).to_contain_text("1 user concerned")


def test_undo_restores_what_was_changed_and_revoked(admin: Page, center: api.Center, estate: dict[str, Any]) -> None:
    user, topics = estate["users"][2], estate["topics"]
    ends = int(time.time() * 1000) + 30 * 24 * 3_600_000
    place = {"user_id": user, "res_type": 4}
    center.post("grants", **place, res_id=topics[0], authorities=[302, 303])
    center.post("grants", **place, res_id=topics[1], authorities=[304], valid_until=ends, remark="until June")
    before = rights_held(center, user)
    admin.goto(address_of(center, estate, people=3))
    for right, topic in (("Write", "created"), ("Administer", "paid"), ("Read", "shipped")):
        right_button(admin, right, "eve", topic).click()
    expect(admin.get_by_test_id("effect")).to_contain_text("lost")
    save_matrix(admin)
    assert rights_held(center, user) == {(4, topics[0], 303), (4, topics[2], 303)}
    expect(right_button(admin, "Read", "eve", "shipped")).to_have_attribute("aria-pressed", "true")
    admin.get_by_role("button", name="Undo").click()
    expect(admin.get_by_text("Undone")).to_be_visible()
    assert rights_held(center, user) == before
    [again] = center.get("grants", user_id=user, authority=304)["items"]
    assert (again["valid_until"], again["remark"]) == (ends, "until June")
    expect(right_button(admin, "Read", "eve", "shipped")).to_have_attribute("aria-pressed", "false")
    expect(admin.get_by_role("button", name="Undo")).to_have_count(0)


def test_the_way_back_is_open_for_a_minute(own_page: Page, center: api.Center, estate: dict[str, Any]) -> None:
    admin = own_page  # its clock stays another one
    api.enter(admin.context, center.url, "admin", PASSWORD)
    admin.clock.install()
    admin.goto(address_of(center, estate))
    right_button(admin, "Write", "ann", "paid").click()
    save_matrix(admin)
    undo = admin.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    admin.clock.run_for(58_000)
    expect(undo).to_be_visible()
    admin.clock.run_for(3_000)
    expect(undo).to_have_count(0)


def test_somebody_else_was_first(admin: Page, center: api.Center, estate: dict[str, Any]) -> None:
    """To save, and to undo: nothing is changed, and it is said whose right it is about."""
    user, topic = estate["users"][2], estate["topics"][0]
    grant = center.post("grants", user_id=user, res_type=4, res_id=topic, authorities=[302, 303])
    change = f"/api/v1/grants/{grant['id']}"
    admin.goto(address_of(center, estate, people=3))
    right_button(admin, "Write", "eve", "created").click()
    right_button(admin, "Administer", "ann", "paid").click()
    center.client.patch(change, json={"remark": "mine"}, headers={"If-Match": "*"}).raise_for_status()
    admin.get_by_role("button", name="Save", exact=True).click()
    bar = admin.locator(".matrix-bar")
    expect(bar.locator("code", has_text="changed_meanwhile")).to_be_visible()
    expect(bar.get_by_text("grid.eve · persistent://grid/orders/created", exact=True)).to_be_visible()
    assert rights_held(center, estate["users"][0]) == set()
    # What the other one made of it is shown now, and what was pressed is kept: the second time it is on purpose.
    save_matrix(admin)
    assert rights_held(center, user) == {(4, topic, 303)}
    center.client.patch(change, json={"remark": "mine again"}, headers={"If-Match": "*"}).raise_for_status()
    admin.get_by_role("button", name="Undo").click()
    expect(bar.locator("code", has_text="changed_meanwhile")).to_be_visible()
    assert rights_held(center, user) == {(4, topic, 303)}
    assert rights_held(center, estate["users"][0]) == {(4, estate["topics"][1], 304)}


def test_it_is_used_without_a_pointer(admin: Page, center: api.Center, estate: dict[str, Any]) -> None:
    """The grid is one stop; arrows move in it. After saving, the focus is where the way back is."""
    admin.goto(address_of(center, estate))
    expect(right_button(admin, "Read", "ann", "created")).to_be_visible()
    admin.get_by_role("checkbox", name="All rights").focus()
    admin.keyboard.press("Tab")
    expect(right_button(admin, "Read", "ann", "created")).to_be_focused()
    admin.keyboard.press("ArrowRight")
    expect(right_button(admin, "Write", "ann", "created")).to_be_focused()
    for key in ("ArrowDown", *["ArrowRight"] * 4):
        admin.keyboard.press(key)
    expect(right_button(admin, "Write", "bob", "paid")).to_be_focused()
    for key in ("ArrowLeft", "ArrowUp"):
        admin.keyboard.press(key)
    expect(right_button(admin, "Read", "ann", "paid")).to_be_focused()
    admin.keyboard.press("Space")
    expect(right_button(admin, "Read", "ann", "paid")).to_have_attribute("aria-pressed", "true")
    save = admin.get_by_role("button", name="Save", exact=True)
    for _ in range(5):  # the link that says why, the end of the new grants
        admin.keyboard.press("Tab")
        if save.evaluate("(button) => button === document.activeElement"):
            break
    expect(save).to_be_focused()
    admin.keyboard.press("Enter")
    expect(admin.get_by_test_id("saved")).to_be_focused()
    admin.keyboard.press("Tab")
    admin.keyboard.press("Enter")
    expect(admin.get_by_text("Undone")).to_be_visible()
    assert rights_held(center, estate["users"][0]) == set()


def test_each_right_stands_below_its_place(admin: Page, center: api.Center, estate: dict[str, Any]) -> None:
    """One table, also when all rights are shown and it is wider than the window."""
    admin.set_viewport_size({"width": 1024, "height": 900})
    admin.goto(address_of(center, estate) + f".3-{estate['namespace']}.2-{estate['tenant']}&rights=all")
    expect(right_button(admin, "Sinks", "bob", "grid/orders")).to_be_visible()
    grid = admin.get_by_role("grid")
    heads = grid.get_by_role("columnheader")
    for number in range(1, heads.count()):
        head, cell = (part.bounding_box() for part in (heads.nth(number), grid.locator("td").nth(number - 1)))
        assert head is not None
        assert cell is not None
        assert (head["x"], head["width"]) == (cell["x"], cell["width"])


def test_who_has_a_grant_on_the_place_is_shown_and_others_are_added(
    admin: Page, center: api.Center, estate: dict[str, Any]
) -> None:
    admin.goto(f"{center.url}/matrix?at=4-{estate['topics'][0]}")
    expect(admin.get_by_role("rowheader", name="grid readers")).to_be_visible()
    choose(admin, admin.get_by_role("combobox", name="People"), "grid.eve")
    for name in ("grid readers", "grid.eve"):
        expect(admin.get_by_role("rowheader", name=name)).to_be_visible()


def test_a_place_costs_no_question_of_its_own(admin: Page, center: api.Center, estate: dict[str, Any]) -> None:
    asked: set[str] = set()
    admin.on("request", lambda request: asked.add(request.url) if "/api/" in request.url else None)
    admin.goto(address_of(center, estate, people=3) + f".3-{estate['namespace']}.2-{estate['tenant']}")
    expect(right_button(admin, "Read", "eve", "grid/orders")).to_be_visible()
    admin.wait_for_load_state("networkidle")
    assert len(asked) <= 11, asked


def test_what_is_too_much_or_missing_is_said(admin: Page, center: api.Center, estate: dict[str, Any]) -> None:
    who = role_of(center, estate["users"][0])
    many = ".".join(f"4-{number}" for number in range(900_001, 900_014))
    admin.goto(f"{center.url}/matrix?who={who}.999999&at=4-{estate['topics'][0]}.{many}")
    expect(admin.get_by_text("At most 10 people and 12 resources at a time.")).to_contain_text(
        "The link names 2 more, which are not shown. 12 in the link do not exist, or you may not see them."
    )
    expect(admin.get_by_role("columnheader")).to_have_count(2)
    admin.goto(f"{center.url}/matrix")
    expect(admin.get_by_text("Choose people and resources")).to_be_visible()


def test_an_owner_gives_what_it_holds_and_others_have_no_such_page(
    page: Page, center: api.Center, estate: dict[str, Any]
) -> None:
    owner = center.post("users", username="grid.owner", kind="person")
    center.post("grants", user_id=owner["id"], res_type=2, res_id=estate["tenant"], authorities=[104, 102, 302])
    api.enter_first_time(page.context, center.url, "grid.owner", owner["initial_secret"], PASSWORD)
    page.goto(address_of(center, estate))
    right_button(page, "Read", "ann", "paid").click()
    expect(page.locator(".matrix-bar code", has_text="not_held")).to_be_visible()
    right_button(page, "Read", "ann", "paid").click()
    right_button(page, "Write", "ann", "paid").click()
    expect(page.get_by_test_id("effect")).to_contain_text("1 user concerned")
    save_matrix(page)
    assert rights_held(center, estate["users"][0]) == {(4, estate["topics"][1], 302)}
    nobody = center.post("users", username="grid.nobody", kind="person")
    page.context.clear_cookies()
    api.enter_first_time(page.context, center.url, "grid.nobody", nobody["initial_secret"], PASSWORD)
    page.goto(address_of(center, estate))
    expect(page.get_by_text("You may not see this page")).to_be_visible()


def test_how_it_looks(admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture) -> None:
    """Both languages, light and dark, wide and narrow: axe finds nothing, and nothing is in the other language."""
    problems = []
    for language in LANGUAGES:
        admin.set_viewport_size({"width": 1440, "height": 900})
        admin.goto(address_of(center, estate, people=3) + f".3-{estate['namespace']}&rights=all")
        expect(admin.get_by_role("grid")).to_be_visible()  # before, the page has the language of its file
        if admin.locator(f"html[lang={language}]").count() == 0:
            switch(admin, language)
        boxes = admin.locator("button.right")
        for number in (1, 5, 6):
            boxes.nth(number).click()
        expect(admin.get_by_test_id("effect").locator("summary")).to_be_visible()
        for width in (1440, 1024, 390):
            admin.set_viewport_size({"width": width, "height": 900})
            problems += [f"{width}: {found} ({language})" for found in accessible.violations(admin)]
            problems += strange(admin.get_by_role("main"), language)
            picture(admin, f"{language}-{width}-matrix")
    assert problems == [], "\n".join(problems)
