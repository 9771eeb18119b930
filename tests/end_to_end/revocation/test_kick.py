"""Withdrawn rights of consumers, sub-accounts and on special topics end on a real broker; connections are listed."""

import time
from collections.abc import Callable

import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Consuming, Producing
from tests.end_to_end.conftest import READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.revocation.test_revocation import stopped_after
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


def silent_after(consuming: Consuming, change: Callable[[], object]) -> float:
    """Make a change and wait until nothing comes any more; milliseconds from the answer to the last message."""
    change()
    answered = time.monotonic()

    def silent() -> bool:
        return time.monotonic() - max(consuming.received[-1], answered) > 1.5

    wait_until("the consumer to be cut", silent, seconds=30, last=consuming)
    return max(0.0, (consuming.received[-1] - answered) * 1000)


def flowing(consuming: Consuming) -> None:
    """Wait until messages arrive."""
    since = time.monotonic()
    wait_until("messages to arrive", lambda: consuming.received_after(since) > 20, seconds=20, last=consuming)


def denial_event(estate: Estate, account: Account, op: str) -> dict[str, object]:
    """The broker's event of the denial."""
    return estate.event(user=account.username, dec=2, op=op)


def test_revoking_cuts_an_open_consumer_and_nobody_else(
    estate: Estate, business: Business, record_measurement: Callable[[str], None]
) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    revoked, grant = business.service("one", READ_TOPIC)
    two, _ = business.service("two", READ_TOPIC)
    assert grant is not None
    with (
        Consuming(business.url, python.by_token(revoked.token), business.topic, "s1") as first,
        Consuming(business.url, python.by_token(two.token), business.topic, "s2") as second,
        Producing(business.url, python.by_token(writer.token), business.topic) as producing,
    ):
        flowing(first)
        flowing(second)
        late = silent_after(first, lambda: business.owner.revoke(grant))
        flowing(second)
        assert producing.error is None
    record_measurement(f"revoked: last message consumed {late:.1f} ms after the answer")
    denial_event(estate, revoked, "CONSUME")


def test_a_disabled_users_consumer_and_a_lost_main_account_right(
    estate: Estate, business: Business, record_measurement: Callable[[str], None]
) -> None:
    """Sub-accounts of the owner: what the owner loses they lose, too."""
    writer, _ = business.service("writer", WRITE_TOPIC)
    disabled, _ = business.service("gone", READ_TOPIC)
    staying, _ = business.service("staying", READ_TOPIC)
    with (
        Consuming(business.url, python.by_token(disabled.token), business.topic, "s1") as first,
        Consuming(business.url, python.by_token(staying.token), business.topic, "s2") as second,
        Producing(business.url, python.by_token(writer.token), business.topic) as producing,
    ):
        flowing(first)
        late = silent_after(first, lambda: business.owner.patch(f"/api/v1/users/{disabled.id}", status="disabled"))
        record_measurement(f"disabled: last message consumed {late:.1f} ms after the answer")
        flowing(second)

        found = estate.admin.get("/api/v1/names", kind="role", name=f"{business.name}-owner")["id"]
        grants = estate.admin.get("/api/v1/grants", role_id=found, limit=100)["items"]
        assert grants

        def lose() -> None:
            for grant in grants:
                estate.admin.revoke(grant["id"])

        late = stopped_after(producing, lose)
        record_measurement(
            f"main account lost its rights: last message of the sub-account {late:.1f} ms after the answer"
        )


def test_partitions_retry_and_dead_letter_topics_are_cut_with_their_topic(estate: Estate, business: Business) -> None:
    parts = business.add_topic("parts", partitions=3)
    topic = f"persistent://{business.name}/orders/parts"
    reader, _ = business.service("reader")
    writer, _ = business.service("writer")
    reading = business.owner.grant(reader.id, TOPIC_TYPE, parts, READ_TOPIC)
    writing = business.owner.grant(writer.id, TOPIC_TYPE, parts, WRITE_TOPIC)
    business.wait_until_enforced()
    business.add_topic("parts-s-DLQ")
    with (
        Consuming(
            business.url, python.by_token(reader.token), topic, "s", consumer_type=pulsar.ConsumerType.Shared
        ) as consuming,
        Producing(business.url, python.by_token(writer.token), topic) as producing,
        Producing(business.url, python.by_token(reader.token), f"{topic}-s-DLQ") as dead,
    ):
        flowing(consuming)
        silent_after(consuming, lambda: business.owner.revoke(reading))
        wait_until("the dead-letter producer to be refused", lambda: dead.error, seconds=20, last=dead)
        assert producing.error is None
        stopped_after(producing, lambda: business.owner.revoke(writing))


def test_the_center_knows_what_is_connected(estate: Estate, business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    path = f"/api/v1/clusters/{estate.cluster}/connections"
    with (
        Producing(business.url, python.by_token(writer.token), business.topic),
        Consuming(business.url, python.by_token(reader.token), business.topic, "s1") as consuming,
    ):
        flowing(consuming)
        on_topic = business.owner.get(path, resource=business.topic)
        assert [
            (connection["principal"], connection["kind"], connection["subscription"])
            for connection in on_topic["items"]
        ] == [
            (reader.username, "consumer", "s1"),
            (writer.username, "producer", None),
        ]
        assert (on_topic["late"], on_topic["answered"]) == ([], 1)
        own = business.owner.get(path, principal=writer.username)["items"]
        assert business.topic in {connection["topic"] for connection in own}
        assert all(connection["address"].startswith("127.0.0.1:") for connection in own)
    wait_until("they are gone", lambda: not business.owner.get(path, resource=business.topic)["total"], seconds=10)
