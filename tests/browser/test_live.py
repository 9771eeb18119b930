"""Live data of a cluster is shown on request, and a change of a subscription shows its effect first."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.api.live_cluster import STATS, LiveCluster, server_error
from tests.browser import api
from tests.browser.conftest import Picture
from tests.browser.screens import choose_language, dialog

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def pulsar() -> Iterator[LiveCluster]:
    """A cluster that tells about acme/orders/created."""
    with LiveCluster("living").running() as running:
        assert isinstance(running, LiveCluster)
        yield running


@pytest.fixture(scope="module")
def places(center: api.Center, pulsar: LiveCluster) -> dict[str, int]:
    """The same at the center: ids by type."""
    cluster = center.post("clusters", name="living", address="pulsar://127.0.0.1:6650", admin_url=pulsar.url)
    tenant = center.post("tenants", name="acme", cluster_ids=[cluster["id"]])
    namespace = center.post("namespaces", tenant_id=tenant["id"], name="orders")
    topic = center.post("topics", namespace_id=namespace["id"], name="created")
    return {"cluster": cluster["id"], "namespace": namespace["id"], "topic": topic["id"]}


def _expect_cards(admin: Page, center: api.Center, places: dict[str, int], kind: str, *cards: str) -> None:
    admin.goto(f"{center.url}/resources/{kind}/{places[kind]}/live")
    for card in cards:
        admin.get_by_test_id(card).get_by_role("button", name=re.compile("Show|显示")).click()


def test_load_and_bundles(admin: Page, center: api.Center, places: dict[str, int], picture: Picture) -> None:
    _expect_cards(admin, center, places, "cluster", "live-brokers")
    card = admin.get_by_test_id("live-brokers")
    expect(card).to_contain_text("75 %")
    expect(card).to_contain_text("leader")
    picture(admin, "live-load")
    _expect_cards(admin, center, places, "namespace", "live-bundles")
    card = admin.get_by_test_id("live-bundles")
    expect(card).to_contain_text("0x00000000_0x80000000")
    expect(card).to_contain_text("not loaded")
    card.get_by_role("button", name="Unload 0x00000000_0x80000000").click()
    expect(dialog(admin).get_by_test_id("rehearsal")).to_contain_text("1 topic")
    dialog(admin).get_by_role("button", name="Unload").click()
    expect(dialog(admin)).to_have_count(0)


def test_a_topic_and_a_change_of_its_subscription(
    admin: Page, center: api.Center, places: dict[str, int], pulsar: LiveCluster, picture: Picture
) -> None:
    _expect_cards(admin, center, places, "topic", "live-stats", "live-subscriptions", "live-ledgers")
    expect(admin.get_by_test_id("live-stats")).to_contain_text("660.2 kB")
    expect(admin.get_by_test_id("live-ledgers")).to_contain_text("15,269 entries")
    card = admin.get_by_test_id("live-subscriptions")
    expect(card).to_contain_text("14 messages")
    card.get_by_role("button", name="Clear backlog billing").click()
    opened = dialog(admin)
    expect(opened.get_by_test_id("rehearsal")).to_contain_text("14 messages will not be delivered")
    picture(admin, "live-clear")
    button = opened.get_by_role("button", name="Clear backlog")
    expect(button).to_be_disabled()
    opened.get_by_role("textbox").fill("billing")
    button.click()
    expect(dialog(admin)).to_have_count(0)
    assert [path for _, path in pulsar.changes() if path.endswith("/billing/skip_all")]
    choose_language(admin, "中文")
    expect(admin.get_by_role("main")).to_contain_text("当前流量")


def test_a_refusal_of_the_cluster_is_shown(
    admin: Page, center: api.Center, places: dict[str, int], pulsar: LiveCluster, picture: Picture
) -> None:
    before, pulsar.answers_by = pulsar.answers_by, {"": server_error()}
    try:
        _expect_cards(admin, center, places, "topic", "live-stats")
        alert = admin.get_by_test_id("live-stats").get_by_role("alert")
        expect(alert).to_contain_text("living: The cluster refused")
        expect(alert).to_contain_text("metadata store is away")
        picture(admin, "live-refused")
    finally:
        pulsar.answers_by = before


def test_a_scalable_topic_is_made_without_partitions_and_offers_what_pulsar_does(
    admin: Page, center: api.Center, places: dict[str, int], pulsar: LiveCluster, picture: Picture
) -> None:
    admin.goto(f"{center.url}/resources/namespace/{places['namespace']}")
    admin.get_by_role("button", name="New topic").click()
    opened = dialog(admin)
    opened.get_by_label("Name", exact=True).fill("segmented")
    opened.get_by_label("Partitions").fill("4")
    opened.get_by_role("radio", name="Scalable").check()
    expect(opened.get_by_label("Partitions")).to_have_count(0)
    expect(opened.get_by_role("button", name="Policies (optional)")).to_have_count(0)
    picture(admin, "new-scalable-topic")
    opened.get_by_role("button", name="Create").click()
    expect(admin.get_by_test_id("resource")).to_contain_text("topic://acme/orders/segmented")
    expect(admin.get_by_role("button", name="How to connect")).to_have_count(0)
    admin.get_by_role("tab", name="Policies").click()
    expect(admin.get_by_test_id("encryption-keys")).to_be_visible()
    expect(admin.get_by_test_id("policies")).to_have_count(0)
    admin.get_by_role("tab", name="Live").click()
    expect(admin.get_by_test_id("live-stats")).to_be_visible()
    expect(admin.get_by_test_id("live-ledgers")).to_have_count(0)
    expect(admin.locator(".ant-tree-treenode", has_text="segmented")).to_contain_text("Scalable")
    pulsar.answers_by |= {
        "/scalable/acme/orders/segmented": (200, {"segments": {}}, {}),
        "/segmented/stats": (200, STATS, {}),
    }
    card = admin.get_by_test_id("live-subscriptions")
    card.get_by_role("button", name="Show").click()
    expect(card.get_by_role("button", name="Reset billing")).to_be_visible()
    expect(card.get_by_role("button", name=re.compile("^(Skip|Expire).* billing"))).to_have_count(0)
    picture(admin, "scalable-topic")
    card.get_by_role("button", name="Delete billing").click()
    expect(dialog(admin)).to_contain_text("Pulsar does not offer this for scalable topics")
