"""Sessions that begin at once, their limit, and what a right password leaves."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.orm import Session

from app.identity import delays, sessions, users
from app.identity.delays import PasswordAttempt
from app.identity.models import AddressDelay, ConsoleSession, KnownNetwork, User
from app.platform.clock import now_ms
from app.platform.outbox.models import Mail
from tests.center import Center
from tests.end_to_end.waiting import wait_until
from tests.factories import PASSWORD, Person, password_of
from tests.listening import listening

_WAITERS = {
    "postgresql": "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
    "mysql": "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'",
}
"""How many transactions wait for a lock of another one."""


def _sign_in(client: Any, name: str = "alice") -> Any:
    return client.post("/api/v1/session", json={"username": name, "password": PASSWORD})


def _somebody_waits(center: Center) -> bool:
    engine = center.database.engine
    with engine.connect() as connection:
        return bool(connection.scalar(text(_WAITERS[engine.dialect.name.replace("mariadb", "mysql")])))


@pytest.mark.server_database
def test_two_ways_to_sign_in_do_not_deadlock(center: Center, alice: Person) -> None:
    """A passkey (or second factor, or provider) in one browser, the password again in another, which has to wait."""
    client = center.signed_in(alice)
    ready = threading.Event()
    mine: set[int] = set()

    def before(_c: Any, _cur: Any, statement: str, *_: Any) -> None:
        if threading.get_ident() in mine and statement.startswith("INSERT INTO sys_session"):
            ready.set()
            # MariaDB makes its list of transactions anew only when nobody has read it for a tenth of a second.
            wait_until("the other one to wait for a lock", lambda: _somebody_waits(center), pause=0.5)

    def passkey() -> str:
        mine.add(threading.get_ident())
        try:
            with center.database.writing() as session:
                user = session.get_one(User, alice.id)
                sessions.start(session, center.settings, user, now_ms(), ("pop",))
        except Exception as error:
            return repr(error)[:200]
        finally:
            mine.clear()
        return "signed in"

    with listening(center.database.engine, "before_cursor_execute", before), ThreadPoolExecutor(1) as pool:
        other = pool.submit(passkey)
        assert ready.wait(60)
        answer = _sign_in(client)
        assert (answer.status_code, other.result(120)) == (200, "signed in"), answer.text


def _mail(session: Session, number: int) -> None:
    user = users.find(session, number)
    user.email, user.email_verified = "alice@example.org", 1
    session.add(KnownNetwork(user_id=user.id, network="198.51.100.0", last_use=now_ms()))


def test_a_right_password_is_reported_where_local_sign_in_is_off(center: Center, alice: Person) -> None:
    """A stranger who guessed it gets 403; the owner gets a message, and the failures are reset."""
    center.make(password_of, center.settings, "alice")
    center.make(_mail, alice.id)
    center.make(lambda session: delays.count_failure(session, PasswordAttempt("alice", "127.0.0.1"), now_ms()))
    center.settings.local_sign_in = "administrators"
    try:
        answer = _sign_in(center.client())
    finally:
        center.settings.local_sign_in = "on"
    assert (answer.status_code, answer.json()["code"]) == (403, "local_sign_in_off")
    kinds = center.read(lambda session: list(session.scalars(select(Mail.kind))))
    here = center.read(lambda session: session.scalars(select(AddressDelay.failures)).all())
    networks = center.read(lambda session: session.scalar(select(func.count()).select_from(KnownNetwork)))
    assert (kinds, list(here), networks) == (["new_network"], [0, 0], 2)


def test_ended_sessions_do_not_displace_an_open_one(center: Center, alice: Person) -> None:
    """50 rows: 49 are over (used a moment ago), one is open. A sign-in must leave the open one."""
    client = center.signed_in(alice)
    now = now_ms()

    def more(session: Session) -> None:
        session.execute(update(ConsoleSession).values(last_use=now - 60_000))
        user = session.get_one(User, alice.id)
        for _ in range(sessions.MOST - 1):
            sessions.start(session, center.settings, user, now)
        session.execute(update(ConsoleSession).where(ConsoleSession.last_use == now).values(valid_until=now - 1))

    center.make(more)
    assert client.get("/api/v1/session").status_code == 200
    assert _sign_in(center.client()).status_code == 200
    assert client.get("/api/v1/session").status_code == 200


def test_sign_ins_at_once_keep_to_the_limit_of_sessions(center: Center, alice: Person) -> None:
    center.signed_in(alice)

    def more(session: Session) -> None:
        user = session.get_one(User, alice.id)
        for number in range(sessions.MOST - 1):
            sessions.start(session, center.settings, user, now_ms() - number)

    center.make(more)
    clients = [center.client() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = [answer.status_code for answer in pool.map(_sign_in, clients)]
    count = center.read(lambda session: session.scalar(select(func.count()).select_from(ConsoleSession)))
    assert (answers, count) == ([200] * 8, sessions.MOST)
