"""The tree of resources: found by letters, walked with the keyboard, as wide as one likes; states are more than
colours."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import Picture
from tests.browser.screens import choose_language

pytestmark = pytest.mark.browser
_TENANT = "leafy-tenant-with-a-name-that-is-long"


@pytest.fixture(scope="module")
def topic(center: api.Center) -> dict[str, object]:
    """A topic in a tenant with a long name; beside it two others."""
    made = center.topic(_TENANT, cluster="leafy")
    for name in ("alpha", "beta"):
        center.post("topics", namespace_id=made["namespace_id"], name=name)
    return made


def test_a_place_is_found_by_its_beginning(
    admin: Page, center: api.Center, topic: dict[str, object], picture: Picture
) -> None:
    admin.goto(f"{center.url}/resources")
    field, tree = admin.get_by_label("Find a resource"), admin.get_by_role("tree")
    field.fill("leafy-ten")
    expect(admin.get_by_role("status").filter(has_text="1 found")).to_be_visible()
    expect(tree.get_by_text(_TENANT, exact=True)).to_be_visible()
    field.fill(f"{_TENANT}/orders/b")
    expect(tree.get_by_text(f"{_TENANT}/orders/beta", exact=True)).to_be_visible()
    picture(admin, "tree-found")
    assert accessible.violations(admin, ".tree-side") == []
    field.press("Enter")
    expect(admin.get_by_role("heading", name=f"persistent://{_TENANT}/orders/beta")).to_be_visible()
    field.fill(f"{_TENANT}/orders/")
    expect(tree.get_by_text(f"{_TENANT}/orders/alpha", exact=True)).to_be_visible()
    field.press("ArrowDown")
    expect(tree).to_be_focused()
    admin.keyboard.press("Enter")
    expect(admin.get_by_role("heading", name=f"persistent://{_TENANT}/orders/alpha")).to_be_visible()
    field.fill("leafy-nothing")
    expect(admin.get_by_role("status").filter(has_text="Nothing found")).to_be_visible()
    field.press("Escape")
    expect(field).to_have_value("")
    expect(tree.locator(".ant-tree-treenode-selected")).to_contain_text("alpha")


def test_the_tree_is_as_wide_as_one_likes(admin: Page, center: api.Center, topic: dict[str, object]) -> None:
    admin.goto(f"{center.url}/resources/topic/{topic['id']}")
    edge = admin.get_by_role("separator", name="Width of the tree")
    expect(edge).to_have_attribute("aria-valuenow", "300")
    edge.focus()
    for _ in range(3):
        admin.keyboard.press("ArrowRight")
    expect(edge).to_have_attribute("aria-valuenow", "360")
    box = edge.bounding_box()
    assert box is not None
    admin.mouse.move(box["x"] + 8, box["y"] + 20)
    admin.mouse.down()
    admin.mouse.move(box["x"] + 48, box["y"] + 20)
    admin.mouse.up()
    expect(edge).to_have_attribute("aria-valuenow", "400")
    admin.mouse.move(box["x"] + 300, box["y"] + 20)
    expect(edge).to_have_attribute("aria-valuenow", "400")
    admin.reload()
    expect(edge).to_have_attribute("aria-valuenow", "400")
    tree = admin.locator(".tree-side").bounding_box()
    assert tree is not None
    assert abs(tree["width"] - 400) < 2
    for key, width in (("Home", "220"), ("ArrowLeft", "220"), ("End", "640")):
        edge.press(key)
        expect(edge).to_have_attribute("aria-valuenow", width)


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_names_are_read_beside_their_state(
    admin: Page, center: api.Center, topic: dict[str, object], width: int, picture: Picture
) -> None:
    """The tag of a state left five letters of a name, and one at 1024."""
    admin.set_viewport_size({"width": width, "height": 900})
    admin.goto(f"{center.url}/resources/topic/{topic['id']}")
    line = admin.get_by_role("tree").locator(".ant-tree-treenode", has_text=_TENANT)
    expect(line).to_contain_text("waiting")
    state = line.locator(".state").bounding_box()
    name = line.locator(".node-name").bounding_box()
    assert state is not None
    assert name is not None
    assert state["width"] < 12
    assert name["width"] > 120
    # Long names give way in the middle: their ends differ.
    expect(line.locator(".node-name > span").last).to_have_text(_TENANT[-8:])
    expect(line.locator(".node-name > span").last).to_be_in_viewport(ratio=1)
    picture(admin, f"tree-{width}")
    choose_language(admin, "中文")
    expect(line).to_contain_text("待同步")
