"""Sessions of browsers, as signing in makes them."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from app.audit.trail import trail
from app.identity import expired_credentials, sessions, users
from app.identity.models import ConsoleSession
from app.platform.database import Database
from app.platform.settings import Settings
from tests.factories import Person, a_user

NOW = 1_800_000_000_000
AT_ONCE, ROUNDS, EXPIRED = 8, 10, 30


def _start_session(database: Database, settings: Settings, person: Person, earlier: str, now: int) -> str:
    """As `POST /session` does it in a browser that was signed in already."""
    with database.writing() as session:
        sessions.end(session, earlier)
        user = users.by_name(session, person.username, lock=True)
        assert user is not None
        return sessions.start(session, settings, user, now).secret


def test_simultaneous_sign_ins_do_not_block_each_other(database: Database, settings: Settings) -> None:
    """Expired sessions are deleted meanwhile, and the browsers' earlier ones end."""
    with database.writing() as session:
        trail.lock_revision(session)
        people = [a_user(session) for _ in range(AT_ONCE)]
    secrets, together = [""] * AT_ONCE, threading.Barrier(AT_ONCE)

    def sign_in_again(number: int) -> str:
        together.wait(20)
        return _start_session(database, settings, people[number], secrets[number], NOW)

    for _ in range(ROUNDS):
        for number in range(EXPIRED):
            _start_session(database, settings, people[number % AT_ONCE], "", 0)
        with ThreadPoolExecutor(AT_ONCE + 1) as threads:
            deleting = threads.submit(expired_credentials.end_sessions, database, settings, NOW)
            secrets = list(threads.map(sign_in_again, range(AT_ONCE)))
            deleting.result()
    with database.reading() as session:
        left = list(session.scalars(select(ConsoleSession)))
        assert sorted(row.user_id for row in left) == [person.id for person in people]
        assert all(sessions.find(session, settings, secret, NOW) for secret in secrets)


def test_only_sessions_that_are_over_are_deleted(database: Database, settings: Settings) -> None:
    with database.writing() as session:
        trail.lock_revision(session)
        alice = a_user(session)
    over = [_start_session(database, settings, alice, "", 0) for _ in range(3)]
    still = _start_session(database, settings, alice, "", NOW)
    expired_credentials.end_sessions(database, settings, NOW)
    with database.reading() as session:
        assert sessions.find(session, settings, still, NOW)
        assert len(list(session.scalars(select(ConsoleSession)))) == len([*over, still]) - len(over)


def test_locked_sessions_are_left_for_the_next_round(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.writing() as session:
        trail.lock_revision(session)
        alice = a_user(session)
    _start_session(database, settings, alice, "", 0)
    rounds: list[int] = []

    def delete_none(*_: object) -> int:
        rounds.append(1)
        return 0

    monkeypatch.setattr(expired_credentials, "clear_away", delete_none)
    expired_credentials.end_sessions(database, settings, NOW)
    assert len(rounds) == 1
