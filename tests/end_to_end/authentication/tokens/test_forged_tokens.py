"""Tokens with the right signature that are wrong in one point, and tricks with the header: none opens the broker."""

import base64
import json
import time
from typing import Any

import pytest

from tests.end_to_end.authentication.center_key import CenterKey
from tests.end_to_end.authentication.connect_frame import connect_answer
from tests.end_to_end.authentication.tokens.test_ending import bearer, status
from tests.end_to_end.conftest import WRITE_TOPIC, Business
from tests.end_to_end.estate import Estate

pytestmark = pytest.mark.broker


def wrong_claims(claims: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Each is the good claims with one thing wrong."""
    now = int(time.time())
    return {
        "audience of another cluster": {**claims, "aud": "other-cluster"},
        "list of other audiences": {**claims, "aud": ["other-cluster", "https://center.example"]},
        "empty list of audiences": {**claims, "aud": []},
        "audience that only begins alike": {**claims, "aud": "pulsar2"},
        "without audience": {key: value for key, value in claims.items() if key != "aud"},
        "without end": {key: value for key, value in claims.items() if key != "exp"},
        "ended": {**claims, "exp": now - 1},
        "end as text": {**claims, "exp": "never"},
        "not valid yet": {**claims, "nbf": now + 300},
        "without id": {key: value for key, value in claims.items() if key != "jti"},
        "without time of issue": {key: value for key, value in claims.items() if key != "iat"},
        "other issuer": {**claims, "iss": claims["iss"] + "/"},
        "without user": {key: value for key, value in claims.items() if key != "sub"},
        "user as a list": {**claims, "sub": [claims["sub"]]},
        "another's name with a space": {**claims, "sub": claims["sub"] + " "},
    }


def test_right_signature_wrong_claims(estate: Estate, business: Business, center_key: CenterKey) -> None:
    account, _ = business.service("victim", WRITE_TOPIC)
    good = center_key.claims(account.username)
    port = estate.broker.binary_port
    assert connect_answer(port, center_key.sign(good)) == "connected"
    assert connect_answer(port, center_key.sign({**good, "aud": ["other", "pulsar"]})) == "connected"
    for what, claims in wrong_claims(good).items():
        token = center_key.sign(claims)
        assert "connected" not in connect_answer(port, token), what
        assert status(estate, business, bearer(token)) == 401, what


def test_tricks_with_the_header(estate: Estate, business: Business, center_key: CenterKey) -> None:
    account, _ = business.service("victim", WRITE_TOPIC)
    claims = center_key.claims(account.username)
    tricks: dict[str, dict[str, Any]] = {
        "key id that is a path": {"kid": "../../../../dev/null"},
        "key id with a quote": {"kid": f"{center_key.kid}' OR '1'='1"},
        "empty key id": {"kid": ""},
        "another type": {"typ": "JWT"},
        "critical extension": {"crit": ["exp"]},
        "unencoded payload": {"b64": False, "crit": ["b64"]},
    }
    for what, header in tricks.items():
        assert "connected" not in connect_answer(estate.broker.binary_port, center_key.sign(claims, **header)), what
    body = center_key.sign(claims).split(".")
    for algorithm in ("none", "None", "HS256", "RS256", "ES384", "EdDSA"):
        header = {"alg": algorithm, "kid": center_key.kid, "typ": "at+jwt"}
        packed = base64.urlsafe_b64encode(json.dumps(header).encode()).rstrip(b"=").decode()
        for signature in (body[2], ""):
            token = f"{packed}.{body[1]}.{signature}"
            assert "connected" not in connect_answer(estate.broker.binary_port, token), algorithm


def test_huge_tokens(estate: Estate, business: Business, center_key: CenterKey) -> None:
    account, _ = business.service("victim", WRITE_TOPIC)
    huge = center_key.sign({**center_key.claims(account.username), "extra": "x" * 1_000_000})
    assert "connected" not in connect_answer(estate.broker.binary_port, huge)
    assert connect_answer(estate.broker.binary_port, center_key.token(account.username)) == "connected"
