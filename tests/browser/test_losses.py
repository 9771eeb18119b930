"""The dialog of a deletion shows what would be lost at the clusters, or that it is unknown."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser import api
from tests.browser.conftest import Picture
from tests.browser.screens import choose_language, dialog
from tests.provisioning.fake_pulsar import FakePulsar, reason, stats_in_use

pytestmark = pytest.mark.browser
_TENANT, _CREATED = "losing", "persistent://losing/orders/created"


@pytest.fixture(scope="module")
def pulsar() -> Iterator[FakePulsar]:
    """A cluster with two topics, one of which is used."""
    with FakePulsar("losing").running() as running:
        running.tenants[_TENANT] = {"adminRoles": [], "allowedClusters": ["losing"]}
        running.namespaces[f"{_TENANT}/orders"] = {"bundles": {"numBundles": 4}}
        running.topics |= {_CREATED: 0, "persistent://losing/orders/unknown": 0}
        running.stats[_CREATED] = stats_in_use(2, 1_500_000, billing=1200)
        yield running


@pytest.fixture(scope="module")
def tenant(center: api.Center, pulsar: FakePulsar) -> int:
    """The same at the center."""
    cluster = center.post("clusters", name="losing", address="pulsar://127.0.0.1:6650", admin_url=pulsar.url)
    return int(center.post("tenants", name=_TENANT, cluster_ids=[cluster["id"]])["id"])


def _open_question(admin: Page, center: api.Center, tenant: int) -> Locator:
    admin.goto(f"{center.url}/resources/tenant/{tenant}")
    admin.get_by_role("main").get_by_role("button", name="Delete").click()
    return dialog(admin)


def test_the_dialog_shows_what_would_be_lost(admin: Page, center: api.Center, tenant: int, picture: Picture) -> None:
    opened = _open_question(admin, center, tenant)
    losses = opened.get_by_test_id("losses")
    content = "1.5 MB · 1 subscription, backlog 1,200 messages · connected: 2 producers, 1 consumer"
    expect(losses).to_contain_text(f"2 topics · {content}")
    expect(losses.get_by_role("listitem")).to_have_text([f"{_CREATED}: {content}"])
    picture(admin, "losses-en")
    admin.keyboard.press("Escape")
    choose_language(admin, "中文")
    admin.get_by_role("main").get_by_role("button", name=re.compile("删\\s*除")).click()
    expect(losses).to_contain_text("集群 losing 上现有")
    expect(losses).to_contain_text("积压 1,200 条消息")
    picture(admin, "losses-zh")


def test_nothing_is_deleted_before_the_clusters_answer(
    admin: Page, center: api.Center, tenant: int, pulsar: FakePulsar
) -> None:
    waiting: list[Route] = []
    admin.route("**/loss", lambda route: waiting.append(route))
    opened = _open_question(admin, center, tenant)
    expect(opened).to_contain_text("Asking the clusters")
    opened.get_by_role("textbox").fill(_TENANT)
    button = opened.get_by_role("button", name="Delete")
    expect(button).to_be_disabled()
    for route in waiting:
        route.continue_()
    expect(button).to_be_enabled()


def test_an_unknown_loss_is_shown_as_unknown(
    admin: Page, center: api.Center, tenant: int, pulsar: FakePulsar, picture: Picture
) -> None:
    pulsar.answer_always = reason(503, "metadata store is away")
    opened = _open_question(admin, center, tenant)
    expect(opened.get_by_role("alert")).to_contain_text("nobody knows what would be lost")
    expect(opened.get_by_role("alert")).to_contain_text("503: metadata store is away")
    picture(admin, "losses-unknown")
    opened.get_by_role("textbox").fill(_TENANT)
    expect(opened.get_by_role("button", name="Delete")).to_be_enabled()
    pulsar.answer_always = None
    admin.route("**/loss", lambda route: route.abort())
    opened = _open_question(admin, center, tenant)
    expect(opened).to_contain_text("could not be asked")


def test_the_dialog_says_that_keys_go(admin: Page, center: api.Center, tenant: int, picture: Picture) -> None:
    namespace = center.post("namespaces", name="keyed", tenant_id=tenant)
    opened = _open_question(admin, center, tenant)
    expect(opened.get_by_test_id("losses")).to_contain_text("2 topics")
    expect(opened).not_to_contain_text("encryption key")
    admin.keyboard.press("Escape")
    center.post(f"namespaces/{namespace['id']}/encryption-keys", name="all", algorithm="EC-P256")
    opened = _open_question(admin, center, tenant)
    expect(opened).to_contain_text("1 encryption key with private halves will be deleted.")
    picture(admin, "losses-keys")
    admin.keyboard.press("Escape")
    choose_language(admin, "中文")
    admin.get_by_role("main").get_by_role("button", name=re.compile("删\\s*除")).click()
    expect(opened).to_contain_text("将删除 1 个保管了私钥的加密密钥")
    picture(admin, "losses-keys-zh")
