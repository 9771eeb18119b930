"""Live views of clusters are shown to who may see them; failures of a cluster are reported, never a 500."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from app.access.limits import Limits
from app.resources.cluster_views import cluster_query
from tests.api.estate import problem
from tests.api.live_cluster import STATS, server_error
from tests.api.live_estate import SUBSCRIPTION, Live
from tests.factories import CLUSTER, NAMESPACE, a_grant, a_user
from tests.factories import TOPIC as TOPIC_TYPE

pytestmark = pytest.mark.any_database

VIEWS = (
    "clusters/{cluster}/live/brokers",
    "namespaces/{namespace}/live/bundles",
    "topics/{topic}/live/stats",
    "topics/{topic}/live/internal-stats",
    "topics/{topic}/live/subscriptions",
)


def test_live_views_show_what_the_cluster_answers(live: Live) -> None:
    root = live.estate.root
    broker = live.read(root, VIEWS[0])["items"][0]
    assert (broker["leader"], broker["cpu_percent"], broker["memory_percent"], broker["topics"]) == (True, 75, None, 3)
    first, second = live.read(root, VIEWS[1])["bundles"]
    assert (first["topics"], first["msg_backlog"], first["storage_size"]) == (1, 14, 660247)
    assert (first["broker"], second["broker"], second["topics"]) == (broker["broker"], None, None)
    stats = live.read(root, VIEWS[2])
    assert (stats["stats"]["msg_rate_in"], stats["stats"]["msg_rate_out"], stats["partitions"]) == (309.5, 0, 0)
    [ledger] = live.read(root, VIEWS[3])["stored"][0]["ledgers"]
    assert (ledger["ledger_id"], ledger["entries"]) == (3, 15269)
    [subscription] = live.read(root, VIEWS[4])["subscriptions"]
    assert subscription["cursors"][0]["mark_delete_position"] == "3:15254"
    assert [consumer["principal"] for consumer in subscription["consumers"]] == ["alice", "alice.sub", "somebody"]


@pytest.mark.parametrize(
    ("name", "place", "authorities", "statuses"),
    [
        ("outsider", "topic", (), (404, 404, 404, 404, 404)),
        ("writer", "topic", (302,), (403, 200, 200, 200, 200)),
        ("reader", "topic", (303,), (403, 200, 200, 200, 200)),
        ("owner", "topic", (304,), (403, 200, 200, 200, 200)),
        ("manager", "topic", (306,), (403, 200, 403, 403, 200)),
        ("auditor", "topic", (307,), (403, 403, 200, 200, 200)),
        ("space auditor", "namespace", (207,), (403, 200, 200, 200, 200)),
        ("creator", "namespace", (300,), (403, 200, 404, 404, 404)),
        ("operator", "cluster", (4,), (200, 200, 200, 200, 200)),
        ("inspector", "cluster", (7,), (200, 200, 200, 200, 200)),
    ],
)
def test_live_views_need_a_right(
    live: Live, name: str, place: str, authorities: tuple[int, ...], statuses: tuple[int, ...]
) -> None:
    kind = {"cluster": CLUSTER, "namespace": NAMESPACE, "topic": TOPIC_TYPE}[place]
    client = live.holder(name.replace(" ", "."), kind, live.ids[place], *authorities)
    assert tuple(client.get(live.path(view)).status_code for view in VIEWS) == statuses
    for view in VIEWS:
        if client.get(live.path(view)).status_code == 404:
            nowhere = client.get(f"/api/v1/{view.format(cluster=98765, namespace=98765, topic=98765)}")
            assert problem(nowhere) == problem(client.get(live.path(view)))


def test_a_reader_of_named_subscriptions_sees_no_live_views(live: Live) -> None:
    center, named = live.estate.center, Limits(subscriptions=("billing",))
    person = center.make(a_user, "named")
    center.make(a_grant, person, [303], TOPIC_TYPE, live.ids["topic"], limits=named)
    client = center.with_token(person)
    assert [client.get(live.path(view)).status_code for view in VIEWS[2:]] == [403] * 3


def test_connections_of_others_are_shown_to_administrators_only(live: Live) -> None:
    def principals(client: httpx.Client) -> list[str]:
        [subscription] = live.read(client, VIEWS[4])["subscriptions"]
        assert subscription["consumers_total"] == 3
        return [each["principal"] for each in subscription["consumers"]]

    alice = live.estate.center.make(a_user, "alice")
    live.estate.center.make(a_grant, alice, [303], TOPIC_TYPE, live.ids["topic"])
    live.estate.center.make(a_user, "alice.sub", parent=alice)
    assert principals(live.estate.center.with_token(alice)) == ["alice", "alice.sub"]
    assert principals(live.holder("auditor", TOPIC_TYPE, live.ids["topic"], 307)) == []
    assert principals(live.holder("owner", TOPIC_TYPE, live.ids["topic"], 304)) == ["alice", "alice.sub", "somebody"]
    bundles = live.read(live.holder("writer", TOPIC_TYPE, live.ids["topic"], 302), VIEWS[1])["bundles"]
    assert [(bundle["broker"] is None, bundle["topics"]) for bundle in bundles] == [(False, None), (True, None)]


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (server_error(), "cluster_refused"),
        ((200, b"<html>nonsense</html>", {}), "cluster_refused"),
        ((200, "yes", {}), "cluster_refused"),
        ((200, {"partitions": "many", "boundaries": "none", "publishers": 7}, {}), "cluster_refused"),
        ((401, {"reason": "who are you"}, {}), "cluster_refused"),
        ((404, {"reason": "Topic not found"}, {}), "not_on_cluster"),
        ((307, None, {"Location": "http://169.254.169.254/latest"}), "cluster_refused"),
    ],
)
def test_a_failure_of_a_cluster_is_reported_by_code(live: Live, reply: Any, code: str) -> None:
    live.pulsar.answers_by = {"": reply}
    for view in VIEWS:
        found = live.read(live.estate.root, view)
        assert (found["code"], bool(found["message"])) == (code, True), view
    topic = live.path("topics/{topic}/live/")
    for what in ("subscriptions/clear", "unload"):
        body = SUBSCRIPTION if "sub" in what else {}
        answer = live.estate.root.post(topic + what, json=body)
        assert problem(answer) == ({"cluster_refused": 502, "not_on_cluster": 409}[code], code)


@pytest.mark.parametrize("field", ["publishers", "subscriptions", "storageSize", "msgRateIn"])
def test_an_incomplete_answer_of_a_cluster_is_a_failure(live: Live, field: str) -> None:
    live.pulsar.answers_by["/created/stats"] = (200, {**STATS, field: "nonsense"}, {})
    found = live.read(live.estate.root, VIEWS[2])
    assert (found["code"], found["stats"]) == ("cluster_refused", None)
    live.estate.center.app.state.cluster_memory.forget(live.ids["cluster"])
    live.pulsar.answers_by["/created/stats"] = (
        200,
        {name: value for name, value in STATS.items() if name != field},
        {},
    )
    assert live.read(live.estate.root, VIEWS[2])["code"] is None


def test_an_unreachable_cluster_is_reported(live: Live) -> None:
    live.estate.root.patch(
        f"/api/v1/clusters/{live.ids['cluster']}", json={"admin_url": "http://127.0.0.1:1"}, headers={"If-Match": "*"}
    )
    for view in VIEWS:
        assert live.read(live.estate.root, view)["code"] == "cluster_unreachable"
    answer = live.estate.root.post(live.path("topics/{topic}/live/subscriptions/clear"), json=SUBSCRIPTION)
    assert problem(answer) == (504, "cluster_unreachable")


@pytest.mark.parametrize(("view", "path"), [(VIEWS[0], "/load-report"), (VIEWS[1], "/ownedNamespaces")])
def test_slow_brokers_share_one_time_limit(live: Live, monkeypatch: pytest.MonkeyPatch, view: str, path: str) -> None:
    address = live.pulsar.url.removeprefix("http://")
    live.pulsar.answers_by["/brokers"] = (200, [address] * 3, {})

    def take_all_the_time(_method: str, called: str) -> None:
        if called.endswith(path):
            monkeypatch.setattr(cluster_query, "BROKERS_SECONDS", 0.0)

    live.pulsar.before_answer = take_all_the_time
    answer = live.read(live.estate.root, view)
    assert len([called for _, called in live.pulsar.calls if called.endswith(path)]) == 1
    failed = [broker["code"] for broker in answer["items"]] if "items" in answer else answer["messages"]
    assert len([failure for failure in failed if failure]) >= 2, answer


def test_many_viewers_cost_the_cluster_one_question(live: Live) -> None:
    live.read(live.estate.root, VIEWS[2])
    before = len(live.pulsar.calls)
    viewers = [live.holder(f"viewer{number}", TOPIC_TYPE, live.ids["topic"], 303) for number in range(3)]
    for viewer in viewers:
        live.read(viewer, VIEWS[2])
    assert len(live.pulsar.calls) == before
