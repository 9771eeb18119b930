"""Behind the Pulsar proxy: the original principal decides, over both protocols; nobody passes as somebody else."""

from collections.abc import Callable

import httpx
import pulsar
import pytest

from tests.end_to_end.authentication.center_key import CenterKey
from tests.end_to_end.authentication.conftest import PROXY_ROLE
from tests.end_to_end.authentication.connect_frame import connect_answer, ends
from tests.end_to_end.authentication.services.test_websocket import path as websocket_path
from tests.end_to_end.authentication.services.test_websocket import refusal as websocket_refusal
from tests.end_to_end.authentication.tokens.test_ending import basic, bearer
from tests.end_to_end.clients import python
from tests.end_to_end.clients.java import JavaSignIn, java_client
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.pulsar.proxy import PulsarProxy
from tests.end_to_end.revocation.test_revocation import stopped_after
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
STAND_IN = "__websocket_dummy_original_principle"
DENIED = (401, 403)


def status(url: str, business: Business, headers: dict[str, str]) -> int:
    """What the admin REST API answers to a question that any right in the namespace may ask."""
    return httpx.get(f"{url}/admin/v2/persistent/{business.name}/orders", headers=headers, timeout=15).status_code


def assert_refused(url: str, token: str, topic: str) -> None:
    """No producer for this token. Behind a proxy a stock client tries again until its time is up."""
    with pytest.raises(pulsar.PulsarException), python.client(url, python.by_token(token), seconds=2) as connected:
        connected.create_producer(topic)


def test_the_original_principal_decides(estate: Estate, business: Business, proxy: PulsarProxy) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    nobody, _ = business.service("nobody")
    client_id, secret = business.owner.client_secret(writer.id)
    business.wait_until_enforced()
    python.produce(proxy.service_url, python.by_token(writer.token), business.topic, "by token")
    python.produce(proxy.service_url, python.by_password(client_id, secret), business.topic, "by password")
    java = java_client(proxy.service_url, JavaSignIn.token(writer.token), "produce", business.topic)
    assert java.startswith("OK "), java
    assert python.consume(proxy.service_url, python.by_token(reader.token), business.topic, "s") == "by token"
    for account in (reader, nobody):
        assert_refused(proxy.service_url, account.token, business.topic)
        assert estate.event(user=account.username, dec=2)["op"] in ("LOOKUP", "PRODUCE")
    assert estate.event(user=writer.username, op="PRODUCE", dec=1)["grants"]
    assert status(proxy.admin_url, business, bearer(writer.token)) == 200
    assert status(proxy.admin_url, business, basic(client_id, secret)) == 200
    assert status(proxy.admin_url, business, bearer(nobody.token)) == 403
    assert status(proxy.admin_url, business, bearer(writer.token + "x")) == 401
    # Over HTTP the client's own header goes on to the broker, which verifies it again.
    assert estate.event(user=writer.username, op="GET_TOPICS", dec=1)["cred"]


def test_a_withdrawn_right_ends_open_producers(
    business: Business, proxy: PulsarProxy, record_measurement: Callable[[str], None]
) -> None:
    revoked, grant = business.service("one", WRITE_TOPIC)
    two, _ = business.service("two", WRITE_TOPIC)
    three, _ = business.service("three", WRITE_TOPIC)
    assert grant is not None
    tokens = business.owner.get(f"/api/v1/users/{two.id}/tokens")["items"]
    changes = {
        revoked: ("grant revoked", lambda: business.owner.revoke(grant)),
        two: ("token revoked", lambda: business.owner.delete(f"/api/v1/users/{two.id}/tokens/{tokens[0]['id']}")),
        three: ("user disabled", lambda: business.owner.patch(f"/api/v1/users/{three.id}", status="disabled")),
    }
    staying, _ = business.service("staying", WRITE_TOPIC)
    with Producing(proxy.service_url, python.by_token(staying.token), business.topic) as going_on:
        for account, (what, change) in changes.items():
            with Producing(proxy.service_url, python.by_token(account.token), business.topic) as producing:
                late = stopped_after(producing, change)
            record_measurement(f"behind the proxy, {what}: last message {late:.1f} ms after the answer")
        assert going_on.error is None


