"""Scalable topics on a real broker of Pulsar 5, with its v5 client: rights on one count for its segments."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.end_to_end.center.api import ApiProblem
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import (
    CLUSTER_TYPE,
    NAMESPACE_TYPE,
    READ_TOPIC,
    TOPIC_TYPE,
    WRITE_TOPIC,
    Business,
)
from tests.end_to_end.estate import Account
from tests.end_to_end.versions.conftest import admin
from tests.end_to_end.versions.scalable_client import VERSION, ScalableClient
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.parametrize("company", [VERSION], indirect=True)]

_SUPER, _CREATE, _DELETE, _ADMINISTER, _SUBSCRIPTIONS = 4, 300, 301, 304, 306
_CONSUMERS = ("stream", "queue", "checkpoint")
_REFUSED = (401, 403)


class Wide:
    """A scalable topic with two segments, made at the center."""

    def __init__(self, company: Business, name: str) -> None:
        self.company, self.name = company, name
        self.id = company.add_topic(name, domain="topic")
        self.topic = f"topic://{company.name}/orders/{name}"
        self.path = f"scalable/{company.name}/orders/{name}"
        self.owner = company.owner.token(company.owner_id, name)
        assert self.call(self.owner, "POST", "/split/0") == 204

    def holder(self, suffix: str, *authorities: int) -> tuple[Account, int]:
        """A sub-account with these authorities on it; answers it and the grant's id."""
        account, _ = self.company.service(f"{self.name}-{suffix}")
        grant = self.company.owner.grant(account.id, TOPIC_TYPE, self.id, *authorities)
        self.company.wait_until_enforced()
        return account, grant

    def client(self, account: Account, what: str) -> ScalableClient:
        """A v5 client of the account."""
        return ScalableClient(self.company.url, account.token, what, self.topic, f"{what}-of-{account.username}")

    def call(self, token: str, method: str, path: str = "", **options: Any) -> int:
        """The broker's status for a call about it."""
        return admin(self.company, token, method, f"{self.path}{path}", **options).status_code

    def uses(self) -> list[dict[str, Any]]:
        """Its open producers and consumers, as the center sees them."""
        path = f"/api/v1/clusters/{self.company.estate.cluster}/connections"
        return list(self.company.owner.get(path, resource=self.topic)["items"])


def test_clients_get_what_was_granted_and_lose_it_at_once(company: Business) -> None:
    wide = Wide(company, "granted")
    writer, writing = wide.holder("writer", WRITE_TOPIC)
    reader, reading = wide.holder("reader", READ_TOPIC)
    lasting, _ = wide.holder("lasting", WRITE_TOPIC)
    with (
        wide.client(writer, "produce") as producing,
        wide.client(lasting, "produce") as going_on,
        wide.client(reader, "stream") as stream,
        wide.client(reader, "queue") as queue,
        wide.client(reader, "checkpoint") as checkpoint,
    ):
        for each in (producing, going_on, stream, queue, checkpoint):
            each.flows()
        segments = {use["topic"].rpartition("/")[0] for use in wide.uses()}
        assert segments == {f"segment://{company.name}/orders/granted"}
        company.owner.revoke(reading)
        company.owner.revoke(writing)
        producing.refusal()
        consumers = (stream, queue, checkpoint)
        wait_until("what was fetched is taken", lambda: not _get_more(consumers, going_on), seconds=20)
        assert not _get_more(consumers, going_on)
    for account, what in ((writer, "PRODUCE"), (reader, "CONSUME")):
        company.estate.event(user=account.username, dec=2, op=what, res=f"standalone/{wide.topic}")


def test_nobody_else_uses_it(company: Business) -> None:
    wide = Wide(company, "refused")
    writer, _ = wide.holder("writer", WRITE_TOPIC)
    reader, _ = wide.holder("reader", READ_TOPIC)
    twin = company.add_topic("refused")
    neighbour, _ = company.service("refused-neighbour")
    company.owner.grant(neighbour.id, TOPIC_TYPE, twin, WRITE_TOPIC, READ_TOPIC)
    company.wait_until_enforced()
    tries = [(reader, "produce"), (neighbour, "produce"), *((writer, what) for what in _CONSUMERS)]
    for account, what in (*tries, (neighbour, "queue")):
        with wide.client(account, what) as client:
            assert "not authorized" in client.refusal().lower(), (account.username, what)


