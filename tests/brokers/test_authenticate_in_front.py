"""Sign-ins of brokers are answered in front of the framework as the framework would answer them."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.brokers import credentials as cluster_credentials
from app.identity import client_secrets, users, verification
from app.platform.database import Database
from tests.brokers.plugin import BASE, Plugin, a_plugin
from tests.center import Center
from tests.factories import PASSWORD, Person, a_cluster, a_service, a_user, password_of

_OTHERWISE = "application/json; charset=utf-8"
"""Asked in this way, the framework answers."""


@pytest.fixture
def plugin(center: Center) -> Plugin:
    cluster = center.make(a_cluster, "one")
    center.make(a_user, "alice")
    center.make(password_of, center.settings, "alice")
    return a_plugin(center, cluster)


@pytest.fixture
def service(center: Center) -> Person:
    return center.make(a_service, "bot")


@pytest.fixture
def secret(center: Center, service: Person) -> str:
    return center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])


def _both_answers(plugin: Plugin, content: str | bytes, **headers: str) -> list[httpx.Response]:
    """The answer in front of the framework, if it is one, then that of the framework."""
    found = []
    for kind in ("application/json", _OTHERWISE):
        sent = {"Content-Type": kind, **headers}
        found.append(plugin.client.post(f"{BASE}/authenticate", content=content, headers=sent))
    return found


def _comparable(answer: httpx.Response) -> tuple[Any, ...]:
    body = answer.json()
    body.pop("receipt", None)
    varying = ("date", "x-request-id", "center-time", "content-length")
    return answer.status_code, body, {name: value for name, value in answer.headers.items() if name not in varying}


@pytest.mark.parametrize(
    "shown",
    [
        {"username": "alice", "password": PASSWORD},
        {"username": "alice", "password": PASSWORD, "address": "10.0.0.7:51344"},
        {"username": "alice", "password": "wrong", "address": None},
        {"username": "nobody", "password": PASSWORD},
        {"username": "bot", "password": "secret"},
        {"username": "bot", "password": "puc_secret_" + "a" * 43},
        {"username": "alice", "password": "secret"},
    ],
)
def test_the_answers_are_those_of_the_framework(
    plugin: Plugin, secret: str, framework_is_asked: list[bool], shown: dict[str, Any]
) -> None:
    if shown["password"] == "secret":
        shown = {**shown, "password": secret}
    for _ in range(2):
        front, framework = _both_answers(plugin, json.dumps(shown))
        assert _comparable(front) == _comparable(framework)
    assert len(framework_is_asked) == 2


@pytest.mark.parametrize(
    "body",
    [
        "", "{", "[]", "1", '{"username": "alice"}', '{"username": 1, "password": "x"}',
        '{"username": "a", "password": "x", "y": 1}',
        '{"username": "a\\u0000", "password": "x"}', '{"username": "alice", "password": "\\ud800"}', "\xff",
        " " * 2_000_000,
        '{"username": "a", "password": "x", "address": "\\n"}', '{"username": "' + "a" * 129 + '", "password": "x"}',
        '{"username": "alice", "password": "x", "username": "nobody"}', '{"username": "alice", "password": NaN}',
    ],
)  # fmt: skip
def test_other_bodies_are_answered_by_the_framework(plugin: Plugin, body: str) -> None:
    front, framework = _both_answers(plugin, body.encode("latin-1"))
    assert _comparable(front) == _comparable(framework)


@pytest.mark.parametrize("credential", ["", "Bearer", "Bearer x", "bearer {}", "Basic {}", "Bearer  {}", "Bearer {}x"])
def test_callers_that_are_no_cluster_are_refused_by_the_framework(plugin: Plugin, credential: str) -> None:
    right = plugin.client.headers["Authorization"].removeprefix("Bearer ")
    body = json.dumps({"username": "alice", "password": PASSWORD})
    front, framework = _both_answers(plugin, body, Authorization=credential.format(right))
    assert _comparable(front) == _comparable(framework)


def test_of_several_credentials_the_framework_says_which_counts(plugin: Plugin) -> None:
    right, wrong = plugin.client.headers["Authorization"], "Bearer x"
    for both in ([right, wrong], [wrong, right]):
        found = [
            httpx.post(
                f"{plugin.client.base_url}{BASE}/authenticate",
                headers=[*(("Authorization", value) for value in both), ("Content-Type", kind)],
                content=json.dumps({"username": "alice", "password": PASSWORD}),
                timeout=60,
            )
            for kind in ("application/json", _OTHERWISE)
        ]
        assert _comparable(found[0]) == _comparable(found[1])


ENDS: dict[str, Callable[[Session, Person], object]] = {
    "secret": lambda s, person: client_secrets.remove(
        s, "test", users.find(s, person.id), client_secrets.of_user(s, users.find(s, person.id))[0].id
    ),
    "user": lambda s, person: users.change(s, "test", users.find(s, person.id), status="disabled"),
    "credential of the cluster": lambda s, _: cluster_credentials.withdraw_all(s, "test", 1),
}


@pytest.mark.parametrize("what", ENDS)
def test_endings_by_another_process_count_at_once(
    center: Center, plugin: Plugin, service: Person, secret: str, what: str
) -> None:
    shown = {"username": "bot", "password": secret}
    statuses = [plugin.client.post(f"{BASE}/authenticate", json=shown).status_code for _ in range(3)]
    assert statuses == [200, 200, 200]
    other = Database(center.settings.database_url)
    with other.writing() as session:
        ENDS[what](session, service)
    other.close()
    assert plugin.client.post(f"{BASE}/authenticate", json=shown).status_code == 401


def test_a_secret_with_networks_is_none_at_brokers_and_its_use_is_noted(
    center: Center, plugin: Plugin, service: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[int] = []
    monkeypatch.setattr(center.app.state.last_uses, "client_secret", lambda number, _: noted.append(number))

    def make_secret(networks: list[str] | None) -> tuple[int, str]:
        row, text = center.make(
            lambda s: client_secrets.create(s, "test", users.find(s, service.id), networks=networks)
        )
        return row.id, text

    (_, limited), (number, free) = make_secret(["127.0.0.0/8"]), make_secret(None)
    for secret, status in ((limited, 401), (free, 200)):
        for _ in range(2):
            shown = {"username": "bot", "password": secret}
            assert plugin.client.post(f"{BASE}/authenticate", json=shown).status_code == status
    assert noted == [number, number]


def test_excess_requests_are_told_when_to_retry(
    plugin: Plugin, center: Center, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(center.app.state.sign_in_queues.passwords, "free_places", 0)
    monkeypatch.setattr(center.app.state.sign_in_queues.passwords, "_seconds", 0.01)
    front, framework = _both_answers(plugin, json.dumps({"username": "alice", "password": PASSWORD}))
    for answer in (front, framework):
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert int(answer.headers["retry-after"]) >= 2


def test_errors_of_the_database_are_answered_by_the_framework(plugin: Plugin, monkeypatch: pytest.MonkeyPatch) -> None:
    body = json.dumps({"username": "alice", "password": PASSWORD})
    for error, code in (
        (OperationalError("SELECT", None, Exception()), "database_unavailable"),
        (ValueError(), "internal_error"),
    ):

        def fail(*_: object, error: Exception = error, **__: object) -> None:
            raise error

        monkeypatch.setattr(verification, "verify_password", fail)
        front, framework = _both_answers(plugin, body)
        assert _comparable(front) == _comparable(framework)
        assert front.json()["code"] == code


def test_a_withdrawn_credential_is_no_way_in_for_passwords(center: Center, plugin: Plugin) -> None:
    shown = {"username": "alice", "password": PASSWORD}
    statuses = [plugin.client.post(f"{BASE}/authenticate", json=shown).status_code for _ in range(2)]
    assert statuses == [200, 200]
    hashed = center.app.state.password_slots.run
    center.make(lambda s: cluster_credentials.withdraw_all(s, "test", 1))
    center.app.state.password_slots.run = None  # no hash is spent on it
    try:
        for _ in range(2):
            refused = plugin.client.post(f"{BASE}/authenticate", json=shown)
            assert (refused.status_code, refused.json()["code"]) == (401, "not_signed_in")
    finally:
        center.app.state.password_slots.run = hashed
    assert center.app.state.callers._found == {}
