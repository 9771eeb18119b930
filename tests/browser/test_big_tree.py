"""Trees longer than the screen: the keyboard reaches the last topic of many, and the page's own place is in view."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.screens import choose_language

pytestmark = pytest.mark.browser
_TOPICS = 230
_PAGE = 200
_TENANTS = 60


@pytest.fixture(scope="module")
def wide(center: api.Center) -> dict[str, object]:
    """A namespace of 230 topics, last in the tree; one file makes them."""
    namespace_id = center.topic("wide", cluster="wide")["namespace_id"]
    topics: dict[str, dict[str, object]] = {f"topic-{number:03}": {} for number in range(2, _TOPICS + 1)}
    _apply(center, {"wide": {"namespaces": {"orders": {"topics": topics}}}})
    return center.get(f"namespaces/{namespace_id}")


def _apply(center: api.Center, tenants: dict[str, object]) -> None:
    made = center.client.post(
        "/api/v1/policy/apply",
        content=json.dumps({"version": 1, "tenants": tenants}),
        headers={"Content-Type": "application/yaml"},
        timeout=120,
    )
    assert made.is_success, made.text


def _open(page: Page, center: api.Center, wide: dict[str, object]) -> None:
    page.goto(f"{center.url}/resources/namespace/{wide['id']}")
    tree = page.get_by_role("tree")
    expect(tree.get_by_text("orders", exact=True)).to_be_visible()
    tree.locator(".ant-tree-treenode", has_text="orders").last.locator(".ant-tree-switcher").click()
    expect(tree.get_by_text("topic-002", exact=True)).to_be_visible()


def test_the_last_of_many_topics_is_reached_with_the_keyboard(
    admin: Page, center: api.Center, wide: dict[str, object]
) -> None:
    _open(admin, center, wide)
    admin.get_by_role("tree").focus()
    admin.keyboard.press("End")
    expect(admin.get_by_text(f"more ({_TOPICS - _PAGE} left)")).to_be_visible()
    admin.keyboard.press("Enter")
    expect(admin.get_by_text("topic-201", exact=True)).to_be_visible()
    expect(admin.get_by_text(f"more ({_TOPICS - _PAGE} left)")).to_have_count(0)
    admin.keyboard.press("End")
    expect(admin.get_by_text(f"topic-{_TOPICS}", exact=True)).to_be_visible()
    admin.keyboard.press("Enter")
    expect(admin.get_by_role("heading", name=f"persistent://wide/orders/topic-{_TOPICS}")).to_be_visible()


def test_more_is_loaded_with_the_mouse_and_stays_while_the_tree_is_read_again(
    admin: Page, center: api.Center, wide: dict[str, object]
) -> None:
    _open(admin, center, wide)
    choose_language(admin, "中文")
    admin.get_by_role("tree").focus()
    admin.keyboard.press("End")
    # Nothing answers at the cluster's address: its topics wait, so the tree is read again and again.
    with admin.expect_response(lambda answer: "cursor=" in answer.url):
        admin.get_by_text(f"更多（还有 {_TOPICS - _PAGE} 项）").click()
    with admin.expect_response(lambda answer: "cursor=" in answer.url) as again:
        expect(admin.get_by_text("topic-201", exact=True)).to_be_visible()
    assert again.value.ok
    admin.get_by_role("tree").focus()
    admin.keyboard.press("End")
    expect(admin.get_by_text(f"topic-{_TOPICS}", exact=True)).to_be_visible()


def test_a_place_far_down_is_scrolled_into_view(admin: Page, center: api.Center) -> None:
    center.topic("tall", cluster="tall")
    _apply(center, {f"tall-{number:02}": {"clusters": ["tall"]} for number in range(_TENANTS)})
    last = center.topic("tall-last", cluster="tall")["id"]
    admin.goto(f"{center.url}/resources/topic/{last}")
    tree = admin.get_by_role("tree")
    expect(tree.locator(".ant-tree-treenode-selected")).to_be_in_viewport()
    expect(tree.locator(".ant-tree-treenode-selected")).to_contain_text("created")
