"""Grants that are limited to names with a prefix or to subscriptions, with stock clients on a real broker."""

import httpx
import pulsar
import pytest

from tests import plain_http
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Consuming, Producing
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, TENANT_TYPE, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.revocation.test_kick import flowing, silent_after
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
REFUSED = pulsar.AuthorizationError
REFUSALS = (401, 403)
"""The broker answers one or the other, by operation."""
MANAGE_SUBSCRIPTIONS = 306
CREATE_TOPICS, DELETE_TOPICS, ADMINISTER_TOPICS = 300, 301, 304


def limited(business: Business, suffix: str, *authorities: int, **limits: object) -> tuple[Account, int]:
    """A sub-account with a grant on the namespace that is limited so, and the grant's id."""
    account, _ = business.service(suffix)
    grant = business.owner.grant(account.id, NAMESPACE_TYPE, business.namespace, *authorities, limits=limits)
    business.wait_until_enforced()
    return account, grant


def topic(business: Business, name: str) -> str:
    """Full name of a topic of the business."""
    return f"persistent://{business.name}/orders/{name}"


def admin(business: Business, account: Account) -> httpx.Client:
    """Calls the broker's admin API as pulsar-admin does."""
    headers = {"Authorization": f"Bearer {account.token}"}
    return plain_http.client(business.estate.broker.admin_url, headers=headers, timeout=30)


def test_a_prefix_lets_a_service_use_its_own_topics_and_no_others(estate: Estate, business: Business) -> None:
    """Dead letters of a topic that begins so begin so themselves."""
    for name, partitions in (("orders-1", 0), ("orders-2", 2), ("orders-1-billing-DLQ", 0), ("bills-1", 0)):
        business.add_topic(name, partitions=partitions)
    service, grant = limited(business, "service", WRITE_TOPIC, READ_TOPIC, prefix="orders-")
    signed_in = python.by_token(service.token)
    for name in ("orders-1", "orders-2-partition-0", "orders-1-billing-DLQ"):
        python.produce(business.url, signed_in, topic(business, name), name)
    assert python.consume(business.url, signed_in, topic(business, "orders-1"), "billing") == "orders-1"
    for name in ("bills-1", "created"):
        with pytest.raises(REFUSED):
            python.produce(business.url, signed_in, topic(business, name))
    event = estate.event(user=service.username, op="PRODUCE", dec=1)
    assert event["grants"] == [grant]
    assert estate.event(user=service.username, dec=2)["code"] == "NO_GRANT"


def test_a_prefix_lets_a_service_create_and_delete_what_begins_so(estate: Estate, business: Business) -> None:
    """The broker does not say which topic is created; the plugin reads it from the call. Partitions take administer."""
    service, _ = limited(business, "creator", CREATE_TOPICS, DELETE_TOPICS, ADMINISTER_TOPICS, prefix="orders-")
    path = f"/admin/v2/persistent/{business.name}/orders"
    with admin(business, service) as at:
        assert at.put(f"{path}/orders-1").status_code == 204
        assert at.put(f"{path}/orders-2/partitions", json=2).status_code == 204
        assert at.post(f"{path}/orders-2/createMissedPartitions").status_code == 204
        made = estate.event(user=service.username, op="CREATE_TOPIC", dec=1)
        assert made["res"] == f"standalone/{business.name}/orders/orders-1"
        for answer in (
            at.put(f"{path}/bills-1"),
            at.put(f"{path}/bills-1/partitions", json=2),
            at.post(f"{path}/created/createMissedPartitions"),
            at.delete(f"{path}/created"),
        ):
            assert answer.status_code in REFUSALS, (answer.url, answer.text)
        assert topic(business, "orders-1") in at.get(path).json()
        assert at.delete(f"{path}/orders-1").status_code == 204


