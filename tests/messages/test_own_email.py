"""Addresses, invitations and forgotten passwords, from the request to the link that works once."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import httpx
import pytest
from sqlalchemy import select

from app.identity import credentials, users
from app.identity.models import User
from app.messages import mail_sending
from app.platform.clock import now_ms
from app.platform.outbox.models import Mail
from app.platform.settings import Settings
from tests.center import Center
from tests.factories import PASSWORD, Person, a_service, a_user, an_administrator, password_of
from tests.messages.conftest import Mailbox

NEW = "a quite different sentence"
ADDRESS = "alice@acme.example"


@pytest.fixture
def administrator(center: Center) -> httpx.Client:
    """An administrator's browser."""
    return center.signed_in(center.make(an_administrator))


@pytest.fixture
def mailing(center: Center, mail_settings: Settings) -> Center:
    """The center, which sends by the test's mail server."""
    center.app.state.settings = mail_settings
    return replace(center, settings=mail_settings)


def _send(center: Center) -> None:
    mail_sending.run(center.database, center.settings, now_ms())


def link_of(mailbox: Mailbox) -> str:
    """The secret of the link in the last message."""
    found = re.search(r"#(puc_once_\w+)", mailbox.texts()[-1])
    assert found, mailbox.texts()
    return found[1]


def with_address(center: Center, person: Person) -> None:
    """The person has confirmed an address."""

    def give(session, user_id: int) -> None:  # type: ignore[no-untyped-def]
        row = users.find(session, user_id)
        row.email, row.email_verified = ADDRESS, 1

    center.make(give, person.id)


def forgotten(center: Center, mailbox: Mailbox) -> tuple[Person, str]:
    """Alice, whose password nobody knows any more, and the secret of the link that she got."""
    alice = center.make(a_user, "alice")
    center.signed_in(alice)
    with_address(center, alice)
    center.client().post("/api/v1/password-resets", json={"username": "alice"})
    _send(center)
    return alice, link_of(mailbox)


def _code(answer: httpx.Response) -> tuple[int, str | None]:
    return answer.status_code, answer.json().get("code") if answer.content and answer.text != "null" else None


def test_an_address_counts_once_its_link_was_used(mailing: Center, mailbox: Mailbox) -> None:
    alice = mailing.make(a_user, "alice")
    browser = mailing.signed_in(alice)
    answer = browser.put("/api/v1/session/email", json={"email": ADDRESS, "language": "zh"})
    assert (answer.status_code, answer.json()["email"]) == (200, None), answer.text
    assert answer.json()["waiting"] == ADDRESS
    _send(mailing)
    link, mallory = {"link": link_of(mailbox)}, mailing.signed_in(mailing.make(a_user, "mallory"))
    assert mailing.client().post("/api/v1/email-confirmations", json=link).status_code == 401
    assert _code(mallory.post("/api/v1/email-confirmations", json=link)) == (422, "unknown_link")
    assert browser.post("/api/v1/email-confirmations", json=link).status_code == 204
    assert _code(browser.post("/api/v1/email-confirmations", json=link)) == (422, "unknown_link")
    expected: dict[str, object] = {
        "email": ADDRESS,
        "waiting": None,
        "language": "zh",
        "topics_off": [],
        "mail_is_on": True,
    }
    assert browser.get("/api/v1/session/email").json() == expected
    browser.put("/api/v1/session/email", json={"email": None})
    _send(mailing)
    assert mailbox.messages[-1]["Subject"] == "您的电子邮件地址已更改"
    assert browser.get("/api/v1/session/email").json()["email"] is None


def test_a_link_of_one_kind_does_nothing_else(mailing: Center, mailbox: Mailbox) -> None:
    browser = mailing.signed_in(mailing.make(a_user, "alice"))
    browser.put("/api/v1/session/email", json={"email": ADDRESS})
    _send(mailing)
    body = {"link": link_of(mailbox), "new": NEW}
    assert _code(mailing.client().post("/api/v1/password-resets/complete", json=body)) == (422, "unknown_link")


def test_a_forgotten_password(mailing: Center, mailbox: Mailbox) -> None:
    alice = mailing.make(a_user, "alice")
    browser = mailing.signed_in(alice)
    with_address(mailing, alice)
    stranger = mailing.client()
    assert stranger.post("/api/v1/password-resets", json={"username": "alice"}).status_code == 202
    _send(mailing)
    body = {"link": link_of(mailbox), "new": NEW}
    whose = "/api/v1/password-resets/link"
    assert [stranger.post(whose, json={"link": body["link"]}).json() for _ in range(2)] == [{"username": "alice"}] * 2
    weak = stranger.post("/api/v1/password-resets/complete", json={**body, "new": "alice"})
    assert (weak.json()["code"], weak.json()["reason"]) == ("weak_password", "too_short")
    assert stranger.post("/api/v1/password-resets/complete", json=body).status_code == 204
    used, wrong = (stranger.post(whose, json={"link": link}) for link in (body["link"], body["link"][:-1] + "_"))
    bodies = [{**answer.json(), "request_id": None} for answer in (used, wrong)]
    assert (used.status_code, used.json()["code"]) == (422, "unknown_link")
    assert bodies[0] == bodies[1], "a used link tells no more than one that never was"
    assert _code(stranger.post("/api/v1/password-resets/complete", json=body)) == (422, "unknown_link")
    assert browser.get("/api/v1/session").status_code == 401
    for password, status in ((PASSWORD, 401), (NEW, 200)):
        answer = mailing.client().post("/api/v1/session", json={"username": "alice", "password": password})
        assert answer.status_code == status
    _send(mailing)
    assert mailbox.messages[-1]["Subject"] == "Your password was changed"


