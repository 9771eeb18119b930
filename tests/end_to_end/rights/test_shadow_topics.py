"""A shadow topic shows all messages of its source, so whoever makes one has to read the source."""

from typing import Any

import httpx
import pulsar
import pytest

from tests import plain_http
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import Account, Estate

pytestmark = pytest.mark.broker
_CREATE, _ADMINISTER = 300, 304
_PARTITIONED = "application/vnd.partitioned-topic-metadata+json"


@pytest.fixture
def victim(estate: Estate) -> Business:
    """Another business, with a message in its topic."""
    made = new_business(estate)
    writer, _ = made.service("writer", WRITE_TOPIC)
    python.produce(made.url, python.by_token(writer.token), made.topic, "secret")
    return made


def put(business: Business, account: Account, path: str, body: Any, kind: str = "application/json") -> httpx.Response:
    """Calls the broker about a topic of the business."""
    headers = {"Authorization": f"Bearer {account.token}", "Content-Type": kind}
    with plain_http.client(business.estate.broker.admin_url, headers=headers, timeout=30) as admin:
        return admin.put(f"/admin/v2/persistent/{business.name}/orders/{path}", json=body)


def shadow_of(topic: str) -> dict[str, str]:
    """The property that makes a topic a shadow."""
    return {"PULSAR.SHADOW_SOURCE": topic}


def first_message(business: Business, account: Account, name: str) -> bytes:
    """The first message of a topic of the business."""
    with python.client(business.url, python.by_token(account.token)) as connected:
        reader = connected.create_reader(f"persistent://{business.name}/orders/{name}", pulsar.MessageId.earliest)
        return bytes(reader.read_next(10_000).data())


def test_a_shadow_topic_needs_the_right_to_read_the_source(
    estate: Estate, business: Business, victim: Business
) -> None:
    mine = business.add_topic("mine")
    maker, _ = business.service("maker")
    business.owner.grant(maker.id, NAMESPACE_TYPE, business.namespace, _CREATE, 303, limits={"prefix": "own-"})
    business.owner.grant(maker.id, TOPIC_TYPE, mine, READ_TOPIC, WRITE_TOPIC, _ADMINISTER)
    business.wait_until_enforced()
    source = shadow_of(victim.topic)
    for path in ("own-1", "mine/properties", "m%69ne/properties"):
        refused = put(business, maker, path, source)
        assert (refused.status_code, "read the source" in refused.text) == (403, True), refused.text
    partitioned = {"partitions": 1, "properties": source}
    assert put(business, maker, "own-2/partitions", partitioned, _PARTITIONED).status_code == 403
    for path, hidden in (("own-3", "multipart/form-data+json"), ("mine/properties", "application/octet-stream+json")):
        assert put(business, maker, path, source, hidden).status_code in (401, 403)
    assert put(business, maker, "mine/shadowTopics", [victim.topic]).status_code == 403
    event = estate.event(user=maker.username, op="CONSUME", dec=2)
    assert event["res"].endswith(f"{victim.name}/orders/created")
    assert put(business, maker, "own-4", {"a": "b"}).status_code == 204
    assert put(business, maker, "mine/properties", {"a": "b"}).status_code == 204


def test_a_reader_of_the_source_makes_a_shadow_topic(business: Business, operator: Account) -> None:
    reader, _ = business.service("reader", READ_TOPIC, WRITE_TOPIC)
    limited, _ = business.service("some")
    for account in (reader, limited):
        business.owner.grant(account.id, NAMESPACE_TYPE, business.namespace, _CREATE, 303, limits={"prefix": "own-"})
    business.owner.grant(limited.id, TOPIC_TYPE, business.topic_id, READ_TOPIC, limits={"subscriptions": ["billing"]})
    business.wait_until_enforced()
    python.produce(business.url, python.by_token(reader.token), business.topic, "theirs")
    assert put(business, limited, "own-1", shadow_of(business.topic)).status_code == 403
    # A shadow sees the closed ledgers of its source, and an unload closes one (apache/pulsar#25354).
    assert put(business, operator, "created/unload", None).status_code == 204
    made = put(business, reader, "own-2", shadow_of(business.topic))
    assert made.status_code == 204, made.text
    assert first_message(business, reader, "own-2") == b"theirs"
