"""Policies on the page of a namespace: set in people's units, by a preset, taken back; what a cluster hides."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import Picture
from tests.browser.screens import choose, choose_language, dialog

pytestmark = pytest.mark.browser


def test_policies_are_set_and_taken_back(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("governed")
    admin.goto(f"{center.url}/resources/namespace/{topic['namespace_id']}/policies")
    card = admin.get_by_test_id("policies")
    expect(card).to_contain_text("No policies are set")
    card.get_by_role("button", name="Change policies").click()
    dialog(admin).get_by_label("Retention", exact=True).fill("7")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(dialog(admin)).to_contain_text('"7" is not a duration')
    picture(admin, "policies-wrong")
    assert accessible.violations(admin, "[role=dialog]") == []
    dialog(admin).get_by_label("Retention", exact=True).fill("7d")
    dialog(admin).get_by_label("Message TTL", exact=True).fill("12h")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(card).to_contain_text("12h")
    assert _stored_policies(center, topic) == {"retention": "7d", "message_ttl": "12h"}

    card.get_by_role("button", name="Change policies").click()
    dialog(admin).get_by_label("Message TTL", exact=True).fill("")
    dialog(admin).get_by_role("button", name="Save").click()
    expect(card).not_to_contain_text("12h")
    assert _stored_policies(center, topic) == {"retention": "7d"}
    card.get_by_role("button", name="Compare with the clusters").click()
    expect(admin.get_by_test_id("live-policies")).to_be_visible(timeout=20_000)
    picture(admin, "policies")
    choose_language(admin, "中文")
    expect(card).to_contain_text("保留")
    picture(admin, "policies-zh")
    choose_language(admin, "English")


def test_a_namespace_and_a_topic_begin_with_policies(admin: Page, center: api.Center, picture: Picture) -> None:
    topic = center.topic("begun")
    card = admin.get_by_test_id("policies")
    for parent, button in ((f"tenant/{topic['tenant_id']}", "New namespace"), (None, "New topic")):
        if parent:
            admin.goto(f"{center.url}/resources/{parent}")
        admin.get_by_role("button", name=button).click()
        opened = dialog(admin)
        opened.get_by_label("Name", exact=True).fill("kept")
        opened.get_by_role("button", name="Policies (optional)").click()
        if parent:
            choose(admin, opened.get_by_label("Begin with a preset"), "Audit")
        else:  # what the namespace has is shown where nothing is set
            expect(opened.get_by_label("Retention", exact=True)).to_have_attribute("placeholder", "8d")
        opened.get_by_label("Retention", exact=True).fill("8")
        opened.get_by_role("button", name="Create").click()
        expect(opened).to_contain_text('"8" is not a duration')
        picture(admin, f"policies-at-creation-{button[4:]}")
        opened.get_by_label("Retention", exact=True).fill("8d" if parent else "9d")
        opened.get_by_role("button", name="Create").click()
        # The page before has the same tabs.
        expect(admin.get_by_test_id("resource")).to_contain_text("begun/kept" if parent else "begun/kept/kept")
        admin.get_by_role("tab", name="Policies").click()
        expect(card).to_contain_text("8d" if parent else "9d")


def _stored_policies(center: api.Center, topic: dict[str, int]) -> dict[str, str]:
    return dict(center.get(f"namespaces/{topic['namespace_id']}/policies")["shown"])
