"""No mailbox is filled, accounts stay unknown to strangers, and links are in no log."""

import json
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.messages import mail_sending
from app.platform.clock import now_ms
from app.platform.outbox.models import Mail
from app.platform.settings import Settings
from tests.api.statements import statements
from tests.center import Center
from tests.factories import Person, a_user, an_administrator
from tests.messages.conftest import Mailbox
from tests.messages.test_own_email import ADDRESS, NEW, link_of, with_address

MINUTE = 60_000


@pytest.fixture
def mailing(center: Center, mail_settings: Settings) -> Center:
    """The center, which sends by the test's mail server."""
    center.app.state.settings = mail_settings.model_copy(update={"reset_per_minute": 0})
    return replace(center, settings=center.app.state.settings)


def _code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def _a_person(center: Center, name: str) -> Person:
    person = center.make(a_user, name)
    center.signed_in(person)
    with_address(center, person)
    return person


def test_one_address_gets_five_links_in_an_hour_whoever_enters_it(mailing: Center) -> None:
    browsers = [mailing.signed_in(mailing.make(a_user, name)) for name in ("alice", "bob", "carol")]
    spellings = ("victim@acme.example", "Victim@acme.example", "victim@ACME.example")
    answers = [
        browser.put("/api/v1/session/email", json={"email": spelling})
        for browser, spelling in zip(browsers, spellings, strict=True)
        for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert _code(answers[-1]) == (429, "too_many_messages")
    assert answers[-1].headers["retry-after"] == "3600"
    assert browsers[2].put("/api/v1/session/email", json={"email": "carol@acme.example"}).status_code == 200


def test_one_account_sends_ten_links_in_an_hour(mailing: Center) -> None:
    browser = mailing.signed_in(mailing.make(a_user, "alice"))
    answers = [browser.put("/api/v1/session/email", json={"email": f"v{number}@acme.example"}) for number in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]


def test_invitations_are_counted_with_them(mailing: Center) -> None:
    administrator = mailing.signed_in(mailing.make(an_administrator))
    alice = mailing.make(a_user, "alice")
    path = f"/api/v1/users/{alice.id}/invitation"
    answers = [administrator.post(path, json={"email": ADDRESS}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [202] * 5 + [429]


def test_asking_all_day_fills_no_mailbox_and_blocks_no_link(mailing: Center, mailbox: Mailbox) -> None:
    alice = _a_person(mailing, "alice")
    start = now_ms()
    for minutes in range(0, 12 * 60, 5):

        def older(session: Session, minutes: int = minutes) -> None:
            mail = Mail(user_id=0, address="", kind="password_reset", facts=json.dumps({"user": "alice"}))
            mail.add_time = mail.next_try = start + minutes * MINUTE
            mail.state, mail.attempts, mail.valid_until = "waiting", 0, mail.add_time + 30 * MINUTE
            session.add(mail)

        mailing.make(older)
        mail_sending.run(mailing.database, mailing.settings, start + minutes * MINUTE)
    assert 5 + 10 <= len(mailbox.messages) <= 5 + 12
    assert {message["To"] for message in mailbox.messages} == {ADDRESS}
    assert alice.username in mailbox.texts()[0]


def test_accounts_that_share_an_address_share_its_limit(mailing: Center, mailbox: Mailbox) -> None:
    for number in range(14):
        _a_person(mailing, f"alice{number}")
        mailing.client().post("/api/v1/password-resets", json={"username": f"alice{number}"})
    mail_sending.run(mailing.database, mailing.settings, now_ms())
    assert len(mailbox.messages) == 10


def test_requests_in_vain_keep_no_other_message_waiting(mailing: Center, mailbox: Mailbox) -> None:
    for number in range(60):
        mailing.client().post("/api/v1/password-resets", json={"username": f"nobody{number}"})
    mailing.signed_in(mailing.make(a_user, "alice")).put("/api/v1/session/email", json={"email": ADDRESS})
    mail_sending.run(mailing.database, mailing.settings, now_ms())
    assert [message["Subject"] for message in mailbox.messages] == ["Confirm your e-mail address"]


def test_asking_takes_the_same_steps_whether_there_is_such_a_user(mailing: Center) -> None:
    _a_person(mailing, "alice")
    mailing.make(a_user, "bob")
    took: dict[str, list[str]] = {}
    for name in ("alice", "bob", "nobody", "alice"):
        with statements(mailing) as seen:
            assert mailing.client().post("/api/v1/password-resets", json={"username": name}).status_code == 202
        took[name] = list(seen)
    assert took["alice"] == took["bob"] == took["nobody"]


def test_a_link_is_in_no_log_and_no_referrer(
    mailing: Center, mailbox: Mailbox, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    _a_person(mailing, "alice")
    stranger = mailing.client()
    stranger.post("/api/v1/password-resets", json={"username": "alice"})
    mail_sending.run(mailing.database, mailing.settings, now_ms())
    link = link_of(mailbox)
    caplog.clear()
    capfd.readouterr()
    answers = [
        stranger.post("/api/v1/password-resets/complete", json={"link": link + "x", "new": NEW}),
        stranger.post("/api/v1/password-resets/complete", json={"link": link, "new": "short"}),
        stranger.post("/api/v1/email-confirmations", json={"link": link, "more": 1}),
        stranger.post("/api/v1/password-resets/complete", json={"link": link, "new": NEW}),
    ]
    output = capfd.readouterr()
    assert [answer.status_code for answer in answers] == [422, 422, 401, 204]
    assert not any(link in text for text in (output.out, output.err, caplog.text, *(answer.text for answer in answers)))
    trail = mailing.read(lambda session: [repr(vars(entry)) for entry in session.scalars(select(TrailEntry))])
    assert not any(link in entry for entry in trail)
    for path in ("/choose-password", "/confirm-address"):
        assert stranger.get(path).headers["referrer-policy"] in ("no-referrer", "same-origin")


def test_messages_of_a_deleted_user_are_deleted(mailing: Center, mailbox: Mailbox) -> None:
    administrator = mailing.signed_in(mailing.make(an_administrator))
    alice = _a_person(mailing, "alice")
    mailing.client().post("/api/v1/password-resets", json={"username": "alice"})
    mail_sending.run(mailing.database, mailing.settings, now_ms())
    administrator.post(f"/api/v1/users/{alice.id}/invitation", json={"email": "other@acme.example"})
    answer = administrator.delete(f"/api/v1/users/{alice.id}?cascade=true", headers={"If-Match": "*"})
    assert answer.status_code == 204, answer.text
    assert mailing.read(lambda session: session.scalars(select(Mail)).all()) == []
    mail_sending.run(mailing.database, mailing.settings, now_ms())
    assert len(mailbox.messages) == 1


def test_language_and_topics_are_in_the_audit_log(mailing: Center) -> None:
    browser = mailing.signed_in(mailing.make(a_user, "alice"))
    body: dict[str, Any] = {"language": "zh", "topics_off": ["removals", "ends", "ends"]}
    assert browser.put("/api/v1/session/email", json=body).json()["topics_off"] == ["ends", "removals"]
    assert browser.put("/api/v1/session/email", json=body).status_code == 200
    query = select(TrailEntry).where(TrailEntry.action == "user.mail")
    (entry,) = mailing.read(lambda session: session.scalars(query).all())
    assert entry.actor == "alice"
    assert browser.put("/api/v1/session/email", json={"topics_off": ["security"]}).status_code == 422
