"""What is about the safety of an account comes by e-mail, whatever its user chose."""

from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.identity import client_secrets, expired_credentials, users
from app.identity.models import ClientSecret, User
from app.platform.clock import now_ms
from app.platform.outbox.models import Mail
from app.rights.requests import notices
from app.rights.requests.notices import NewNotice
from app.tokens import api_tokens, key_life, keys
from tests.center import Center
from tests.factories import PASSWORD, Person, a_service, an_administrator
from tests.messages.test_own_email import with_address


@pytest.fixture(autouse=True)
def without_topics(center: Center, alice: Person) -> None:
    """Alice has an address and does without every topic."""
    center.signed_in(alice)
    with_address(center, alice)

    def quiet(session: Session) -> None:
        users.find(session, alice.id).mail_off = ("ends", "removals", "requests")

    center.make(quiet)


@pytest.fixture
def root(center: Center) -> httpx.Client:
    """An administrator's browser."""
    return center.signed_in(center.make(an_administrator, "root"))


def _kinds(center: Center) -> list[str]:
    return list(center.read(lambda session: session.scalars(select(Mail.kind).order_by(Mail.id)).all()))


def test_an_account_is_notified_of_what_others_do_to_it(center: Center, alice: Person, root: httpx.Client) -> None:
    path = f"/api/v1/users/{alice.id}"
    assert root.delete(f"{path}/factors").status_code == 200
    token = center.signed_in(alice).post(f"{path}/tokens", json={"name": "t", "days": 3})
    assert token.status_code == 201, token.text
    assert root.delete(f"{path}/tokens/{token.json()['id']}").status_code == 204
    assert root.post(f"{path}/initial-secret").is_success
    kinds = [kind for kind in _kinds(center) if kind != "new_browser"]
    assert kinds == ["factors_reset", "credential_made", "credential_ended", "initial_secret"]


def test_the_main_account_is_notified_of_its_services(center: Center, alice: Person, root: httpx.Client) -> None:
    robot = center.make(a_service, "robot")

    def adopt(session: Session) -> None:
        users.find(session, robot.id).parent = alice.id

    center.make(adopt)
    made = root.post(f"/api/v1/users/{robot.id}/client-secrets", json={}).json()
    assert root.delete(f"/api/v1/users/{robot.id}/client-secrets/{made['id']}").status_code == 204
    assert _kinds(center) == ["credential_made", "credential_ended"]
    ends = center.make(lambda session: client_secrets.create(session, "x", session.get_one(User, robot.id), 1)[0].id)

    def over(session: Session) -> None:
        session.get_one(ClientSecret, ends).valid_until = 1

    center.make(over)
    expired_credentials.end_secrets(center.database, center.settings, now_ms())
    assert _kinds(center)[2:] == ["credential_made"], "what ends by itself is no news"


def test_administrators_and_owners_are_notified_of_a_revoked_key(
    center: Center, alice: Person, root: httpx.Client
) -> None:
    chief = center.make(an_administrator, "chief")
    with_address(center, chief)
    own = center.signed_in(alice).post(f"/api/v1/users/{alice.id}/tokens", json={"name": "t", "days": 3})
    assert own.status_code == 201, own.text
    kid = center.read(keys.active).kid
    assert root.post(f"/api/v1/signing-keys/{kid}/revoke", json={"reason": "leaked"}).is_success
    mails = center.read(lambda session: session.scalars(select(Mail).where(Mail.kind == "signing_key_revoked")).all())
    assert sorted(mail.user_id for mail in mails) == sorted((alice.id, chief.id))
    assert '"count": 1' in mails[0].facts
    for who in (center.signed_in(alice), root):
        (notice,) = who.get("/api/v1/notices").json()["items"]
        assert notice["kind"] == "signing_key_revoked"
        assert (notice["facts"]["reason"], notice["facts"]["count"]) == ("leaked", 1)
    assert root.post(f"/api/v1/signing-keys/{kid}/revoke", json={"reason": "leaked"}).is_success
    assert len(root.get("/api/v1/notices").json()["items"]) == 1


def test_the_main_account_is_notified_of_ended_tokens_of_a_service(center: Center, alice: Person) -> None:
    robot = center.make(a_service, "robot")

    def with_token(session: Session) -> None:
        user = users.find(session, robot.id)
        user.parent = alice.id
        api_tokens.create(session, center.settings, "test", user, name="nightly job", days=9, audiences=[])

    center.make(with_token)
    center.make(lambda session: session.execute(delete(Mail)))
    center.make(key_life.revoke, center.settings, "test", center.read(keys.active).kid, "leaked", now_ms())
    (mail,) = center.read(lambda session: session.scalars(select(Mail)).all())
    assert (mail.kind, mail.user_id) == ("signing_key_revoked", alice.id)
    assert '"count": 1' in mail.facts


def _sign_in(client: httpx.Client) -> int:
    return client.post("/api/v1/session", json={"username": "alice", "password": PASSWORD}).status_code


def test_a_browser_without_our_mark_is_notified_once_an_hour(center: Center, alice: Person) -> None:
    known = center.client()
    assert _sign_in(known) == 200
    center.make(lambda session: session.execute(delete(Mail)))
    assert _sign_in(known) == 200
    assert _kinds(center) == []
    strange: dict[str, Any] = {"headers": {"user-agent": "Strange/1.0"}}
    stranger = center.client()
    stranger.headers.update(strange["headers"])
    assert _sign_in(stranger) == 200
    assert _sign_in(center.client()) == 200
    (mail,) = center.read(lambda session: session.scalars(select(Mail)).all())
    assert (mail.kind, mail.user_id) == ("new_browser", alice.id)
    assert "Strange/1.0" in mail.facts


def test_notices_of_a_declined_topic_are_not_sent(center: Center, alice: Person) -> None:
    news = [NewNotice(alice.id, kind, "1", {}) for kind in (notices.GRANT_ENDS, notices.TO_DECIDE)]
    center.make(lambda session: notices.tell(session, news, now_ms()))
    assert _kinds(center) == []
    center.make(lambda session: setattr(users.find(session, alice.id), "mail_off", ("ends",)))
    news = [NewNotice(alice.id, kind, "2", {}) for kind in (notices.GRANT_ENDS, notices.TO_DECIDE)]
    center.make(lambda session: notices.tell(session, news, now_ms()))
    assert _kinds(center) == ["request_to_decide"]
