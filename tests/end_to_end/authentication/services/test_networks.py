"""Limits to networks behind proxies: an uncertain address counts as outside."""

import pytest

from tests.end_to_end.authentication.center_key import CenterKey
from tests.end_to_end.authentication.conftest import PROXY_ROLE, TELLING_ROLE, Surroundings, new_proxy
from tests.end_to_end.authentication.connect_frame import connect_answer, ends
from tests.end_to_end.authentication.services.test_proxy import assert_refused
from tests.end_to_end.authentication.services.test_websocket import ends as session_ends
from tests.end_to_end.authentication.services.test_websocket import goes_on, path, refusal
from tests.end_to_end.authentication.services.websocket_client import WebSocket
from tests.end_to_end.authentication.tokens.test_ending import bearer
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing, by_supplier
from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.pulsar.proxy import PulsarProxy
from tests.end_to_end.rights.test_networks import ELSEWHERE, OTHER, limited, limited_token, status
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
ANYWHERE = "0.0.0.0/0"


def test_a_gateway_is_believed_only_where_it_is_trusted(
    estate: Estate, business: Business, proxy_account: Account, telling_account: Account
) -> None:
    """It shows its own token and names its client, as Pulsar's proxy does on its binary connections."""
    client, _ = limited(business, "client", ELSEWHERE)
    url = estate.broker.admin_url

    def answer_status(gateway: Account, **headers: str) -> int:
        return status(url, business, gateway.token, X_Original_Principal=client.username, **headers)

    for forwarded, answer in (
        ("10.1.2.3", 200),
        ("192.168.0.1", 403),
        ("10.1.2.3, 192.168.0.1", 403),
        ("192.168.0.1, 10.1.2.3", 200),
        ("unknown", 403),
    ):
        assert answer_status(telling_account, X_Forwarded_For=forwarded) == answer, forwarded
        assert answer_status(proxy_account, X_Forwarded_For=forwarded) == 403, forwarded
    assert answer_status(telling_account) == 403, "who says nothing"
    both = {"X_Forwarded_For": "10.1.2.3", "Forwarded": "by=127.0.0.1;for=192.168.0.1"}
    assert answer_status(telling_account, **both) == 403, "as Pulsar's proxy of 5.0 hands on what its client sends"
    assert estate.event(user=client.username, dec=1)["via"] == telling_account.username


def test_behind_a_pulsar_proxy_nothing_limited_counts(estate: Estate, business: Business, proxy: PulsarProxy) -> None:
    """Its look-ups of topics carry no address, and over HTTP it shows its client's token, not its own."""
    writer, _ = business.service("writer", WRITE_TOPIC)
    client, _ = limited(business, "client", ANYWHERE)
    python.produce(proxy.service_url, python.by_token(writer.token), business.topic)
    python.produce(business.url, python.by_token(client.token), business.topic)
    assert_refused(proxy.service_url, client.token, business.topic)
    assert status(proxy.admin_url, business, writer.token) == 200
    assert status(proxy.admin_url, business, client.token) == 403
    # The proxy sees where its client is, the broker does not.
    token, other = (limited_token(business, writer, network) for network in (ANYWHERE, OTHER))
    python.produce(business.url, python.by_token(token), business.topic)
    assert_refused(proxy.service_url, token, business.topic)
    assert status(proxy.admin_url, business, other) == 401
    assert status(proxy.admin_url, business, other, "127.0.0.2") == 401


