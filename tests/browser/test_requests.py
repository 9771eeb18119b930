"""Requests for accounts and rights: asked for, approved or refused, and notified."""

import itertools
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, PATIENCE_MS, SCREEN, Picture
from tests.browser.screens import dialog, first_password, sign_in
from tests.browser.watch import Watch

pytestmark = pytest.mark.browser
TOPIC = "persistent://shop/orders/created"
_NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def open_center(hasty_center: api.Center) -> api.Center:
    """A service that takes requests for accounts, with a topic to ask for."""
    hasty_center.topic("shop")
    return hasty_center


@pytest.fixture
def office(browser: Browser, open_center: api.Center) -> Iterator[Page]:
    """The administrator's own browser, signed in."""
    context = browser.new_context(locale="en-US", viewport=SCREEN, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    opened = context.new_page()
    watch = Watch(opened)
    api.enter(context, open_center.url, "admin", PASSWORD)
    opened.goto(open_center.url)
    yield opened
    context.close()
    watch.check()


@pytest.fixture(autouse=True)
def nothing_open(open_center: api.Center) -> Iterator[None]:
    """Each test leaves no request for an account behind."""
    yield
    for registration in open_center.get("registrations", state="open")["items"]:
        _decide(open_center, f"registrations/{registration['id']}/refuse", comment="the test is over")


@pytest.fixture
def shopkeeper(open_center: api.Center) -> Iterator[api.Center]:
    """The center for somebody who may not read the topic yet."""
    made = open_center.post("users", username=f"shopkeeper-{next(_NUMBERS)}", kind="person")
    with api.signed_in_as(open_center, made["username"], made["initial_secret"], PASSWORD) as opened:
        yield opened


def test_a_stranger_asks_for_an_account(page: Page, open_center: api.Center, picture: Picture) -> None:
    page.goto(open_center.url)
    page.get_by_role("link", name="Request an account").click()
    _apply(page, tenant="web shop")
    expect(page.locator("code", has_text="invalid_name")).to_be_visible()
    picture(page, "requests-wrong-tenant")
    page.get_by_label("First tenant").fill("web-shop")
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_role("figure", name="Receipt code").locator("pre")).not_to_be_empty()


def test_an_administrator_approves_an_account(office: Page, open_center: api.Center, picture: Picture) -> None:
    _register(open_center, "approved.shop")
    office.goto(f"{open_center.url}/registrations")
    expect(office.get_by_text("web@shop.example")).to_be_visible()
    picture(office, "requests-accounts")
    office.get_by_role("button", name="Approve").click()
    dialog(office).get_by_role("button", name="Approve").click()
    expect(office.get_by_text("The account is made")).to_be_visible()
    assert [tenant["name"] for tenant in open_center.get("tenants", q="approved-shop")["items"]] == ["approved-shop"]


def test_the_receipt_fetches_a_secret_that_signs_in(page: Page, office: Page, open_center: api.Center) -> None:
    receipt = _register(open_center, "new.shop")
    (registration,) = open_center.get("registrations", state="open")["items"]
    clusters = [cluster["id"] for cluster in open_center.get("clusters")["items"] if cluster["name"] == "standalone"]
    _decide(open_center, f"registrations/{registration['id']}/approve", cluster_ids=clusters)
    page.goto(open_center.url)
    page.get_by_role("link", name="Look up a request").click()
    page.get_by_role("textbox", name="Receipt code").fill(receipt)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Fetch the one-time secret").click()
    secret = page.get_by_role("figure", name="One-time secret").locator("pre").inner_text()
    office.goto(f"{open_center.url}/registrations")
    expect(office.get_by_text("No account requests")).to_be_visible()
    assert secret not in office.content()
    sign_in(page, open_center.url, "new.shop", secret)
    first_password(page, PASSWORD)
    expect(page.get_by_role("heading", name="Home")).to_be_visible()


def test_a_right_is_asked_for_from_a_link(page: Page, shopkeeper: api.Center) -> None:
    api.enter(page.context, shopkeeper.url, _name(shopkeeper), PASSWORD)
    page.goto(f"{shopkeeper.url}/requests/new?type=topic&resource={TOPIC}&authority=303")
    expect(page.get_by_role("checkbox", name="read the topic", exact=True)).to_be_checked()
    page.get_by_label("Reason").fill("the shop shows the state of orders")
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_role("row", name=TOPIC)).to_contain_text("waiting")


