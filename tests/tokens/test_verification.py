"""Which tokens open the center's API: one right one, and every forgery we know (ASVS V9, RFC 8725)."""

import time
from typing import Any

import httpx
import jwt

from app.identity import users
from app.tokens import issuing, keys
from app.tokens.models import RevokedToken, SigningKey
from tests.center import Center
from tests.factories import Person, a_user

Claims = dict[str, Any]


def _key(center: Center) -> SigningKey:
    return center.read(keys.active)


def _claims(center: Center, **changed: Any) -> Claims:
    now = int(time.time())
    claims = {"iss": center.settings.issuer, "sub": "alice", "aud": center.settings.issuer, "client_id": "alice"}
    return {**claims, "iat": now, "nbf": now, "exp": now + 60, "jti": "token-1", **changed}


def _sign(center: Center, claims: Claims, **header: Any) -> str:
    key = _key(center)
    private = keys.private_key(key, center.settings)
    return jwt.encode(claims, private, algorithm="ES256", headers={"kid": key.kid, "typ": "at+jwt", **header})


def _answer(center: Center, token: str) -> httpx.Response:
    return center.client(Authorization=f"Bearer {token}").get("/api/v1/session")


def test_a_right_token_opens_the_api(center: Center) -> None:
    center.make(a_user, "alice")
    answer = _answer(center, _sign(center, _claims(center)))
    assert answer.status_code == 200
    assert answer.json()["user"]["username"] == "alice"


def test_a_token_of_a_disabled_user_is_refused(center: Center, alice: Person) -> None:
    token = _sign(center, _claims(center))
    center.make(lambda s: users.change(s, "test", users.find(s, alice.id), status="disabled"))
    assert _answer(center, token).status_code == 401


def test_a_token_of_a_sub_account_is_refused_when_its_main_account_is_disabled(center: Center) -> None:
    main = center.make(a_user, "main")
    center.make(a_user, "alice", parent=main)
    token = _sign(center, _claims(center))
    assert _answer(center, token).status_code == 200
    center.make(lambda s: users.change(s, "test", users.find(s, main.id), status="disabled"))
    assert _answer(center, token).status_code == 401


def test_a_revoked_token_is_refused(center: Center) -> None:
    center.make(a_user, "alice")
    token = _sign(center, _claims(center))
    center.make(lambda s: s.add(RevokedToken(jti="token-1", valid_until=0)))
    assert _answer(center, token).status_code == 401


def test_a_token_from_before_a_deleted_namesake_is_refused(center: Center) -> None:
    center.make(a_user, "alice")
    token = _sign(center, _claims(center, iat=int(time.time()) - 30))
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
