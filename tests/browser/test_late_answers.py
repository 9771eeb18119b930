"""Answers that come late, or again: a screen shows and sends what belongs to its address and to what was on it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import api
from tests.browser.screens import dialog, fill_and_leave, show

pytestmark = pytest.mark.browser


@contextmanager
def _hold_back(page: Page, pattern: str | re.Pattern[str]) -> Iterator[None]:
    """These requests are not answered before the end of the block."""
    waiting: list[Route] = []
    page.route(pattern, lambda route: waiting.append(route))
    try:
        yield
    finally:
        for route in waiting:
            route.continue_()
        page.unroute(pattern)


def test_a_resource_asks_about_its_own_cluster_however_late_that_is_known(admin: Page, center: api.Center) -> None:
    topic = [center.topic(f"late-{cluster}", cluster) for cluster in ("late-first", "late-second")][-1]
    tenant = center.get(f"tenants/{topic['tenant_id']}")
    main = admin.get_by_role("main")
    with _hold_back(admin, "**/api/v1/resources/tree/path?*"):
        admin.goto(f"{center.url}/resources/topic/{topic['id']}")
        expect(main.get_by_role("button", name="Check access")).to_be_disabled()
        expect(main.get_by_role("link", name="Check access")).to_have_count(0)
    main.get_by_role("link", name="Check access").click()
    expect(admin).to_have_url(re.compile(rf"[?&]cluster={tenant['cluster_ids'][0]}(&|$)"))


def test_the_tree_opens_to_a_resource_however_late_its_branches_come(admin: Page, center: api.Center) -> None:
    """The tree appeared with its roots, and forgot what was opened below them."""
    topic = center.topic("late-tree")
    admin.goto(f"{center.url}/resources")
    expect(admin.get_by_role("treeitem").first).to_be_visible()
    with _hold_back(admin, "**/api/v1/resources/tree/path?*"):
        show(admin, f"/resources/topic/{topic['id']}")
        expect(admin.get_by_role("heading", name="persistent://late-tree/orders/created")).to_be_visible()
        expect(admin.get_by_role("treeitem").first).to_be_visible()
    for name in ("late-tree", "orders", "created"):
        expect(admin.get_by_role("tree").get_by_text(name, exact=True)).to_be_visible()


def test_what_is_said_goes_with_the_address_of_its_question(admin: Page, center: api.Center) -> None:
    center.topic("late-verdict")
    admin.goto(f"{center.url}/why")
    fill_and_leave(admin, admin.get_by_label("User name"), "nobody")
    fill_and_leave(admin, admin.get_by_label("Name of the resource"), "persistent://late-verdict/orders/created")
    admin.get_by_role("button", name="Check", exact=True).click()
    expect(admin.get_by_text("There is no such user")).to_be_visible()
    admin.go_back()
    expect(admin.get_by_label("User name")).to_have_value("")
    expect(admin.get_by_text("There is no such user")).to_have_count(0)


def test_a_token_for_the_center_is_one_however_late_its_issuer_is_known(admin: Page, center: api.Center) -> None:
    """The dialog opened before the answer came, and made a token for brokers."""
    with _hold_back(admin, "**/.well-known/oauth-authorization-server"):
        admin.goto(f"{center.url}/credentials")
        admin.get_by_role("button", name="New API token").click()
        dialog(admin).get_by_role("textbox", name="Name").fill("late issuer")
        expect(dialog(admin).get_by_label("this center's API and command line")).to_be_disabled()
    dialog(admin).get_by_label("this center's API and command line").check()
    dialog(admin).get_by_role("button", name="Create").click()
    dialog(admin).get_by_role("button", name="I have saved it").click()
    expect(admin.get_by_role("row", name="late issuer")).to_contain_text("this center's API")


def test_suggestions_that_come_late_cover_nothing(admin: Page, center: api.Center) -> None:
    """After leaving the field, the element below it gets the next click."""
    center.post("users", username="late.suggested", kind="person")
    admin.goto(f"{center.url}/why")
    name, below = admin.get_by_label("User name"), admin.get_by_role("button", name="Check", exact=True)
    request = re.compile(r"/api/v1/users\?.*late\.sugg")
    below.evaluate(
        """(below) => {
          window.covered = [];
          new MutationObserver(() => {
            const list = document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
            if (list && document.activeElement === below) covered.push(list.className);
          }).observe(document.body, { subtree: true, childList: true, attributes: true });
        }"""
    )
    with admin.expect_response(request), _hold_back(admin, request):
        with admin.expect_request(request):
            name.fill("late.sugg")
        below.focus()
    # What came is offered when somebody returns to the field.
    name.click()
    expect(admin.get_by_title("late.suggested")).to_be_visible()
    assert admin.evaluate("covered") == []


@pytest.mark.parametrize(
    ("screen", "button", "label", "listed", "name"),
    [
        ("users", "New user", "Business group", "groups", "groups-late-group-11"),
        ("resources/cluster/{cluster}", "New tenant", "Clusters", "clusters", "late-cluster"),
    ],
)
def test_text_typed_before_the_choices_come_finds_them(
    admin: Page, center: api.Center, screen: str, button: str, label: str, listed: str, name: str
) -> None:
    """By name: several clusters were found by their numbers, and a group only by scrolling."""
    center.topic(f"late-{listed}-elsewhere", "late-cluster")
    tenant = center.get(f"tenants/{center.topic(f'late-{listed}')['tenant_id']}")
    for number in range(12):
        center.post("groups", name=f"{listed}-late-group-{number:02}")
    with _hold_back(admin, re.compile(rf"/api/v1/{listed}\?limit=500")):
        admin.goto(f"{center.url}/{screen.format(cluster=tenant['cluster_ids'][0])}")
        admin.get_by_role("button", name=button).first.click()
        box = dialog(admin).get_by_label(label)
        box.click()
        box.press_sequentially(name)
    admin.locator(".ant-select-dropdown:visible").get_by_title(name).click()
    expect(dialog(admin).get_by_title(name)).to_be_visible()


def test_a_reading_while_a_form_is_open_overwrites_nothing(admin: Page, center: api.Center) -> None:
    topic = center.topic("late-form")
    admin.goto(f"{center.url}/resources/topic/{topic['id']}")
    admin.get_by_role("main").get_by_role("button", name="Edit").first.click()
    expect(dialog(admin).get_by_role("switch")).to_be_checked()
    changed = center.client.patch(f"/api/v1/topics/{topic['id']}", json={"is_valid": 2}, headers={"If-Match": "*"})
    assert changed.is_success
    # The page of a topic that its cluster has still to create is read again every two seconds.
    expect(admin.get_by_test_id("resource").get_by_text("Invalid", exact=True)).to_be_visible()
    dialog(admin).get_by_label("Remark").fill("mine")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(dialog(admin).locator("code", has_text="changed_meanwhile")).to_be_visible()
    assert center.get(f"topics/{topic['id']}")["is_valid"] == 2


def test_the_next_page_is_asked_for_once(admin: Page, center: api.Center) -> None:
    for number in range(21):
        center.post("groups", name=f"late-page-{number:02}")
    admin.goto(f"{center.url}/groups?q=late-page-")
    forward = admin.get_by_role("button", name="Next page")
    with _hold_back(admin, re.compile(r"/api/v1/groups\?.*cursor=")):
        forward.click()
        expect(forward).to_be_disabled()
    expect(admin.get_by_role("row", name="late-page-20")).to_be_visible()


def test_the_next_page_is_that_of_the_order_asked_for(admin: Page, center: api.Center) -> None:
    for number in range(21):
        center.post("groups", name=f"late-order-{number:02}")
    admin.goto(f"{center.url}/groups?q=late-order-")
    expect(admin.get_by_role("row", name="late-order-00")).to_be_visible()
    with _hold_back(admin, re.compile(r"/api/v1/groups\?.*sort=-?name")):
        # Two clicks before the browser draws again.
        admin.evaluate(
            """() => {
                document.querySelector("th.ant-table-column-has-sorters").click();
                document.querySelector("button[aria-label='Next page']").click();
            }"""
        )
        expect(admin.get_by_role("button", name="Next page")).to_be_disabled()
    expect(admin).not_to_have_url(re.compile("after="))
    admin.get_by_role("button", name="Next page").click()
    expect(admin.get_by_role("row", name="late-order-20")).to_be_visible()


@pytest.mark.parametrize("after", ["of.another.time", "WyJhYmNkZWZhYmNkZWYiLCAieCIsIDFd"])
def test_a_link_to_a_page_of_another_list_leads_to_the_first(admin: Page, center: api.Center, after: str) -> None:
    center.post("groups", name=f"link-{after}")
    admin.goto(f"{center.url}/groups?q=link-&sort=name&after={after}&page=7")
    expect(admin.get_by_role("row", name=f"link-{after}")).to_be_visible()
    expect(admin).not_to_have_url(re.compile("after=|page="))
    expect(admin).to_have_url(re.compile("q=link-"))
    expect(admin.get_by_role("alert")).to_have_count(0)


def test_a_choice_of_one_page_is_not_chosen_on_another(admin: Page, center: api.Center) -> None:
    topic = center.topic("late-chosen")
    for name in ("late one", "late other"):
        role = center.post("roles", name=name)
        center.post("grants", role_id=role["id"], res_type=4, res_id=topic["id"], authorities=[302])
    admin.goto(f"{center.url}/roles")
    for name in ("late one", "late other"):
        admin.get_by_role("link", name="Roles").first.click()
        admin.get_by_role("link", name=name, exact=True).click()
        expect(admin.get_by_role("heading", name=name)).to_be_visible()
    admin.locator("tr.ant-table-row", has_text="write the topic").get_by_role("checkbox").check()
    expect(admin.get_by_text("1 chosen")).to_be_visible()
    admin.evaluate("history.go(-2)")
    expect(admin.get_by_role("heading", name="late one")).to_be_visible()
    expect(admin.get_by_text("1 chosen")).to_have_count(0)
