"""Second factors below the API: each code counts once, whoever asks at the same time (ASVS V6.5)."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pyotp
import pytest
from cryptography.exceptions import InvalidTag
from sqlalchemy import select

from app.audit.trail import trail
from app.identity import authenticator_app, factors, recovery_codes, sign_ins, users
from app.identity.factor_models import AuthenticatorApp, RecoveryCode
from app.identity.models import ConsoleSession
from app.identity.sessions import NewSession
from app.identity.sign_ins import FactorChallenge
from app.platform.database import Database
from app.platform.errors import NotSignedIn
from app.platform.settings import Settings
from tests.factories import Person, a_user

NOW = 1_800_000_000_000
STEP = 30_000
AT_ONCE = 8


@pytest.fixture
def person(database: Database) -> Person:
    with database.writing() as session:
        trail.lock_revision(session)
        return a_user(session)


def with_app(database: Database, settings: Settings, person: Person) -> pyotp.TOTP:
    """Enrol an app, at a time long before NOW."""
    with database.writing() as session:
        secret, _ = authenticator_app.begin(session, settings, users.find(session, person.id), NOW - 10 * STEP)
        codes = pyotp.TOTP(secret)
        code = codes.at((NOW - 10 * STEP) // 1000)
        assert authenticator_app.confirm(session, settings, users.find(session, person.id), code, NOW - 10 * STEP)
    return codes


def used(database: Database, settings: Settings, person: Person, code: str, now: int = NOW) -> bool:
    with database.writing() as session:
        return authenticator_app.use(session, settings, person.id, code, now)


def winners(attempt: Callable[[], bool]) -> int:
    """How many of several simultaneous attempts succeed."""
    together = threading.Barrier(AT_ONCE)

    def attempt_together(_: int) -> bool:
        together.wait(20)
        return attempt()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return sum(threads.map(attempt_together, range(AT_ONCE)))


def test_v6_5_1_a_code_counts_once_and_older_ones_not_after_it(
    database: Database, settings: Settings, person: Person
) -> None:
    """ASVS 6.5.1, RFC 6238 §5.2: no replay, and one step of difference between the clocks."""
    codes = with_app(database, settings, person)
    now = NOW // 1000
    assert not used(database, settings, person, codes.at(now - 60)), "two steps old"
    assert not used(database, settings, person, codes.at(now + 60)), "two steps ahead"
    assert used(database, settings, person, codes.at(now - 30))
    assert not used(database, settings, person, codes.at(now - 30)), "used"
    assert used(database, settings, person, codes.at(now + 30))
    assert not used(database, settings, person, codes.at(now)), "older than one that was used"


@pytest.mark.parametrize("code", ["", "123", "00000000", "\ud800", "１２３４５６", "ab" * 500])
def test_a_malformed_code_is_wrong(database: Database, settings: Settings, person: Person, code: str) -> None:
    with_app(database, settings, person)
    assert not used(database, settings, person, code)
    with database.writing() as session:
        assert not recovery_codes.use(session, person.id, code, NOW)


def test_one_of_simultaneous_uses_of_a_code_succeeds(database: Database, settings: Settings, person: Person) -> None:
    codes = with_app(database, settings, person)
    code = codes.at(NOW // 1000)
    assert winners(lambda: used(database, settings, person, code)) == 1


def test_of_simultaneous_uses_of_a_recovery_code_one_succeeds(
    database: Database, settings: Settings, person: Person
) -> None:
    with database.writing() as session:
        code = recovery_codes.renew(session, person.id, NOW)[3]

    def use() -> bool:
        with database.writing() as session:
            return recovery_codes.use(session, person.id, code, NOW)

    assert winners(use) == 1
    with database.reading() as session:
        assert recovery_codes.left(session, person.id) == 9


def test_of_simultaneous_ends_of_a_sign_in_one_gets_the_session(
    database: Database, settings: Settings, person: Person
) -> None:
    with_app(database, settings, person)
    with database.writing() as session:
        started = sign_ins.begin(session, settings, users.find(session, person.id), ("pwd",), NOW)
        assert isinstance(started, FactorChallenge)

    def end() -> bool:
        try:
            with database.writing() as session:
                row, user = sign_ins.waiting(session, started.secret, NOW)
                sign_ins.complete(session, settings, row, user, "otp", NOW)
        except NotSignedIn:
            return False
        return True

    assert winners(end) == 1
    with database.reading() as session:
        assert [row.methods for row in session.scalars(select(ConsoleSession))] == ["pwd otp"]


def test_recovery_codes_are_long_and_only_hashes_are_kept(
    database: Database, settings: Settings, person: Person
) -> None:
    """ASVS 6.5.2: at least 112 bits, so that a fast hash is enough; here keyed. A new set ends the old one."""
    with database.writing() as session:
        old = recovery_codes.renew(session, person.id, NOW)
        new = recovery_codes.renew(session, person.id, NOW)
        assert len(set(old + new)) == 20
        assert all(len(code.replace("-", "")) * 5 >= 112 for code in new)
        kept = {row.code_hash for row in session.scalars(select(RecoveryCode))}
        assert len(kept) == 10
        assert not kept & set(old + new)
        assert not recovery_codes.use(session, person.id, old[0], NOW)
        assert recovery_codes.use(session, person.id, new[0].upper().replace("-", " "), NOW)


def test_the_secret_of_an_app_is_encrypted_for_its_owner(
    database: Database, settings: Settings, person: Person
) -> None:
    with database.writing() as session:
        trail.lock_revision(session)
        other = a_user(session)
    codes, others = with_app(database, settings, person), with_app(database, settings, other)
    with database.writing() as session:
        mine, theirs = session.scalars(select(AuthenticatorApp).order_by(AuthenticatorApp.id))
        assert codes.secret not in mine.secret_sealed
        theirs.secret_sealed = mine.secret_sealed
    with pytest.raises(InvalidTag), database.writing() as session:
        authenticator_app.use(session, settings, other.id, others.at(NOW // 1000), NOW)


def test_an_app_that_is_not_confirmed_does_not_count(database: Database, settings: Settings, person: Person) -> None:
    with database.writing() as session:
        user = users.find(session, person.id)
        authenticator_app.begin(session, settings, user, NOW)
        assert factors.of(session, person.id) == ()
        assert isinstance(sign_ins.begin(session, settings, user, ("pwd",), NOW), NewSession)


def test_two_factors_shown_elsewhere_are_enough(database: Database, settings: Settings, person: Person) -> None:
    with_app(database, settings, person)
    with database.writing() as session:
        user = users.find(session, person.id)
        assert isinstance(sign_ins.begin(session, settings, user, ("pop",), NOW), NewSession)
        assert isinstance(sign_ins.begin(session, settings, user, ("fed",), NOW), FactorChallenge)


def test_a_pending_sign_in_ends_by_time_tries_and_change(
    database: Database, settings: Settings, person: Person
) -> None:
    with_app(database, settings, person)
    with database.writing() as session:
        trail.lock_revision(session)
        user = users.find(session, person.id)
        started = [sign_ins.begin(session, settings, user, ("pwd",), NOW) for _ in range(3)]
        late, tried, changed = [sign_in.secret for sign_in in started]
        assert "secret" not in repr(started[0])
        assert sign_ins.waiting(session, late, NOW + 299_000)
        _over(lambda: sign_ins.waiting(session, late, NOW + 300_000))
        for _ in range(10):
            sign_ins.count_wrong(session, sign_ins.waiting(session, tried, NOW)[0])
        session.expire_all()
        _over(lambda: sign_ins.waiting(session, tried, NOW))
        user.cred_version += 1
        _over(lambda: sign_ins.waiting(session, changed, NOW))
        _over(lambda: sign_ins.waiting(session, "", NOW))


def _over(ask: Callable[[], object]) -> None:
    with pytest.raises(NotSignedIn) as raised:
        ask()
    assert raised.value.stable_code == "sign_in_over"
