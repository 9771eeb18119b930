"""Check access: the path of a right, its missing link and what mends it, then beside now; and what would change."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import api
from tests.browser.accessible import violations
from tests.browser.clicks import at_most
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import appear, strange
from tests.browser.screens import choose_language, dialog, fill_and_leave

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def estate(center: api.Center) -> dict[str, Any]:
    """A tenant with a shared role that writes it, its owner, a sub-account, and somebody without rights."""
    topic = center.topic("whys")
    owner = center.post("users", username="why.owner", kind="person")
    center.post("users", username="why.stranger", kind="person")
    sub = center.post("users", username="why.sub", kind="service", parent_id=owner["id"])
    role = center.post("roles", name="why writers")
    tenant = {"res_type": 2, "res_id": topic["tenant_id"]}
    center.client.put(f"/api/v1/roles/{role['id']}/members/{owner['id']}").raise_for_status()
    grant = center.post("grants", role_id=role["id"], **tenant, authorities=[102, 103, 104])
    center.post("grants", user_id=sub["id"], res_type=4, res_id=topic["id"], authorities=[302])
    name = f"persistent://{topic['tenant']}/orders/created" if "tenant" in topic else topic["full_name"]
    [cluster] = center.get(f"tenants/{topic['tenant_id']}")["cluster_ids"]
    revision = center.get("trail", sort="-id", limit=1)["items"][0]["revision"]
    return {
        "topic": topic,
        "name": name,
        "grant": grant,
        "owner": owner,
        "sub": sub,
        "revision": revision,
        "cluster": cluster,
    }


def _ask(page: Page, center: api.Center, estate: dict[str, Any], who: str, **more: Any) -> Locator:
    query = {
        "cluster": estate["cluster"],
        "principal": who,
        "question": "topic:PRODUCE",
        "type": "topic",
        "resource": estate["name"],
    }
    page.goto(f"{center.url}/why?" + "&".join(f"{key}={value}" for key, value in {**query, **more}.items()))
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_be_visible()
    return verdict


def test_the_path_is_a_picture(admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture) -> None:
    verdict = _ask(admin, center, estate, "why.sub")
    assert verdict.get_attribute("data-allowed") == "true"
    paths = verdict.get_by_test_id("path")
    expect(paths).to_have_count(2)
    expect(paths.first.get_by_role("listitem")).to_have_count(4)
    expect(paths.last).to_contain_text("why.owner")
    expect(paths.last).to_contain_text("why writers")
    expect(paths.last.get_by_role("listitem").last).to_contain_text(estate["name"])
    picture(admin, "why-allowed")


def test_a_yes_that_is_limited_to_networks_says_so(
    admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    center.post("networks", name="why-office", networks=["10.1.0.0/16"])
    near = center.post("users", username="why.near", kind="service")
    own = center.post("users", username="why.own", kind="service", networks=["10.2.0.0/16"])
    place = {"res_type": 4, "res_id": estate["topic"]["id"], "authorities": [302]}
    center.post("grants", user_id=near["id"], **place, limits={"networks": ["@why-office"]})
    center.post("grants", user_id=own["id"], **place)
    verdict = _ask(admin, center, estate, "why.near")
    only = verdict.get_by_role("alert").filter(has_text="Only from these networks")
    expect(only).to_contain_text("10.1.0.0/16")
    picture(admin, "why-networks")
    for address, allowed in (("10.1.2.3", "true"), ("10.9.2.3", "false")):
        if not admin.get_by_label("From address").is_visible():
            admin.get_by_role("button", name="More conditions").click()
        admin.get_by_label("From address").fill(address)
        admin.get_by_role("button", name="Check", exact=True).click()
        expect(verdict.and_(admin.locator(f"[data-allowed={allowed}]"))).to_be_visible()
        expect(only).to_have_count(0)
    verdict = _ask(admin, center, estate, "why.own")
    expect(verdict.get_by_role("alert")).to_contain_text("10.2.0.0/16")
    expect(_ask(admin, center, estate, "why.owner").get_by_role("alert")).to_have_count(0)


def test_a_denial_draws_what_is_missing_and_then_stands_beside_now(
    admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    verdict = _ask(admin, center, estate, "why.stranger")
    assert verdict.get_attribute("data-allowed") == "false"
    missing = verdict.get_by_test_id("missing")
    expect(missing).to_have_count(1)
    expect(missing.get_by_role("listitem").nth(1)).to_contain_text("write the topic")
    expect(missing).to_contain_text("Could be granted by why.owner, admin")
    assert violations(admin, "#content") == []
    picture(admin, "check-denied")
    appear(admin, "dark")
    admin.set_viewport_size({"width": 390, "height": 900})
    assert violations(admin, "#content") == []
    picture(admin, "check-denied-dark-narrow")
    admin.set_viewport_size({"width": 1440, "height": 900})
    verdict.get_by_role("button", name="other ways").click()
    assert missing.count() > 10
    # As it was before anybody had a right there.
    now = _ask(admin, center, estate, "why.sub", as_of=estate["revision"] - 3)
    then = admin.get_by_test_id("then")
    assert now.get_attribute("data-allowed") == "true"
    assert then.get_attribute("data-allowed") == "false"
    expect(then).to_contain_text(f"at revision {estate['revision'] - 3}")
    expect(now.get_by_text("did not count then")).to_have_count(2)
    assert violations(admin, "#content") == []
    choose_language(admin, "中文")
    expect(then.get_by_role("heading", name="当时")).to_be_visible()
    picture(admin, "check-past-zh")
    admin.get_by_label("与权限版本对比").fill("")
    admin.get_by_role("button", name="诊断", exact=True).click()
    expect(then).to_have_count(0)
    expect(admin.get_by_role("heading", name="允许")).to_be_visible()


def test_then_may_be_named_by_its_time(admin: Page, center: api.Center, estate: dict[str, Any]) -> None:
    entry = center.get("trail", sort="-id", limit=1)["items"][0]
    now = _ask(admin, center, estate, "why.sub", as_of_time=entry["time"])
    expect(admin.get_by_test_id("then")).to_contain_text(f"at revision {entry['revision']}")
    expect(now).to_contain_text(f"at revision {entry['revision']}")
    _ask(admin, center, estate, "why.sub")
    admin.goto(admin.url + "&as_of_time=1000")
    expect(admin.get_by_label("Compare with the rights of")).to_have_attribute("aria-invalid", "true")


def test_why_and_mend_as_administrator(
    admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    """Three clicks from the menu: what is typed and the keys are no clicks."""
    center.post("users", username="why.mended", kind="person")
    admin.goto(center.url)
    with at_most(admin, 3):
        admin.get_by_role("navigation").get_by_role("link", name="Check access").click()
        expect(admin.get_by_label("User name")).to_be_focused()
        fill_and_leave(admin, admin.get_by_label("User name"), "why.mended")
        admin.get_by_label("Name of the resource").fill(estate["name"])
        expect(admin.get_by_role("option", name=estate["name"])).to_be_visible()
        admin.keyboard.press("Enter")
        verdict = admin.get_by_test_id("verdict")
        expect(verdict.get_by_role("heading", name="Denied")).to_be_visible()
        verdict.get_by_role("button", name="Grant", exact=True).click()
        expect(dialog(admin).get_by_title("why.mended")).to_be_visible()
        picture(admin, "check-grant")
        dialog(admin).get_by_role("button", name="Grant", exact=True).click()
        expect(verdict.get_by_role("heading", name="Allowed")).to_be_visible()


def test_a_right_that_ended_is_extended_by_keyboard_alone(
    admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    user = center.post("users", username="why.ended", kind="service")
    place = {"res_type": 4, "res_id": estate["topic"]["id"], "authorities": [302]}
    until = int(time.time() * 1000) + 1000
    center.post("grants", user_id=user["id"], **place, valid_until=until)
    while time.time() * 1000 <= until:
        time.sleep(0.1)
    verdict = _ask(admin, center, estate, "why.ended")
    expect(verdict).to_contain_text("Granted, but not in force now")
    expect(verdict).to_contain_text("expired")
    picture(admin, "check-ended")
    with at_most(admin, 0):
        admin.get_by_label("Name of the resource").focus()
        for _ in range(12):
            if verdict.get_by_role("button", name="Extend").evaluate("(button) => button === document.activeElement"):
                break
            admin.keyboard.press("Tab")
        admin.keyboard.press("Enter")
        expect(dialog(admin).get_by_role("button", name="Save")).to_be_visible()
        expect(dialog(admin).locator(":focus")).to_have_count(1)
        dialog(admin).get_by_label("Remark").focus()
        admin.keyboard.press("Enter")
        expect(verdict.get_by_role("heading", name="Allowed")).to_be_visible()


def test_why_and_mend_as_the_denied_developer(
    page: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    """Who sees no cluster and holds nothing: from the page of a topic that it may not see to the request, by three
    clicks. What does not exist is answered alike."""
    nobody = center.post("users", username="why.nobody", kind="person")
    api.enter_first_time(page.context, center.url, "why.nobody", nobody["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/resources/topic/{estate['topic']['id']}")
    verdict = page.get_by_test_id("verdict")
    with at_most(page, 3):
        page.get_by_role("link", name="Check my access").click()
        expect(page.get_by_label("Name of the resource")).to_be_focused()
        page.keyboard.type(estate["name"])
        page.keyboard.press("Enter")
        expect(verdict.get_by_role("heading", name="Denied")).to_be_visible()
        told = verdict.inner_text()
        picture(page, "check-developer")
        verdict.get_by_role("button", name="Request access").click()
        expect(dialog(page).get_by_label("Reason")).to_be_focused()
        assert violations(page) == []
        picture(page, "check-request")
        page.keyboard.type("the new shop writes orders")
        dialog(page).get_by_role("button", name="Send the request").click()
        expect(page.get_by_text("The request is sent", exact=True)).to_be_visible()
    [request] = center.get("access-requests", box="all", q=estate["name"])["items"]
    path = f"/api/v1/access-requests/{request['id']}/refuse"
    center.client.post(path, json={"comment": "a test"}, headers={"If-Match": "*"}).raise_for_status()
    assert (request["receiver"], [right["id"] for right in request["authorities"]]) == ("why.nobody", [302])
    missing = estate["name"].replace("whys/", "none/")
    page.get_by_label("Name of the resource").fill(missing)
    page.keyboard.press("Enter")
    expect(verdict).to_contain_text(missing)
    assert _without_revision(verdict.inner_text()) == _without_revision(told.replace(estate["name"], missing))


def test_the_form_of_a_request_stands_over_the_list(admin: Page, center: api.Center, picture: Picture) -> None:
    for language, button in (("en-US", "Cancel"), ("zh-CN", "取消")):
        admin.goto(f"{center.url}/requests/new?type=topic&resource=persistent://whys/orders/created&authority=303")
        expect(dialog(admin).locator("input:focus")).to_have_count(1)
        assert violations(admin) == []
        assert strange(dialog(admin), language) == []
        picture(admin, f"request-{language}")
        dialog(admin).get_by_role("button", name=button).click()
        expect(admin).to_have_url(re.compile("/requests$"))
        if language == "en-US":
            choose_language(admin, "中文")


def _without_revision(text: str) -> str:
    return re.sub(r"at revision \d+", "", text)


def test_effective_rights_people_and_what_would_change(
    admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    admin.goto(f"{center.url}/users/{estate['sub']['id']}/effective")
    row = admin.get_by_role("row").nth(1)
    expect(row).to_contain_text("write the topic")
    picture(admin, "user-effective")
    admin.goto(f"{center.url}/resources/topic/{estate['topic']['id']}")
    admin.get_by_role("main").get_by_text("People", exact=True).click()
    people = admin.get_by_role("row", name="why.owner").first
    expect(people).to_contain_text("inherited")
    expect(admin.get_by_role("row", name="why.stranger")).to_have_count(0)
    picture(admin, "resource-people")
    admin.goto(f"{center.url}/resources/tenant/{estate['grant']['res_id']}")
    admin.get_by_role("row", name="why writers").get_by_role("button", name="Revoke").click()
    admin.get_by_role("button", name="What would change?").click()
    outcome = admin.get_by_test_id("what-changes")
    expect(outcome).to_contain_text("2 users concerned")
    expect(outcome).to_contain_text("why.sub")
    picture(admin, "what-would-change")


def test_what_is_no_name_is_an_error_at_its_field(
    admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    query = "question=topic:PRODUCE&type=topic"
    wrong = {
        "principal=why.stranger&resource=persistent://only-a-tenant": (
            "Name of the resource",
            "This is no name of a topic",
        ),
        f"principal=why.stranger&resource={estate['name']}-not": ("Name of the resource", "There is no such topic"),
        f"principal=why.nobodyatall&resource={estate['name']}": ("User name", "There is no such user"),
        f"principal=why.stranger&resource={estate['name']}&cluster=none": ("Cluster", "There is no such cluster"),
        f"principal=why.stranger&resource={estate['name']}&address=x": ("From address", "must be an address"),
    }
    for part, (label, text) in wrong.items():
        admin.goto(f"{center.url}/why?{query}&{part}")
        expect(admin.get_by_text(text)).to_be_visible()
        expect(admin.get_by_label(label, exact=True)).to_have_attribute("aria-invalid", "true")
        expect(admin.get_by_test_id("verdict")).to_have_count(0)
    picture(admin, "check-wrong")
