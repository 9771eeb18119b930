"""private_key_jwt: what a service signs gets it a token, once; everything else gets nothing (the catalogue of wrong
ones is in `negative`)."""

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import jwt
import pytest
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.identity import client_keys, users
from app.identity.models import ClientKey
from app.identity.public_keys import ALGORITHMS, Algorithm
from app.platform.clock import now_ms
from app.tokens.models import UsedAssertion
from tests.center import Center
from tests.tokens.signing import PRIVATE, Signing, signing

AT_ONCE = 8


@pytest.mark.parametrize("alg", ALGORITHMS)
def test_a_signed_request_gets_a_token_that_brokers_accept(center: Center, alg: Algorithm) -> None:
    signer = signing(center, alg)
    answer = signer.post(signer.assertion())
    assert answer.status_code == 200, answer.text
    claims = jwt.decode(answer.json()["access_token"], options={"verify_signature": False})
    assert (claims["sub"], claims["client_id"], claims["aud"]) == ("feeder", "feeder", "pulsar")


def test_the_token_endpoint_as_audience_and_a_client_id_beside_are_accepted(center: Center) -> None:
    signer = signing(center)
    endpoint = f"{center.settings.issuer}/oauth2/token"
    for aud in (endpoint, [endpoint], [center.settings.issuer]):
        assert signer.post(signer.assertion(signer.claims(aud=aud)), client_id="feeder").status_code == 200


def test_stock_authlib_gets_a_token(center: Center) -> None:
    """It signs for an hour, and its settings need not be touched."""
    signer, endpoint = signing(center, "RS256"), f"{center.settings.issuer}/oauth2/token"
    private = PRIVATE["RS256"].private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    with OAuth2Session("feeder", private, token_endpoint_auth_method="private_key_jwt") as client:
        client.register_client_auth_method(PrivateKeyJWT(endpoint))
        claims = [
            jwt.decode(
                client.fetch_token(f"{center.url}/oauth2/token")["access_token"], options={"verify_signature": False}
            )
            for _ in range(2)
        ]
    assert [(each["sub"], each["aud"]) for each in claims] == [(signer.service.username, "pulsar")] * 2


def test_an_assertion_lasts_an_hour_at_most(center: Center) -> None:
    signer, now = signing(center), now_ms() // 1000
    assert signer.post(signer.assertion(signer.claims(iat=now, exp=now + 3_600))).status_code == 200
    assert signer.post(signer.assertion(signer.claims(iat=now - 3_000, exp=now + 600))).status_code == 200
    assert _refused(signer.post(signer.assertion(signer.claims(iat=now, exp=now + 3_601)))) == (401, "invalid_client")


def test_without_kid_the_only_key_is_meant(center: Center) -> None:
    signer = signing(center)
    without = jwt.encode(signer.claims(), PRIVATE["ES256"], algorithm="ES256")
    assert signer.post(without).status_code == 200


def test_of_parallel_uses_exactly_one_succeeds(center: Center) -> None:
    """On each database (`.ci/each-database`), as the row is inserted once."""
    signer = signing(center)
    for _ in range(3):
        assertion = signer.assertion()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = list(pool.map(signer.post, [assertion] * AT_ONCE))
        assert Counter(answer.status_code for answer in answers) == {200: 1, 401: AT_ONCE - 1}


def test_a_used_assertion_is_forgotten_after_it_expired(center: Center) -> None:
    signer = signing(center)
    assert signer.post(signer.assertion()).status_code == 200
    center.make(lambda s: s.execute(update(UsedAssertion).values(valid_until=now_ms() - 1)))
    assert signer.post(signer.assertion()).status_code == 200
    assert len(center.read(lambda s: s.scalars(select(UsedAssertion)).all())) == 1


def test_a_jti_is_one_clients_own(center: Center) -> None:
    """A stranger cannot use up the requests of others by guessing them."""
    signer, other = signing(center), signing(center, "RS256", "other")
    assert signer.post(signer.assertion(signer.claims(jti="1"))).status_code == 200
    assert other.post(other.assertion(other.claims(jti="1"))).status_code == 200


ENDS: dict[str, Callable[[Session, Signing], object]] = {
    "deleted": lambda s, signer: client_keys.remove(s, "test", users.find(s, signer.service.id), signer.key_id),
    "expired": lambda s, _: s.execute(update(ClientKey).values(valid_until=now_ms())),
    "disabled": lambda s, signer: users.change(s, "test", users.find(s, signer.service.id), status="disabled"),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_deleted_or_expired_key_and_a_disabled_service_get_nothing(center: Center, end: str) -> None:
    signer = signing(center)
    center.make(ENDS[end], signer)
    assert _refused(signer.post(signer.assertion())) == (401, "invalid_client")


def _refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def test_the_keys_networks_limit_request_and_token(center: Center) -> None:
    near = signing(center, networks=["127.0.0.0/8"])
    token = near.post(near.assertion()).json()["access_token"]
    assert jwt.decode(token, options={"verify_signature": False})["networks"] == ["127.0.0.0/8"]
    far = signing(center, "RS256", "far", networks=["10.0.0.0/8"])
    assert _refused(far.post(far.assertion())) == (401, "invalid_client")


def test_a_token_ends_with_its_key_and_the_use_is_noted(center: Center) -> None:
    signer = signing(center)
    center.make(lambda s: s.execute(update(ClientKey).values(valid_until=now_ms() + 20_000)))
    assert signer.post(signer.assertion()).json()["expires_in"] <= 20
    center.app.state.last_uses.write(now_ms())
    assert center.read(lambda s: s.scalars(select(ClientKey.last_use)).one()) is not None


def test_a_refusal_says_nothing_but_is_logged(center: Center, capsys: pytest.CaptureFixture[str]) -> None:
    signer = signing(center)
    wrong = signer.assertion(signer.claims(aud="https://elsewhere.example"))
    answer = signer.post(wrong)
    assert "audience" not in answer.text
    logged = capsys.readouterr().err
    (line,) = (json.loads(each) for each in logged.splitlines() if '"sign-in failed"' in each)
    assert (line["by"], line["why"]) == ("client key", "not for this center, or not for it alone")
    assert wrong not in logged


def test_discovery_names_client_assertions(center: Center) -> None:
    found = center.client().get("/.well-known/openid-configuration").json()
    assert "private_key_jwt" in found["token_endpoint_auth_methods_supported"]
    assert found["token_endpoint_auth_signing_alg_values_supported"] == ["ES256", "RS256", "PS256"]
