"""Stock clients get exactly what was granted: token and password, Python, Java and pulsar-admin."""

from collections.abc import Callable

import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, PulsarAdmin, java_client
from tests.end_to_end.conftest import READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
REFUSED = pulsar.AuthorizationError


def test_python_client_with_a_token(business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    python.produce(business.url, python.by_token(writer.token), business.topic, "one")
    assert python.consume(business.url, python.by_token(reader.token), business.topic, "shop") == "one"
    with pytest.raises(REFUSED):
        python.produce(business.url, python.by_token(reader.token), business.topic)
    with pytest.raises(REFUSED):
        python.consume(business.url, python.by_token(writer.token), business.topic, "shop")


def test_python_client_with_name_and_password(business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    _, secret = business.owner.client_secret(writer.id)
    python.produce(business.url, python.by_password(writer.username, secret), business.topic, "two")
    business.refuses_sign_in(python.by_password(writer.username, secret + "x"))
    business.refuses_sign_in(python.by_password("nobody-of-this-name", secret))
    with pytest.raises(REFUSED):
        python.consume(business.url, python.by_password(writer.username, secret), business.topic, "shop")


def test_java_client_with_both(business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    _, secret = business.owner.client_secret(writer.id)
    assert java_client(business.url, JavaSignIn.token(writer.token), "produce", business.topic).startswith("OK ")
    by_password = JavaSignIn.basic(writer.username, secret)
    assert java_client(business.url, by_password, "produce", business.topic).startswith("OK ")
    refused = java_client(business.url, JavaSignIn.token(writer.token), "consume", business.topic, "shop")
    assert refused.startswith("REFUSED AuthorizationException")


def test_pulsar_admin(business: Business, pulsar_admin: Callable[[Account], PulsarAdmin]) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    admin = pulsar_admin(writer)
    status, stats = admin("topics", "stats", business.topic)
    assert status == 0, stats
    # Its exit status is 0 even when it was refused; what it prints says so.
    for command in (("topics", "delete", business.topic), ("tenants", "create", "intruder")):
        _, said = admin(*command)
        assert "HTTP 401" in said or "HTTP 403" in said or "not authorized" in said.lower(), said


def test_a_denial_is_in_broker_log_and_event(estate: Estate, business: Business) -> None:
    nobody, _ = business.service("nobody")
    with pytest.raises(REFUSED):
        python.produce(business.url, python.by_token(nobody.token), business.topic)
    event = estate.event(user=nobody.username, dec=2)
    assert event["code"] == "NO_GRANT"
    assert event["res"] == f"standalone/{business.name}/orders/created"
    wait_until(
        "the denial in the broker's log",
        lambda: any(nobody.username in line and "NO_GRANT" in line for line in estate.broker.log_text().splitlines()),
        seconds=10,
    )


def test_an_allowed_use_names_its_grant(estate: Estate, business: Business) -> None:
    writer, grant = business.service("writer", WRITE_TOPIC)
    python.produce(business.url, python.by_token(writer.token), business.topic)
    event = estate.event(user=writer.username, op="PRODUCE")
    assert (event["dec"], event["code"], event["grants"][0]) == (1, "GRANTED", grant)
    assert event["rev"] <= estate.admin.revision


def test_sub_account_loses_what_its_main_account_loses(estate: Estate, business: Business) -> None:
    other_id, other = estate.person(f"{business.name}-partner")
    lent = business.owner.grant(other_id, TOPIC_TYPE, business.topic_id, WRITE_TOPIC, 304)
    sub = estate.service(other, f"{business.name}-partner-sub", other_id)
    other.grant(sub.id, TOPIC_TYPE, business.topic_id, WRITE_TOPIC)
    estate.admin.revision = other.revision
    estate.wait_for_broker()
    python.produce(business.url, python.by_token(sub.token), business.topic)
    business.owner.revoke(lent)
    business.wait_until_enforced()
    with pytest.raises(REFUSED):
        python.produce(business.url, python.by_token(sub.token), business.topic)
    assert estate.event(user=sub.username, dec=2)["code"] == "MAIN_ACCOUNT_LACKS_RIGHT"


def test_partitions_belong_to_their_topic(business: Business) -> None:
    topic = business.add_topic("parted", partitions=3)
    account, _ = business.service("writer")
    business.owner.grant(account.id, TOPIC_TYPE, topic, WRITE_TOPIC)
    business.wait_until_enforced()
    python.produce(business.url, python.by_token(account.token), f"persistent://{business.name}/orders/parted")