def test_an_approval_gives_the_right_until_its_end(
    office: Page, open_center: api.Center, shopkeeper: api.Center, picture: Picture
) -> None:
    name = _name(shopkeeper)
    _request_right(shopkeeper)
    office.goto(f"{open_center.url}/requests")
    office.get_by_role("tab", name="To decide").click()
    office.get_by_role("row", name=TOPIC).filter(has_text=name).get_by_role("button").click()
    expect(dialog(office).get_by_text(f"Approving gives {name} until")).to_be_visible()
    picture(office, "requests-decide")
    dialog(office).get_by_role("button", name="Approve").click()
    expect(office.get_by_text("Approved: the right is granted")).to_be_visible()
    [grant] = open_center.get("grants", user_id=_user_id(open_center, name), res_type=4)["items"]
    assert grant["valid_until"] > grant["add_time"]


def test_the_asker_is_notified_of_the_approval(
    page: Page, open_center: api.Center, shopkeeper: api.Center, picture: Picture
) -> None:
    _decide(open_center, f"access-requests/{_request_right(shopkeeper)}/approve")
    api.enter(page.context, shopkeeper.url, _name(shopkeeper), PASSWORD)
    page.goto(f"{shopkeeper.url}/requests")
    row = page.get_by_role("row", name=TOPIC)
    expect(row).to_contain_text("approved")
    expect(row.locator("time")).to_have_count(2)  # when it was sent, and when the right ends
    page.get_by_role("button", name="1 unread notice").click()
    expect(page.get_by_text(f"Request for read the topic on {TOPIC}: approved")).to_be_visible()
    picture(page, "requests-notices")
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_role("button", name="Notices", exact=True)).to_be_visible()


def test_a_refusal_tells_why(page: Page, office: Page, open_center: api.Center) -> None:
    page.goto(f"{open_center.url}/register")
    _apply(page, username="rejected", tenant="")
    page.get_by_role("button", name="Send the request").click()
    receipt = page.get_by_role("figure", name="Receipt code").locator("pre").inner_text()
    office.goto(f"{open_center.url}/registrations")
    office.get_by_role("row", name="rejected").get_by_role("button", name="Refuse").click()
    office.keyboard.press("Control+Enter")
    dialog(office).get_by_role("button", name="Refuse").click()
    expect(dialog(office).get_by_text("Required")).to_be_visible()
    dialog(office).get_by_label("Why not").fill("your team has an account")
    dialog(office).get_by_role("button", name="Refuse").click()
    expect(office.get_by_text("No account requests")).to_be_visible()
    page.goto(f"{open_center.url}/register/status")
    page.get_by_role("textbox", name="Receipt code").fill("no such code")
    page.keyboard.press("Enter")
    expect(page.locator("code", has_text="unknown_receipt")).to_be_visible()
    page.get_by_role("textbox", name="Receipt code").fill(receipt)
    page.keyboard.press("Enter")
    expect(page.get_by_text("your team has an account")).to_be_visible()


def test_a_center_closed_to_strangers_says_so(page: Page, center: api.Center) -> None:
    page.goto(center.url)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.get_by_role("link", name="Request an account")).to_have_count(0)
    page.goto(f"{center.url}/register")
    expect(page.get_by_text("This center takes no requests for accounts")).to_be_visible()


def _apply(page: Page, *, username: str = "web.shop", tenant: str) -> None:
    """Fill the form in with the keyboard only, and send it."""
    page.get_by_label("User name you wish for").fill(username)
    for text in ("Web shop", "web@shop.example", "web", tenant):
        page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.get_by_label("Reason").fill("a shop on the web")
    if tenant:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")


def _user_id(center: api.Center, username: str) -> int:
    [user] = center.get("users", q=username)["items"]
    number: int = user["id"]
    return number


def _register(center: api.Center, username: str) -> str:
    """Ask for an account without the console; returns the receipt."""
    body = {"username": username, "nick": "Web shop", "contact": "web@shop.example", "group_name": "web"}
    tenant = {"tenant_name": username.replace(".", "-"), "cluster": "standalone", "reason": "a shop on the web"}
    receipt: str = center.post("registrations", **body, **tenant)["receipt"]
    return receipt


def _request_right(center: api.Center) -> int:
    """Ask for the right to read the topic; returns the number of the request."""
    made = center.post("access-requests", res_type=4, resource=TOPIC, authorities=[303], reason="the shop reads it")
    return int(made["id"])


def _decide(center: api.Center, path: str, **body: object) -> None:
    answer = center.client.post(f"/api/v1/{path}", json=body, headers={"If-Match": "*"})
    assert answer.is_success, answer.text


def _name(center: api.Center) -> str:
    return str(center.get("session")["user"]["username"])
