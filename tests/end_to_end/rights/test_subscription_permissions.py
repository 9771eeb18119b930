"""Permissions of subscriptions, set with stock pulsar-admin and at the center, with stock clients on a real broker."""

from collections.abc import Callable

import pulsar
import pytest

from tests import plain_http
from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import PulsarAdmin
from tests.end_to_end.clients.python import Consuming, Producing
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.revocation.test_kick import flowing, silent_after

pytestmark = pytest.mark.broker
REFUSED = pulsar.AuthorizationError
ADMINISTER = 204


def consume(business: Business, account: Account, subscription: str) -> str:
    """Consume the next message with a fresh one sent by the account itself."""
    signed_in = python.by_token(account.token)
    python.produce(business.url, signed_in, business.topic, subscription)
    return str(python.consume(business.url, signed_in, business.topic, subscription))


def assert_succeeds(answer: tuple[int, str]) -> None:
    """Assert that pulsar-admin succeeded."""
    assert answer[0] == 0, answer[1]


def test_pulsar_admin_sets_lists_and_takes_away(
    estate: Estate, business: Business, pulsar_admin: Callable[[Account], PulsarAdmin]
) -> None:
    listed, _ = business.service("listed", WRITE_TOPIC, READ_TOPIC)
    other, _ = business.service("other", WRITE_TOPIC, READ_TOPIC)
    keeper, _ = business.service("keeper")
    business.owner.grant(keeper.id, NAMESPACE_TYPE, business.namespace, ADMINISTER)
    business.wait_until_enforced()
    admin, space = pulsar_admin(keeper), f"{business.name}/orders"
    consume(business, other, "billing")
    assert_succeeds(admin("namespaces", "grant-subscription-permission", space, "--subscription", "billing", "--roles",
              listed.username))  # fmt: skip
    with pytest.raises(REFUSED):
        python.consume(business.url, python.by_token(other.token), business.topic, "billing")
    assert estate.event(user=other.username, dec=2)["code"] == "SUBSCRIPTION_NOT_PERMITTED"
    consume(business, listed, "billing")
    consume(business, other, "free")
    with plain_http.client(
        estate.broker.admin_url, headers={"Authorization": f"Bearer {keeper.token}"}, timeout=30
    ) as at:
        answer = at.get(f"/admin/v2/namespaces/{space}/permissions/subscription")
        assert answer.json() == {"billing": [listed.username]}, answer.text
    assert_succeeds(admin("namespaces", "revoke-subscription-permission", space, "--subscription", "billing", "--role",
              listed.username))  # fmt: skip
    consume(business, other, "billing")


def test_an_open_consumer_is_closed_when_a_rule_shuts_it_out(estate: Estate, business: Business) -> None:
    listed, _ = business.service("listed", WRITE_TOPIC, READ_TOPIC)
    other, _ = business.service("other", WRITE_TOPIC, READ_TOPIC)
    rules = f"/api/v1/namespaces/{business.namespace}/subscription-permissions"
    with (
        Consuming(business.url, python.by_token(other.token), business.topic, "billing") as shut_out,
        Consuming(business.url, python.by_token(other.token), business.topic, "free") as staying,
        Producing(business.url, python.by_token(listed.token), business.topic),
    ):
        flowing(shut_out)
        flowing(staying)
        body = {"subscription": "billing", "users": [listed.username]}
        silent_after(shut_out, lambda: business.owner.call("PUT", rules, json=body, headers={"If-Match": "*"}))
        flowing(staying)
    assert estate.event(user=other.username, dec=2)["code"] == "SUBSCRIPTION_NOT_PERMITTED"
