"""Schemas over the binary protocol: read by who may use or administer the topic, added by who may write it."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pulsar
import pytest
from pulsar.schema import JsonSchema, Record, String

from tests import plain_http
from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, java_lines
from tests.end_to_end.conftest import READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account
from tests.end_to_end.pulsar import frames
from tests.end_to_end.pulsar.frames import ADD_SCHEMA, CONNECT, CONNECTED, GET_SCHEMA, number, octets, text

pytestmark = pytest.mark.broker
_PROTOCOL, _JSON = 19, 2
_FOREIGN = b'{"type":"record","name":"Foreign","fields":[{"name":"amount","type":{"type":"array","items":"int"}}]}'


class Order(Record):  # type: ignore[misc]
    """What the owner of the topic sends."""

    amount = String(required=True)


def test_a_stranger_neither_reads_nor_adds_a_schema(business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC, READ_TOPIC)
    stranger, _ = business.service("stranger")
    with python.client(business.url, python.by_token(writer.token)) as client:
        client.create_producer(business.topic)  # a schema is added only to a topic that is loaded
        with signed_in(business, stranger) as at:
            assert b"not authorized to add a schema" in ask(at, ADD_SCHEMA, _adding(business.topic))
        client.create_producer(business.topic, schema=JsonSchema(Order)).send(Order(amount="1"))
        names = (business.topic, f"{business.topic}-partition-0", business.topic.replace("/orders/", "/any/orders/"))
        with signed_in(business, stranger) as at:
            for name in names:
                refused = b"Invalid topic name" if _is_no_name(business, name) else b"not authorized to get the schema"
                assert refused in ask(at, GET_SCHEMA, number(1, 2) + text(2, name))
        with signed_in(business, writer) as at:
            assert b"amount" in ask(at, GET_SCHEMA, number(1, 3) + text(2, business.topic))
    assert "Foreign" not in _schemas(business, writer)
    for op in ("GET_METADATA", "PRODUCE"):
        assert business.estate.event(user=stranger.username, op=op, dec=2)


def test_a_reader_adds_no_schema(business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    with python.client(business.url, python.by_token(writer.token)) as client:
        client.create_producer(business.topic, schema=JsonSchema(Order)).send(Order(amount="1"))
        with signed_in(business, reader) as at:
            assert b"not authorized to add a schema" in ask(at, ADD_SCHEMA, _adding(business.topic))
            assert b"amount" in ask(at, GET_SCHEMA, number(1, 2) + text(2, business.topic))
    with python.client(business.url, python.by_token(reader.token)) as client:
        consumer = client.subscribe(
            business.topic, "typed", schema=JsonSchema(Order), initial_position=pulsar.InitialPosition.Earliest
        )
        assert consumer.receive(10_000).value().amount == "1"


def test_java_clients_use_schemas_with_write_or_read_alone(business: Business) -> None:
    parts = f"persistent://{business.name}/orders/parts"
    worker = business.estate.service(business.owner, f"{business.name}-worker", business.owner_id)
    business.owner.grant(worker.id, TOPIC_TYPE, business.add_topic("parts", partitions=2), WRITE_TOPIC, READ_TOPIC)
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    stranger, _ = business.service("stranger")
    kinds = [f"{kind} {business.topic}" for kind in ("typed", "two", "bytes")]
    assert _java(business, writer, *kinds) == ["OK sent"] * 3
    assert _java(business, reader, *[f"auto {business.topic} auto"] * 3) == ["OK 1", "OK 2", "OK 3"]
    assert _java(business, worker, f"two {parts}", f"auto {parts} auto") == ["OK sent", "OK 2"]
    refused = _java(business, stranger, kinds[0], kinds[2])
    assert [line.startswith("REFUSED AuthorizationException") for line in refused] == [True, True]


def test_dead_letters_keep_their_schema_with_read_alone(business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    own = f"created-{reader.username}"
    for name in ("RETRY", "DLQ"):
        business.add_topic(f"{own}-{name}")
    assert _java(business, writer, f"typed {business.topic}") == ["OK sent"]
    dead = f"{business.topic}-{reader.username}-DLQ"
    commands = f"dead {business.topic} {reader.username}", f"auto {dead} {reader.username}"
    assert _java(business, reader, *commands) == ["OK 1 1", "OK 1"]


def _is_no_name(business: Business, topic: str) -> bool:
    """From 4.2 on, no topic has a cluster in its name."""
    return "/any/" in topic and not business.estate.broker.has_old_names


def _java(business: Business, account: Account, *commands: str) -> list[str]:
    """The lines of one run of the program, for these commands one after the other."""
    sign_in = JavaSignIn.token(account.token)
    return [line.strip() for line in java_lines(business.url, sign_in, " , ".join(commands), program="StockSchemas")]


def _schemas(business: Business, account: Account) -> str:
    with plain_http.client(
        business.estate.broker.admin_url, headers={"Authorization": f"Bearer {account.token}"}, timeout=20
    ) as at:
        return str(at.get(f"/admin/v2/schemas/{business.name}/orders/created/schemas").text)


@contextmanager
def signed_in(business: Business, account: Account) -> Iterator[socket.socket]:
    """Signed in, without the look-up that a client makes first."""
    with socket.create_connection(("127.0.0.1", business.estate.broker.binary_port), timeout=10) as at:
        who = text(1, "test") + text(3, account.token) + number(4, _PROTOCOL) + text(5, "token")
        assert ask(at, CONNECT, who)[1] == CONNECTED
        yield at


def _adding(topic: str) -> bytes:
    schema = text(1, "foreign") + octets(3, _FOREIGN) + number(4, _JSON)
    return number(1, 1) + text(2, topic) + octets(3, schema)


def ask(at: socket.socket, kind: int, body: bytes) -> bytes:
    """Send a command of Pulsar's protocol; returns the answer's command."""
    at.sendall(frames.frame(kind, body))
    found = frames.answer(at)
    assert found, "the broker closed the connection"
    return found
