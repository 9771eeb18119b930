"""Checking passwords and client secrets, as the broker API does it."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.identity import client_secrets, credentials, delays, secret_format, users, verification
from app.identity.delays import AttemptCounts, PasswordAttempt
from app.identity.models import AddressDelay, ClientSecret
from app.identity.password_hashes import PasswordSlots
from app.identity.verification import VerifiedUser
from app.platform.database import Database
from app.platform.errors import NotSignedIn, TooManyAttempts
from app.platform.settings import Settings
from tests.factories import PASSWORD, Person, a_service, a_user, password_of

NOW = 1_800_000_000_000


class Verifier:
    """The arguments that every check shares."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database, self.settings, self.slots = database, settings, PasswordSlots(2)

    def __call__(self, username: str, password: str, address: str = "192.0.2.1", now: int = NOW) -> VerifiedUser:
        return verification.verify_password(self.database, self.settings, self.slots, username, password, address, now)

    def change(self, work: Any, *values: Any, **named: Any) -> Any:
        with self.database.writing() as session:
            trail.lock_revision(session)
            return work(session, *values, **named)


@pytest.fixture
def verify(database: Database, settings: Settings) -> Verifier:
    return Verifier(database, settings)


def _secret(session: Session, person: Person) -> tuple[ClientSecret, str]:
    return client_secrets.create(session, "test", users.find(session, person.id))


def test_a_password_and_a_client_secret_name_the_credential(verify: Verifier) -> None:
    alice = verify.change(a_user, "alice")
    verify.change(password_of, verify.settings, "alice")
    assert verify("alice", PASSWORD).credential == "password"
    assert verify("alice", PASSWORD).user_id == alice.id
    service = verify.change(a_service, "producer")
    row, secret = verify.change(_secret, service)
    found = verify("producer", secret)
    assert (found.username, found.credential, found.must_change) == ("producer", f"secret:{row.id}", False)


def test_a_secret_belongs_to_one_user(verify: Verifier) -> None:
    first, second = verify.change(a_service, "first"), verify.change(a_service, "second")
    secret = verify.change(_secret, first)[1]
    verify.change(_secret, second)
    for name in ("second", "nobody", "FIRST"):
        with pytest.raises(NotSignedIn) as refused:
            verify(name, secret)
        assert refused.value.stable_code == "invalid_credentials"


def test_a_deleted_secret_stops_and_brokers_hear_of_it(verify: Verifier) -> None:
    service = verify.change(a_service, "producer")
    row, secret = verify.change(_secret, service)
    version = verify("producer", secret).cred_version
    kept = verify.change(_secret, service)[1]
    verify.change(lambda session: client_secrets.remove(session, "test", users.find(session, service.id), row.id))
    with pytest.raises(NotSignedIn):
        verify("producer", secret)
    assert verify("producer", kept).cred_version > version


def test_secrets_are_stored_as_hashes_and_expire(verify: Verifier) -> None:
    service = verify.change(a_service, "producer")
    row, secret = verify.change(_secret, service)
    assert secret_format.is_well_formed(secret, "secret")
    assert secret not in repr(vars(row))

    def end(session: Session) -> None:
        session.get_one(ClientSecret, row.id).valid_until = NOW

    verify.change(end)
    assert verify("producer", secret, now=NOW - 1)
    with pytest.raises(NotSignedIn):
        verify("producer", secret, now=NOW)


def test_wrong_secrets_do_not_lock_a_service_out(verify: Verifier) -> None:
    service = verify.change(a_service, "producer")
    secret = verify.change(_secret, service)[1]
    for _ in range(20):
        verify.change(delays.count_failure, PasswordAttempt("producer", "198.51.100.9"), NOW)
    assert verify("producer", secret)


def test_a_wrong_secret_costs_as_many_questions_whether_the_name_exists_or_not(verify: Verifier) -> None:
    """Nothing slows these tries down, so that time must not tell who is a user."""
    verify.change(_secret, verify.change(a_service, "producer"))
    verify.change(a_user, "sub", parent=verify.change(a_user, "main"))
    asked = {name: _questions(verify, name) for name in ("producer", "sub", "nobody")}
    assert set(asked.values()) == {asked["nobody"]}


def _questions(verify: Verifier, name: str) -> int:
    seen: list[str] = []

    def count(_: object, __: object, statement: str, *___: object) -> None:
        seen.append(statement)

    event.listen(verify.database.engine, "before_cursor_execute", count)
    with pytest.raises(NotSignedIn):
        verify(name, "puc_secret_" + "a" * 43)
    event.remove(verify.database.engine, "before_cursor_execute", count)
    return sum(statement.startswith("SELECT") for statement in seen)


