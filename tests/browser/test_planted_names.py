"""Names that are markup, on every screen that shows them, in a browser that ignores our CSP: React alone must do."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, PATIENCE_MS
from tests.browser.screens import show
from tests.browser.service import running
from tests.browser.watch import Watch
from tests.importing.played_cluster import PlayedCluster

pytestmark = pytest.mark.browser
PLANTED = "<img src=x onerror=window.planted=1>"
SCRIPT = "\"'><script>window.planted=1</script>"


@pytest.fixture
def planted_center(tmp_path: Path) -> Iterator[api.Center]:
    """A service of its own, as its page of signing in names the provider."""
    with (
        running(tmp_path, PUC_PROVIDER_ADDRESSES="127.0.0.1") as started,
        api.signed_in_first_time(started, PASSWORD) as opened,
    ):
        yield opened


@pytest.fixture
def without_csp(browser: Browser, planted_center: api.Center) -> Iterator[Page]:
    """An administrator's page in which inline scripts would run."""
    context = browser.new_context(locale="en-US", bypass_csp=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    api.enter(context, planted_center.url, "admin", PASSWORD)
    yield context.new_page()
    context.close()


@pytest.fixture
def planted_cluster() -> Iterator[PlayedCluster]:
    """A cluster whose refusal is markup."""
    played = PlayedCluster("played")
    played.wrong["/clusters"] = lambda: (200, b'["played"]')
    played.tenant("acme")
    played.wrong["/namespaces/acme"] = lambda: (409, json.dumps({"reason": PLANTED}).encode())
    with played.running():
        yield played


def _screens_with_planted_text(center: api.Center, played: PlayedCluster) -> list[str]:
    """Screens that show a planted text."""
    made = center.post("clusters", name="played", address="pulsar://127.0.0.1:6650", admin_url=played.url)
    cluster = int(made["id"])
    group = center.post("groups", name=PLANTED, remark=SCRIPT)
    user = center.post("users", username="planted", kind="person", nick=PLANTED, remark=SCRIPT, group_id=group["id"])
    service = center.post("users", username="planted.service", kind="service")
    role = center.post("roles", name=PLANTED, remark=SCRIPT)
    topic = center.topic("planted")
    rights = {"res_type": 4, "res_id": topic["id"], "authorities": [303]}
    center.post("grants", role_id=role["id"], **rights, remark=PLANTED)
    center.post("networks", name="planted", networks=["10.3.0.0/16"], remark=PLANTED)
    center.post(f"users/{service['id']}/tokens", name=PLANTED, days=9)
    center.post("applications", name=PLANTED, redirect_uris=["https://desk.example/callback"])
    provider = center.post("identity-providers", name=PLANTED[:64], issuer="http://127.0.0.1:1", client_id=PLANTED)
    center.client.patch(
        f"/api/v1/identity-providers/{provider['id']}", json={"enabled": True}, headers={"If-Match": "*"}
    ).raise_for_status()
    policies = {"properties": f"owner={PLANTED}"}
    namespace = center.post("namespaces", tenant_id=topic["tenant_id"], name="governed", policies=policies)
    center.compare(cluster)
    return [
        f"/drift?cluster={cluster}",
        f"/resources/namespace/{namespace['id']}/policies",
        "/groups",
        "/users",
        f"/users/{user['id']}",
        f"/users/{service['id']}/credentials",
        "/roles",
        f"/roles/{role['id']}",
        f"/resources/topic/{topic['id']}",
        "/networks",
        "/applications",
        "/company-sign-in",
        "/security",
    ]


def test_no_planted_name_runs(without_csp: Page, planted_center: api.Center, planted_cluster: PlayedCluster) -> None:
    page = without_csp
    page.goto(planted_center.url)
    for path in _screens_with_planted_text(planted_center, planted_cluster):
        show(page, path)
        expect(page.get_by_text(PLANTED).first, f"{path} shows it").to_be_attached(timeout=4 * PATIENCE_MS)
        assert page.evaluate("window.planted") is None, path
    page.context.clear_cookies()
    page.goto(planted_center.url)
    expect(page.get_by_text(PLANTED).first).to_be_visible()
    assert page.evaluate("window.planted") is None, "the page of signing in names the provider"
    page.evaluate(f"document.body.insertAdjacentHTML('beforeend', '{PLANTED}')")
    page.wait_for_function("window.planted === 1")  # else this page could not have shown that anything ran


def test_the_watch_sees_what_the_csp_refuses(page: Page, center: api.Center) -> None:
    """Each test's page is watched, so a violation on any screen that any test opens fails that test."""
    other = page.context.new_page()
    watch = Watch(other)
    other.goto(center.url)
    with other.expect_console_message():
        other.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">styled</p>')")
    with pytest.raises(AssertionError, match="Content Security Policy"):
        watch.check()
