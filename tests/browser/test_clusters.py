"""A cluster's page: who made its credentials and whether that still counts, its brokers' tokens, and giving it up."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import Picture
from tests.browser.screens import choose_language, dialog

pytestmark = pytest.mark.browser
ADDRESSES = {"address": "pulsar://127.0.0.1:6650", "admin_url": "http://127.0.0.1:8080"}


@pytest.fixture(scope="module")
def cluster(center: api.Center) -> dict[str, Any]:
    """One with a credential and a broker token that somebody made who does not administer it any more."""
    made = center.post("clusters", name="orphaned", **ADDRESSES)
    maker = center.post("users", username="former.operator", kind="person")
    grant = center.post("grants", user_id=maker["id"], res_type=1, res_id=made["id"], authorities=[4])
    secret = maker["initial_secret"]
    with api.signed_in_as(center, "former.operator", secret, "eleven blue lanterns on the pier") as theirs:
        theirs.post(f"clusters/{made['id']}/credentials")
        theirs.post(f"clusters/{made['id']}/broker-token")
    answer = center.client.delete(f"/api/v1/grants/{grant['id']}", headers={"If-Match": "*"})
    assert answer.is_success, answer.text
    center.post(f"clusters/{made['id']}/credentials")
    return made


def test_credentials_that_outlive_their_makers_authority_are_shown(
    admin: Page, center: api.Center, cluster: dict[str, Any], picture: Picture
) -> None:
    admin.goto(center.url)
    line = admin.get_by_role("listitem").filter(has_text="2 credentials of its brokers outlive the authority")
    picture(admin, "outlived-home-en")
    line.get_by_role("link", name="orphaned").click()
    admin.get_by_role("tab", name="Connection").click()
    rows = admin.get_by_role("main").locator("tr.ant-table-row")
    theirs = rows.filter(has_text="former.operator").filter(has_text="no longer administers the cluster")
    expect(theirs).to_have_count(2)
    expect(theirs.filter(has_text="broker token 1")).to_contain_text("never")
    expect(rows.filter(has_text="…").last).to_contain_text("admin")
    expect(rows.filter(has_text="…").last).not_to_contain_text("no longer")
    picture(admin, "outlived-cluster-en")
    choose_language(admin, "中文")
    expect(rows.filter(has_text="已不再管理该集群")).to_have_count(2)
    picture(admin, "outlived-cluster-zh")
    admin.get_by_role("link", name="broker.orphaned").click()
    expect(admin.get_by_role("row", name="broker.orphaned")).to_be_visible()


def test_a_lost_cluster_is_given_up(admin: Page, center: api.Center, picture: Picture) -> None:
    made = center.post("clusters", name="burnt", **ADDRESSES)
    tenant = center.post("tenants", name="burnt-tenant", cluster_ids=[made["id"]])
    admin.goto(f"{center.url}/resources/cluster/{made['id']}")
    admin.get_by_role("main").get_by_role("button", name="Give up").click()
    button = dialog(admin).get_by_role("button", name="Give up")
    expect(dialog(admin)).to_contain_text("It cannot be undone")
    expect(button).to_be_disabled()
    picture(admin, "give-up-en")
    dialog(admin).get_by_label("Type burnt to confirm").fill("burnt")
    button.click()
    expect(admin.get_by_role("alert").filter(has_text="given up")).to_be_visible()
    expect(admin.get_by_role("main").get_by_role("button", name="Give up")).to_have_count(0)
    picture(admin, "given-up-en")
    admin.goto(center.url)
    expect(admin.get_by_role("listitem").filter(has_text="burnt").first).to_contain_text("given up")
    admin.goto(f"{center.url}/resources/tenant/{tenant['id']}")
    admin.get_by_role("main").get_by_role("button", name="Delete").click()
    expect(dialog(admin)).to_contain_text("given up: the cluster is gone")


def test_a_tenant_of_another_cluster_and_a_question_of_another_type_are_explained(
    admin: Page, center: api.Center, cluster: dict[str, Any], picture: Picture
) -> None:
    topic = center.topic("why-elsewhere")
    query = f"principal=admin&cluster={cluster['id']}&resource={topic['full_name']}&type=topic"
    center.post("users", username="why.nowhere", kind="person")
    admin.goto(f"{center.url}/why?{query.replace('=admin', '=why.nowhere', 1)}&question=topic:CONSUME")
    verdict = admin.get_by_test_id("verdict")
    expect(verdict).to_contain_text("The tenant does not live on this cluster")
    picture(admin, "elsewhere-en")
    choose_language(admin, "中文")
    expect(verdict).to_contain_text("该租户不在此集群上")
    picture(admin, "elsewhere-zh")
    choose_language(admin, "English")
    admin.goto(
        f"{center.url}/why?principal=admin&cluster={cluster['id']}&resource=acme&type=tenant&question=topic:CONSUME"
    )
    expect(admin.get_by_role("alert")).to_contain_text("This question is not asked about such a resource")


def test_the_last_use_of_a_token_is_shown(admin: Page, center: api.Center, picture: Picture) -> None:
    service = center.post("users", username="last.used", kind="service")
    center.post(f"users/{service['id']}/tokens", name="unused", days=3)
    admin.goto(f"{center.url}/users/{service['id']}/credentials")
    for days in ("3", ""):
        admin.get_by_role("button", name="New client secret").click()
        dialog(admin).get_by_label("Days of validity").fill(days)
        dialog(admin).get_by_role("button", name="Create").click()
        dialog(admin).get_by_role("button", name="I have saved it").click()
    ends = [secret["valid_until"] for secret in center.get(f"users/{service['id']}/client-secrets")["items"]]
    assert ends[0] is not None
    assert ends[1] is None
    expect(admin.get_by_role("columnheader", name="Last used")).to_have_count(2)
    expect(admin.get_by_role("row", name="unused")).to_contain_text("never")
    expect(admin.get_by_role("row", name="until deleted")).to_have_count(1)
    picture(admin, "tokens-en")
