"""Limits of requests per minute: shown in headers, refused as the route refuses, shared by all instances."""

import itertools

import httpx
import pytest
from sqlalchemy import func, select

from app.identity import client_secrets, users
from app.identity.models import RequestCount
from app.identity.rates import Rates
from app.platform.database import Database
from app.platform.errors import TooManyAttempts
from tests.center import Center
from tests.factories import PASSWORD, a_service
from tests.listening import listening

NOW = 1_800_000_000_000
MINUTE = 60_000


@pytest.fixture
def narrow(center: Center, monkeypatch: pytest.MonkeyPatch) -> Center:
    """A center that takes three requests of each kind in a minute, which does not end."""
    for kind in ("sign_in", "token", "device", "registration"):
        monkeypatch.setattr(center.settings, f"{kind}_per_minute", 3)
    monkeypatch.setattr("app.api.admission.rate_limits.now_ms", lambda: NOW)
    return center


def _token(client: httpx.Client, **form: str) -> httpx.Response:
    return client.post("/oauth2/token", data={"grant_type": "client_credentials", **form})


def test_sign_ins_of_an_address(narrow: Center) -> None:
    client = narrow.client()
    answers = [
        client.post("/api/v1/session", json={"username": f"u{number}", "password": PASSWORD}) for number in range(4)
    ]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
    assert answers[3].json()["code"] == "rate_limit"
    assert answers[3].headers["retry-after"] == "60"
    assert answers[0].headers["ratelimit-policy"] == '"sign_in";q=3;w=60'
    assert answers[0].headers["ratelimit"].startswith('"sign_in";r=2;t=')
    assert client.get("/api/v1/session").status_code == 401, "other routes go on"


def test_tokens_are_refused_as_oauth_refuses(narrow: Center) -> None:
    answers = [_token(narrow.client(), client_id="nobody", client_secret="x") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
    assert answers[3].json()["error"] == "temporarily_unavailable"
    assert answers[3].headers["cache-control"] == "no-store"
    assert int(answers[3].headers["retry-after"]) > 0


def test_requests_of_a_client_count_after_its_secret_was_right(narrow: Center, monkeypatch: pytest.MonkeyPatch) -> None:
    service = narrow.make(a_service, "producer")
    _, secret = narrow.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id)))
    client, right = narrow.client(), {"client_id": "producer", "client_secret": secret}
    numbers = itertools.count()
    monkeypatch.setattr("app.api.admission.rate_limits.network_of", lambda _: str(next(numbers)))  # a new one each time
    wrong = [_token(client, client_id="producer", client_secret="wrong").status_code for _ in range(5)]
    assert wrong == [401] * 5
    assert [_token(client, **right).status_code for _ in range(4)] == [200, 200, 200, 429]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/oauth2/device_authorization", {"data": {"client_id": "usercenter-cli"}}),
        ("/api/v1/registrations/status", {"json": {"receipt": "x"}}),
    ],
)
def test_the_other_routes_of_strangers(narrow: Center, path: str, body: dict[str, object]) -> None:
    client = narrow.client()
    codes = [client.post(path, **body).status_code for _ in range(4)]  # type: ignore[arg-type]
    assert codes[3] == 429
    assert 429 not in codes[:3]


def test_instances_count_together(database: Database) -> None:
    first, second = Rates(database), Rates(database)
    for rates in (first, second):
        for _ in range(60):
            rates.count("token", "192.0.2.1", 100, NOW)
    for rates in (first, second, first):
        rates.exchange(NOW)
    for rates in (first, second):
        with pytest.raises(TooManyAttempts):
            rates.count("token", "192.0.2.1", 100, NOW)
        assert rates.count("token", "192.0.2.2", 100, NOW).left == 99
    assert first.count("token", "192.0.2.1", 100, NOW + MINUTE).left == 99


def test_a_limit_holds_for_instances_that_are_asked_in_turn(database: Database) -> None:
    """Each exchanges after a tenth of the limit, so each admits a tenth too many at most."""
    instances, admitted = [Rates(database) for _ in range(4)], 0
    for number in range(800):
        rates = instances[number % len(instances)]
        try:
            rates.count("token", "192.0.2.1", 100, NOW)
        except TooManyAttempts:
            continue
        admitted += 1
        if rates.exchange_due.is_set():
            rates.exchange(NOW)
    assert 100 <= admitted <= 130


def test_many_keys_are_exchanged_with_few_transactions(database: Database) -> None:
    first, second = Rates(database), Rates(database)
    for rates, number_of_keys in ((first, 3000), (second, 4000)):
        for number in range(number_of_keys):
            rates.count("reset", str(number), 4, NOW)
        begun: list[object] = []
        with listening(database.engine, "begin", begun.append):
            rates.exchange(NOW)
        assert len(begun) < 20
    assert _rows(database) == 4000
    second.count("reset", "1", 4, NOW)
    second.exchange(NOW)
    first.exchange(NOW)
    assert first.count("reset", "1", 4, NOW).left == 0, "one here before, two there"
    assert first.count("reset", "2", 4, NOW).left == 1


def test_few_requests_write_nothing(database: Database) -> None:
    rates = Rates(database)
    for number in range(9):
        rates.count("token", f"192.0.2.{number}", 100, NOW)
    rates.exchange(NOW)
    assert _rows(database) == 0
    for _ in range(9):
        rates.count("token", "192.0.2.1", 100, NOW)
    rates.exchange(NOW)
    assert _rows(database) == 1


def test_old_minutes_are_cleared_away(database: Database) -> None:
    rates = Rates(database)
    for minute in range(10):
        for _ in range(20):
            rates.count("token", "192.0.2.1", 100, NOW + minute * MINUTE)
        rates.exchange(NOW + minute * MINUTE)
    assert _rows(database) == 6


def _rows(database: Database) -> int:
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(RequestCount)) or 0
