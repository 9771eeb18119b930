"""The page of drift: losses are shown in numbers first, and several lines are answered by one confirmation."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import Picture
from tests.browser.screens import choose_language, dialog
from tests.importing.played_cluster import PlayedCluster

pytestmark = pytest.mark.browser


@dataclass
class Place:
    """A cluster that drifts, and its page."""

    center: api.Center
    played: PlayedCluster
    id: int

    @property
    def page(self) -> str:
        """The address of the page."""
        return f"{self.center.url}/drift?cluster={self.id}"

    def lines(self, **query: Any) -> list[dict[str, Any]]:
        """The lines of the cluster."""
        found: list[dict[str, Any]] = self.center.get(f"clusters/{self.id}/drift/lines", **query)["items"]
        return found


@pytest.fixture(scope="module")
def drifting(center: api.Center) -> Iterator[Place]:
    """A cluster with a tenant, a namespace and a topic that the center does not know."""
    played = PlayedCluster("drifting")
    played.wrong["/clusters"] = lambda: (200, b'["drifting"]')
    played.tenant("shadow")
    played.namespace("shadow/a")
    played.topics["persistent://shadow/a/t"] = 0
    stats = {"storageSize": 9, "publishers": [], "subscriptions": {"billing": {"msgBacklog": 7, "consumers": []}}}
    played.wrong["/persistent/shadow/a/t/stats"] = lambda: (200, json.dumps(stats).encode())
    with played.running():
        made = center.post("clusters", name="drifting", address="pulsar://127.0.0.1:6650", admin_url=played.url)
        center.compare(made["id"])
        yield Place(center, played, made["id"])


def test_numbers_are_shown_before_a_place_is_removed(admin: Page, drifting: Place, picture: Picture) -> None:
    admin.goto(drifting.page)
    admin.get_by_role("button", name="Repair: shadow Resource", exact=True).click()
    opened = dialog(admin)
    expect(opened).to_contain_text("shadow is removed from the cluster, with all data in it")
    expect(opened).to_contain_text("1 subscription with a backlog of 7 messages")
    expect(opened).to_contain_text("DELETE /admin/v2/tenants/shadow")
    expect(opened.get_by_role("button", name="Repair")).to_be_disabled()
    picture(admin, "drift-repair")
    assert accessible.violations(admin, "[role=dialog]") == []
    opened.get_by_role("button", name="Cancel").click()


def test_several_lines_are_answered_together(admin: Page, drifting: Place, picture: Picture) -> None:
    main = admin.get_by_role("main")
    admin.goto(f"{drifting.page}&q=persistent")
    admin.get_by_role("button", name="Select all that match").click()
    expect(main).to_contain_text("1 selected")
    admin.get_by_role("button", name="Adopt selected").click()
    expect(dialog(admin)).to_contain_text("Not possible for 1 difference")
    picture(admin, "drift-refused")
    assert accessible.violations(admin, "[role=dialog]") == []
    dialog(admin).get_by_role("button", name="Cancel").click()
    admin.get_by_role("button", name="Accept selected").click()
    dialog(admin).get_by_label("Reason").fill("load test")
    dialog(admin).get_by_role("button", name="Accept").click()
    expect(main).to_contain_text("1 difference answered")
    assert sorted(line["state"] for line in drifting.lines()) == ["accepted", "open", "open"]

    admin.goto(drifting.page)
    admin.get_by_role("button", name="Select all that match").click()
    expect(main).to_contain_text("3 selected")
    picture(admin, "drift")
    admin.get_by_role("button", name="Repair selected").click()
    expect(dialog(admin)).to_contain_text("Type drifting to confirm")
    expect(dialog(admin)).to_contain_text("3 differences will be repaired")
    picture(admin, "drift-repair-many")
    dialog(admin).get_by_role("button", name="Cancel").click()
    admin.get_by_role("button", name="Adopt selected").click()
    expect(dialog(admin)).to_contain_text("The center takes over 3 differences.")
    dialog(admin).get_by_role("button", name="Adopt").click()
    expect(main).to_contain_text("3 differences answered")
    assert drifting.lines() == []
    choose_language(admin, "中文")
    expect(admin.get_by_role("button", name="选择全部匹配项")).to_be_visible()
    picture(admin, "drift-zh")


@contextmanager
def read_topic(center: api.Center, name: str) -> Iterator[Place]:
    """A cluster, a tenant and a user of this name, and a topic that both sides know and the user may read."""
    played = PlayedCluster(name)
    played.wrong["/clusters"] = lambda: (200, json.dumps([name]).encode())
    played.tenant(name)
    played.namespace(f"{name}/a")
    played.topics[f"persistent://{name}/a/t"] = 0
    with played.running():
        made = center.post("clusters", name=name, address="pulsar://127.0.0.1:6650", admin_url=played.url)
        place = Place(center, played, made["id"])
        center.compare(place.id)
        found = sorted(place.lines(), key=lambda line: int(line["res_type"]))
        center.post(
            f"clusters/{place.id}/drift/lines/answers", answer="adopt", lines=[{"id": line["id"]} for line in found]
        )
        topics = center.get("topics", limit=500)["items"]
        topic = next(topic for topic in topics if topic["full_name"] == f"persistent://{name}/a/t")
        reader = center.post("users", username=f"reader.of.{name}", kind="service")
        center.post("grants", user_id=reader["id"], res_type=4, res_id=topic["id"], authorities=[303])
        center.compare(place.id)
        yield place


def test_ended_rights_are_answered_before_their_place_is_forgotten(
    admin: Page, center: api.Center, picture: Picture
) -> None:
    """Adopting the place forgets it, with its rights: then nothing is left to answer."""
    with read_topic(center, "lost") as place:
        place.played.topics.clear()
        center.compare(place.id)
        admin.goto(place.page)
        row = admin.get_by_role("row", name="Rights that ended with the place")
        expect(row).to_contain_text("reader.of.lost")
        picture(admin, "drift-ended-rights")
        fields = {line["id"]: line["field"] for line in place.lines()}
        assert sorted(fields.values()) == ["resource", "rights"]
        admin.get_by_role("button", name="Select all that match").click()
        admin.get_by_role("button", name="Adopt selected").click()
        dialog(admin).get_by_label("Type lost to confirm").fill("lost")
        with admin.expect_response(lambda response: response.url.endswith("/drift/lines/answers")) as answered:
            dialog(admin).get_by_role("button", name="Adopt").click()
        results = answered.value.json()["results"]
        assert [fields[result["id"]] for result in results] == ["rights", "resource"], "as they were sent"
        expect(admin.get_by_role("main")).to_contain_text("2 differences answered")


def test_rights_on_what_was_removed_at_a_broker_are_given_again_from_what_is_gone(
    admin: Page, center: api.Center, picture: Picture
) -> None:
    name = "persistent://removed/a/t"
    with read_topic(center, "removed") as place:
        credential = center.post(f"clusters/{place.id}/credentials")["credential"]
        place.played.topics.clear()
        report = {"type": "topic", "name": name, "ago_ms": 0, "removed": True}
        headers = {"Authorization": f"Bearer {credential}"}
        reports = f"{center.url}/api/broker/v1/deletions"
        assert httpx.post(reports, json={"places": [report]}, headers=headers, timeout=60).is_success
        assert place.lines() == []
        namespace = next(item for item in center.get("namespaces")["items"] if item["full_name"] == "removed/a")
        center.post("topics", namespace_id=namespace["id"], name="t")
        admin.goto(f"{place.page}&state=gone")
        row = admin.get_by_role("row", name="Rights that ended with the place")
        expect(row).to_contain_text("reader.of.removed")
        picture(admin, "drift-rights-of-what-was-removed")
        row.get_by_role("button", name=f"Repair: {name}").click()
        dialog(admin).get_by_role("button", name="Repair").click()
        expect(row.get_by_role("button")).to_have_count(0)
        reader = next(item for item in center.get("users", q="reader.of.removed")["items"])
        assert center.get("grants", user_id=reader["id"])["items"][0]["resource"] == name