def test_no_client_passes_as_a_proxy(
    estate: Estate, business: Business, proxy_account: Account, center_key: CenterKey
) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    plain, _ = business.service("plain")
    port = estate.broker.binary_port
    assert connect_answer(port, writer.token) == "connected"
    # A client that names somebody else, or itself, as the original principal.
    assert "connected" not in connect_answer(port, plain.token, writer.username)
    assert "connected" not in connect_answer(port, plain.token, writer.username, writer.token)
    assert "connected" not in connect_answer(port, plain.token, plain.username)
    assert (
        status(estate.broker.admin_url, business, {**bearer(plain.token), "X-Original-Principal": writer.username})
        in DENIED
    )
    # The proxy's own token in a client's hands opens nothing by itself.
    assert "connected" not in connect_answer(port, proxy_account.token)
    assert status(estate.broker.admin_url, business, bearer(proxy_account.token)) in DENIED
    assert_refused(business.url, proxy_account.token, business.topic)


def test_the_proxy_is_believed_only_about_what_it_can_show(
    estate: Estate, business: Business, proxy_account: Account, center_key: CenterKey
) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    other, _ = business.service("other")
    port = estate.broker.binary_port
    mine = proxy_account.token
    assert connect_answer(port, mine, writer.username, writer.token) == "connected"
    # Whoever the proxy names, it comes in as the one whose token it forwards.
    assert connect_answer(port, mine, writer.username, other.token) == "connected"
    named = f"role={PROXY_ROLE} and originalAuthRole={other.username}"
    wait_until("the other one to be named", lambda: named in estate.broker.log_text(), seconds=10, pause=0.2)
    assert "connected" not in connect_answer(port, mine, writer.username, center_key.token(writer.username, -5))
    assert "connected" not in connect_answer(port, mine, writer.username, writer.token + "x")
    assert "connected" not in connect_answer(port, mine, PROXY_ROLE, mine)
    assert connect_answer(port, mine, "", "") != "connected"
    headers = {**bearer(mine), "X-Original-Principal": PROXY_ROLE}
    assert status(estate.broker.admin_url, business, headers) in DENIED
    assert status(estate.broker.admin_url, business, {**bearer(mine), "X-Original-Principal": "nobody-at-all"}) == 403
    # The stand-in of Pulsar's WebSocket service: the broker would ask about the proxy's role alone.
    assert ends(port, mine, STAND_IN)
    assert status(estate.broker.admin_url, business, {**bearer(mine), "X-Original-Principal": STAND_IN}) in DENIED
    assert websocket_refusal(estate.broker.http_port, websocket_path("producer", business), bearer(mine)) == 403
    # Whoever the header names there: nobody asks about that one.
    for headers in ({}, {"X-Pulsar-Auth-Method-Name": "token"}):
        named_too = {**bearer(mine), **headers, "X-Original-Principal": writer.username}
        assert websocket_refusal(estate.broker.http_port, websocket_path("producer", business), named_too) == 403


def test_a_tenants_administrators_are_named_by_who_stands_behind_the_proxy(
    business: Business, proxy: PulsarProxy, proxy_account: Account
) -> None:
    owner, plain = business.owner.token(business.owner_id), business.service("plain")[0].token
    name, account = f"{business.name}-owner", business.service("one")[0]

    def named(url: str, token: str, original: str | None = None) -> int:
        headers = bearer(token) | ({"X-Original-Principal": original} if original else {})
        body = {"adminRoles": [account.username], "allowedClusters": ["standalone"]}
        where = f"{url}/admin/v2/tenants/{business.name}"
        return httpx.post(where, json=body, headers=headers, timeout=30).status_code

    direct = business.estate.broker.admin_url
    assert named(direct, plain, name) == 401, "nobody borrows a name"
    assert named(direct, proxy_account.token) == 401
    assert named(direct, proxy_account.token, STAND_IN) == 401
    assert named(proxy.admin_url, plain) == 403
    assert business.owner.get("/api/v1/grants", user_id=account.id)["items"] == []
    assert named(proxy.admin_url, owner) == 204
    grants = business.owner.get("/api/v1/grants", user_id=account.id)["items"]
    assert [grant["granted_by"] for grant in grants] == [name]


def test_a_client_of_the_proxy_cannot_name_another_principal(
    business: Business, proxy: PulsarProxy, proxy_account: Account
) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    nobody, _ = business.service("nobody")
    headers = {**bearer(nobody.token), "X-Original-Principal": writer.username}
    assert status(proxy.admin_url, business, headers) in (401, 403)
    assert status(proxy.admin_url, business, {"X-Original-Principal": writer.username}) == 401
    # Coming through the proxy with the proxy's own token.
    assert status(proxy.admin_url, business, bearer(proxy_account.token)) in (401, 403)
    assert_refused(proxy.service_url, proxy_account.token, business.topic)
