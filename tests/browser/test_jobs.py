"""What the four people come for (docs/design.md), each from its Home with clicks counted.

Beside these: granting on a known topic and who reads it (test_resource_page), why and mend (test_check_access),
yesterday's change undone (test_undo), several rights at once (test_matrix).
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.clicks import at_most
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.four_people import Estate, an_estate
from tests.browser.screens import dialog, grant_read

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def estate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    with an_estate(tmp_path_factory.mktemp("jobs")) as made:
        yield made


def _wish(estate: Estate) -> int:
    """The developer asks to write the topic. Answers the number of the request."""
    with api.signed_in(estate.center, "home.developer", PASSWORD) as asking:
        wish = {"resource_type": "topic", "resource": estate.topic["full_name"], "authorities": [302]}
        return int(asking.post("access-requests", **wish, reason="the shop writes orders")["id"])


def _open_requests(estate: Estate) -> list[int]:
    return [one["id"] for one in estate.center.get("access-requests", box="all")["items"] if one["state"] == "open"]


def _refuse(estate: Estate, *requests: int) -> None:
    for number in requests:
        path = f"/api/v1/access-requests/{number}/refuse"
        refused = estate.center.client.post(path, json={"comment": "a test"}, headers={"If-Match": "*"})
        refused.raise_for_status()


def test_whether_all_brokers_are_behind_the_newest_rights_is_on_home(page: Page, estate: Estate) -> None:
    newest = estate.center.get("overview")["revision"]
    assert estate.plugin.heartbeat(newest - 3, "late:8080").is_success
    estate.sign_in(page, "admin")
    with at_most(page, 0):
        expect(page.get_by_text(re.compile(r"late:8080: \d+ revisions behind, for "))).to_be_in_viewport()


def test_an_unused_right_is_taken_away_in_five_clicks(page: Page, estate: Estate, picture: Picture) -> None:
    """From the menu to a removal with its notice; the reason is typed."""
    estate.sign_in(page, "admin")
    with at_most(page, 5):
        page.get_by_role("navigation").get_by_role("link", name="Review").click()
        page.get_by_role("navigation", name="Review", exact=True).get_by_role("link", name="Suggestions").click()
        page.locator("tr.ant-table-row", has_text="remove unused").get_by_role("checkbox").check()
        page.get_by_role("button", name="Schedule 1 removal").click()
        expect(dialog(page).get_by_test_id("trial")).to_be_visible()
        dialog(page).get_by_label("Why").fill("review 2026")
        picture(page, "jobs-removal")
        dialog(page).get_by_role("button", name="Schedule removal").click()
        expect(page.get_by_role("heading", name="Remediation")).to_be_visible()
    [plan] = estate.center.get("remediations")["items"]
    cancelled = estate.center.client.post(
        f"/api/v1/remediations/{plan['id']}/cancel", json={"comment": "a test"}, headers={"If-Match": "*"}
    )
    cancelled.raise_for_status()


def test_an_owner_approves_a_request_in_three_clicks(page: Page, estate: Estate, picture: Picture) -> None:
    estate.sign_in(page, "home.developer")
    number = _wish(estate)
    estate.sign_in(page, "home.owner")
    with at_most(page, 3):
        page.get_by_role("link", name="1 access request to decide").click()
        page.get_by_role("button", name=f"Decide {number}").click()
        expect(dialog(page).get_by_text("Approving gives home.developer")).to_be_visible()
        picture(page, "jobs-approve")
        dialog(page).get_by_role("button", name="Approve").click()
        expect(page.get_by_text("Approved: the right is granted")).to_be_visible()
    held = estate.center.get("grants", user_id=estate.users["home.developer"]["id"])["items"]
    [given] = [one for one in held if [right["id"] for right in one["authorities"]] == [302]]
    revoked = estate.center.client.delete(f"/api/v1/grants/{given['id']}", headers={"If-Match": "*"})
    revoked.raise_for_status()


def test_an_owner_gives_its_service_another_secret_in_six_clicks(page: Page, estate: Estate, picture: Picture) -> None:
    """Made, saved, and the old one deleted."""
    service = f"users/{estate.users['home.service']['id']}/client-secrets"
    old = estate.center.post(service)["hint"]
    estate.sign_in(page, "home.owner")
    with at_most(page, 6):
        page.get_by_role("link", name="home.service", exact=True).first.click()
        page.get_by_role("button", name="New client secret").click()
        dialog(page).get_by_role("button", name="Create").click()
        expect(dialog(page)).to_contain_text("Shown only once")
        dialog(page).get_by_role("button", name="I have saved it").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.get_by_role("row", name=f"…{old}").get_by_role("button", name="Delete").click()
        picture(page, "jobs-old-secret")
        dialog(page).get_by_role("button", name="Delete").click()
        expect(page.get_by_role("row", name=f"…{old}")).to_have_count(0)
    assert len(estate.center.get(service)["items"]) == 1


def test_an_owner_grants_on_its_topic_in_four_clicks(page: Page, estate: Estate) -> None:
    topic = estate.topic["full_name"]
    estate.sign_in(page, "home.owner")
    with at_most(page, 4):
        grant_read(page, topic, "home.service")
    [grant] = estate.center.get("grants", user_id=estate.users["home.service"]["id"])["items"]
    assert [right["id"] for right in grant["authorities"]] == [303]


def test_a_denied_developer_asks_for_the_right_in_three_clicks(page: Page, estate: Estate, picture: Picture) -> None:
    """Why, and the request, from the last denial on Home."""
    estate.sign_in(page, "home.developer")
    with at_most(page, 3):
        page.locator("#content").get_by_role("link", name="Check access").click()
        verdict = page.get_by_test_id("verdict")
        expect(verdict.get_by_role("heading", name="Denied")).to_be_visible()
        verdict.get_by_role("button", name="Request access").click()
        dialog(page).get_by_label("Reason").fill("the shop writes orders")
        picture(page, "jobs-developer")
        dialog(page).get_by_role("button", name="Send the request").click()
        expect(page.get_by_text("The request is sent", exact=True)).to_be_visible()
    [number] = _open_requests(estate)
    _refuse(estate, number)


def test_a_developer_sees_how_to_connect_in_one_click(page: Page, estate: Estate) -> None:
    estate.sign_in(page, "home.developer")
    with at_most(page, 1):
        page.get_by_role("navigation").get_by_role("link", name="My credentials").click()
        expect(page.get_by_role("heading", name="My credentials")).to_be_visible()
        expect(page.locator("#content pre").first).to_be_visible()


def test_an_auditor_reads_who_reaches_a_topic_in_two_clicks(page: Page, estate: Estate, picture: Picture) -> None:
    estate.sign_in(page, "home.auditor")
    with at_most(page, 2):
        page.get_by_role("navigation").get_by_role("link", name="Who has access").click()
        page.get_by_role("textbox", name="Find a resource").fill("home-tenant/orders/cr")
        page.get_by_role("tree").get_by_text("created").click()
        expect(page.get_by_role("link", name=re.compile("^Read, .*home.developer"))).to_be_in_viewport()
    picture(page, "jobs-auditor")


def test_an_auditor_reads_what_changed_today_in_two_clicks(page: Page, estate: Estate) -> None:
    estate.sign_in(page, "home.auditor")
    with at_most(page, 2):
        page.get_by_role("navigation").get_by_role("link", name="Audit log").click()
        page.get_by_text("Today", exact=True).click()
        expect(page.locator("tr.ant-table-row").first).to_be_visible()