def test_admin_calls_need_their_right(company: Business) -> None:
    wide = Wide(company, "called")
    accounts = {
        right: wide.holder(str(right), right)[0].token
        for right in (WRITE_TOPIC, READ_TOPIC, _ADMINISTER, _SUBSCRIPTIONS, _DELETE)
    }
    see, subscription = (WRITE_TOPIC, READ_TOPIC, _ADMINISTER), "/subscriptions/billing"
    calls: list[tuple[str, str, tuple[int, ...], dict[str, Any]]] = [
        ("GET", "", see, {}),
        ("GET", "/stats", see, {}),
        ("GET", "/segments/1/stats", see, {}),
        ("GET", "/permissions", (_ADMINISTER,), {}),
        ("GET", "/autoScalePolicy", (_ADMINISTER,), {}),
        ("POST", "/autoScalePolicy", (_ADMINISTER,), {"json": {}}),
        ("DELETE", "/autoScalePolicy", (_ADMINISTER,), {}),
        ("PUT", subscription, (READ_TOPIC,), {"params": {"type": "STREAM"}}),
        ("POST", f"{subscription}/seek", (_SUBSCRIPTIONS,), {"params": {"timestamp": 1}}),
        ("POST", f"{subscription}/skip-all", (_SUBSCRIPTIONS,), {}),
        ("DELETE", subscription, (_SUBSCRIPTIONS,), {}),
        ("POST", "/split/1", (_ADMINISTER,), {}),
        ("POST", "/merge/3/4", (_ADMINISTER,), {}),
        ("DELETE", "", (_DELETE,), {}),
    ]
    for method, path, holders, options in calls:
        for right in sorted(accounts, key=holders.__contains__):
            status = wide.call(accounts[right], method, path, **options)
            assert (status in _REFUSED) != (right in holders), (method, path, right, status)
            assert right not in holders or status < 300, (method, path, right, status)
    segments = f"segments/{company.name}/orders/called/8000-ffff-2"
    for method, path in (("PUT", ""), ("POST", "/terminate"), ("DELETE", "")):
        assert admin(company, wide.owner, method, f"{segments}{path}", json=[]).status_code in _REFUSED


def test_who_may_create_and_list(company: Business) -> None:
    maker, _ = company.service("making")
    company.owner.grant(maker.id, NAMESPACE_TYPE, company.namespace, _CREATE)
    other, _ = company.service("listing", WRITE_TOPIC)
    stranger, _ = company.service("strange")
    company.wait_until_enforced()
    for account, made, listed in ((other, 403, 200), (stranger, 403, 403), (maker, 204, 200)):
        path = f"scalable/{company.name}/orders"
        assert admin(company, account.token, "PUT", f"{path}/by-hand", json={}).status_code == made
        assert admin(company, account.token, "GET", path).status_code == listed


def test_using_a_topic_that_there_is_not_takes_the_right_to_create(company: Business) -> None:
    maker, _ = company.service("by-use")
    writer, _ = company.service("by-use-only")
    company.owner.grant(maker.id, NAMESPACE_TYPE, company.namespace, _CREATE, WRITE_TOPIC)
    company.owner.grant(writer.id, NAMESPACE_TYPE, company.namespace, WRITE_TOPIC)
    company.wait_until_enforced()
    by_use = {"allowAutoTopicCreation": True, "topicType": "non-partitioned"}
    policy, owner = (
        f"namespaces/{company.name}/orders/autoTopicCreation",
        company.owner.token(company.owner_id, "by-use"),
    )
    assert admin(company, owner, "POST", policy, json=by_use).status_code == 204
    topic = f"topic://{company.name}/orders/by-use"
    with ScalableClient(company.url, writer.token, "produce", topic) as producing:
        producing.refusal()
    with ScalableClient(company.url, maker.token, "produce", topic) as producing:
        producing.flows()
    with ScalableClient(company.url, writer.token, "produce", topic) as producing:
        producing.flows()


def test_the_center_changes_its_subscriptions(company: Business) -> None:
    wide = Wide(company, "changed")
    writer, _ = wide.holder("writer", WRITE_TOPIC)
    reader, _ = wide.holder("reader", READ_TOPIC)
    path, name = f"/api/v1/topics/{wide.id}/live/subscriptions", f"queue-of-{reader.username}"

    def change(kind: str, **values: Any) -> None:
        company.owner.post(f"{path}/{kind}", subscription=name, confirm=name, **values)

    def backlogs() -> dict[str, int]:
        [shown] = company.owner.get(path)["clusters"]
        return {each["name"]: each["msg_backlog"] for each in shown["subscriptions"]}

    with wide.client(reader, "queue") as consuming:
        with wide.client(writer, "produce") as producing:
            consuming.flows()
            producing.flows()
        with pytest.raises(ApiProblem, match="not_for_scalable_topics"):
            change("delete")
    change("clear")
    wait_until("an empty backlog", lambda: backlogs() == {name: 0}, last=backlogs)
    change("reset", to_time=1)
    wait_until("a backlog", lambda: backlogs()[name] > 0, last=backlogs)
    wait_until("the consumer to be gone", lambda: _is_deleted(lambda: change("delete")))
    wait_until("the deletion", lambda: backlogs() == {}, last=backlogs)


def _is_deleted(delete: Callable[[], None]) -> bool:
    try:
        delete()
    except ApiProblem:
        return False
    return True


