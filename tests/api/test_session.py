"""Signing in and out: one answer for every failure, sessions that end (ASVS V6, V7). Delays: see test_guessing.py."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import jwt
import pytest
from passlib.hash import argon2
from sqlalchemy import Connection, delete, event, select, update
from sqlalchemy.orm import Session

from app.api.admission.fair_queue import FairQueue
from app.audit.trail import trail
from app.identity import client_secrets, credentials, password_hashes, users
from app.identity.models import ConsoleSession
from app.platform.clock import now_ms
from app.platform.settings import Settings
from app.tokens.last_uses import LastUses
from tests.center import Center
from tests.factories import PASSWORD, Person, a_service, a_user, password_of, the_user
from tests.listening import listening

SESSION = "/api/v1/session"


def sign_in(client: httpx.Client, username: str, password: str) -> httpx.Response:
    return client.post(SESSION, json={"username": username, "password": password})


def test_the_cookie_opens_the_api_and_is_hidden_from_scripts(center: Center, alice: Person) -> None:
    client = center.client()
    answer = sign_in(client, "alice", PASSWORD)
    assert answer.status_code == 200
    assert answer.json()["user"] == {
        "id": alice.id,
        "username": "alice",
        "nick": None,
        "kind": "person",
        "parent": None,
    }
    assert answer.json()["must_change_password"] is False
    assert answer.json()["is_administrator"] is False
    assert answer.json()["address"] == "127.0.0.1"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie, "the test server is plain http on loopback"
    assert client.get(SESSION).json()["user"]["username"] == "alice"


def test_the_end_of_the_session_or_token_is_shown(center: Center, alice: Person) -> None:
    browser, program = center.signed_in(alice), center.with_token(alice)
    by_session, by_token = (client.get(SESSION).json()["expires"] for client in (browser, program))
    assert by_session == center.read(lambda session: session.scalars(select(ConsoleSession.valid_until)).one())
    token = program.headers["authorization"].removeprefix("Bearer ")
    assert by_token == jwt.decode(token, options={"verify_signature": False})["exp"] * 1000


def test_unknown_disabled_and_wrong_get_one_answer(center: Center, alice: Person) -> None:
    center.make(a_user, "no-password")
    center.make(a_user, "expired")
    center.make(password_of, center.settings, "expired")
    center.make(_disable, "expired")
    client = center.client()
    tries = [
        ("alice", "wrong"),
        ("nobody", PASSWORD),
        ("no-password", PASSWORD),
        ("expired", PASSWORD),
        ("ALICE", PASSWORD),
    ]
    answers = [sign_in(client, *attempt) for attempt in tries]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].json()["code"] == "invalid_credentials"
    assert "set-cookie" not in answers[0].headers


def test_unknown_users_cost_one_hash_too(center: Center, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[int] = []
    original = argon2.verify.__func__

    def count_and_verify(cls: Any, *values: Any, **named: Any) -> bool:
        hashed.append(1)
        return bool(original(cls, *values, **named))

    monkeypatch.setattr(argon2, "verify", classmethod(count_and_verify))
    password_hashes.hasher_of.cache_clear()
    center.make(a_user, "with-initial-secret")
    center.make(_initial, center.settings, "with-initial-secret", now_ms())
    for name in ("nobody", "with-initial-secret"):
        sign_in(center.client(), name, "wrong")
    password_hashes.hasher_of.cache_clear()
    assert len(hashed) == 2


def test_a_password_of_129_characters_is_wrong_not_shortened(center: Center, alice: Person) -> None:
    center.make(_set_password, center.settings, "alice", "x1" * 64)
    assert sign_in(center.client(), "alice", "x1" * 64).status_code == 200
    assert sign_in(center.client(), "alice", "x1" * 64 + "y").status_code == 401


def test_a_session_cookie_from_before_signing_in_is_not_kept(center: Center, alice: Person) -> None:
    client = center.client()
    client.cookies.set("puc_session", "chosen-by-an-attacker")
    sign_in(client, "alice", PASSWORD)
    chosen = center.client()
    chosen.cookies.set("puc_session", "chosen-by-an-attacker")
    assert chosen.get(SESSION).status_code == 401


def test_signing_in_again_ends_the_browsers_earlier_session(center: Center, alice: Person) -> None:
    client = center.signed_in(alice)
    earlier = client.cookies["puc_session"]
    sign_in(client, "alice", PASSWORD)
    old = center.client()
    old.cookies.set("puc_session", earlier)
    assert old.get(SESSION).status_code == 401
    assert client.get(SESSION).status_code == 200


def test_signing_out_ends_it_in_the_center(center: Center, alice: Person) -> None:
    client = center.signed_in(alice)
    secret = client.cookies["puc_session"]
    assert client.delete(SESSION).status_code == 204
    thief = center.client()
    thief.cookies.set("puc_session", secret)
    assert thief.get(SESSION).status_code == 401


@pytest.mark.parametrize("column", ["valid_until", "last_use"])
def test_sessions_end_idle_and_absolutely(center: Center, alice: Person, column: str) -> None:
    client = center.signed_in(alice)
    assert client.get(SESSION).status_code == 200
    center.app.state.last_uses = LastUses(center.database)  # as another process, which remembers no use
    past = now_ms() - (center.settings.session_idle_minutes * 60_000 + 1 if column == "last_use" else 0)
    center.make(_set_session, column, past)
    assert client.get(SESSION).status_code == 401


def test_using_a_session_extends_it_and_is_written_later(center: Center, alice: Person) -> None:
    """Reading neither writes nor waits for writers."""
    client = center.signed_in(alice)
    idle = now_ms() - center.settings.session_idle_minutes * 60_000
    center.make(_set_session, "last_use", idle + 10_000)
    with center.database.writing() as session:
        trail.lock_revision(session)  # on SQLite nobody else writes anything meanwhile
        with _count_writing(center) as transactions:
            assert client.get(SESSION).status_code == 200
    assert transactions == []
    center.make(_set_session, "last_use", idle)
    assert client.get(SESSION).status_code == 200, "it was used a moment ago"
    center.app.state.last_uses.write(now_ms())
    assert center.read(_session).last_use > idle + 10_000
    center.app.state.last_uses.write(now_ms() + 60_000)
    assert client.get(SESSION).status_code == 200


@contextmanager
def _count_writing(center: Center) -> Iterator[list[str]]:
    """Transactions that are begun to write."""
    transactions: list[str] = []

    def look(connection: Connection) -> None:
        if connection.get_execution_options().get("writing"):
            transactions.append("writing")

    with listening(center.database.engine, "begin", look):
        yield transactions


def test_reading_works_when_nothing_can_be_written(center: Center, alice: Person) -> None:
    """As on a full disk: the use of the session cannot be written, and reading still works."""
    client = center.signed_in(alice)
    long_ago = now_ms() - 60_000
    center.make(_set_session, "last_use", long_ago)
    engine = center.database.engine
    event.listen(engine, "begin", _writes_nothing)
    try:
        assert client.get(SESSION).status_code == 200
        assert not client.put(
            f"{SESSION}/password", json={"current": PASSWORD, "new": f"{PASSWORD}, really"}
        ).is_success
    finally:
        event.remove(engine, "begin", _writes_nothing)
        engine.dispose()
    assert center.read(_session).last_use == long_ago


def _writes_nothing(connection: Connection) -> None:
    if connection.get_execution_options().get("writing"):
        sqlite = connection.dialect.name == "sqlite"
        connection.exec_driver_sql("PRAGMA query_only = ON" if sqlite else "SET TRANSACTION READ ONLY")


def test_the_secret_is_stored_as_a_hash_of_at_least_128_bits(center: Center, alice: Person) -> None:
    client = center.signed_in(alice)
    secret = client.cookies["puc_session"]
    assert len(secret) >= 22
    assert secret not in center.read(_session).secret_hash


def test_a_client_secret_does_not_open_the_console(center: Center) -> None:
    center.make(a_service, "producer")
    secret = center.make(_client_secret, "producer")
    assert sign_in(center.client(), "producer", secret).status_code == 401


def test_a_full_sign_in_queue_answers_busy(center: Center, alice: Person) -> None:
    queues = center.app.state.sign_in_queues
    free, queues.passwords = queues.passwords, FairQueue(0, 1, seconds=0.05)
    answer = sign_in(center.client(), "alice", PASSWORD)
    queues.passwords = free
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert int(answer.headers["retry-after"]) > 0
    assert sign_in(center.client(), "alice", PASSWORD).status_code == 200


def test_a_session_that_ends_while_it_is_used_breaks_nothing(center: Center, alice: Person) -> None:
    """It is gone before its use is written."""
    client = center.signed_in(alice)
    assert client.get(SESSION).status_code == 200
    with center.database.writing() as writing:
        writing.execute(delete(ConsoleSession))
    center.app.state.last_uses.write(now_ms())
    assert center.read(lambda session: session.scalars(select(ConsoleSession)).all()) == []
    assert client.get(SESSION).status_code == 401


def _session(session: Session) -> ConsoleSession:
    return session.scalars(select(ConsoleSession)).one()


def _disable(session: Session, username: str) -> None:
    users.change(session, "test", the_user(session, username), status="disabled")


def _initial(session: Session, settings: Settings, username: str, now: int) -> str:
    return credentials.give_initial_secret(session, settings, "test", the_user(session, username), now)[0]


def _set_password(session: Session, settings: Settings, username: str, password: str) -> None:
    the_user(session, username).passwd = password_hashes.hasher_of(
        settings.argon2_memory_kib, settings.argon2_rounds
    ).hash(password)


def _client_secret(session: Session, username: str) -> str:
    return client_secrets.create(session, "test", the_user(session, username))[1]


def _set_session(session: Session, column: str, value: int) -> None:
    session.execute(update(ConsoleSession).values({column: value}))