@pytest.mark.parametrize(("role", "answer"), [(TELLING_ROLE, 200), (PROXY_ROLE, 403)])
def test_a_pulsar_proxy_is_known_by_its_certificate(
    estate: Estate, business: Business, surroundings: Surroundings, proxy_account: Account, role: str, answer: int
) -> None:
    """Its header counts over HTTP, if it may forward addresses; on binary connections no header counts."""
    made = new_proxy(estate, surroundings, proxy_account, **by_certificate(surroundings, role))
    made.start()
    try:
        writer, _ = business.service("writer", WRITE_TOPIC)
        client, _ = limited(business, "client", OTHER)
        anywhere, _ = limited(business, "anywhere", ANYWHERE)
        token = limited_token(business, writer, OTHER)
        assert status(made.admin_url, business, writer.token) == 200
        assert status(made.admin_url, business, client.token, "127.0.0.2") == answer
        assert status(made.admin_url, business, client.token) == 403
        assert status(made.admin_url, business, client.token, X_Forwarded_For="127.0.0.2") == 403
        # The proxy has verified the token. By its certificate it acts for the token's user, whoever may tell.
        assert status(made.admin_url, business, token, "127.0.0.2") == 200
        assert status(made.admin_url, business, token) == 401
        python.produce(made.service_url, python.by_token(writer.token), business.topic)
        assert_refused(made.service_url, anywhere.token, business.topic)
    finally:
        made.stop()  # killed it would count as vanished, and no later revision would be confirmed


def by_certificate(surroundings: Surroundings, role: str) -> dict[str, str]:
    """Lines of proxy.conf with which a proxy shows a certificate of this role to the broker."""
    own = surroundings.authority.client(role)
    return {
        "tlsEnabledWithBroker": "true",
        "brokerServiceURLTLS": f"pulsar+ssl://127.0.0.1:{surroundings.binary_tls_port}",
        "brokerWebServiceURLTLS": f"https://127.0.0.1:{surroundings.http_tls_port}",
        "brokerClientTrustCertsFilePath": str(surroundings.authority.trust),
        "brokerClientAuthenticationPlugin": "org.apache.pulsar.client.impl.auth.AuthenticationTls",
        "brokerClientAuthenticationParameters": f"tlsCertFile:{own.certificate},tlsKeyFile:{own.key}",
    }


def test_a_client_that_sends_a_balancers_header_is_in_no_network(estate: Estate, business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    token, port = limited_token(business, writer, ANYWHERE), estate.broker.binary_port
    header = b"PROXY TCP4 10.1.2.3 127.0.0.1 4711 6650\r\n"
    assert connect_answer(port, token) == "connected"
    assert not ends(port, token, None, wait=2)
    assert connect_answer(port, writer.token, before=header) == "connected"
    assert not ends(port, writer.token, None, header, wait=2)
    assert ends(port, token, None, header)


def test_a_fresh_token_of_another_network_ends_the_connection(
    estate: Estate, business: Business, center_key: CenterKey
) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    networks = [ANYWHERE]

    def make() -> str:
        return center_key.sign({**center_key.claims(writer.username, 3), "networks": list(networks)})

    with Producing(business.url, by_supplier(make), business.topic) as producing:
        networks[:] = [ELSEWHERE]
        wait_until("the producer to be refused", lambda: producing.error, seconds=30, last=producing)
    assert estate.event(user=writer.username, op="AUTHENTICATE", dec=2)["code"] == "OUTSIDE_NETWORK"
    for broken in ("10.0.0.0/8", [], [7], None, ["@office"], ["127.0.0.1/8"]):
        claims = {**center_key.claims(writer.username, 60), "networks": broken}
        assert "connected" not in connect_answer(estate.broker.binary_port, center_key.sign(claims)), broken


def test_websocket_sessions_know_their_address(estate: Estate, business: Business) -> None:
    port = estate.broker.http_port
    here, grant = limited(business, "here", "127.0.0.1/32")
    other, _ = limited(business, "other", OTHER)
    named = {"X-Pulsar-Auth-Method-Name": "token"}
    for headers in ({}, named):
        assert refusal(port, path("producer", business), {**bearer(other.token), **headers}) == 403
        with WebSocket(port, path("producer", business), {**bearer(here.token), **headers}) as session:
            assert goes_on(session)
    with WebSocket(port, path("producer", business), bearer(here.token)) as session:
        assert goes_on(session)
        business.owner.patch(f"/api/v1/grants/{grant}", limits={"networks": [OTHER]})
        assert session_ends(session)