def test_every_connection_of_an_address_counts_for_it(verify: Verifier) -> None:
    """Brokers may name the client with its port, which is another one each time."""
    for number in range(delays.FREE_FOR_ADDRESS + 1):
        with pytest.raises(NotSignedIn):
            verify(f"name{number}", "wrong", address=f"192.0.2.1:{50_000 + number}")
    with pytest.raises(TooManyAttempts):
        verify("another", "wrong", address="192.0.2.1:49999")


@pytest.mark.parametrize("names", [1, 8])
def test_every_wrong_password_counts_however_many_come_at_once(verify: Verifier, names: int) -> None:
    """None is let off with an error of the database: rows of long ago are cleared away meanwhile."""
    rounds, at_once = 10, 8
    together = threading.Barrier(at_once)

    def wrong(number: int) -> None:
        together.wait(20)
        with pytest.raises(NotSignedIn):
            verification._count_and_refuse(verify.database, PasswordAttempt(f"name{number % names}", "192.0.2.1"), NOW)

    for turn in range(rounds):
        verify.change(_long_ago, turn)
        with ThreadPoolExecutor(at_once) as threads:
            list(threads.map(wrong, range(at_once)))
    with verify.database.reading() as session:
        left = {row.address: row.failures for row in session.scalars(select(AddressDelay))}
    assert left["192.0.2.1"] == rounds * at_once
    everywhere_and_here = [rounds * at_once // names] * names * 2
    assert sorted(left.values()) == sorted([rounds * at_once, *everywhere_and_here])


def _long_ago(session: Session, turn: int) -> None:
    for number in range(100):
        session.add(AddressDelay(address=f"{turn}:{number}", failures=1, delayed_until=1))


@pytest.mark.parametrize("name", ["alice", "nobody"])
def test_wrong_passwords_of_long_ago_are_forgotten_known_or_not(verify: Verifier, name: str) -> None:
    """Otherwise who waits for a day sees which names the center remembers: those of users."""
    verify.change(a_user, "alice")
    for _ in range(delays.FREE_FOR_NAME + 1):
        verify.change(delays.count_failure, PasswordAttempt(name, "192.0.2.1"), NOW)
    later = NOW + 25 * 3_600_000
    for _ in range(2):
        with pytest.raises(NotSignedIn):
            verify(name, "wrong", now=later)


def test_a_password_that_is_replaced_during_a_sign_in_does_not_come_back(
    verify: Verifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old one is hashed anew with today's parameters, while somebody chooses another one."""
    alice = verify.change(a_user, "alice")
    verify.change(password_of, verify.settings, "alice")
    verify.settings = verify.settings.model_copy(update={"argon2_rounds": 2})
    new_hash = credentials.hash_new(verify.settings, verify.slots, "alice", "another phrase")
    replace = threading.Thread(
        target=lambda: verify.change(
            lambda session: credentials.change_password(session, users.find(session, alice.id), new_hash)
        )
    )
    forget = delays.forget

    def replaced_meanwhile(found: AttemptCounts, tried: PasswordAttempt) -> None:
        replace.start()
        replace.join(1)  # it waits for us, unless nothing holds it
        forget(found, tried)

    monkeypatch.setattr(delays, "forget", replaced_meanwhile)
    verify("alice", PASSWORD)
    replace.join()
    with verify.database.reading() as session:
        assert users.find(session, alice.id).passwd == new_hash


@pytest.mark.parametrize(
    ("chosen", "typed"),
    [
        ("caf\u00e9 au lait au lit", "cafe\u0301 au lait au lit"),
        ("\uff53\uff45\uff41 seven \uff17", "sea seven 7"),
        ("\ufdfa" * 128, "\ufdfa" * 128),
    ],
)
def test_a_password_counts_the_same_in_every_unicode_form(verify: Verifier, chosen: str, typed: str) -> None:
    """Unicode NFKC. The last one is the letter that grows most; nothing of it is cut."""
    verify.change(a_user, "alice")
    verify.change(password_of, verify.settings, "alice", chosen)
    assert verify("alice", typed)
    with pytest.raises(NotSignedIn):
        verify("alice", typed[:-1])


@pytest.mark.parametrize("odd", ["\ud800", "\x00" * 8, "", "a" * 1024, "puc_secret_" + "a" * 43])
def test_odd_input_is_a_wrong_password(verify: Verifier, odd: str) -> None:
    verify.change(a_user, "alice")
    verify.change(password_of, verify.settings, "alice")
    for name in ("alice", odd):
        with pytest.raises(NotSignedIn):
            verify(name, odd)


_IS_LOADED = "from app.identity import password_hashes as c; print([one.__name__ for one in c.argon2.__mro__])"


def test_the_first_sign_ins_after_a_start_may_come_together() -> None:
    """passlib loads its backend with the first hash, which two threads must not do: one of them fails (seen once)."""
    place = Path(credentials.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", _IS_LOADED], cwd=place, capture_output=True, text=True)
    assert "_CffiBackend" in done.stdout, done.stdout + done.stderr
    assert "_NoBackend" not in done.stdout
