"""Name and password against a token for brokers: what our client plugin asks for, and what it must never open."""

import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import jwt
import pytest
from sqlalchemy import update

from app.api.admission import sign_in_queues
from app.api.admission.reader_slots import ReaderSlots
from app.api.public.oauth2_password import GRANT_TYPE
from app.identity import client_secrets, credentials, users
from app.identity.models import ClientSecret
from app.platform.clock import now_ms
from tests.center import Center
from tests.end_to_end.waiting import wait_until
from tests.factories import PASSWORD, Person, a_service


def _post(center: Center, **form: str) -> httpx.Response:
    return center.client().post("/oauth2/token", data={"grant_type": GRANT_TYPE, **form})


def _claims(answer: httpx.Response) -> dict[str, object]:
    assert answer.status_code == 200, answer.text
    return dict(jwt.decode(answer.json()["access_token"], options={"verify_signature": False}))


def test_a_person_gets_a_token_for_brokers_that_ends_with_the_password(center: Center, alice: Person) -> None:
    answer = _post(center, username="alice", password=PASSWORD, audience="")
    claims = _claims(answer)
    assert (claims["sub"], claims["aud"]) == ("alice", "pulsar")
    assert claims["cred"] == center.read(lambda s: users.find(s, alice.id).cred_version)
    assert answer.json()["expires_in"] > 0
    assert answer.headers["cache-control"] == "no-store"


def test_a_password_token_never_opens_this_api(center: Center, alice: Person) -> None:
    token = _post(center, username="alice", password=PASSWORD, audience="pulsar").json()["access_token"]
    assert center.client(Authorization=f"Bearer {token}").get("/api/v1/session").status_code == 401
    for target in ({"audience": center.settings.issuer}, {"resource": center.settings.issuer}, {"resource": "x"}):
        answer = _post(center, username="alice", password=PASSWORD, **target)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_target")


def test_a_service_may_show_its_secret_as_a_password(center: Center) -> None:
    service = center.make(a_service, "orders")
    secret = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])
    claims = _claims(_post(center, username="orders", password=secret))
    assert claims["sub"] == "orders"
    assert "cred" not in claims, "a new secret beside the old one must not end the tokens of the old one"


def test_a_token_does_not_outlive_the_secret_it_was_requested_with(center: Center) -> None:
    service = center.make(a_service, "orders")
    secret = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])
    end = now_ms() + 60_000
    center.make(lambda s: s.execute(update(ClientSecret).values(valid_until=end)))
    claims = _claims(_post(center, username="orders", password=secret))
    assert int(str(claims["exp"])) * 1000 <= end


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({"password": "wrong"}, "invalid_grant"),
        ({"username": "nobody"}, "invalid_grant"),
        ({"username": "x" * 500}, "invalid_grant"),
        ({"password": PASSWORD + "x" * 2000}, "invalid_grant"),
        ({"password": ""}, "invalid_grant"),
    ],
)
def test_all_wrong_credentials_are_refused_alike(
    center: Center, alice: Person, form: dict[str, str], error: str
) -> None:
    answer = _post(center, **{"username": "alice", "password": PASSWORD, **form})
    assert (answer.status_code, answer.json()["error"]) == (400, error)
    assert PASSWORD not in answer.text


def test_a_scope_is_ignored(center: Center, alice: Person) -> None:
    assert _post(center, username="alice", password=PASSWORD, scope="all").json()["scope"] == ""


def test_a_one_time_secret_gets_nothing(center: Center, alice: Person) -> None:
    one_time = center.make(
        lambda s: credentials.give_initial_secret(s, center.settings, "test", users.find(s, alice.id), now_ms())[0]
    )
    answer = _post(center, username="alice", password=one_time)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    assert "must be changed" in answer.json()["error_description"]


def test_guesses_are_delayed_as_at_sign_in(center: Center, alice: Person) -> None:
    answers = [_post(center, username="alice", password="wrong") for _ in range(6)]
    assert answers[-1].status_code == 429
    assert answers[-1].json()["error"] == "temporarily_unavailable"
    assert int(answers[-1].headers["retry-after"]) > 0
    assert _post(center, username="alice", password=PASSWORD).status_code == 429


def test_waiting_passwords_block_no_readers(center: Center, alice: Person) -> None:
    """Strangers could otherwise take the places of those who are signed in, by guessing slowly."""
    reader, state, slots = center.with_token(alice), center.app.state, center.settings.password_slots
    state.reader_slots, hashing, over = ReaderSlots(1), threading.Barrier(slots + 1), threading.Event()

    def hash_for_long() -> None:
        hashing.wait()
        over.wait()

    with ThreadPoolExecutor() as pool, contextlib.ExitStack() as at_the_end:
        at_the_end.callback(over.set)
        for _ in range(slots):
            pool.submit(state.password_slots.run, hash_for_long)
        hashing.wait()
        asked = pool.submit(_post, center, username="alice", password=PASSWORD)
        queue = state.sign_in_queues.passwords
        wait_until("the password waits", lambda: queue.free_places == slots * sign_in_queues.BESIDE - 1)
        assert reader.get("/api/v1/session").status_code == 200
        assert not asked.done()
        over.set()
        assert asked.result().status_code == 200


def test_discovery_names_the_password_grant(center: Center) -> None:
    assert GRANT_TYPE in center.client().get("/.well-known/openid-configuration").json()["grant_types_supported"]
