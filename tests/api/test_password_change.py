"""Choosing a password: with the one-time secret at first, later with the one in force."""

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.identity import credentials
from app.platform.clock import now_ms
from app.platform.settings import Settings
from tests.center import Center
from tests.factories import PASSWORD, Person, a_user, an_administrator, the_user

SESSION = "/api/v1/session"


def sign_in(client: httpx.Client, username: str, password: str) -> httpx.Response:
    return client.post(SESSION, json={"username": username, "password": password})


def test_the_initial_secret_opens_nothing_but_its_own_change(center: Center) -> None:
    person = center.make(an_administrator, "newcomer")
    secret = center.make(_initial, center.settings, "newcomer", now_ms())
    client = center.client()
    answer = sign_in(client, "newcomer", secret)
    assert answer.json()["must_change_password"] is True
    assert client.get("/api/v1/users").json()["code"] == "password_change_required"
    assert client.post("/api/v1/groups", json={"name": "x"}).status_code == 403
    earlier = client.cookies["puc_session"]
    changed = client.put(f"{SESSION}/password", json={"current": secret, "new": PASSWORD})
    assert changed.status_code == 200, changed.text
    assert changed.json()["must_change_password"] is False
    assert int(changed.headers["x-revision"]) > 1
    assert client.cookies["puc_session"] != earlier
    assert client.get(f"/api/v1/users/{person.id}").status_code == 200
    assert sign_in(center.client(), "newcomer", secret).status_code == 401, "it works once"


def test_the_initial_secret_is_no_password_of_ones_own(center: Center) -> None:
    """Who made it has seen it, and would know the password."""
    center.make(a_user, "newcomer")
    secret = center.make(_initial, center.settings, "newcomer", now_ms())
    client = center.client()
    sign_in(client, "newcomer", secret)
    answer = client.put(f"{SESSION}/password", json={"current": secret, "new": secret})
    assert (answer.status_code, answer.json()["code"]) == (422, "weak_password")
    assert client.get(SESSION).json()["must_change_password"] is True


def test_the_initial_secret_expires(center: Center) -> None:
    center.make(a_user, "late")
    hours = center.settings.initial_secret_hours
    secret = center.make(_initial, center.settings, "late", now_ms() - hours * 3_600_000 - 1)
    assert sign_in(center.client(), "late", secret).status_code == 401


def test_changing_the_password_ends_every_other_session(center: Center, alice: Person) -> None:
    here, elsewhere = center.signed_in(alice), center.signed_in(alice)
    version = center.read(the_user, "alice").cred_version
    answer = here.put(f"{SESSION}/password", json={"current": PASSWORD, "new": "a quite different phrase"})
    assert answer.status_code == 200
    assert elsewhere.get(SESSION).status_code == 401
    assert here.get(SESSION).status_code == 200
    assert center.read(the_user, "alice").cred_version > version, "brokers forget the old password"
    assert "user.password" in center.read(_actions)


def test_the_current_password_is_needed(center: Center, alice: Person) -> None:
    answer = center.signed_in(alice).put(f"{SESSION}/password", json={"current": "wrong", "new": "another phrase"})
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_credentials")


def test_a_token_changes_no_password(center: Center, alice: Person) -> None:
    answer = center.with_token(alice).put(f"{SESSION}/password", json={"current": PASSWORD, "new": "another phrase"})
    assert (answer.status_code, answer.json()["code"]) == (403, "session_needed")


@pytest.mark.parametrize("new", ["short", "x" * 129, "password2024!", "P4ssw0rd", "alice", "12345678", "qwertyuiop"])
def test_weak_passwords_are_refused_with_the_reason(center: Center, alice: Person, new: str) -> None:
    answer = center.signed_in(alice).put(f"{SESSION}/password", json={"current": PASSWORD, "new": new})
    assert (answer.status_code, answer.json()["code"]) == (422, "weak_password")
    assert new not in answer.json()["detail"].replace("password", "")


def test_hashes_follow_the_settings_at_the_next_sign_in(center: Center, alice: Person) -> None:
    stronger = center.settings.model_copy(update={"argon2_rounds": 2})
    center.app.state.settings = stronger
    assert sign_in(center.client(), "alice", PASSWORD).status_code == 200
    assert "t=2" in (center.read(the_user, "alice").passwd or "")
    assert sign_in(center.client(), "alice", PASSWORD).status_code == 200


def _initial(session: Session, settings: Settings, username: str, now: int) -> str:
    return credentials.give_initial_secret(session, settings, "test", the_user(session, username), now)[0]


def _actions(session: Session) -> list[str]:
    return list(session.scalars(select(TrailEntry.action).order_by(TrailEntry.id)))


def test_api_tokens_stay_until_they_are_revoked(center: Center, alice: Person) -> None:
    """Programs use them; docs/security.md says so, and how to end them."""
    browser, tokens = center.signed_in(alice), f"/api/v1/users/{alice.id}/tokens"
    body = {"name": "host 7", "audiences": [center.settings.issuer], "days": 1}
    made = browser.post(tokens, json=body)
    assert made.status_code == 201, made.text
    program = httpx.Client(base_url=center.url, headers={"Authorization": f"Bearer {made.json()['token']}"}, timeout=60)
    center.close_at_end(program)
    changed = browser.put(f"{SESSION}/password", json={"current": PASSWORD, "new": "a quite different sentence"})
    assert (changed.status_code, program.get(SESSION).status_code) == (200, 200)
    assert browser.delete(f"{tokens}/{made.json()['id']}").status_code == 204
    assert program.get(SESSION).status_code == 401
