"""Which tokens open the center's API: one right one, and every forgery we know (ASVS V9, RFC 8725)."""

import base64
import json
import time
from collections.abc import Callable
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from app.identity import users
from app.tokens import issuing, keys
from app.tokens.models import RevokedToken, SigningKey
from tests.center import Center
from tests.factories import a_user

Claims = dict[str, Any]


def _key(center: Center) -> SigningKey:
    return center.read(keys.active)


def _claims(center: Center, **changed: Any) -> Claims:
    now = int(time.time())
    claims = {"iss": center.settings.issuer, "sub": "alice", "aud": center.settings.issuer, "client_id": "alice"}
    return {**claims, "iat": now, "nbf": now, "exp": now + 60, "jti": "token-1", **changed}


def _signed(center: Center, claims: Claims, **header: Any) -> str:
    key = _key(center)
    private = keys.private_key(key, center.settings)
    return jwt.encode(claims, private, algorithm="ES256", headers={"kid": key.kid, "typ": "at+jwt", **header})


def _answer(center: Center, token: str) -> httpx.Response:
    return center.client(Authorization=f"Bearer {token}").get("/api/v1/session")


def _segment(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def test_a_right_token_opens_the_api(center: Center) -> None:
    center.make(a_user, "alice")
    answer = _answer(center, _signed(center, _claims(center)))
    assert answer.status_code == 200
    assert answer.json()["user"]["username"] == "alice"


WRONG: dict[str, Callable[[Center], str]] = {
    "expired": lambda c: _signed(c, _claims(c, exp=int(time.time()) - 1)),
    "not yet valid": lambda c: _signed(c, _claims(c, nbf=int(time.time()) + 60)),
    "another issuer": lambda c: _signed(c, _claims(c, iss="https://elsewhere.example")),
    "the brokers' audience": lambda c: _signed(c, _claims(c, aud="pulsar")),
    "no audience": lambda c: _signed(c, {k: v for k, v in _claims(c).items() if k != "aud"}),
    "no expiry": lambda c: _signed(c, {k: v for k, v in _claims(c).items() if k != "exp"}),
    "no token id": lambda c: _signed(c, {k: v for k, v in _claims(c).items() if k != "jti"}),
    "unknown user": lambda c: _signed(c, _claims(c, sub="mallory")),
    "another case of the name": lambda c: _signed(c, _claims(c, sub="Alice")),
    "an ID token": lambda c: _signed(c, _claims(c), typ="JWT"),
    "unknown key id": lambda c: _signed(c, _claims(c), kid="nobody"),
    "alg none": lambda c: f"{_segment({'alg': 'none', 'typ': 'at+jwt', 'kid': _key(c).kid})}.{_segment(_claims(c))}.",
    "signed by another key": lambda c: jwt.encode(
        _claims(c),
        ec.generate_private_key(ec.SECP256R1()),
        algorithm="ES256",
        headers={"kid": _key(c).kid, "typ": "at+jwt"},
    ),
    "a changed payload": lambda c: ".".join(
        [
            *_signed(c, _claims(c, sub="bob")).split(".")[:1],
            _segment(_claims(c)),
            _signed(c, _claims(c, sub="bob")).split(".")[2],
        ]
    ),
    "no JWT at all": lambda _: "hello",
    "three empty parts": lambda _: "..",
    "a key id that no text column takes": lambda c: _signed(c, _claims(c), kid="\x00"),
    "a huge one": lambda _: "a" * 20_000,
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_token_is_refused(center: Center, wrong: str) -> None:
    center.make(a_user, "alice")
    center.make(a_user, "bob")
    answer = _answer(center, WRONG[wrong](center))
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert answer.json()["detail"] == "The token is not valid."


def test_the_public_key_is_no_hmac_secret(center: Center) -> None:
    center.make(a_user, "alice")
    key = _key(center)
    public = jwt.PyJWK.from_json(key.public_jwk).key
    pem = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    # PyJWT itself refuses to make such a token, so it is put together by hand.
    head = _segment({"alg": "HS256", "typ": "at+jwt", "kid": key.kid})
    body = _segment(_claims(center))
    mac = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256).sign(f"{head}.{body}".encode(), pem)
    forged = f"{head}.{body}.{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"
    assert _answer(center, forged).status_code == 401


def test_a_token_of_a_disabled_user_is_refused(center: Center) -> None:
    alice = center.make(a_user, "alice")
    token = _signed(center, _claims(center))
    center.make(lambda s: users.change(s, "test", users.find(s, alice.id), status="disabled"))
    assert _answer(center, token).status_code == 401


def test_a_token_of_a_sub_account_is_refused_when_its_main_account_is_disabled(center: Center) -> None:
    main = center.make(a_user, "main")
    center.make(a_user, "alice", parent=main)
    token = _signed(center, _claims(center))
    assert _answer(center, token).status_code == 200
    center.make(lambda s: users.change(s, "test", users.find(s, main.id), status="disabled"))
    assert _answer(center, token).status_code == 401


def test_a_revoked_token_is_refused(center: Center) -> None:
    center.make(a_user, "alice")
    token = _signed(center, _claims(center))
    center.make(lambda s: s.add(RevokedToken(jti="token-1", valid_until=0)))
    assert _answer(center, token).status_code == 401


def test_a_token_from_before_a_deleted_namesake_is_refused(center: Center) -> None:
    center.make(a_user, "alice")
    token = _signed(center, _claims(center, iat=int(time.time()) - 30))
    center.make(lambda s: setattr(users.by_name(s, "alice"), "tokens_from", int(time.time()) * 1000 - 10_000))
    assert _answer(center, token).status_code == 401


def test_an_issued_token_has_what_stock_brokers_demand(center: Center) -> None:
    center.make(a_user, "alice")
    issued = center.read(issuing.issue, center.settings, "alice", audiences=("pulsar",), seconds=60)
    header = jwt.get_unverified_header(issued.reveal())
    claims = jwt.decode(issued.reveal(), options={"verify_signature": False})
    assert header == {"alg": "ES256", "typ": "at+jwt", "kid": _key(center).kid}
    assert set(claims) == {"iss", "sub", "aud", "client_id", "iat", "nbf", "exp", "jti"}
    assert claims["aud"] == "pulsar"
    assert issued.reveal() not in repr(issued)
