"""Grants, users and tokens that are limited to networks, with clients at 127.0.0.1 and 127.0.0.2 on a real broker."""

import time
from collections.abc import Callable

import httpx
import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.revocation.test_revocation import stopped_after
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
HERE, OTHER, ELSEWHERE = "127.0.0.1/32", "127.0.0.2/32", "10.0.0.0/8"


def limited(business: Business, suffix: str, network: str) -> tuple[Account, int]:
    """A sub-account that may write to the topic from this network, and the grant's id."""
    account, _ = business.service(suffix)
    limits = {"networks": [network]}
    grant = business.owner.grant(account.id, TOPIC_TYPE, business.topic_id, WRITE_TOPIC, limits=limits)
    business.wait_until_enforced()
    return account, grant


def limited_token(business: Business, account: Account, network: str) -> str:
    """A token of the account that counts in this network only."""
    path = f"/api/v1/users/{account.id}/tokens"
    return str(business.owner.post(path, name=f"in {network}", days=1, networks=[network])["token"])


def status(url: str, business: Business, token: str, address: str = "127.0.0.1", **headers: str) -> int:
    """What the admin REST API answers at this address to a question that any right in the namespace may ask."""
    sent = {"Authorization": f"Bearer {token}", **{name.replace("_", "-"): value for name, value in headers.items()}}
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=15) as client:
        return client.get(f"{url}/admin/v2/persistent/{business.name}/orders", headers=sent).status_code


def test_a_grant_counts_in_its_network_only(estate: Estate, business: Business) -> None:
    here, grant = limited(business, "here", HERE)
    elsewhere, _ = limited(business, "elsewhere", ELSEWHERE)
    python.produce(business.url, python.by_token(here.token), business.topic)
    assert estate.event(user=here.username, op="PRODUCE", dec=1)["grants"] == [grant]
    with pytest.raises(pulsar.AuthorizationError):
        python.produce(business.url, python.by_token(elsewhere.token), business.topic)
    assert estate.event(user=elsewhere.username, dec=2)["code"] == "NO_GRANT"
    url = estate.broker.admin_url
    assert status(url, business, here.token) == 200
    assert status(url, business, here.token, "127.0.0.2") == 403
    other, _ = limited(business, "other", OTHER)
    assert status(url, business, other.token, "127.0.0.2") == 200
    assert status(url, business, other.token) == 403
    assert estate.event(user=other.username, dec=2)["ip"] == "127.0.0.1"


def test_a_forged_address_is_not_believed(estate: Estate, business: Business) -> None:
    """A client that names an address counts as behind a proxy: then its connection's address does not count either."""
    elsewhere, _ = limited(business, "elsewhere", ELSEWHERE)
    here, _ = limited(business, "here", HERE)
    url = estate.broker.admin_url
    for forged in ({"X_Forwarded_For": "10.0.0.1"}, {"Forwarded": "for=10.0.0.1"}, {"X_Real_IP": "10.0.0.1"}):
        assert status(url, business, elsewhere.token, **forged) == 403
    assert status(url, business, here.token, X_Forwarded_For="127.0.0.1") == 403


def test_a_changed_network_ends_what_is_open_outside(
    business: Business, estate: Estate, record_measurement: Callable[[str], None]
) -> None:
    revoked, grant = limited(business, "one", HERE)
    two, _ = limited(business, "two", HERE)
    path = f"/api/v1/grants/{grant}"
    with (
        Producing(business.url, python.by_token(revoked.token), business.topic) as first,
        Producing(business.url, python.by_token(two.token), business.topic) as second,
    ):
        business.owner.patch(path, limits={"networks": ["127.0.0.0/8"]})
        business.wait_until_enforced()
        wider = time.monotonic()
        wait_until("it goes on", lambda: first.accepted_after(wider) > 20, seconds=10, last=first)
        late = stopped_after(first, lambda: business.owner.patch(path, limits={"networks": [ELSEWHERE]}))
        changed = time.monotonic()
        wait_until("the other one goes on", lambda: second.accepted_after(changed) > 20, seconds=10, last=second)
    record_measurement(f"network changed: last message {late:.1f} ms after the answer")
    assert estate.event(user=revoked.username, dec=2)["code"] == "NO_GRANT"


def test_a_limited_token_signs_in_in_its_network_only(estate: Estate, business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    here = limited_token(business, writer, HERE)
    other = limited_token(business, writer, OTHER)
    python.produce(business.url, python.by_token(here), business.topic)
    business.refuses_sign_in(python.by_token(other))
    refused = estate.event(user=writer.username, op="AUTHENTICATE", dec=2)
    assert (refused["code"], refused["ip"]) == ("OUTSIDE_NETWORK", "127.0.0.1")
    url = estate.broker.admin_url
    assert status(url, business, other, "127.0.0.2") == 200
    assert status(url, business, other) == 401
    assert status(url, business, here, "127.0.0.2") == 401
    assert status(url, business, here, X_Forwarded_For="127.0.0.1") == 401


def test_a_user_outside_its_networks_loses_its_connections(estate: Estate, business: Business) -> None:
    account, _ = business.service("wandering", WRITE_TOPIC)
    client_id, secret = business.owner.client_secret(account.id)
    path = f"/api/v1/users/{account.id}"
    business.owner.patch(path, networks=[HERE])
    business.wait_until_enforced()
    python.produce(business.url, python.by_password(client_id, secret), business.topic)
    with Producing(business.url, python.by_token(account.token), business.topic) as producing:
        stopped_after(producing, lambda: business.owner.patch(path, networks=[OTHER]))
    business.refuses_sign_in(python.by_token(account.token))
    business.refuses_sign_in(python.by_password(client_id, secret))
    assert estate.event(user=account.username, op="AUTHENTICATE", dec=2)["code"] == "OUTSIDE_NETWORK"
    assert status(estate.broker.admin_url, business, account.token) == 401
    assert status(estate.broker.admin_url, business, account.token, "127.0.0.2") == 200
