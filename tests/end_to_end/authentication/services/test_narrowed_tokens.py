"""Narrowed tokens at the WebSocket service, where rights are asked without the token, and at a Pulsar proxy."""

import pytest

from tests.end_to_end.authentication.services.test_proxy import assert_refused, status
from tests.end_to_end.authentication.services.test_websocket import path, refusal
from tests.end_to_end.authentication.services.websocket_client import WebSocket
from tests.end_to_end.authentication.tokens.test_ending import bearer
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import Estate
from tests.end_to_end.pulsar.proxy import PulsarProxy
from tests.end_to_end.rights.test_narrowed_tokens import narrowed

pytestmark = pytest.mark.broker


def test_the_websocket_service_knows_what_the_token_is_for(estate: Estate, business: Business) -> None:
    account, _ = business.service("both", WRITE_TOPIC, READ_TOPIC)
    port, token = estate.broker.http_port, narrowed(business, account, READ_TOPIC)
    with WebSocket(port, path("producer", business), bearer(account.token)):
        pass
    with WebSocket(port, path("consumer", business, "s"), bearer(token)):
        pass
    assert refusal(port, path("producer", business), bearer(token)) == 403
    assert refusal(port, path("producer", business, query=f"?token={token}")) == 403
    assert estate.event(user=account.username, op="PRODUCE", dec=2)["code"] == "TOKEN_SCOPE"


def test_a_pulsar_proxy_lets_none_in(business: Business, proxy: PulsarProxy) -> None:
    account, _ = business.service("proxied", WRITE_TOPIC)
    token = narrowed(business, account, WRITE_TOPIC)
    python.produce(proxy.service_url, python.by_token(account.token), business.topic)
    assert_refused(proxy.service_url, token, business.topic)
    assert status(proxy.admin_url, business, bearer(account.token)) == 200
    assert status(proxy.admin_url, business, bearer(token)) == 401
