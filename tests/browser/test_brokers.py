"""What the console tells of brokers: after a revocation, on their page, and who is connected."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.brokers.plugin import Plugin
from tests.brokers.simulated import SimulatedBroker
from tests.browser import api
from tests.browser.conftest import Picture
from tests.browser.screens import dialog

pytestmark = pytest.mark.browser
CLUSTER, TENANT = "brokers-cluster", "brokers-tenant"
TOPIC = f"persistent://{TENANT}/orders/created"


@pytest.fixture(scope="module")
def topic(center: api.Center) -> int:
    """A topic on a cluster of its own."""
    return int(center.topic(TENANT, CLUSTER)["id"])


@pytest.fixture(scope="module")
def service(center: api.Center) -> int:
    """A service user."""
    return int(center.post("users", username="brokers-alice", kind="service")["id"])


@pytest.fixture
def two(center: api.Center, topic: int) -> Iterator[list[SimulatedBroker]]:
    """Two brokers of that cluster, real HTTP; on the first one somebody produces."""
    cluster = next(listed for listed in center.get("clusters", limit=500)["items"] if listed["name"] == CLUSTER)
    revision = center.get("overview")["revision"]
    made = center.post(f"clusters/{cluster['id']}/credentials")
    headers = {"Authorization": f"Bearer {made['credential']}"}
    with httpx.Client(base_url=center.url, headers=headers, timeout=60, trust_env=False) as client:
        first, other = (SimulatedBroker(Plugin(client), f"broker-{number}:8080", revision) for number in (1, 2))
        first.connections = [
            {"kind": "producer", "principal": "brokers-alice", "topic": TOPIC, "since": 1_790_000_000_000,
             "name": "p1", "address": "10.0.0.7:50123"}
        ]  # fmt: skip
        with first, other:
            yield [first, other]
    # A cluster has two at most.
    assert center.client.delete(f"/api/v1/clusters/{cluster['id']}/credentials/{made['id']}").is_success


def test_revoking_tells_where_it_is_enforced_and_who_is_missing(
    admin: Page, center: api.Center, topic: int, service: int, two: list[SimulatedBroker], picture: Picture
) -> None:
    for authority in (302, 303):
        role = next(role for role in center.get("roles", q="brokers-alice", personal=True)["items"])
        center.post("grants", role_id=role["id"], res_type=4, res_id=topic, authorities=[authority])
    admin.goto(f"{center.url}/users/{service}/rights")
    for number, lagging in ((1, False), (2, True)):
        two[1].lags = lagging
        admin.locator("tr.ant-table-row", has_text="topic").first.get_by_role("button", name="Revoke").click()
        dialog(admin).get_by_role("button", name="Revoke").click()
        if not lagging:
            expect(admin.get_by_text(f"{CLUSTER}: Enforced on 2 of 2 brokers after")).to_be_visible(timeout=20_000)
        picture(admin, f"revoked-{number}")
    expect(admin.get_by_text(f"{CLUSTER}: Enforced on 1 of 2 brokers")).to_be_visible(timeout=30_000)
    expect(admin.get_by_text("broker-2:8080 is still at revision")).to_be_visible()
    picture(admin, "revoked-lagging")


def test_the_matrix_tells_where_its_change_is_enforced(
    admin: Page, center: api.Center, topic: int, service: int, two: list[SimulatedBroker], picture: Picture
) -> None:
    role = center.get("roles", q="brokers-alice", personal=True)["items"][0]["id"]
    two[1].lags = True
    admin.goto(f"{center.url}/matrix?who={role}&at=4-{topic}")
    admin.get_by_role("button", name="Subscriptions: brokers-alice").click()
    admin.get_by_role("button", name="Save", exact=True).click()
    expect(admin.get_by_text(f"{CLUSTER}: Enforced on 1 of 2 brokers")).to_be_visible(timeout=30_000)
    two[1].revision = center.get("overview")["revision"]  # which its next heartbeat says
    expect(admin.get_by_text(f"{CLUSTER}: Enforced on 2 of 2 brokers")).to_be_visible(timeout=30_000)
    picture(admin, "matrix-enforced")


def test_revoking_a_token_tells_where_it_is_enforced_and_what_stays_open(
    admin: Page, center: api.Center, service: int, two: list[SimulatedBroker], picture: Picture
) -> None:
    center.post(f"users/{service}/tokens", name="laptop", days=1)
    admin.goto(f"{center.url}/users/{service}/credentials")
    admin.locator("tr.ant-table-row", has_text="laptop").get_by_role("button", name="Revoke").click()
    dialog(admin).get_by_role("button", name="Revoke").click()
    expect(admin.get_by_text(f"{CLUSTER}: Enforced on 2 of 2 brokers")).to_be_visible(timeout=20_000)
    picture(admin, "token-revoked")
    newest = center.get("overview")["revision"]
    alone = {"service": "websocket", "kicks": False}
    # It follows: other tests' jobs may change something at any moment, and who is behind is called that first.
    try:
        with SimulatedBroker(two[0].plugin, "ws-1:8081", newest, reported=alone):
            admin.goto(f"{center.url}/brokers")
            card = admin.locator(".ant-card", has_text=CLUSTER).first
            row = card.locator("tr.ant-table-row", has_text="ws-1:8081")
            expect(row).to_contain_text("open connections stay open", timeout=20_000)
            expect(row).to_contain_text("WebSocket service")
            expect(card.get_by_text("ws-1:8081 decides by it. Sessions that were open there go on")).to_be_visible(
                timeout=30_000
            )
            picture(admin, "does-not-cut-off")
    finally:
        two[0].plugin.heartbeat(newest, "ws-1:8081", leaving=True)
        place = next(cluster for cluster in center.get("clusters", limit=500)["items"] if cluster["name"] == CLUSTER)
        assert center.client.delete(f"/api/v1/clusters/{place['id']}/brokers/ws-1:8081").is_success


def test_known_holes_of_a_broker_say_what_they_open(
    admin: Page, center: api.Center, two: list[SimulatedBroker], picture: Picture
) -> None:
    newest = center.get("overview")["revision"]
    versions: dict[str, dict[str, Any]] = {
        "old:8080": {"pulsar": "4.2.4", "kicks": False},
        "odd:8080": {"pulsar": "9.9.9"},
    }
    try:
        for name, reported in versions.items():
            assert two[0].plugin.heartbeat(newest, name, **reported).is_success
        admin.goto(f"{center.url}/brokers")
        card = admin.locator(".ant-card", has_text=CLUSTER).first
        row = card.locator("tr.ant-table-row", has_text="old:8080")
        row.get_by_text("CVE-2026-105931").hover(timeout=20_000)
        expect(admin.get_by_text("reads of every tenant's transactions")).to_be_visible()
        expect(admin.get_by_text("Fixed in 4.0.14, 4.2.5.").first).to_be_visible()
        row.get_by_text("CVE-2026-105935").hover()
        expect(admin.get_by_text("Only where functionsWorkerEnabled=true.")).to_be_visible()
        expect(card.locator("tr.ant-table-row", has_text="odd:8080")).to_contain_text("holes unknown")
        picture(admin, "known-holes")
    finally:
        place = next(cluster for cluster in center.get("clusters", limit=500)["items"] if cluster["name"] == CLUSTER)
        for name in versions:
            two[0].plugin.heartbeat(newest, name, leaving=True)
            assert center.client.delete(f"/api/v1/clusters/{place['id']}/brokers/{name}").is_success


def test_an_account_that_a_grant_made_is_marked_on_its_page(
    admin: Page, center: api.Center, topic: int, service: int, two: list[SimulatedBroker], picture: Picture
) -> None:
    place = center.get(f"topics/{topic}")
    path = next(f"clusters/{item['id']}" for item in center.get("clusters")["items"] if item["name"] == CLUSTER)
    change = {"unknown_roles_become_users": True}
    assert center.client.patch(f"/api/v1/{path}", json=change, headers={"If-Match": "*"}).is_success
    center.post("grants", user_id=service, res_type=2, res_id=place["tenant_id"], authorities=[102, 104])
    proof = center.post(f"users/{service}/tokens", name="terraform", days=1)["token"]
    where = {"resource_type": "namespace", "resource": f"{TENANT}/orders"}
    call = {"actor": "brokers-alice", "proof": proof, "user": "brokers-unknown-role", "actions": ["produce"]}
    assert two[0].plugin.permissions("grant", **call, **where).is_success
    made = center.get("users", q="brokers-unknown-role")["items"][0]
    admin.set_viewport_size({"width": 390, "height": 900})
    admin.goto(f"{center.url}/users/{made['id']}")
    mark = admin.get_by_text(f"made by a grant to an unknown role on {CLUSTER}")
    expect(mark).to_be_in_viewport(ratio=1)
    picture(admin, "user-of-a-grant")


@pytest.mark.usefixtures("two")
def test_live_connections_of_a_user_a_topic_and_a_cluster(
    admin: Page, center: api.Center, topic: int, service: int, picture: Picture
) -> None:
    admin.goto(f"{center.url}/resources/topic/{topic}/live")
    admin.get_by_role("button", name="Show", exact=True).click()
    row = admin.locator("tr.ant-table-row", has_text="brokers-alice").filter(has_text="10.0.0.7:50123")
    expect(row).to_contain_text("broker-1:8080", timeout=20_000)
    picture(admin, "topic-connections")
    admin.goto(f"{center.url}/brokers")
    card = admin.locator(".ant-card", has_text=CLUSTER).first
    expect(card.locator("tr.ant-table-row", has_text="broker-2:8080")).to_contain_text("live", timeout=20_000)
    card.get_by_text("Live connections").click()
    expect(card.locator("tr.ant-table-row", has_text="10.0.0.7:50123")).to_contain_text(TOPIC, timeout=20_000)
    picture(admin, "brokers")
    admin.goto(f"{center.url}/users/{service}/connections")
    expect(admin.locator("tr.ant-table-row", has_text="10.0.0.7:50123")).to_be_visible(timeout=20_000)
    picture(admin, "user-connections")


def test_a_broker_whose_history_is_unknown_is_named(
    admin: Page, center: api.Center, two: list[SimulatedBroker], picture: Picture
) -> None:
    beyond = center.get("overview")["revision"] + 1000
    more = {"source": "center-b.example:443", "drops": {"queue_full": 7}, "events_dropped": 7}
    try:
        assert two[0].plugin.heartbeat(beyond, "broker-3:8080", **more).is_success
        admin.goto(f"{center.url}/brokers")
        card = admin.locator(".ant-card", has_text=CLUSTER).first
        row = card.locator("tr.ant-table-row", has_text="broker-3:8080")
        expect(row).to_contain_text("history unknown", timeout=20_000)
        expect(row).to_contain_text("listens to center-b.example:443")
        expect(row).to_contain_text("disk too slow: 7")
        expect(card.get_by_text(f"broker-3:8080 is at revision {beyond} of a history")).to_be_visible(timeout=30_000)
        row.get_by_text("history unknown").focus()
        expect(admin.get_by_role("tooltip")).to_contain_text("usercenter new-epoch")
        picture(admin, "history-unknown")
    finally:
        two[0].plugin.heartbeat(beyond, "broker-3:8080", leaving=True)
        place = next(cluster for cluster in center.get("clusters", limit=500)["items"] if cluster["name"] == CLUSTER)
        assert center.client.delete(f"/api/v1/clusters/{place['id']}/brokers/broker-3:8080").is_success
