"""Guessing passwords: delays that grow by name and by address, known or not, and how they end (ASVS V6)."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.identity import delays
from app.identity.delays import PasswordAttempt
from app.identity.models import AddressDelay, User
from app.platform.clock import now_ms
from tests.center import Center
from tests.factories import PASSWORD, Person, an_administrator, the_user


def sign_in(client: httpx.Client, username: str, password: str) -> httpx.Response:
    return client.post("/api/v1/session", json={"username": username, "password": password})


@pytest.mark.parametrize("known", [True, False])
def test_wrong_passwords_of_known_and_unknown_users_wait_ever_longer(
    center: Center, alice: Person, known: bool
) -> None:
    client, name = center.client(), "alice" if known else "nobody"
    answers = [sign_in(client, name, "wrong") for _ in range(delays.FREE_FOR_NAME + 2)]
    assert [answer.status_code for answer in answers] == [401] * (delays.FREE_FOR_NAME + 1) + [429]
    assert answers[-1].json()["code"] == "too_many_attempts"
    assert answers[-1].headers["retry-after"] == "1"
    assert sign_in(client, name, PASSWORD).status_code == 429, "the right password must wait too"
    center.make(_let_time_pass)
    assert sign_in(client, name, "wrong").status_code == 401
    assert sign_in(client, name, "wrong").headers["retry-after"] == "2"


def test_the_right_password_starts_the_count_anew(center: Center, alice: Person) -> None:
    client = center.client()
    for _ in range(delays.FREE_FOR_NAME):
        assert sign_in(client, "alice", "wrong").status_code == 401
    assert sign_in(client, "alice", PASSWORD).status_code == 200
    for _ in range(delays.FREE_FOR_NAME):
        assert sign_in(client, "alice", "wrong").status_code == 401
    assert sign_in(client, "alice", PASSWORD).status_code == 200


def test_one_address_cannot_try_many_names(center: Center, alice: Person) -> None:
    client = center.client()
    codes = [sign_in(client, f"name{number}", "wrong").status_code for number in range(delays.FREE_FOR_ADDRESS + 2)]
    assert codes[-1] == 429
    assert set(codes[:-1]) == {401}
    assert sign_in(client, "alice", PASSWORD).status_code == 429


def test_the_longest_delay_is_a_quarter_of_an_hour(center: Center, alice: Person) -> None:
    center.make(_fail_often, "alice")
    answer = sign_in(center.client(), "alice", PASSWORD)
    assert 890 <= int(answer.headers["retry-after"]) <= 900


def test_an_administrator_unlocks(center: Center, alice: Person) -> None:
    center.make(_fail_often, "alice")
    administrator = center.signed_in(center.make(an_administrator))
    assert administrator.post(f"/api/v1/users/{alice.id}/unlock").status_code == 200
    assert sign_in(center.client(), "alice", PASSWORD).status_code == 200


def test_guesses_in_parallel_do_not_outrun_the_delay(center: Center, alice: Person) -> None:
    def guess(number: int) -> int:
        with httpx.Client(base_url=center.url, timeout=60) as client:
            return sign_in(client, "alice", PASSWORD if number == 11 else "wrong").status_code

    with ThreadPoolExecutor(12) as pool:
        codes = list(pool.map(guess, range(12)))
    assert set(codes) <= {200, 401, 429, 503}
    assert center.read(the_user, "alice").failures <= 12


def _let_time_pass(session: Session) -> None:
    session.execute(update(User).values(delayed_until=now_ms()))
    session.execute(update(AddressDelay).values(delayed_until=now_ms()))


def _fail_often(session: Session, username: str) -> None:
    for _ in range(40):
        delays.count_failure(session, PasswordAttempt(username, "198.51.100.7"), now_ms())
