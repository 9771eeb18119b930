"""The newest link counts: earlier ones, and those of who was disabled meanwhile, open nothing."""

import re

import httpx
import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.messages import mail_sending
from app.platform.clock import now_ms
from app.platform.outbox.models import Mail
from tests.center import Center
from tests.factories import a_user
from tests.messages.conftest import Mailbox
from tests.messages.test_own_email import ADDRESS, NEW, _code, _send, administrator, link_of, mailing, with_address

__all__ = ["administrator", "mailing"]
COMPLETE, CONFIRM, EMAIL = "/api/v1/password-resets/complete", "/api/v1/email-confirmations", "/api/v1/session/email"
UNKNOWN = (422, "unknown_link")


def _choose(center: Center, link: str) -> tuple[int, str | None]:
    return _code(center.client().post(COMPLETE, json={"link": link, "new": NEW}))


@pytest.mark.parametrize("first", ["sent", "waiting"])
def test_an_invitation_ends_the_earlier_one(
    mailing: Center, administrator: httpx.Client, mailbox: Mailbox, first: str
) -> None:
    path = f"/api/v1/users/{mailing.make(a_user, 'alice').id}/invitation"
    administrator.post(path, json={"email": "wrong@acme.example"})
    if first == "sent":
        _send(mailing)
        wrong = link_of(mailbox)
    administrator.post(path, json={"email": ADDRESS})
    if first == "sent":
        assert _choose(mailing, wrong) == UNKNOWN, "at once, not only when the new one is sent"
    _send(mailing)
    assert [message["To"] for message in mailbox.messages] == ["wrong@acme.example"] * (first == "sent") + [ADDRESS]
    assert _choose(mailing, link_of(mailbox)) == (204, None)


def test_a_link_to_a_new_password_ends_the_earlier_one(mailing: Center, mailbox: Mailbox) -> None:
    alice = mailing.make(a_user, "alice")
    mailing.signed_in(alice)
    with_address(mailing, alice)
    links = []
    for _ in range(2):
        mailing.client().post("/api/v1/password-resets", json={"username": "alice"})
        _send(mailing)
        links.append(link_of(mailbox))
        mailing.make(_ten_minutes_pass)
    assert links[0] != links[1]
    assert [_choose(mailing, link) for link in links] == [UNKNOWN, (204, None)]


def test_an_earlier_one_that_is_tried_again_ends_no_newer_one(mailing: Center, mailbox: Mailbox) -> None:
    alice = mailing.make(a_user, "alice")
    mailing.signed_in(alice)
    with_address(mailing, alice)
    mailbox.answers = ["451 later"]
    mailing.client().post("/api/v1/password-resets", json={"username": "alice"})
    _send(mailing)
    mailing.make(_ten_minutes_pass)
    mailing.client().post("/api/v1/password-resets", json={"username": "alice"})
    mailing.make(
        lambda session: session.execute(update(Mail).where(Mail.user_id != 0).values(next_try=now_ms() + 5000))
    )
    _send(mailing)
    mail_sending.run(mailing.database, mailing.settings, now_ms() + 6 * 60_000)
    assert len(mailbox.messages) == 1
    states = mailing.read(lambda session: session.scalars(select(Mail.state).order_by(Mail.id)).all())
    assert states == ["dead", "sent"]
    assert _choose(mailing, link_of(mailbox)) == (204, None)


@pytest.mark.parametrize("when", ["sent", "waiting"])
@pytest.mark.parametrize("who", ["the user", "its main account"])
def test_links_of_a_disabled_user_stay_void(
    mailing: Center, administrator: httpx.Client, mailbox: Mailbox, when: str, who: str
) -> None:
    main = mailing.make(a_user, "main")
    alice = mailing.make(a_user, "alice", parent=main)
    administrator.post(f"/api/v1/users/{alice.id}/invitation", json={"email": ADDRESS})
    if when == "sent":
        _send(mailing)
    disabled = alice if who == "the user" else main
    for status in ("disabled", "active"):
        answer = administrator.patch(f"/api/v1/users/{disabled.id}", json={"status": status}, headers={"If-Match": "*"})
        assert answer.status_code == 200, answer.text
    if when == "sent":
        assert _choose(mailing, link_of(mailbox)) == UNKNOWN
    else:
        _send(mailing)
        assert mailbox.messages == []


def test_the_address_that_was_asked_for_last_counts(mailing: Center, mailbox: Mailbox) -> None:
    browser = mailing.signed_in(mailing.make(a_user, "alice"))
    links = []
    for name in ("v2", "v3"):
        browser.put(EMAIL, json={"email": f"{name}@acme.example"})
        _send(mailing)
        links.append(re.findall(r"#(puc_once_\w+)", mailbox.texts()[-1])[0])
    answers = [_code(browser.post(CONFIRM, json={"link": link})) for link in reversed(links)]
    assert answers == [(204, None), UNKNOWN]
    assert browser.get(EMAIL).json()["email"] == "v3@acme.example"


def test_an_earlier_link_sets_no_address_that_was_given_up(mailing: Center, mailbox: Mailbox) -> None:
    browser = mailing.signed_in(mailing.make(a_user, "alice"))
    browser.put(EMAIL, json={"email": ADDRESS})
    _send(mailing)
    assert browser.put(EMAIL, json={"email": None}).json()["waiting"] is None
    assert _code(browser.post(CONFIRM, json={"link": link_of(mailbox)})) == UNKNOWN


def _ten_minutes_pass(session: Session) -> None:
    session.execute(update(Mail).values(add_time=Mail.add_time - 600_000))


@pytest.mark.parametrize("now", [None, "new@acme.example"])
def test_a_link_to_an_address_of_earlier_sets_no_password(mailing: Center, mailbox: Mailbox, now: str | None) -> None:
    alice = mailing.make(a_user, "alice")
    browser = mailing.signed_in(alice)
    with_address(mailing, alice)
    mailing.client().post("/api/v1/password-resets", json={"username": "alice"})
    _send(mailing)
    link = link_of(mailbox)
    browser.put(EMAIL, json={"email": now})
    if now:
        _send(mailing)
        confirmation = next(text for text in reversed(mailbox.texts()) if "/confirm-address" in text)
        found = re.findall(r"#(puc_once_\w+)", confirmation)[0]
        assert browser.post(CONFIRM, json={"link": found}).status_code == 204
    assert _choose(mailing, link) == UNKNOWN
    assert browser.get("/api/v1/session").status_code == 200
