"""Strangers who guess from many networks are slowed down, and cannot keep anybody out of the places where that person
signs in (decision 0082)."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.identity import account_rows, credentials, delays, sign_in_origins, verification
from app.identity.accounts import lifecycle
from app.identity.models import KnownNetwork, User
from app.identity.sign_in_origins import KnownBrowser
from app.platform.database import Database, listed
from app.platform.errors import NotSignedIn, TooManyAttempts
from app.platform.settings import Settings
from tests.factories import PASSWORD, a_user, password_of, the_user
from tests.identity.test_credentials import NOW, Verifier

HOME, OFFICE, ELSEWHERE = "192.0.2.1", "192.0.2.99", "203.0.113.5"
_DAY_MS = 86_400_000


@pytest.fixture
def verify(database: Database, settings: Settings) -> Verifier:
    made = Verifier(database, settings)
    made.change(a_user, "alice")
    made.change(password_of, settings, "alice")
    return made


def guess_from_everywhere(verify: Verifier, name: str = "alice", times: int = 40) -> list[str]:
    """One guess from each of these networks. What they were answered."""
    return [_answer(verify, name, f"198.51.100.{number}") for number in range(times)]


def _answer(verify: Verifier, name: str, address: str, now: int = NOW) -> str:
    try:
        verify(name, "wrong", address, now)
    except (NotSignedIn, TooManyAttempts) as refused:
        return refused.stable_code
    return "signed in"


@pytest.mark.parametrize("name", ["alice", "nobody"])
def test_many_networks_together_are_slowed_down_by_the_name(verify: Verifier, name: str) -> None:
    answers = guess_from_everywhere(verify, name)
    assert answers[: delays.FREE_FOR_NAME + 1] == ["invalid_credentials"] * (delays.FREE_FOR_NAME + 1)
    assert set(answers[delays.FREE_FOR_NAME + 1 :]) == {"too_many_attempts"}


def test_guessing_does_not_lock_out_the_usual_network(verify: Verifier) -> None:
    verify("alice", PASSWORD, HOME)
    guess_from_everywhere(verify)
    assert verify("alice", PASSWORD, HOME)
    with pytest.raises(TooManyAttempts):
        verify("alice", PASSWORD, ELSEWHERE)


def test_guessing_does_not_lock_out_the_usual_browser(verify: Verifier) -> None:
    assert _in(verify, _browser_of(verify), PASSWORD, OFFICE)
    guess_from_everywhere(verify)
    assert _in(verify, _browser_of(verify), PASSWORD, ELSEWHERE)


def test_a_neighbour_in_the_same_network_does_not_reach_the_browser(verify: Verifier) -> None:
    verify("alice", PASSWORD, OFFICE)
    for _ in range(delays.FREE_FOR_ADDRESS + 2):
        _answer(verify, "alice", OFFICE)
    with pytest.raises(TooManyAttempts):
        verify("alice", PASSWORD, OFFICE)
    assert _in(verify, _browser_of(verify), PASSWORD, OFFICE)


def test_signing_in_at_home_does_not_give_strangers_new_tries(verify: Verifier) -> None:
    verify("alice", PASSWORD, HOME)
    guess_from_everywhere(verify)
    for _ in range(3):
        verify("alice", PASSWORD, HOME)
        _in(verify, _browser_of(verify), PASSWORD, ELSEWHERE)
    assert set(guess_from_everywhere(verify)) == {"too_many_attempts"}


def test_a_known_place_has_few_tries_too(verify: Verifier) -> None:
    verify("alice", PASSWORD, HOME)
    at_home = [_answer(verify, "alice", HOME) for _ in range(delays.FREE_FOR_NAME + 2)]
    assert at_home[-2:] == ["invalid_credentials", "too_many_attempts"]
    browser = _browser_of(verify)
    for _ in range(delays.FREE_FOR_NAME + 1):
        with pytest.raises(NotSignedIn):
            _in(verify, browser, "wrong", ELSEWHERE)
    with pytest.raises(TooManyAttempts):
        _in(verify, browser, PASSWORD, ELSEWHERE)


@pytest.mark.parametrize("field", ["username", "credential_version"])
def test_a_mark_of_another_user_or_an_old_password_does_not_count(verify: Verifier, field: str) -> None:
    guess_from_everywhere(verify)
    other = {"username": "bob", "credential_version": 1}[field]
    browser = _browser_of(verify)
    with pytest.raises(TooManyAttempts):
        _in(verify, KnownBrowser(**{**vars(browser), field: other}), PASSWORD, ELSEWHERE)


def test_a_new_password_makes_every_place_strange(verify: Verifier) -> None:
    verify("alice", PASSWORD, HOME)
    new_hash = credentials.hash_new(verify.settings, verify.slots, "alice", "another phrase")
    verify.change(lambda session: credentials.change_password(session, the_user(session, "alice"), new_hash))
    guess_from_everywhere(verify)
    with pytest.raises(TooManyAttempts):
        verify("alice", "another phrase", HOME)


def test_places_are_forgotten_with_the_user_and_after_a_quarter_of_a_year(verify: Verifier) -> None:
    verify("alice", PASSWORD, HOME)
    verify("alice", PASSWORD, OFFICE, NOW + 91 * _DAY_MS)
    assert _networks(verify) == [OFFICE]
    verify.change(lambda session: lifecycle.remove(session, "test", the_user(session, "alice")))
    assert _networks(verify) == []


def test_few_networks_of_a_user_are_kept(verify: Verifier) -> None:
    for number in range(sign_in_origins._MOST + 5):
        verify.change(
            lambda session, at=number: sign_in_origins.remember(
                session, the_user(session, "alice").id, f"10.0.0.{at}", NOW + at
            )
        )
    kept = _networks(verify)
    assert len(kept) == sign_in_origins._MOST
    assert "10.0.0.0" not in kept
    assert f"10.0.0.{sign_in_origins._MOST + 4}" in kept


def test_most_sign_ins_write_nothing(verify: Verifier) -> None:
    verify("alice", PASSWORD, HOME)
    verify("alice", PASSWORD, HOME, NOW + 1000)
    assert _last_use(verify) == NOW
    verify("alice", PASSWORD, HOME, NOW + _DAY_MS)
    assert _last_use(verify) == NOW + _DAY_MS


def _note_place(session: Session, number: int) -> None:
    sign_in_origins.remember(session, the_user(session, "alice").id, f"10.0.0.{number}", NOW + number)


def test_a_place_that_is_forgotten_while_the_hash_runs_counts_as_known(
    verify: Verifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify("alice", PASSWORD, HOME)
    guess_from_everywhere(verify)
    run = verify.slots.run

    def forget_then_run(work: Callable[[], Any]) -> Any:
        verify.change(sign_in_origins.forget_all, _id_of_alice(verify))
        return run(work)

    monkeypatch.setattr(verify.slots, "run", forget_then_run)
    assert verify("alice", PASSWORD, HOME).known_network


def test_blanks_around_an_address_are_no_other_network(verify: Verifier) -> None:
    for number in range(delays.FREE_FOR_ADDRESS + 1):
        assert _answer(verify, f"somebody{number}", f"{ELSEWHERE} ") == "invalid_credentials"
    assert _answer(verify, "alice", ELSEWHERE) == "too_many_attempts"


def test_a_refusal_takes_as_long_whatever_networks_a_user_is_limited_to(
    verify: Verifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify.change(lambda s: setattr(the_user(s, "alice"), "cidrs", ("10.0.0.0/8",)))
    read: list[str | None] = []

    def note_reading(stored: str | None) -> tuple[str, ...] | None:
        read.append(stored)
        return listed(stored)

    monkeypatch.setattr(account_rows, "listed", note_reading)
    answers = [_answer(verify, "alice", ELSEWHERE) for _ in range(delays.FREE_FOR_NAME + 2)]
    assert answers[-1] == "too_many_attempts"
    assert len(read) == len(answers) - 1


def test_an_impossible_name_is_nobodys(verify: Verifier) -> None:
    def add_nameless(session: Session) -> None:
        alice = the_user(session, "alice")
        session.add(User(username="", passwd=alice.passwd, add_time=NOW, update_time=NOW))

    verify.change(add_nameless)
    with pytest.raises(NotSignedIn):
        verify("b\u00e4h", PASSWORD)


def _id_of_alice(verify: Verifier) -> int:
    with verify.database.reading() as session:
        return the_user(session, "alice").id


def _browser_of(verify: Verifier) -> KnownBrowser:
    with verify.database.reading() as session:
        return KnownBrowser("alice", the_user(session, "alice").cred_version, "one")


def _in(verify: Verifier, browser: KnownBrowser, password: str, address: str) -> verification.VerifiedUser:
    return verification.verify_password(
        verify.database, verify.settings, verify.slots, "alice", password, address, NOW, browser=browser
    )


def _networks(verify: Verifier) -> list[str]:
    with verify.database.reading() as session:
        return list(session.scalars(select(KnownNetwork.network)))


def _last_use(verify: Verifier) -> int | None:
    with verify.database.reading() as session:
        return session.scalar(select(func.max(KnownNetwork.last_use)))
