"""The matrix of rights, as tests open, read and save it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import api

PEOPLE = ("ann", "bob", "eve")
TOPICS = ("created", "paid", "shipped")
Holding = tuple[int, int, int]
"""Type and id of a place, and an authority."""


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


def save_matrix(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_test_id("saved")).to_contain_text("Saved")
