"""A cluster that says no: its own words are on the screen, and one press tries again."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD
from tests.provisioning.fake_pulsar import FakePulsar, reason

pytestmark = pytest.mark.browser
_FORBIDDEN = "Don't have permission to administrate resources on this tenant"


def _forbid(pulsar: FakePulsar, _tenant: str) -> None:
    pulsar.answer_always = reason(403, _FORBIDDEN)


def _allow(pulsar: FakePulsar, _tenant: str) -> None:
    pulsar.answer_always = None


def _occupy(pulsar: FakePulsar, tenant: str) -> None:
    """Somebody made a tenant of this name for another cluster."""
    pulsar.tenants[tenant] = {"adminRoles": [], "allowedClusters": ["elsewhere"]}


def _vacate(pulsar: FakePulsar, tenant: str) -> None:
    del pulsar.tenants[tenant]


@pytest.fixture(scope="module")
def pulsar() -> Iterator[FakePulsar]:
    """A cluster that answers."""
    with FakePulsar("strict").running() as listening:
        yield listening


@pytest.fixture(scope="module")
def cluster(hasty_center: api.Center, pulsar: FakePulsar) -> int:
    """Its id at a service that gives up after one refusal."""
    made = hasty_center.post("clusters", name="strict", address="pulsar://127.0.0.1:6650", admin_url=pulsar.url)
    return int(made["id"])


@pytest.mark.parametrize(
    ("tenant", "refuse", "accept", "words"),
    [
        ("forbidden", _forbid, _allow, f"403: {_FORBIDDEN}"),
        ("occupied", _occupy, _vacate, "409: the cluster has another one: tenant occupied exists"),
    ],
)
def test_a_refusal_is_shown_and_tried_again(
    page: Page,
    hasty_center: api.Center,
    pulsar: FakePulsar,
    cluster: int,
    tenant: str,
    refuse: Callable[[FakePulsar, str], None],
    accept: Callable[[FakePulsar, str], None],
    words: str,
) -> None:
    refuse(pulsar, tenant)
    made = hasty_center.post("tenants", name=tenant, cluster_ids=[cluster])
    api.enter(page.context, hasty_center.url, "admin", PASSWORD)
    page.goto(hasty_center.url)
    page.get_by_role("listitem").filter(has_text="create on strict").get_by_role("link", name=tenant).click()
    expect(page).to_have_url(f"{hasty_center.url}/resources/tenant/{made['id']}")
    alert = page.get_by_role("alert").filter(has_text="A cluster did not carry this out")
    expect(alert.get_by_text(words)).to_be_visible()
    expect(alert.get_by_text("tried once")).to_be_visible()
    place = page.get_by_role("tree").locator(".ant-tree-treenode", has_text=tenant)
    expect(place.get_by_text("failed")).to_be_visible()

    accept(pulsar, tenant)
    alert.get_by_role("button", name="Try now").click()
    expect(page.get_by_text("Queued again")).to_be_visible()
    expect(alert).to_have_count(0)
    expect(place.get_by_text("failed")).to_have_count(0)
    expect(place.get_by_text("waiting")).to_have_count(0)
    assert pulsar.tenants[tenant]["allowedClusters"] == ["strict"]