def test_a_prefix_lets_a_team_create_its_own_namespaces(business: Business) -> None:
    team, _ = business.service("team")
    business.owner.grant(team.id, TENANT_TYPE, business.tenant, 200, 201, limits={"prefix": "team-"})
    business.wait_until_enforced()
    path = f"/admin/v2/namespaces/{business.name}"
    with admin(business, team) as at:
        assert at.put(f"{path}/team-a", json={}).status_code == 204
        assert at.put(f"{path}/other", json={}).status_code in REFUSALS
        assert at.delete(f"{path}/orders").status_code in REFUSALS
        assert at.delete(f"{path}/team-a").status_code == 204


def test_named_subscriptions_are_read_and_managed_and_no_others(business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader")
    named = {"subscriptions": ["billing", "audit-*"]}
    business.owner.grant(reader.id, TOPIC_TYPE, business.topic_id, READ_TOPIC, MANAGE_SUBSCRIPTIONS, limits=named)
    business.wait_until_enforced()
    signed_in = python.by_token(reader.token)
    with python.client(business.url, signed_in) as connected:
        for allowed in ("billing", "audit-1"):
            connected.subscribe(business.topic, allowed).close()
        for other in ("other", "billing-2", "audit"):
            with pytest.raises(REFUSED):
                connected.subscribe(business.topic, other)
        with pytest.raises(REFUSED):
            connected.create_reader(business.topic, pulsar.MessageId.earliest)
    another, _ = business.service("another", READ_TOPIC)
    with python.client(business.url, python.by_token(another.token)) as connected:
        connected.subscribe(business.topic, "other").close()
    python.produce(business.url, python.by_token(writer.token), business.topic, "one")
    path = f"/admin/v2/persistent/{business.name}/orders/created"
    with admin(business, reader) as at:
        assert at.post(f"{path}/subscription/billing/skip/1").status_code == 204
        assert at.get(f"{path}/subscription/audit-1/position/1").status_code == 200
        assert at.get(f"{path}/subscription/audit-1/replicatedSubscriptionStatus").status_code == 200
        for answer in (
            at.get(f"{path}/subscription/other/replicatedSubscriptionStatus"),
            at.post(f"{path}/subscription/other/skip/1"),
            at.get(f"{path}/subscription/other/position/1"),
            at.post(f"{path}/subscription/other/skip_all"),
            at.post(f"{path}/subscription/other/resetcursor/0"),
            at.delete(f"{path}/subscription/other"),
            at.put(f"{path}/subscription/another"),
        ):
            assert answer.status_code in REFUSALS, (answer.url, answer.text)
        assert at.delete(f"{path}/subscription/billing").status_code == 204


def test_narrowing_ends_what_is_open_outside_and_nothing_inside(business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader")
    named = {"subscriptions": ["billing", "audit-1"]}
    grant = business.owner.grant(reader.id, TOPIC_TYPE, business.topic_id, READ_TOPIC, limits=named)
    business.wait_until_enforced()
    signed_in = python.by_token(reader.token)
    with (
        Consuming(business.url, signed_in, business.topic, "billing") as billing,
        Consuming(business.url, signed_in, business.topic, "audit-1") as audit,
        Producing(business.url, python.by_token(writer.token), business.topic),
    ):
        flowing(billing)
        flowing(audit)
        narrower = {"subscriptions": ["audit-*"]}
        silent_after(billing, lambda: business.owner.patch(f"/api/v1/grants/{grant}", limits=narrower))
        flowing(audit)


def test_narrowing_to_a_prefix_ends_producers_outside(business: Business) -> None:
    for name in ("orders-1", "other-1"):
        business.add_topic(name)
    service, grant = limited(business, "service", WRITE_TOPIC, prefix="o")
    signed_in = python.by_token(service.token)
    with (
        Producing(business.url, signed_in, topic(business, "orders-1")) as inside,
        Producing(business.url, signed_in, topic(business, "other-1")) as outside,
    ):
        business.owner.patch(f"/api/v1/grants/{grant}", limits={"prefix": "orders-"})
        business.wait_until_enforced()
        wait_until("the producer to be cut", lambda: not outside.alive, seconds=20, last=outside)
        wait_until("it goes on", lambda: inside.alive, last=inside)
