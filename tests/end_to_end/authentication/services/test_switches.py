"""The other settings of proxy, broker and WebSocket service; each costs a start, so only in `make soak`."""

from collections.abc import Callable

import pytest

from tests.end_to_end.authentication.conftest import PROXY_ROLE, Surroundings, new_proxy
from tests.end_to_end.authentication.services.test_proxy import assert_refused, status
from tests.end_to_end.authentication.services.test_websocket import goes_on, path, refusal, send_and_receive
from tests.end_to_end.authentication.services.test_websocket_consumers import assert_dead_letters_refused
from tests.end_to_end.authentication.services.websocket_client import WebSocket, WebSocketRefused
from tests.end_to_end.authentication.stock_providers import OURS
from tests.end_to_end.authentication.tokens.test_ending import basic, bearer
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import CLUSTER_TYPE, READ_TOPIC, WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import JAR, Account, Estate
from tests.end_to_end.pulsar.websocket import PulsarWebSocket
from tests.end_to_end.revocation.test_revocation import stopped_after
from tests.end_to_end.rights.test_networks import ELSEWHERE, limited
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.soak]
_WRITE_ALL, _READ_ALL = 2, 3


def test_the_proxy_is_believed_with_each_switch(
    estate: Estate,
    business: Business,
    surroundings: Surroundings,
    proxy_account: Account,
    record_measurement: Callable[[str], None],
) -> None:
    whole = dict(estate.broker.settings)
    nobody, _ = business.service("nobody")
    silent = new_proxy(estate, surroundings, proxy_account, forwardAuthorizationCredentials="false")
    try:
        silent.start()
        # Broker true, proxy false: the broker demands what the proxy does not send.
        writer, _ = business.service("demanded", WRITE_TOPIC)
        assert_refused(silent.service_url, writer.token, business.topic)
        silent.stop()
        estate.broker.settings["authenticateOriginalAuthData"] = "false"
        estate.verdict = "unfollowed"  # the broker does not know the tokens behind the proxy
        estate.broker.restart()
        estate.wait_for_broker()
        for forwarded in ("true", "false"):
            proxy = new_proxy(estate, surroundings, proxy_account, forwardAuthorizationCredentials=forwarded)
            proxy.start()
            try:
                assert_believed(
                    estate, business, proxy.service_url, proxy.admin_url, forwarded, nobody, record_measurement
                )
            finally:
                proxy.stop()
    finally:
        silent.stop()
        estate.broker.settings, estate.verdict = whole, "enforced"
        estate.broker.restart()
        estate.wait_for_broker()


def assert_believed(
    estate: Estate,
    business: Business,
    url: str,
    admin_url: str,
    forwarded: str,
    nobody: Account,
    record_measurement: Callable[[str], None],
) -> None:
    """The broker believes the proxy; withdrawn rights end all the same."""
    revoked, grant = business.service(f"one-{forwarded}", WRITE_TOPIC)
    two, _ = business.service(f"two-{forwarded}", WRITE_TOPIC)
    three, _ = business.service(f"three-{forwarded}", WRITE_TOPIC)
    assert grant is not None
    assert_refused(url, nobody.token, business.topic)
    assert status(admin_url, business, bearer(revoked.token)) == 200
    assert status(admin_url, business, bearer(nobody.token)) == 403
    # Over HTTP the proxy sends no token of its own: the client's header goes on to the broker, whatever is forwarded.
    assert estate.event(user=revoked.username, op="GET_TOPICS", dec=1, via=None)["cred"]
    changes: dict[Account, tuple[str, Callable[[], object]]] = {
        revoked: ("grant revoked", lambda: business.owner.revoke(grant)),
        two: ("user disabled", lambda: business.owner.patch(f"/api/v1/users/{two.id}", status="disabled")),
    }
    for account, (what, change) in changes.items():
        with Producing(url, python.by_token(account.token), business.topic) as producing:
            # The binary connection has the proxy's token alone, which says nothing of the client's.
            produced = estate.event(user=account.username, op="PRODUCE", dec=1)
            assert (produced.get("via"), produced.get("cred")) == (PROXY_ROLE, None), produced
            late = stopped_after(producing, change)
        record_measurement(
            f"proxy forwards: {forwarded}, broker believes, {what}: last message {late:.0f} ms after the answer"
        )
    a_revoked_token_opens_nothing_more(business, url, three)


