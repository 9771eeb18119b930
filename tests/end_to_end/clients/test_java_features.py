"""Transactions and retry of stock Java clients need only the rights to write and read."""

import httpx
import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, java_client
from tests.end_to_end.clients.shaded import CONTENT, shaded_client
from tests.end_to_end.conftest import READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account
from tests.end_to_end.matrix.matrix import REFUSED

pytestmark = pytest.mark.broker
_COORDINATOR = "persistent://pulsar/system/transaction_coordinator_assign-partition-0"


def test_a_transaction_takes_write_and_read(business: Business) -> None:
    moves_in_transactions(business)


def test_retry_takes_read(business: Business) -> None:
    retries(business, "retry", "retry-named")


def moves_in_transactions(business: Business) -> None:
    """One message, in a transaction that is given up and in one that is not, by who may read here and write there."""
    target = business.add_topic("done")
    done = f"persistent://{business.name}/orders/done"
    worker, _ = business.service("worker", READ_TOPIC)
    business.owner.grant(worker.id, TOPIC_TYPE, target, WRITE_TOPIC)
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader")
    business.owner.grant(reader.id, TOPIC_TYPE, target, READ_TOPIC)
    business.wait_until_enforced()
    python.produce(business.url, python.by_token(writer.token), business.topic, "one")
    assert _does(business, worker, "transact", business.topic, done, "moving") == "OK left: null"
    # What was given up is read by nobody.
    assert python.consume(business.url, python.by_token(reader.token), done, "shop") == "committed"
    with pytest.raises(pulsar.AuthorizationError):
        python.consume(business.url, python.by_token(worker.token), _COORDINATOR, "shop")
    # Pulsar asks for no more than that look-up before it tells everybody's transactions.
    path = "/admin/v3/transactions/slowTransactions/1"
    bearer = {"Authorization": f"Bearer {worker.token}"}
    assert httpx.get(business.estate.broker.admin_url + path, headers=bearer, timeout=60).status_code in REFUSED


def retries(business: Business, *kinds: str) -> None:
    """Messages that go to the retry topic and the dead letters, by who may read the topic. `kinds`: StockFeatures'."""
    own = f"created-{business.name}-reader"
    for name in ("RETRY", "DLQ"):
        business.add_topic(f"{own}-{name}")
        # What somebody else called so long ago is not found, nor opened.
        business.add_topic(f"{business.name}-reader-{name}")
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    for kind in kinds:
        python.produce(business.url, python.by_token(writer.token), business.topic, kind)
        assert _does(business, reader, kind, business.topic, reader.username) == f"OK created {own}-RETRY"
        dead = f"{business.topic}-{reader.username}-DLQ"
        assert python.consume(business.url, python.by_token(reader.token), dead, reader.username) == kind
    old = f"persistent://{business.name}/orders/{reader.username}-RETRY"
    with pytest.raises(pulsar.PulsarException):
        python.consume(business.url, python.by_token(reader.token), old, reader.username)
    # A probe: no attempt that the audit would tell as a denial.
    assert "retry" not in kinds or business.estate.event(user=reader.username, op="LOOKUP", dec=2, kind=1)


def _does(business: Business, account: Account, *arguments: str) -> str:
    return java_client(business.url, JavaSignIn.token(account.token), *arguments, program="StockFeatures").strip()


@pytest.mark.soak
@pytest.mark.parametrize("version", CONTENT)
def test_retry_with_other_java_clients(business: Business, version: str) -> None:
    own = f"created-{business.name}-reader"
    for name in ("RETRY", "DLQ"):
        business.add_topic(f"{own}-{name}")
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    sign_in, jars = JavaSignIn.token(reader.token), shaded_client(version)
    for kind in ("retry-named", "retry"):
        python.produce(business.url, python.by_token(writer.token), business.topic, kind)
        arguments = (kind, business.topic, reader.username)
        answer = java_client(business.url, sign_in, *arguments, jars=jars, program="StockFeatures").strip()
        assert answer == f"OK created {own}-RETRY"


@pytest.mark.soak
def test_dead_letters_of_python(business: Business) -> None:
    business.add_topic(f"created-{business.name}-reader-DLQ")
    dead_letters(business)


def dead_letters(business: Business) -> None:
    """A message that is refused twice goes to the dead letters, by who may read the topic."""
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    python.produce(business.url, python.by_token(writer.token), business.topic, "bad")
    with python.client(business.url, python.by_token(reader.token)) as client:
        consumer = client.subscribe(
            business.topic, reader.username, consumer_type=pulsar.ConsumerType.Shared,
            initial_position=pulsar.InitialPosition.Earliest, negative_ack_redelivery_delay_ms=100,
            dead_letter_policy=pulsar.ConsumerDeadLetterPolicy(max_redeliver_count=1),
        )  # fmt: skip
        for _ in range(2):
            consumer.negative_acknowledge(consumer.receive(10_000))
        with pytest.raises(pulsar.Timeout):
            consumer.receive(3000)
    dead = f"{business.topic}-{reader.username}-DLQ"
    assert python.consume(business.url, python.by_token(reader.token), dead, reader.username) == "bad"
