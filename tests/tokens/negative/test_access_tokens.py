"""Every wrong access token is refused with the same 401, for each algorithm that keys may have."""

import json
import re

import httpx
import pytest
from sqlalchemy.orm import Session

from app.platform.clock import now_ms
from app.platform.errors import NotSignedIn
from app.tokens import bearers
from app.tokens.models import SigningKey
from tests.center import Center
from tests.factories import a_user
from tests.tokens.negative.any_token import ANY, Make
from tests.tokens.negative.forging import Forging, now
from tests.tokens.signing import PRIVATE

ALGORITHMS = ("ES256", "RS256")
_SENDABLE = re.compile(r"[!-~]{1,60000}")
OWN: dict[str, Make] = {
    "kid missing": lambda f: f.head(kid=None),
    "typ missing": lambda f: f.head(typ=None),
    "typ of an ID token": lambda f: f.head(typ="JWT"),
    "typ of a signed request": lambda f: f.head(typ="client-authentication+jwt"),
    "typ with a prefix": lambda f: f.head(typ="xat+jwt"),
    "nbf missing": lambda f: f.with_claims(nbf=None),
    "client_id missing": lambda f: f.with_claims(client_id=None),
    "client_id a number": lambda f: f.with_claims(client_id=1),
    "the brokers' audience": lambda f: f.with_claims(aud="pulsar"),
    "networks no list": lambda f: f.with_claims(networks="0.0.0.0/0"),
    "networks of numbers": lambda f: f.with_claims(networks=[0]),
    "networks null": lambda f: f.with_text('"client_id"', '"networks": null, "client_id"'),
}
CASES = {**ANY, **OWN}


@pytest.fixture(params=ALGORITHMS)
def forging(request: pytest.FixtureRequest, center: Center) -> Forging:
    """A center with a key of this algorithm, and alice, whose right token opens it."""
    alg: str = request.param
    center.make(a_user, "alice")
    center.make(_published, alg)
    issuer = center.settings.issuer
    base = {"iss": issuer, "sub": "alice", "aud": issuer, "client_id": "alice", "jti": "token-1"}
    header = {"alg": alg, "kid": f"Key-of-{alg}", "typ": "at+jwt"}
    return Forging(alg, _private(alg), header, lambda: {**base, "iat": now(), "nbf": now(), "exp": now() + 60})


def _private(alg: str) -> object:
    return {str(name): key for name, key in PRIVATE.items()}[alg]


def _published(session: Session, alg: str) -> None:
    own = Forging(alg, _private(alg), {}, dict)
    jwk = json.dumps({**own.jwk(own.private), "kid": f"Key-of-{alg}", "alg": alg})
    row = SigningKey(
        kid=f"Key-of-{alg}", alg=alg, public_jwk=jwk, private_encrypted="", status="retired", add_time=now_ms()
    )
    session.add(row)


def _answer(center: Center, token: str) -> httpx.Response:
    return center.client(Authorization=f"Bearer {token}").get("/api/v1/session")


def test_a_right_token_opens_the_center(center: Center, forging: Forging) -> None:
    assert _answer(center, forging.token()).status_code == 200


def test_a_wrong_token_does_not_open_the_center(center: Center, forging: Forging, subtests: pytest.Subtests) -> None:
    for name in CASES:
        with subtests.test(name):
            token = CASES[name](forging)
            with center.database.reading() as session, pytest.raises(NotSignedIn) as refused:
                bearers.of(session, center.settings, token, now_ms())
            assert refused.value.stable_code == "invalid_token"
            if _SENDABLE.fullmatch(token):
                answer = _answer(center, token)
                assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
                of_another = answer.json()["detail"].startswith("This token is for brokers, or an application")
                assert of_another or answer.json()["detail"] == "The token is not valid.", "whatever is wrong with it"
                # Its signature is ours, so its holder may know what it is for. Nothing else is told apart.
                assert of_another if name == "the brokers' audience" else "aud" in name or not of_another
                assert token not in answer.text
