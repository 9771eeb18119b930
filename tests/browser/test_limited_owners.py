"""Who administers through a grant limited to networks: from inside, the console offers all that the center allows."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, Picture

pytestmark = pytest.mark.browser
INSIDE = {"networks": ["127.0.0.0/8", "::1/128"]}
OWNING = [204, 201, 300, 301]
"""Administer and delete the namespace; create and delete its topics."""


def test_an_owner_inside_its_networks_sees_the_buttons(page: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("owned-inside")
    empty = center.post("namespaces", tenant_id=topic["tenant_id"], name="empty")
    reader = center.post("users", username="inside.reader", kind="person")
    center.post("grants", user_id=reader["id"], res_type=4, res_id=topic["id"], authorities=[303])
    owner = center.post("users", username="inside.owner", kind="person")
    for namespace in (topic["namespace_id"], empty["id"]):
        place = {"res_type": 3, "res_id": namespace}
        center.post("grants", user_id=owner["id"], **place, authorities=OWNING, limits=INSIDE)
    api.enter_first_time(page.context, center.url, "inside.owner", owner["initial_secret"], PASSWORD)

    page.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}")
    head = page.get_by_test_id("resource")
    for button in ("New topic", "Edit", "Delete"):
        expect(head.get_by_role("button", name=button, exact=True)).to_be_visible()
    expect(page.get_by_test_id("subscriptions").get_by_role("button", name="New rule")).to_be_visible()
    expect(page.get_by_role("link", name="Changes")).to_be_visible()
    picture(page, "inside-namespace")

    page.goto(f"{center.url}/resources/topic/{topic['id']}")
    for button in ("Edit", "Delete"):
        expect(head.get_by_role("button", name=button, exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Grant")).to_be_visible()
    expect(page.get_by_text("Rights matrix", exact=True)).to_be_visible()
    expect(page.get_by_text("Live connections")).to_be_visible()
    expect(page.get_by_role("link", name="Changes")).to_be_visible()
    expect(page.get_by_role("row", name="inside.reader").get_by_role("button", name="Edit")).to_be_visible()

    page.goto(f"{center.url}/resources/namespace/{empty['id']}")
    expect(page.get_by_text("Next step: create a topic in this namespace.")).to_be_visible()
