"""The matrix of rights, as tests open, read and save it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import api

PEOPLE = ("ann", "bob", "eve")
TOPICS = ("created", "paid", "shipped")
Holding = tuple[int, int, int]
"""Type and id of a place, and an authority."""


def an_estate(center: api.Center) -> dict[str, Any]:
    """A tenant with three topics; three people. The first is in a role that reads a topic, the second writes
    the tenant."""
    topic = center.topic("grid")
    namespace = topic["namespace_id"]
    others = [center.post("topics", namespace_id=namespace, name=name, partitions=0) for name in TOPICS[1:]]
    users = [center.post("users", username=f"grid.{name}", kind="person")["id"] for name in PEOPLE]
    role = center.post("roles", name="grid readers")["id"]
    center.client.put(f"/api/v1/roles/{role}/members/{users[0]}").raise_for_status()
    center.post("grants", role_id=role, res_type=4, res_id=topic["id"], authorities=[303])
    center.post("grants", user_id=users[1], res_type=2, res_id=topic["tenant_id"], authorities=[102])
    topics = [topic["id"], *(other["id"] for other in others)]
    return {"topics": topics, "users": users, "role": role, "namespace": namespace, "tenant": topic["tenant_id"]}


def role_of(center: api.Center, user: int) -> int:
    return int(center.get("roles", user_id=user, personal=True)["items"][0]["id"])


def address_of(center: api.Center, estate: dict[str, Any], people: int = 2, places: int = 3) -> str:
    who = ".".join(str(role_of(center, user)) for user in estate["users"][:people])
    return f"{center.url}/matrix?who={who}&at={'.'.join(f'4-{topic}' for topic in estate['topics'][:places])}"


def right_button(page: Page, right: str, person: str, place: str) -> Locator:
    where = f"persistent://grid/orders/{place}" if place in TOPICS else place
    return page.get_by_role("button", name=f"{right}: grid.{person}, {where}")


def rights_held(center: api.Center, user: int) -> set[Holding]:
    """What the user holds itself."""
    found = center.get("grants", role_id=role_of(center, user), limit=500)["items"]
    return {(grant["res_type"], grant["res_id"], each["id"]) for grant in found for each in grant["authorities"]}


def grants_of(center: api.Center, users: list[int]) -> set[int]:
    return {grant["id"] for user in users for grant in center.get("grants", user_id=user)["items"]}


def save_matrix(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_test_id("saved")).to_contain_text("Saved")