def test_permissions_of_pulsar_admin_are_grants(company: Business) -> None:
    wide = Wide(company, "permitted")
    keeper, _ = wide.holder("keeper", _ADMINISTER)
    given, _ = company.service("permitted-given")
    path = f"/permissions/{given.username}"
    assert wide.call(given.token, "POST", path, json=["produce"]) == 401
    assert wide.call(keeper.token, "POST", path, json=["produce"]) == 403, "a sub-account gives nothing"
    assert wide.call(wide.owner, "POST", path, json=["produce"]) == 204
    grants = company.owner.get("/api/v1/grants", user_id=given.id)["items"]
    assert [(grant["res_type"], grant["res_id"]) for grant in grants] == [(TOPIC_TYPE, wide.id)]
    with wide.client(given, "produce") as producing:
        producing.flows()
        listed = admin(company, keeper.token, "GET", f"{wide.path}/permissions").json()
        assert listed[given.username] == ["produce"]
        assert wide.call(wide.owner, "DELETE", path) == 204
        producing.refusal()
    assert company.owner.get("/api/v1/grants", user_id=given.id)["items"] == []


def test_rights_end_with_the_topic_not_with_a_segment(company: Business) -> None:
    wide = Wide(company, "ending")
    writer, grant = wide.holder("writer", WRITE_TOPIC)
    super_user = company.estate.service(company.estate.admin, "segments")
    company.estate.admin.grant(super_user.id, CLUSTER_TYPE, company.estate.cluster, _SUPER)
    company.estate.wait_for_broker()
    assert wide.call(wide.owner, "POST", "/merge/1/2") == 204
    sealed = f"segments/{company.name}/orders/ending/0000-7fff-1"
    assert admin(company, super_user.token, "DELETE", sealed).status_code == 204
    with wide.client(writer, "produce") as producing:
        producing.flows()
    assert company.owner.get(f"/api/v1/grants/{grant}")["id"] == grant
    assert wide.call(wide.owner, "DELETE") == 204
    assert company.owner.get("/api/v1/grants", user_id=writer.id)["items"] == []
    assert wide.call(wide.owner, "PUT", params={"numInitialSegments": 2}, json={}) == 204
    with wide.client(writer, "produce") as producing:
        assert "not authorized" in producing.refusal().lower()


def _get_more(consumers: Iterable[ScalableClient], producer: ScalableClient) -> bool:
    """Whether they get something while more is written."""
    before = [each.messages() for each in consumers]
    for _ in range(10):
        producer.flows()
    return before != [each.messages() for each in consumers]


@pytest.mark.parametrize("partitions", [0, 2])
def test_rights_follow_what_was_migrated(company: Business, partitions: int) -> None:
    """The old topic keeps its messages, sealed, and its rights, until the scalable one is deleted."""
    name = f"migrated-{partitions}"
    old = company.add_topic(name, partitions=partitions)
    writer, reader, stranger = (company.service(f"{name}-{who}")[0] for who in ("writer", "reader", "stranger"))
    company.owner.grant(writer.id, TOPIC_TYPE, old, WRITE_TOPIC, _ADMINISTER)
    company.owner.grant(reader.id, TOPIC_TYPE, old, READ_TOPIC)
    company.wait_until_enforced()
    python.produce(company.url, python.by_token(writer.token), f"persistent://{company.name}/orders/{name}", "old")
    path, topic = f"scalable/{company.name}/orders/{name}", f"topic://{company.name}/orders/{name}"
    assert admin(company, reader.token, "POST", f"{path}/migrate").status_code == 401
    assert admin(company, writer.token, "POST", f"{path}/migrate").status_code == 204

    def held(account: Account) -> list[str]:
        return sorted(grant["resource"] for grant in company.owner.get("/api/v1/grants", user_id=account.id)["items"])

    both = [f"persistent://{company.name}/orders/{name}", topic]
    wait_until(
        "the rights to follow", lambda: held(reader) == held(writer) == both, seconds=10, last=lambda: held(reader)
    )
    assert held(stranger) == []
    company.wait_until_enforced()
    with ScalableClient(company.url, reader.token, "queue", topic, f"of-{reader.username}") as consuming:
        consuming.flows()  # the old messages: nobody has written another one
        with ScalableClient(company.url, writer.token, "produce", topic) as producing:
            producing.flows()
            consuming.flows()
    for account, what in ((stranger, "queue"), (reader, "produce")):
        with ScalableClient(company.url, account.token, what, topic, f"of-{account.username}") as client:
            assert "not authorized" in client.refusal().lower()
    owner = company.owner.token(company.owner_id, name)
    assert admin(company, owner, "DELETE", path).status_code == 204
    if partitions:  # Pulsar leaves the entry of a partitioned topic
        old_path = f"persistent/{company.name}/orders/{name}/partitions"
        assert admin(company, owner, "DELETE", old_path).status_code == 204
    wait_until("the rights end with both", lambda: held(writer) == held(reader) == [], seconds=10)
