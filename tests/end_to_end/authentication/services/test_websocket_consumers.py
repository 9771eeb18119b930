"""What a WebSocket consumer or reader asks for beside its topic: dead letters, patterns, a reader's subscription."""

import pytest

from tests import plain_http
from tests.end_to_end.authentication.services.test_websocket import path, refusal
from tests.end_to_end.authentication.services.websocket_client import WebSocket
from tests.end_to_end.authentication.tokens.test_ending import bearer
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import (
    CLUSTER_TYPE,
    NAMESPACE_TYPE,
    READ_TOPIC,
    TOPIC_TYPE,
    WRITE_TOPIC,
    Business,
    new_business,
)
from tests.end_to_end.estate import Estate
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
_NAMED = {"X-Pulsar-Auth-Method-Name": "token"}
_DEAD = "subscriptionType=Shared&maxRedeliverCount=1&negativeAckRedeliveryDelay=100"


def many(business: Business, query: str) -> str:
    """Where a consumer of many topics is opened."""
    return f"/ws/v3/consumer/s?{query.replace('TOPIC', business.topic)}"


def assert_dead_letters_refused(port: int, business: Business, token: str, victim: Business) -> None:
    """A dead letter topic that the user may not write is refused in every spelling."""
    asks = bearer(token)
    targets = [victim.topic, f"{victim.name}/orders/created", f"persistent://{victim.name}/orders/__change_events"]
    for target in targets:
        query = f"?{_DEAD}&deadLetterTopic={target}"
        assert refusal(port, path("consumer", business, "s", query), asks) == 403, target
        assert refusal(port, path("consumer", business, "s", query), {**asks, **_NAMED}) == 403, target
        assert refusal(port, many(business, f"topics=TOPIC&{_DEAD}&deadLetterTopic={target}"), asks) == 403, target
    for spelled in (f"%64eadLetterTopic={victim.topic}", f"deadLetterTopic=&deadLetterTopic={victim.topic}"):
        assert refusal(port, path("consumer", business, "s", f"?{_DEAD}&{spelled}"), asks) == 403, spelled


def test_dead_letters_go_where_the_user_may_write(estate: Estate, business: Business) -> None:
    port, victim = estate.broker.http_port, new_business(estate)
    both, _ = business.service("both", WRITE_TOPIC, READ_TOPIC)
    assert_dead_letters_refused(port, business, both.token, victim)
    assert estate.event(user=both.username, op="PRODUCE", dec=2)
    lost = business.add_topic("lost")
    business.owner.grant(both.id, TOPIC_TYPE, lost, WRITE_TOPIC)
    business.wait_until_enforced()
    for query in ("maxRedeliverCount=2", f"{_DEAD}&deadLetterTopic=persistent://{business.name}/orders/lost"):
        with WebSocket(port, path("consumer", business, f"s{len(query)}", f"?{query}"), bearer(both.token)):
            pass


def test_dead_letters_arrive(estate: Estate, business: Business) -> None:
    port = estate.broker.http_port
    both, _ = business.service("both", WRITE_TOPIC, READ_TOPIC)
    lost = business.add_topic("lost")
    business.owner.grant(both.id, TOPIC_TYPE, lost, WRITE_TOPIC)
    business.wait_until_enforced()
    where = path("consumer", business, "s", f"?{_DEAD}&deadLetterTopic=persistent://{business.name}/orders/lost")
    operator = estate.service(estate.admin, f"operator-{business.name}")
    estate.admin.grant(operator.id, CLUSTER_TYPE, estate.cluster, 4)
    estate.wait_for_broker()
    with (
        plain_http.client(estate.broker.admin_url, headers=bearer(operator.token), timeout=20) as admin,
        WebSocket(port, where, bearer(both.token)) as first,
    ):
        python.produce(business.url, python.by_token(both.token), business.topic, "bad")

        def has_arrived() -> bool:
            stats = admin.get(f"/admin/v2/persistent/{business.name}/orders/lost/stats").json()
            return bool(stats.get("msgInCounter"))

        for _ in range(2):
            first.send({"type": "negativeAcknowledge", "messageId": first.receive()["messageId"]})
        wait_until("the dead letter", has_arrived, seconds=10, pause=0.2)


def test_a_pattern_of_topics_is_for_super_users(estate: Estate, business: Business) -> None:
    port = estate.broker.http_port
    reader, _ = business.service("reader")
    business.owner.grant(reader.id, NAMESPACE_TYPE, business.namespace, 203, limits={"prefix": "own-"})
    business.wait_until_enforced()
    for pattern in ("own-%7C.*", "own-.*"):
        where = many(business, f"topicsPattern=persistent://{business.name}/orders/{pattern}")
        assert refusal(port, where, bearer(reader.token)) == 403
    full, _ = business.service("full", READ_TOPIC)
    with WebSocket(port, many(business, "topics=TOPIC"), bearer(full.token)):
        pass


def test_a_reader_needs_a_fitting_name_in_prefix_mode(estate: Estate, business: Business) -> None:
    port = estate.broker.http_port
    reader, _ = business.service("reader", READ_TOPIC)
    with WebSocket(port, path("reader", business), bearer(reader.token)):
        pass
    business.owner.patch(f"/api/v1/namespaces/{business.namespace}", subscription_auth_mode="Prefix")
    business.wait_until_enforced()
    assert refusal(port, path("reader", business), bearer(reader.token)) == 403
    assert refusal(port, path("consumer", business, "s"), bearer(reader.token)) == 403
    with WebSocket(port, path("consumer", business, f"{reader.username}-1"), bearer(reader.token)):
        pass