def test_asking_for_a_link_reveals_no_user_and_fills_no_mailbox(mailing: Center, mailbox: Mailbox) -> None:
    alice, service = mailing.make(a_user, "alice"), mailing.make(a_service, "robot")
    mailing.signed_in(alice)
    mailing.make(a_user, "bob")
    with_address(mailing, alice)
    with_address(mailing, service)
    answers = [
        mailing.client().post("/api/v1/password-resets", json={"username": name})
        for name in ("alice", "alice", "bob", "nobody", "robot", "no\x00name", "ä" * 128)
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {(202, "null")}
    _send(mailing)
    _send(mailing)
    assert [message["To"] for message in mailbox.messages] == [ADDRESS]


def test_a_link_is_void_after_any_change_of_the_password(mailing: Center, mailbox: Mailbox) -> None:
    alice, link = forgotten(mailing, mailbox)

    def give(session) -> None:  # type: ignore[no-untyped-def]
        user = users.find(session, alice.id)
        credentials.give_initial_secret(session, mailing.settings, "test", user, now_ms())

    mailing.make(give)
    body = {"link": link, "new": NEW}
    assert _code(mailing.client().post("/api/v1/password-resets/complete", json=body)) == (422, "unknown_link")


def test_of_many_parallel_uses_one_succeeds(mailing: Center, mailbox: Mailbox) -> None:
    _, link = forgotten(mailing, mailbox)

    def use(number: int) -> int:
        body = {"link": link, "new": f"{NEW} {number}"}
        return mailing.client().post("/api/v1/password-resets/complete", json=body).status_code

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(use, range(6))) == [204] + [422] * 5


def test_an_invitation(mailing: Center, administrator: httpx.Client, mailbox: Mailbox) -> None:
    alice = mailing.make(a_user, "alice")
    answer = administrator.post(f"/api/v1/users/{alice.id}/invitation", json={"email": ADDRESS})
    assert answer.status_code == 202, answer.text
    _send(mailing)
    body = {"link": link_of(mailbox), "new": NEW}
    assert mailing.client().post("/api/v1/password-resets/complete", json=body).status_code == 204
    answer = mailing.client().post("/api/v1/session", json={"username": "alice", "password": NEW})
    assert answer.status_code == 200
    assert mailing.read(lambda session: session.get_one(User, alice.id).email) == ADDRESS


def test_users_with_a_password_are_not_invited(mailing: Center, administrator: httpx.Client) -> None:
    """The link would replace the password, and the address."""
    alice = mailing.make(a_user, "alice")
    path = f"/api/v1/users/{alice.id}/invitation"
    mailing.make(password_of, mailing.settings, "alice")
    assert _code(administrator.post(path, json={"email": ADDRESS})) == (409, "password_chosen")
    assert administrator.post(f"/api/v1/users/{alice.id}/initial-secret").status_code == 200
    assert administrator.post(path, json={"email": ADDRESS}).status_code == 202


def test_the_administrator_sees_what_was_sent(mailing: Center, mailbox: Mailbox) -> None:
    person = mailing.make(an_administrator)
    administrator = mailing.signed_in(person)
    assert _code(administrator.post("/api/v1/mail/test")) == (409, "no_address")
    with_address(mailing, person)
    assert administrator.post("/api/v1/mail/test").status_code == 202
    _send(mailing)
    assert administrator.get("/api/v1/mail").json()["sent"] == 1
    (item,) = administrator.get("/api/v1/mail/messages").json()["items"]
    assert (item["kind"], item["state"]) == ("test", "sent")
    assert mailbox.messages[0]["Subject"] == "A test"


def test_without_a_mail_server_it_says_so(center: Center, administrator: httpx.Client) -> None:
    answers = [
        center.client().post("/api/v1/password-resets", json={"username": "alice"}),
        administrator.put("/api/v1/session/email", json={"email": ADDRESS}),
        administrator.post("/api/v1/mail/test"),
    ]
    assert [_code(answer) for answer in answers] == [(422, "mail_is_off")] * 3


def test_no_secret_of_a_link_is_stored(mailing: Center, mailbox: Mailbox) -> None:
    _, link = forgotten(mailing, mailbox)
    (mail,) = mailing.read(lambda session: session.scalars(select(Mail)).all())
    assert link not in repr(vars(mail))