def a_revoked_token_opens_nothing_more(business: Business, url: str, account: Account) -> None:
    """Open producers go on: the broker has not seen the token, and Pulsar's proxy checks look-up connections only."""
    (token,) = business.owner.get(f"/api/v1/users/{account.id}/tokens")["items"]
    with Producing(url, python.by_token(account.token), business.topic) as producing:
        business.owner.delete(f"/api/v1/users/{account.id}/tokens/{token['id']}")
        business.wait_until_enforced()
        # Lasts longer than the proxy's check, which comes each second.
        assert_refused(url, account.token, business.topic)
        wait_until("it goes on", lambda: producing.alive, last=producing)


def test_a_websocket_service_of_its_own(estate: Estate, business: Business) -> None:
    service = estate.service(estate.admin, f"{business.name}-websocket")
    estate.admin.grant(service.id, CLUSTER_TYPE, estate.cluster, _WRITE_ALL, _READ_ALL)
    writer, _ = business.service("writer", WRITE_TOPIC)
    reader, _ = business.service("reader", READ_TOPIC)
    client_id, secret = business.owner.client_secret(writer.id)
    business.wait_until_enforced()
    directory = estate.directory / "websocket"
    token = directory / "websocket.jwt"
    own = {key: value for key, value in estate.broker.settings.items() if key.startswith("userCenter")}
    settings = {
        "authenticationEnabled": "true",
        "authenticationProviders": ",".join(OURS),
        "authorizationEnabled": "true",
        "authorizationProvider": "io.github.pulsarusercenter.UserCenterAuthorizationProvider",
        "brokerClientAuthenticationPlugin": "org.apache.pulsar.client.impl.auth.AuthenticationToken",
        "brokerClientAuthenticationParameters": f"file://{token}",
        **own,
        "userCenterSnapshotFile": str(directory / "data" / "snapshot.json"),
        "userCenterEventsDirectory": str(directory / "events"),
    }
    alone = PulsarWebSocket(directory, estate.broker.service_url, estate.broker.admin_url, settings, JAR)
    token.touch(mode=0o600)
    token.write_text(service.token)
    try:
        alone.start()
        wait_until("its snapshot", lambda: "Decides on revision" in alone.log_text(), seconds=30, pause=0.2)
        send_and_receive(alone.http_port, business, bearer(writer.token), f"?token={reader.token}")
        send_and_receive(alone.http_port, business, basic(client_id, secret), f"?token={reader.token}")
        assert refusal(alone.http_port, path("producer", business), bearer(reader.token)) == 403
        assert refusal(alone.http_port, path("consumer", business, "s"), bearer(writer.token)) == 403
        assert_dead_letters_refused(alone.http_port, business, reader.token, new_business(estate))
        assert refusal(alone.http_port, path("producer", business), bearer(writer.token + "x")) == 401
        assert refusal(alone.http_port, path("producer", business)) == 401
        estate.verdict = "unfollowed"
        here, _ = limited(business, "here", "127.0.0.1/32")
        elsewhere, _ = limited(business, "elsewhere", ELSEWHERE)
        wait_until("its rights", lambda: may_open(alone.http_port, business, here.token), seconds=20, pause=0.3)
        assert refusal(alone.http_port, path("producer", business), bearer(elsewhere.token)) == 403
        forged = {**bearer(here.token), "X-Forwarded-For": "127.0.0.1"}
        assert refusal(alone.http_port, path("producer", business), forged) == 403
        estate.admin.wait_until_enforced(estate.cluster, 20, "unfollowed")
        listed = estate.admin.get(f"/api/v1/clusters/{estate.cluster}/brokers")["items"]
        assert ("websocket", False) in [
            (broker["service"], broker["kicks"]) for broker in listed if broker["state"] == "live"
        ]
    finally:
        estate.verdict = "enforced"
        alone.stop()


def may_open(port: int, business: Business, token: str) -> bool:
    """Whether the WebSocket service lets this token produce."""
    try:
        with WebSocket(port, path("producer", business), bearer(token)) as session:
            return goes_on(session)
    except WebSocketRefused:
        return False
