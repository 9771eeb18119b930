"""Names with special characters in paths of the admin API, on a real broker: each call reaches the named place."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.end_to_end.center.api import ApiProblem
from tests.end_to_end.drift.conftest import Drifting

SENT, STEPS_UP = ["a/b", "a%2Fb", " ", "?", "a+b", "#", "100%"], ["..", "."]
TOPIC = "persistent://names/odd/created"
_SUBSCRIPTIONS = "persistent/names/odd/created/subscription"


@pytest.fixture(scope="module")
def topic(drifting: Drifting) -> str:
    """The path of a topic in the center. Its namespace has native grants to all these names."""
    admin, cluster = drifting.cluster.estate.admin, drifting.cluster
    tenant = admin.post("/api/v1/tenants", name="names", cluster_ids=[drifting.number])["id"]
    admin.ready(f"/api/v1/tenants/{tenant}")
    grants = {name: ["produce"] for name in (*SENT, *STEPS_UP)}
    cluster.done("PUT", "namespaces/names/odd", {"auth_policies": {"namespace_auth": grants}})
    space = admin.post("/api/v1/namespaces", tenant_id=tenant, name="odd", bundles=1)["id"]
    path = f"/api/v1/topics/{admin.post('/api/v1/topics', namespace_id=space, name='created', partitions=0)['id']}"
    admin.ready(path)
    return path


def test_a_repair_takes_the_grant_and_nothing_above_it(drifting: Drifting, topic: str) -> None:
    admin, cluster = drifting.cluster.estate.admin, drifting.cluster
    lines = {line["subject"]: line for line in drifting.compare() if line["place"] == "names/odd"}
    assert set(lines) == {*SENT, *STEPS_UP}
    for name in SENT:
        admin.post(drifting.path(f"/lines/{lines[name]['id']}/repair"))
    for name in STEPS_UP:
        assert _code(drifting, drifting.path(f"/lines/{lines[name]['id']}/repair")) == "name_not_callable"
    left = [line for line in drifting.compare() if line["place"] == "names/odd" and line["state"] != "repairing"]
    assert {line["subject"] for line in left} == set(STEPS_UP)
    assert set(cluster.call("GET", "namespaces/names/odd/permissions").json()) == set(STEPS_UP)
    assert admin.get(topic)["full_name"] == TOPIC


def test_a_subscription_is_the_one_that_is_named(drifting: Drifting, topic: str) -> None:
    names = {*SENT, "a b", ".."}
    for name in names:
        escaped = quote(quote(name, safe=""), safe="").replace("..", "%252E%252E")
        drifting.cluster.done("PUT", f"{_SUBSCRIPTIONS}/{escaped}", {"ledgerId": -1, "entryId": -1})
    assert _subscriptions(drifting) == names
    path = f"{topic}/live/subscriptions/delete"
    for name in ("a%2Fb", "a+b", "a/b", " ", "?", "#", "100%"):
        drifting.cluster.estate.admin.post(path, subscription=name, confirm=name)
        names.remove(name)
        assert _subscriptions(drifting) == names, name
    assert _code(drifting, path, subscription="..", confirm="..") == "name_not_callable"
    assert _subscriptions(drifting) == {"a b", ".."}


def _subscriptions(drifting: Drifting) -> set[str]:
    return set(drifting.cluster.call("GET", "persistent/names/odd/created/subscriptions").json())


def _code(drifting: Drifting, path: str, **body: Any) -> str | None:
    with pytest.raises(ApiProblem) as refused:
        drifting.cluster.estate.admin.post(path, **body)
    return refused.value.code
