"""Why?: the path of a right, what is missing and who could give it, the past; and what a change would change."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose_language

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
        admin.get_by_label("From address").fill(address)
        admin.get_by_role("button", name="Why?").click()
        expect(verdict.and_(admin.locator(f"[data-allowed={allowed}]"))).to_be_visible()
        expect(only).to_have_count(0)
    verdict = _ask(admin, center, estate, "why.own")
    expect(verdict.get_by_role("alert")).to_contain_text("10.2.0.0/16")
    expect(_ask(admin, center, estate, "why.owner").get_by_role("alert")).to_have_count(0)


def test_a_denial_names_who_could_give_it(
    admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    verdict = _ask(admin, center, estate, "why.stranger")
    assert verdict.get_attribute("data-allowed") == "false"
    first = verdict.get_by_role("row").nth(1)
    expect(first).to_contain_text("write the topic")
    expect(first).to_contain_text("why.owner, admin")
    expect(first.get_by_role("link", name="Grant it")).to_be_visible()
    picture(admin, "why-denied")
    admin.emulate_media(color_scheme="dark")
    admin.set_viewport_size({"width": 800, "height": 900})
    picture(admin, "why-denied-dark-narrow")
    admin.set_viewport_size({"width": 1440, "height": 900})
    # As it was before anybody had a right there.
    past = _ask(admin, center, estate, "why.sub", as_of=estate["revision"] - 3)
    assert past.get_attribute("data-allowed") == "false"
    expect(past.get_by_text(f"as of revision {estate['revision'] - 3}")).to_be_visible()
    expect(admin.get_by_text("Changes around it")).to_be_visible()
    choose_language(admin, "中文")
    expect(admin.get_by_text("缺少的权限，以及谁可以授予")).to_be_visible()
    picture(admin, "why-past-zh")
    admin.get_by_role("button", name="查看现在的结果").click()
    expect(admin.get_by_role("heading", name="允许")).to_be_visible()


def test_effective_rights_people_and_what_would_change(
    admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    admin.goto(f"{center.url}/users/{estate['sub']['id']}/effective")
    row = admin.get_by_role("row").nth(1)
    expect(row).to_contain_text("write the topic")
    picture(admin, "user-effective")
    admin.goto(f"{center.url}/resources/topic/{estate['topic']['id']}")
    admin.get_by_text("People", exact=True).click()
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


def test_a_malformed_name_is_a_wrong_input_and_no_denial(
    admin: Page, center: api.Center, estate: dict[str, Any], picture: Picture
) -> None:
    query = f"cluster={estate['cluster']}&principal=why.owner&question=topic:PRODUCE&type=topic"
    admin.goto(f"{center.url}/why?{query}&resource=persistent://only-a-tenant")
    expect(admin.get_by_text("The name is malformed")).to_be_visible()
    expect(admin.get_by_label("Resource", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(admin.get_by_test_id("verdict")).to_have_count(0)
    picture(admin, "why-malformed")


def test_a_user_who_sees_no_cluster_may_ask_for_a_right(page: Page, center: api.Center) -> None:
    nobody = center.post("users", username="why.nobody", kind="person")
    api.enter_first_time(page.context, center.url, "why.nobody", nobody["initial_secret"], PASSWORD)
    page.goto(f"{center.url}/why")
    page.get_by_role("main").get_by_role("link", name="Ask for a right").click()
    expect(page.get_by_label("Full name of the resource")).to_be_visible()
