"""Every wrong signed request is refused with `invalid_client`, for each algorithm that keys of services may have."""

import pytest

from app.identity.public_keys import ALGORITHMS
from tests.center import Center
from tests.tokens.negative.any_token import ANY, Make
from tests.tokens.negative.forging import Forging, now
from tests.tokens.signing import PRIVATE, Signing, signing


def _endpoint(f: Forging) -> str:
    return f"{f.claims()['aud']}/oauth2/token"


OWN: dict[str, Make] = {
    "iss is not sub": lambda f: f.with_claims(iss="other"),
    "sub is not iss": lambda f: f.with_claims(sub="other"),
    "another client altogether": lambda f: f.with_claims(iss="other", sub="other"),
    "two audiences, both of ours": lambda f: f.with_claims(
        aud=[f.claims()["aud"], f"{f.claims()['aud']}/oauth2/token"]
    ),
    "ours and a stranger's audience": lambda f: f.with_claims(aud=[f.claims()["aud"], "https://attacker.example"]),
    "a stranger's audience and ours": lambda f: f.with_claims(aud=["https://attacker.example", f.claims()["aud"]]),
    "the same audience twice": lambda f: f.with_claims(aud=[f.claims()["aud"]] * 2),
    "the introspection endpoint": lambda f: f.with_claims(aud=f"{f.claims()['aud']}/oauth2/introspect"),
    "the audience of brokers": lambda f: f.with_claims(aud="pulsar"),
    "typ of an access token": lambda f: f.head(typ="at+jwt"),
    "typ in lower case": lambda f: f.head(typ="jwt"),
    "exp in more than an hour": lambda f: f.with_claims(exp=now() + 3_660),
    "good for more than an hour": lambda f: f.with_claims(iat=now() - 1_800, exp=now() + 1_860),
    "exp in an hour, iat in a minute": lambda f: f.with_claims(iat=now() + 60, exp=now() + 3_600),
    "exp in a year": lambda f: f.with_claims(exp=now() + 31_536_000),
    "exp in milliseconds": lambda f: f.with_claims(exp=(now() + 60) * 1000),
    "exp beyond 64 bits": lambda f: f.with_claims(exp=2**64),
    "iat an hour ago": lambda f: f.with_claims(iat=now() - 3600),
    "iat negative": lambda f: f.with_claims(iat=-1),
    "nbf null": lambda f: f.with_text('"jti"', '"nbf": null, "jti"'),
    "a long jti": lambda f: f.with_claims(jti="x" * 257),
}
CASES = {**ANY, **OWN}


@pytest.fixture(params=ALGORITHMS)
def signer(request: pytest.FixtureRequest, center: Center) -> Signing:
    """A service with a key of this algorithm."""
    return signing(center, request.param)


def _forging(signer: Signing) -> Forging:
    header = {"alg": signer.alg, "kid": signer.kid, "typ": "JWT"}
    return Forging(signer.alg, PRIVATE[signer.alg], header, signer.claims)


def test_a_right_assertion_gets_a_token_once(signer: Signing) -> None:
    right = _forging(signer).token()
    assert [signer.post(right).status_code for _ in range(2)] == [200, 401]


def test_a_wrong_assertion_gets_no_token(signer: Signing, subtests: pytest.Subtests) -> None:
    for name in CASES:
        with subtests.test(name):
            wrong = CASES[name](_forging(signer)).encode(errors="replace").decode()
            answer = signer.post(wrong)
            assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client"), answer.text
            assert answer.headers["cache-control"] == "no-store"
            assert not wrong or wrong not in answer.text
