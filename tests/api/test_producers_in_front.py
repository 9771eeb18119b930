"""Producers that ask for public halves at the same time are answered together, each as the framework would."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from app.access.limits import Limits
from app.identity.models import User
from app.resources.key_fetches import PublicFetches
from app.resources.models import EncryptionKeyVersion
from tests.api import listed_worlds
from tests.api.addresses import INSIDE, OUTSIDE, SMALLER, token_client
from tests.api.encryption import CREATED, PUBLIC, WRITE, let, make
from tests.api.given import Business
from tests.api.test_encryption_halves_decided import KEY_OF, close_one, make_keys
from tests.center import Center
from tests.factories import a_user

_OTHERWISE = {"Content-Type": "application/json; charset=utf-8"}
"""Asked in this way, the framework answers."""


def _post(client: httpx.Client, *topics: str, **headers: str) -> httpx.Response:
    return client.post(PUBLIC, json={"topics": list(topics)}, headers=headers)


def _content(answer: httpx.Response) -> tuple[int, Any]:
    content = answer.json()
    return answer.status_code, content if answer.status_code == 200 else content["code"]


def _together(asked: list[tuple[httpx.Client, str]]) -> list[httpx.Response]:
    with ThreadPoolExecutor(20) as threads:
        return list(threads.map(lambda each: _post(*each), asked))


@pytest.mark.parametrize("seed", [4, 5])
def test_who_asks_together_with_others_gets_what_it_gets_alone(
    center: Center, seed: int, framework_is_asked: list[bool]
) -> None:
    center.make(listed_worlds.estate)
    people = center.make(listed_worlds.people, 900 + seed)
    center.make(make_keys, center.settings)
    center.make(close_one, seed)
    clients = [center.with_token(person) for person in people]
    asked = [(client, topic) for client in clients for topic in KEY_OF]
    alone = [_content(_post(client, topic, **_OTHERWISE)) for client, topic in asked]
    assert len(framework_is_asked) == len(asked)
    framework_is_asked.clear()
    assert [_content(answer) for answer in _together(asked)] == alone
    given = sum(status == 200 and content["items"][0]["error"] in (None, "no_key") for status, content in alone)
    assert 0 < given < len(asked)
    assert len(framework_is_asked) == len(asked) - given, "only who gets nothing is the framework's"


def test_tokens_count_only_where_they_may_be_used(business: Business, framework_is_asked: list[bool]) -> None:
    make(business)
    person = business.center.make(a_user, "producer")
    let(business, person, WRITE)
    inside, outside = (token_client(business.center, person, place, (SMALLER,)) for place in (INSIDE, OUTSIDE))
    framework_is_asked.clear()
    answers = _together([(inside, CREATED), (outside, CREATED)] * 5)
    assert [answer.status_code for answer in answers] == [200, 401] * 5
    assert len(framework_is_asked) == 5


def test_a_grant_that_is_limited_to_networks_counts_for_who_asks_from_there(business: Business) -> None:
    make(business)
    person = business.center.make(a_user, "producer")
    let(business, person, WRITE, limits=Limits(networks=(SMALLER,)))
    clients = [token_client(business.center, person, place) for place in (INSIDE, OUTSIDE)]
    answers = _together([(each, CREATED) for each in clients] * 5)
    assert [answer.json()["items"][0]["error"] for answer in answers] == [None, "not_found"] * 5


def test_what_each_fetched_is_noted_for_it(business: Business) -> None:
    make(business)
    people = [business.center.make(a_user, f"producer-{number}") for number in range(30)]
    clients = [let(business, person, WRITE) for person in people]
    _together([(client, CREATED) for client in clients])
    fetches: PublicFetches = business.center.app.state.public_fetches
    version = business.center.read(lambda session: session.scalars(select(EncryptionKeyVersion.id)).one())
    assert set(fetches._noted) == {(version, person.id) for person in people}


def test_whoever_must_change_the_password_gets_nothing(business: Business) -> None:
    make(business)
    person = business.center.make(a_user, "producer")
    client = let(business, person, WRITE)
    assert _post(client, CREATED).status_code == 200

    def demand(session: Any) -> None:
        session.get_one(User, person.id).must_change = True

    business.center.make(demand)
    assert _content(_post(client, CREATED)) == _content(_post(client, CREATED, **_OTHERWISE))


@pytest.mark.parametrize(
    "headers", [{"Authorization": "Bearer nonsense"}, {"Authorization": "Basic eDp5"}, {"Authorization": "Bearer"}]
)
def test_strangers_are_the_frameworks(business: Business, headers: dict[str, str]) -> None:
    make(business)
    client = business.center.client(**headers)
    assert _content(_post(client, CREATED)) == _content(_post(client, CREATED, **_OTHERWISE))
    assert _post(client, CREATED).status_code == 401


@pytest.mark.parametrize("topics", [[], ["x"] * 1001, [3], "all", [CREATED] * 21])
def test_other_bodies_are_answered_as_by_the_framework(business: Business, topics: Any) -> None:
    make(business)
    client = let(business, business.center.make(a_user, "producer"), WRITE)
    answers = [client.post(PUBLIC, json={"topics": topics}, headers=headers) for headers in ({}, _OTHERWISE)]
    assert _content(answers[0]) == _content(answers[1])
