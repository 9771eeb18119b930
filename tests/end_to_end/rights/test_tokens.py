"""Tokens the real broker must refuse: changed, foreign, expired, unsigned, signed with the public key as a secret."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any

import jwt
import pulsar
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.end_to_end.authentication.connect_frame import connect_answer
from tests.end_to_end.clients import python
from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


def assert_refused(business: Business, token: str) -> None:
    """No connection with this token, and the broker says so in its events.

    The handshake is made by hand: a stock client would try again for seconds.
    """
    before = business.estate.sign_ins_refused()
    answer = connect_answer(business.estate.broker.binary_port, token)
    assert answer not in ("connected", "challenge"), token
    wait_until("the refusal in the events", lambda: business.estate.sign_ins_refused() > before, seconds=10, pause=0.05)


@pytest.fixture
def writer(business: Business) -> Account:
    """A service that may write: only the token decides."""
    account, _ = business.service("writer", WRITE_TOPIC)
    python.produce(business.url, python.by_token(account.token), business.topic)
    return account


def encode_part(part: dict[str, Any]) -> str:
    """One part of a JWT."""
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()


def claims_of(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and claims, unchecked."""
    return jwt.get_unverified_header(token), jwt.decode(token, options={"verify_signature": False})


def foreign(header: dict[str, Any], claims: dict[str, Any]) -> str:
    """Well formed, with our key's id, signed by somebody else's key."""
    key = ec.generate_private_key(ec.SECP256R1())
    return jwt.encode(claims, key, algorithm="ES256", headers={"kid": header["kid"], "typ": header["typ"]})


def test_changed_claims(business: Business, writer: Account) -> None:
    head, _, signature = writer.token.split(".")
    _, claims = claims_of(writer.token)
    assert_refused(business, f"{head}.{encode_part({**claims, 'sub': business.owner_id})}.{signature}")
    assert_refused(business, f"{head}.{encode_part({**claims, 'exp': claims['exp'] + 60})}.{signature}")


def test_foreign_key(business: Business, writer: Account) -> None:
    assert_refused(business, foreign(*claims_of(writer.token)))
    header, claims = claims_of(writer.token)
    assert_refused(business, foreign({**header, "kid": "unknown"}, claims))


def test_unsigned(business: Business, writer: Account) -> None:
    header, claims = claims_of(writer.token)
    assert_refused(business, f"{encode_part({**header, 'alg': 'none'})}.{encode_part(claims)}.")
    assert_refused(
        business, f"{encode_part({**header, 'alg': 'none'})}.{encode_part(claims)}.{writer.token.split('.')[2]}"
    )


def test_public_key_as_a_shared_secret(business: Business, writer: Account) -> None:
    header, claims = claims_of(writer.token)
    jwks = business.owner.get("/oauth2/jwks")
    public = next(key for key in jwks["keys"] if key["kid"] == header["kid"])
    pem = jwt.PyJWK(public).key.public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    signed = f"{encode_part({**header, 'alg': 'HS256'})}.{encode_part(claims)}"
    for secret in (pem, pem.strip(), json.dumps(public).encode()):
        mac = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
        assert_refused(business, f"{signed}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}")


def test_token_for_another_audience(business: Business, writer: Account) -> None:
    path = f"/api/v1/users/{writer.id}/tokens"
    issuer = claims_of(writer.token)[1]["iss"]
    made = business.owner.post(path, name="for the API only", days=1, audiences=[issuer])
    assert_refused(business, made["token"])


def test_rubbish(business: Business) -> None:
    for token in ("", "x", "a.b.c", "." * 5, "é", json.dumps({"sub": "admin"}), "A" * 20_000):
        assert_refused(business, token)


def test_access_token_of_client_credentials(business: Business, writer: Account) -> None:
    client_id, secret = business.owner.client_secret(writer.id)
    form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret, "audience": "pulsar"}
    answer = business.owner.call("POST", "/oauth2/token", data=form)
    assert answer["token_type"] == "Bearer"
    assert answer["expires_in"] > 0
    python.produce(business.url, python.by_token(answer["access_token"]), business.topic)
    assert claims_of(answer["access_token"])[1]["exp"] > time.time()


def test_the_stock_client_fetches_its_token_itself(estate: Estate, business: Business, writer: Account) -> None:
    client_id, secret = business.owner.client_secret(writer.id)
    python.produce(business.url, python.by_oauth2(estate.center.url, client_id, secret), business.topic)
    with pytest.raises(pulsar.PulsarException):
        python.produce(business.url, python.by_oauth2(estate.center.url, client_id, "wrong"), business.topic)
