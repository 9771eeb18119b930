"""A cluster that answers late, half, wrongly, like another version, or changes meanwhile: the rest goes on."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.resources.provisioning import content_calls
from app.resources.provisioning.content_calls import ContentCalls
from app.resources.provisioning.content_reader import read
from app.resources.pulsar.cluster_content import ClusterContent
from tests.importing import companies
from tests.importing.conftest import Migration
from tests.importing.played_cluster import PlayedCluster, Reply
from tests.names import TAKEN
from tests.provisioning.calling import endpoint

NO_JSON, HALF = (200, b"<html>"), (200, b'["acme/orders", ')
FORBIDDEN, BROKEN, GONE = (401, b"no"), (500, b'{"reason":"oops"}'), (404, b'{"reason":"gone meanwhile"}')
WRONG_TYPE = (200, b'{"adminRoles":"boss","auth_policies":[],"partitions":"three"}')
EVERY = (NO_JSON, HALF, FORBIDDEN, BROKEN, GONE, WRONG_TYPE)
PLACES: dict[str, tuple[str, Callable[[ClusterContent], set[str]]]] = {
    "/tenants/shop": ("shop", lambda estate: {tenant.name for tenant in estate.tenants}),
    "/namespaces/acme/quiet": ("acme/quiet", lambda estate: {namespace.name for namespace in estate.namespaces}),
    "/persistent/acme/orders/parted/partitions": (
        companies.PARTED,
        lambda estate: {topic.name for topic in estate.topics},
    ),
}


@pytest.fixture
def played() -> Iterator[PlayedCluster]:
    with companies.acme().running() as cluster:
        yield cluster


def estate_of(played: PlayedCluster, **limits: Any) -> ClusterContent:
    with ContentCalls(endpoint(played.url), lambda: "token", **limits) as calls:
        return read("prod", calls)


def constantly(reply: Reply) -> Callable[[], Reply]:
    return lambda: reply


@pytest.mark.parametrize("reply", EVERY, ids=lambda reply: str(reply)[:24])
@pytest.mark.parametrize("path", PLACES)
def test_one_wrong_answer_costs_one_line_and_the_rest_is_read(played: PlayedCluster, path: str, reply: Reply) -> None:
    whole = estate_of(played)
    played.wrong[path] = constantly(reply)
    name, names = PLACES[path]
    found = estate_of(played)
    assert names(whole) - names(found) == {name}
    assert [place.place for place in found.unread if place not in whole.unread] == [name]


def no_owner(times: int, played: PlayedCluster, path: str) -> Callable[[], Reply]:
    """What Pulsar 4.0.8 answers about a bundle so many times, then the real answer."""
    left = iter(range(times))

    def answer() -> Reply:
        if next(left, None) is None:
            del played.wrong[path]
            return played.answer(path)
        return 412, b'{"reason":"Failed to find ownership for topic:persistent://acme/orders/parted"}'

    return answer


def test_a_bundle_without_an_owner_is_read_again(played: PlayedCluster) -> None:
    whole = estate_of(played)
    for path in PLACES:
        played.wrong[path] = no_owner(2, played, path)
    assert estate_of(played) == whole


def test_a_bundle_that_never_has_an_owner_is_a_line(played: PlayedCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content_calls, "_WAITING_SECONDS", 0.3)
    path = "/persistent/acme/orders/parted/partitions"
    played.wrong[path] = no_owner(1000, played, path)
    assert companies.PARTED in {line.place for line in estate_of(played).unread}


@pytest.mark.parametrize(
    "path", ["/namespaces/acme", "/persistent/acme/orders", "/non-persistent/acme/orders/partitioned"]
)
@pytest.mark.parametrize("reply", EVERY, ids=lambda reply: str(reply)[:24])
def test_a_list_that_cannot_be_read_is_reported(played: PlayedCluster, path: str, reply: Reply) -> None:
    played.wrong[path] = constantly(reply)
    found = estate_of(played)
    assert any(place.place.startswith("acme") for place in found.unread)
    assert "shop/carts" in {namespace.name for namespace in found.namespaces}


@pytest.mark.parametrize("reply", EVERY, ids=lambda reply: str(reply)[:24])
def test_a_cluster_that_answers_nothing_is_reported(played: PlayedCluster, reply: Reply) -> None:
    played.answer = lambda path: reply  # type: ignore[method-assign]
    found = estate_of(played)
    assert (found.tenants, found.namespaces, found.topics) == ((), (), ())
    assert {place.place for place in found.unread} >= {"/tenants"}


def test_fields_of_other_versions_are_kept_and_missing_ones_are_empty(played: PlayedCluster) -> None:
    played.namespaces["acme/quiet"] = {"new_in_5": {"a": 1}}
    found = next(namespace for namespace in estate_of(played).namespaces if namespace.name == "acme/quiet")
    assert (found.policies, found.roles) == ({"new_in_5": {"a": 1}}, {})


def test_a_policy_unknown_to_the_broker_is_no_failure(played: PlayedCluster) -> None:
    played.wrong["/persistent/acme/orders/created/entryFilters"] = constantly((405, b"<html>"))
    played.wrong["/persistent/acme/orders/created/retention"] = constantly(BROKEN)
    found = estate_of(played)
    assert next(topic for topic in found.topics if topic.name == companies.ORDERS).policies == {"messageTTL": 77}
    assert f"{companies.ORDERS} (retention)" in {place.place for place in found.unread}
    assert f"{companies.ORDERS} (entryFilters)" not in {place.place for place in found.unread}


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 1_000_000,
        b"[" * 900 + b"]" * 900,
        b'{"a":' * 1_000_000 + b"1" + b"}" * 1_000_000,
        b'["' + b"x" * 1_000_000 + b'"]',
        b"1e999",
        b"NaN",
        b'"\\ud800"',
        b"1" * 5000,
    ],
    ids=("lists", "closed lists", "objects", "long", "infinite", "no number", "half a character", "digits"),
)
def test_a_policy_without_end_is_one_line(played: PlayedCluster, body: bytes) -> None:
    whole = estate_of(played)
    played.wrong["/persistent/acme/orders/created/entryFilters"] = constantly((200, body))
    played.wrong["/persistent/acme/orders/created/retention"] = constantly((500, body))
    found = estate_of(played)
    lines = set(found.unread) - set(whole.unread)
    assert {line.place for line in lines} == {
        f"{companies.ORDERS} ({route})" for route in ("entryFilters", "retention")
    }
    assert (found.topics, found.namespaces) == (whole.topics, whole.namespaces)


def test_the_length_of_all_answers_is_limited(played: PlayedCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content_calls, "MOST_BYTES", 200)
    assert any("200 bytes are the limit" in place.message for place in estate_of(played).unread)


def test_a_namespace_that_goes_while_it_is_read(played: PlayedCluster) -> None:
    def remove_namespace() -> Reply:
        played.namespaces.pop("shop/carts", None)
        return 200, json.dumps(["shop/carts"]).encode()

    played.wrong["/namespaces/shop"] = remove_namespace
    found = estate_of(played)
    assert "shop/carts" in {place.place for place in found.unread}
    assert "acme/orders" in {namespace.name for namespace in found.namespaces}


def test_the_number_of_questions_is_limited(played: PlayedCluster) -> None:
    estate_of(played, limit=20)
    assert played.calls == 20


def test_the_time_is_limited(played: PlayedCluster) -> None:
    found = estate_of(played, seconds=0.0)
    assert played.calls == 0
    assert found.unread[0].message == "not asked: the time for one reading is over"


def test_a_cluster_that_is_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content_calls, "_SILENT_CALLS", 2)
    with ContentCalls(endpoint("http://127.0.0.1:1"), lambda: "token") as calls:
        found = read("prod", calls)
    assert {place.place for place in found.unread} == {"/tenants", "/brokers/configuration/runtime"}


def test_an_address_that_is_not_allowed_is_never_called(played: PlayedCluster) -> None:
    with ContentCalls(endpoint(played.url, "elsewhere"), lambda: "token") as calls:
        found = read("prod", calls)
    assert (played.calls, "PUC_CLUSTER_ADDRESSES" in found.unread[0].message) == (0, True)


def test_names_that_are_refused_have_their_reason(played: PlayedCluster) -> None:
    played.tenant("ten ant")
    played.namespace("acme/old/cluster")
    played.namespaces["shop/" + "x" * 129] = {}
    messages = {place.place: place.message for place in estate_of(played).unread}
    assert set(messages) >= {"ten ant", "acme/old/cluster", "shop/" + "x" * 129, "persistent://acme/orders/a\u202eb"}
    assert all(message for message in messages.values())


def test_all_other_names_of_topics_are_read(played: PlayedCluster) -> None:
    names = {f"persistent://acme/orders/{name}" for name in TAKEN}
    played.topics |= dict.fromkeys(names, 0)
    estate = estate_of(played)
    assert names <= {topic.name for topic in estate.topics}
    assert names.isdisjoint(place.place for place in estate.unread)


def test_a_cluster_that_refuses_the_center_is_named_as_such(migration: Migration) -> None:
    page = b"<html><head><title>Error 401 Authentication required</title></head><body><table></table></body></html>"
    migration.played.wrong["/tenants"] = constantly((401, page))
    run = migration.begin()
    wanted = "the cluster does not let center.prod in. /tenants: 401: Error 401 Authentication required"
    assert (run["state"], run["message"]) == ("failed", wanted)
