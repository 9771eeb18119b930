"""Pulsar's WebSocket service inside the broker: token in the header or the query, rights as for everybody else."""

import base64
import time

import pytest

from tests.end_to_end.authentication.center_key import CenterKey
from tests.end_to_end.authentication.services.websocket_client import WebSocket, WebSocketEnded, WebSocketRefused
from tests.end_to_end.authentication.tokens.test_ending import basic, bearer
from tests.end_to_end.conftest import READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import Estate

pytestmark = pytest.mark.broker
MESSAGE = {"payload": base64.b64encode(b"from a browser").decode()}


def path(kind: str, business: Business, subscription: str = "", query: str = "") -> str:
    """Where a producer, consumer or reader of the business's topic is opened."""
    ending = f"/{subscription}" if subscription else ""
    return f"/ws/v2/{kind}/persistent/{business.name}/orders/created{ending}{query}"


def refusal(port: int, where: str, headers: dict[str, str] | None = None) -> int:
    """The status with which the handshake is refused."""
    with pytest.raises(WebSocketRefused) as refused:
        WebSocket(port, where, headers)
    return refused.value.status


def send_and_receive(port: int, business: Business, writer: dict[str, str], reader_query: str) -> None:
    """One message through two WebSocket connections, the second with its token in the query."""
    with WebSocket(port, path("producer", business), writer) as producer:
        producer.send(MESSAGE)
        assert producer.receive()["result"] == "ok"
    where = path("consumer", business, "s", reader_query + "&subscriptionInitialPosition=Earliest")
    with WebSocket(port, where) as consumer:
        message = consumer.receive()
        assert base64.b64decode(message["payload"]) == b"from a browser"
        consumer.send({"messageId": message["messageId"]})


def test_websocket(estate: Estate, business: Business) -> None:
    port = estate.broker.http_port
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    client_id, secret = business.owner.client_secret(writer.id)
    business.wait_until_enforced()
    send_and_receive(port, business, bearer(writer.token), f"?token={reader.token}")
    named = {"X-Pulsar-Auth-Method-Name": "token"}
    send_and_receive(port, business, {**bearer(writer.token), **named}, f"?token={reader.token}")
    with WebSocket(port, path("producer", business), basic(client_id, secret)):
        pass
    assert refusal(port, path("producer", business), bearer(reader.token)) == 403
    assert refusal(port, path("consumer", business, "s"), bearer(writer.token)) == 403
    assert refusal(port, path("reader", business), bearer(writer.token)) == 403
    assert refusal(port, path("producer", business), bearer(writer.token + "x")) == 401
    assert refusal(port, path("producer", business)) in (401, 403)
    assert refusal(port, path("producer", business, query=f"?token={writer.token}x")) == 401
    assert estate.event(user=reader.username, op="CONSUME", dec=1)["grants"]


def ends(session: WebSocket) -> bool:
    """Whether the other side ends the session within seconds, although we go on sending; refused messages may come
    before that."""
    until = time.monotonic() + 30
    try:
        while time.monotonic() < until:
            session.send(MESSAGE)
            session.receive()
            time.sleep(0.05)
    except WebSocketEnded:
        return True
    return False


def goes_on(session: WebSocket) -> bool:
    """Whether a message is still accepted."""
    session.send(MESSAGE)
    return bool(session.receive()["result"] == "ok")


def test_a_withdrawn_right_ends_open_sessions(estate: Estate, business: Business, center_key: CenterKey) -> None:
    port = estate.broker.http_port
    account, grant = business.service("one", WRITE_TOPIC)
    two, _ = business.service("two", WRITE_TOPIC)
    three, _ = business.service("three", WRITE_TOPIC)
    staying, _ = business.service("staying", WRITE_TOPIC)
    tokens = business.owner.get(f"/api/v1/users/{two.id}/tokens")["items"]
    assert grant is not None
    where = path("producer", business)
    with (
        WebSocket(port, where, bearer(account.token)) as revoked,
        WebSocket(port, where, bearer(two.token)) as lost,
        WebSocket(port, where, bearer(center_key.token(three.username, 4))) as short,
        WebSocket(port, where, bearer(staying.token)) as going_on,
    ):
        assert all(goes_on(session) for session in (revoked, lost, short, going_on))
        business.owner.revoke(grant)
        business.owner.delete(f"/api/v1/users/{two.id}/tokens/{tokens[0]['id']}")
        assert all(ends(session) for session in (revoked, lost, short))
        assert goes_on(going_on)
