"""Tokens at brokers with and without our plugin: ours open them, tokens wrong in one point do not."""

import base64
import json
import time

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tests import plain_http
from tests.end_to_end.authentication.center_key import CenterKey
from tests.end_to_end.authentication.connect_frame import connect_answer
from tests.end_to_end.stock.providers import STOCK
from tests.end_to_end.stock.sides import Service, Side, Stock

pytestmark = pytest.mark.broker


def fetch_token(side: Side, service: Service) -> str:
    """A token of the token endpoint, by client id and secret."""
    form = {"grant_type": "client_credentials", "client_id": service.client_id, "client_secret": service.secret}
    answer = httpx.post(f"{side.estate.center.url}/oauth2/token", data={**form, "audience": ""}, timeout=60)
    return str(answer.raise_for_status().json()["access_token"])


def opens(side: Side, token: str) -> bool:
    """Whether this token opens the broker; over HTTP and the binary protocol the answer is the same."""
    namespace = side.topic.removeprefix("persistent://").rpartition("/")[0]
    with plain_http.client(side.estate.broker.admin_url, timeout=15) as http:
        headers = {"Authorization": f"Bearer {token}"}
        status = http.get(f"/admin/v2/persistent/{namespace}", headers=headers).status_code
    binary = connect_answer(side.estate.broker.binary_port, token) == "connected"
    assert status == (200 if binary else 401), f"HTTP {status}, binary {binary}"
    return binary


def wrong(key: CenterKey, user: str) -> dict[str, str]:
    """Tokens that are wrong in one point."""
    good, now = key.claims(user), int(time.time())
    foreign = ec.generate_private_key(ec.SECP256R1())
    other = {**good, "iss": "https://another.example"}
    head = {"kid": key.kid, "typ": "at+jwt"}
    _, payload, signature = key.sign(good).split(".")
    none = base64.urlsafe_b64encode(json.dumps({"alg": "none", **head}).encode()).decode().rstrip("=")
    return {
        "expired": key.sign({**good, "exp": now - 1}),
        "not valid yet": key.sign({**good, "nbf": now + 300}),
        "audience of another": key.sign({**good, "aud": "other-cluster"}),
        "for the center's own API": key.sign({**good, "aud": good["iss"]}),
        "foreign key with our kid": jwt.encode(good, foreign, algorithm="ES256", headers=head),
        "another issuer with a key of its own": jwt.encode(other, foreign, algorithm="ES256", headers=head),
        "alg none": f"{none}.{payload}.",
        "alg none with a signature": f"{none}.{payload}.{signature}",
        "secret instead of a key": jwt.encode(good, b"x" * 32, algorithm="HS256", headers=head),
        "no token": "junk",
    }


def test_tokens_of_the_center_open_it(side: Side, center_key: CenterKey) -> None:
    service = side.service("reader")
    assert opens(side, fetch_token(side, service))
    assert opens(side, service.account.token), "an API token"
    assert opens(side, center_key.sign({**center_key.claims("reader"), "sub": service.account.username}))


def test_wrong_tokens_do_not(side: Side, center_key: CenterKey) -> None:
    user = side.service("victim").account.username
    for what, token in wrong(center_key, user).items():
        assert not opens(side, token), what


def test_another_issuer_is_noticed_except_by_the_token_provider(side: Side, center_key: CenterKey) -> None:
    """The token provider knows no issuer and believes whoever signs with the key. So a key is for one center only."""
    claims = center_key.claims(side.service("issued").account.username)
    opened = opens(side, center_key.sign({**claims, "iss": "https://another.example"}))
    assert opened == ("tokenPublicKey" in side.estate.broker.settings)


@pytest.mark.parametrize("side", STOCK, indirect=True)
def test_without_the_plugin_rights_are_pulsars_and_nothing_is_taken_back(side: Stock) -> None:
    """What is lost without the plugin, as docs/operators/stock-brokers.md says."""
    stranger, lost = side.estate.service(side.estate.admin, "stranger"), side.service("lost").account
    assert connect_answer(side.estate.broker.binary_port, stranger.token) == "connected"
    with plain_http.client(side.estate.broker.admin_url, timeout=15) as http:
        headers = {"Authorization": f"Bearer {stranger.token}"}
        assert http.get("/admin/v2/persistent/acme/orders", headers=headers).status_code == 403
    side.estate.admin.patch(f"/api/v1/users/{lost.id}", status="disabled")
    assert opens(side, lost.token)


def test_narrowed_tokens_open_it_too(side: Side) -> None:
    """Without our plugin the narrowing is ignored (decision 0085)."""
    account = side.service("narrowed").account
    scope = [{"place": "topic", "name": side.topic, "authorities": [303]}]
    path = f"/api/v1/users/{account.id}/tokens"
    assert opens(side, str(side.estate.admin.post(path, name="narrow", days=1, scope=scope)["token"]))
