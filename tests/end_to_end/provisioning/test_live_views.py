"""What the center shows of a running cluster is what `pulsar-admin` shows, and its changes there are real."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pulsar
import pytest

from tests.end_to_end.center.api import ApiProblem
from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import PulsarAdmin
from tests.end_to_end.conftest import NAMESPACE_TYPE, Business
from tests.end_to_end.estate import Account
from tests.end_to_end.provisioning.rest import Rest
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
_WRITE_ALL, _READ_ALL = 202, 203
Asked = Callable[..., Any]


@pytest.fixture
def ask_operator(operator: Account, pulsar_admin: Callable[[Account], PulsarAdmin]) -> Asked:
    """`pulsar-admin` as an operator of the cluster; answers its JSON."""
    admin = pulsar_admin(operator)

    def ask(*arguments: str) -> Any:
        status, said = admin(*arguments)
        assert status == 0, said
        return json.loads(said)

    return ask


class Clients:
    """A writer and a reader of everything in the namespace, whose names the cluster knows."""

    def __init__(self, business: Business) -> None:
        self.business = business
        self.writer, _ = business.service("writer")
        self.reader, _ = business.service("reader")
        for account, authority in ((self.writer, _WRITE_ALL), (self.reader, _READ_ALL)):
            business.owner.grant(account.id, NAMESPACE_TYPE, business.namespace, authority)
        business.wait_until_enforced()

    @contextmanager
    def producer(self, topic: str) -> Iterator[pulsar.Producer]:
        """An open producer of the writer, one message an entry."""
        with python.client(self.business.url, python.by_token(self.writer.token)) as connected:
            yield connected.create_producer(topic, batching_enabled=False)

    @contextmanager
    def consumer(self, topic: str, subscription: str) -> Iterator[pulsar.Consumer]:
        """An open consumer of the reader, which gets nothing that it does not ask for."""
        with python.client(self.business.url, python.by_token(self.reader.token)) as connected:
            yield connected.subscribe(
                topic, subscription, consumer_type=pulsar.ConsumerType.Shared, receiver_queue_size=1
            )

    def topic(self, name: str, **options: object) -> tuple[int, str]:
        """A ready topic: its id and its full name."""
        domain = options.get("domain", "persistent")
        return self.business.add_topic(name, **options), f"{domain}://{self.business.name}/orders/{name}"


@pytest.fixture
def clients(business: Business) -> Clients:
    return Clients(business)


def live(business: Business, topic: int, what: str, **query: str) -> dict[str, Any]:
    """The answer of the only cluster."""
    [found] = business.owner.get(f"/api/v1/topics/{topic}/live/{what}", **query)["clusters"]
    assert found["code"] is None, found
    return dict(found)


def subscription(business: Business, topic: int, name: str) -> dict[str, Any]:
    [found] = [
        subscription
        for subscription in live(business, topic, "subscriptions")["subscriptions"]
        if subscription["name"] == name
    ]
    return dict(found)


def test_statistics_are_those_of_pulsar_admin(clients: Clients, business: Business, ask_operator: Asked) -> None:
    with clients.producer(business.topic) as producer, clients.consumer(business.topic, "billing"):
        for number in range(7):
            producer.send(str(number).encode())
        wait_until(
            "the messages to be counted",
            lambda: live(business, business.topic_id, "stats")["stats"]["msg_in_counter"] == 7,
            seconds=15,
            pause=0.5,
        )
        ours = live(business, business.topic_id, "stats", principals="true")
        theirs = ask_operator("topics", "stats", business.topic)
        numbers = ours["stats"]
        same = {"msg_in_counter": "msgInCounter", "storage_size": "storageSize", "owner_broker": "ownerBroker"}
        assert {name: numbers[name] for name in same} == {name: theirs[their] for name, their in same.items()}
        assert (numbers["producers"], numbers["consumers"], numbers["subscriptions"]) == (1, 1, 1)
        [shown], [publisher] = ours["producers"], theirs["publishers"]
        assert (shown["name"], shown["address"]) == (publisher["producerName"], publisher["address"].removeprefix("/"))
        assert shown["principal"] == clients.writer.username
        ours_of = subscription(business, business.topic_id, "billing")
        [consumer], [theirs_of] = ours_of["consumers"], theirs["subscriptions"]["billing"]["consumers"]
        assert (consumer["principal"], theirs_of["appId"]) == (clients.reader.username,) * 2
        assert (ours_of["type"], consumer["name"]) == ("Shared", theirs_of["consumerName"])
        [cursor] = ours_of["cursors"]
        internal = ask_operator("topics", "stats-internal", business.topic)
        assert cursor["mark_delete_position"] == internal["cursors"]["billing"]["markDeletePosition"]
        [stored] = live(business, business.topic_id, "internal-stats")["stored"]
        assert (stored["entries"], stored["size"]) == (internal["numberOfEntries"], internal["totalSize"])
        assert [each["ledger_id"] for each in stored["ledgers"]] == [each["ledgerId"] for each in internal["ledgers"]]
        assert stored["ledgers"][-1]["entries"] == internal["currentLedgerEntries"]


def test_a_partitioned_topic_together_and_each(clients: Clients, business: Business, ask_operator: Asked) -> None:
    number, name = clients.topic("wide", partitions=3)
    with clients.consumer(name, "shipping"), clients.producer(name) as producer:
        for each in range(9):
            producer.send(str(each).encode())
        found = live(business, number, "stats")
        assert (found["partitions"], [part["partition"] for part in found["by_partition"]]) == (3, [0, 1, 2])
        assert (found["stats"]["producers"], found["stats"]["consumers"]) == (3, 3)
        backlog = subscription(business, number, "shipping")
        theirs = ask_operator("topics", "partitioned-stats", name)
        assert backlog["msg_backlog"] == theirs["subscriptions"]["shipping"]["msgBacklog"] == 9
        assert [cursor["partition"] for cursor in backlog["cursors"]] == [0, 1, 2]
        assert {consumer["principal"] for consumer in backlog["consumers"]} == {clients.reader.username}
        stored = live(business, number, "internal-stats")["stored"]
        assert (len(stored), sum(ledger["entries"] for ledger in stored)) == (3, 9)


def test_topics_that_nobody_uses_and_one_that_went(clients: Clients, business: Business, cluster: Rest) -> None:
    idle, _ = clients.topic("idle")
    assert live(business, idle, "stats")["stats"]["msg_in_counter"] == 0
    assert live(business, idle, "subscriptions")["subscriptions"] == []
    volatile, name = clients.topic("volatile", domain="non-persistent")
    with clients.consumer(name, "watching"):
        [subscription] = live(business, volatile, "subscriptions")["subscriptions"]
        assert (subscription["name"], subscription["consumers_total"], subscription["cursors"]) == ("watching", 1, [])
    deleted, _ = clients.topic("gone")
    with business.estate.adopting_nothing():
        assert cluster("DELETE", f"/persistent/{business.name}/orders/gone").is_success
    [at_cluster] = business.owner.get(f"/api/v1/topics/{deleted}/live/stats")["clusters"]
    assert (at_cluster["code"], at_cluster["stats"]) == ("not_on_cluster", None)
    with pytest.raises(ApiProblem) as refused:
        business.owner.post(f"/api/v1/topics/{deleted}/live/subscriptions/clear", subscription="x", confirm="x")
    assert (refused.value.status, refused.value.code) == (409, "not_on_cluster")


def test_changes_of_a_subscription_do_what_their_rehearsal_says(clients: Clients, business: Business) -> None:
    path = f"/api/v1/topics/{business.topic_id}/live/subscriptions"
    with clients.consumer(business.topic, "slow"):
        pass
    with clients.producer(business.topic) as producer:
        positions = [producer.send(str(each).encode()) for each in range(20)]

    def change(what: str, **values: Any) -> dict[str, Any]:
        body = {"subscription": "slow", **values}
        rehearsed = business.owner.call("POST", f"{path}/{what}?dry_run=true", json=body)
        assert subscription(business, business.topic_id, "slow")["msg_backlog"] == rehearsed["msg_backlog"]
        done: dict[str, Any] = business.owner.post(f"{path}/{what}", **body, confirm="slow")
        assert done == rehearsed
        return done

    def backlog() -> int:
        return int(subscription(business, business.topic_id, "slow")["msg_backlog"])

    assert change("skip", messages=5)["messages"] == 5
    assert backlog() == 15
    first = f"{positions[2].ledger_id()}:{positions[2].entry_id()}"
    [part] = change("reset", to_position=first)["parts"]
    assert (part["to_position"], part["entries"]) == (first, -3)
    assert backlog() == 18
    [part] = change("reset", to_time=0)["parts"]
    assert part["entries"] == -2
    assert backlog() == 20
    assert change("clear")["messages"] == 20
    assert backlog() == 0
    assert change("reset", to_time=0)["messages"] is None
    with pytest.raises(ApiProblem) as refused:
        business.owner.post(f"{path}/delete", subscription="slow")
    assert (refused.value.status, refused.value.code) == (422, "confirmation_needed")
    change("delete")
    assert live(business, business.topic_id, "subscriptions")["subscriptions"] == []


def test_a_refusal_of_the_cluster_is_shown_recorded_and_may_be_tried_again(
    clients: Clients, business: Business
) -> None:
    path = f"/api/v1/topics/{business.topic_id}/live/subscriptions/delete"
    with clients.consumer(business.topic, "busy"):
        for _ in range(2):
            with pytest.raises(ApiProblem) as refused:
                business.owner.call(
                    "POST", path, json={"subscription": "busy", "confirm": "busy"}, headers={"Idempotency-Key": "once"}
                )
            assert (refused.value.status, refused.value.code) == (502, "cluster_refused")
        business.owner.post(path, subscription="busy", confirm="busy", force=True)
    query = {"res_type": 4, "res_id": business.topic_id, "entity": "cluster_operation"}
    entries = business.owner.get("/api/v1/trail", **query)["items"]
    verbs = sorted(entry["action"].removeprefix("cluster_operation.") for entry in entries)
    assert verbs == ["delete_subscription"] * 3 + ["fail"] * 2


def test_bundles_and_unloading(clients: Clients, business: Business, ask_operator: Asked) -> None:
    path, name = f"/api/v1/namespaces/{business.namespace}/live", f"{business.name}/orders"

    def bundles() -> list[dict[str, Any]]:
        [found] = business.owner.get(f"{path}/bundles")["clusters"]
        assert (found["code"], found["messages"]) == (None, [])
        return list(found["bundles"])

    def boundaries() -> list[str]:
        ends = ask_operator("namespaces", "bundles", name)["boundaries"]
        return [f"{low}_{high}" for low, high in pairwise(ends)]

    before = bundles()
    assert [bundle["bundle"] for bundle in before] == boundaries()
    with clients.producer(business.topic) as producer:
        producer.send(b"one")
        owned = next(bundle["bundle"] for bundle in bundles() if bundle["broker"])
        rehearsed = business.owner.call("POST", f"{path}/unload?dry_run=true", json={"bundle": owned})
        assert rehearsed["bundles"] == [owned]
        business.owner.post(f"{path}/unload", bundle=owned)
        business.owner.post(f"/api/v1/topics/{business.topic_id}/live/unload")
        producer.send(b"two")
    business.owner.post(f"{path}/split", bundle=before[0]["bundle"], unload=True)
    wait_until("the bundle to be split", lambda: len(bundles()) == len(before) + 1, seconds=20, pause=0.5)
    assert [bundle["bundle"] for bundle in bundles()] == boundaries()


def test_a_broker_without_load_reports_is_listed(business: Business) -> None:
    estate = business.estate
    found = estate.admin.get(f"/api/v1/clusters/{estate.cluster}/live/brokers")
    [broker] = found["items"]
    assert (found["code"], broker["leader"], broker["reports"], broker["code"]) == (None, True, False, None)
    assert estate.broker.admin_url.endswith(broker["broker"])
