"""Tokens and signed requests of any kind: refused unless right, also when the right key signs what is wrong."""

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from app.identity.models import User
from app.identity.public_keys import Algorithm
from app.platform.clock import now_ms
from app.platform.errors import NotSignedIn
from app.tokens import bearers, browser_marks, client_assertions, sign_in_receipts
from tests.center import Center
from tests.factories import a_user
from tests.security.fuzz.drawing import ANY_TEXT, changed, with_changes
from tests.security.fuzz.fuzzing import amounts, fuzz
from tests.tokens.negative.forging import Forging
from tests.tokens.negative.test_access_tokens import _private, _published
from tests.tokens.negative.test_client_assertions import _forging
from tests.tokens.signing import signing

Accepts = Callable[[str], bool]
"""True when the text opens something."""
HEADERS = ("crit", "jwk", "jku", "x5u", "x5c", "zip", "b64", "cty")
CLAIMS = ("networks", "scope", "act", "cnf", "pwv")


def now() -> int:
    return now_ms() // 1000


def access(center: Center, alg: str) -> tuple[Forging, Accepts]:
    """Access tokens of alice, and whether one opens the center."""
    center.make(a_user, "alice")
    center.make(_published, alg)
    issuer = center.settings.issuer
    base = {"iss": issuer, "sub": "alice", "aud": issuer, "client_id": "alice", "jti": "token-1"}
    header = {"alg": alg, "kid": f"Key-of-{alg}", "typ": "at+jwt"}
    forging = Forging(alg, _private(alg), header, lambda: {**base, "iat": now(), "nbf": now(), "exp": now() + 600})

    def accepts(token: str) -> bool:
        with center.database.reading() as session, contextlib.suppress(NotSignedIn):
            return bearers.of(session, center.settings, token, now_ms()).username == "alice"
        return False

    return forging, accepts


def signed(center: Center, alg: Algorithm) -> tuple[Forging, Accepts]:
    """Signed requests of a service, and whether one gets a token."""
    forging = _forging(signing(center, alg))

    def accepts(assertion: str) -> bool:
        with contextlib.suppress(client_assertions.AssertionRefused):
            proven = client_assertions.verify(center.database, center.settings, assertion, None, now_ms())
            return proven.user.username == "feeder"
        return False

    return forging, accepts


KINDS: dict[str, Callable[[Center], tuple[Forging, Accepts]]] = {
    "access token, ES256": lambda center: access(center, "ES256"),
    "access token, RS256": lambda center: access(center, "RS256"),
    "signed request, ES256": lambda center: signed(center, "ES256"),
    "signed request, PS256": lambda center: signed(center, "PS256"),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest, center: Center) -> tuple[Forging, Accepts]:
    return KINDS[request.param](center)


@amounts(150, 3_000)
def test_a_changed_token_opens_nothing(kind: tuple[Forging, Accepts], examples: int) -> None:
    forging, accepts = kind
    right = forging.token()

    def check(text: str) -> None:
        assert not accepts(text) or text == right

    fuzz(examples, changed(right) | changed(right, st.characters(exclude_categories=())) | ANY_TEXT, check)
    assert accepts(forging.token())


@amounts(150, 3_000)
def test_a_signed_token_counts_only_with_the_right_claims(kind: tuple[Forging, Accepts], examples: int) -> None:
    forging, accepts = kind

    def check(claims: dict[str, Any]) -> None:
        if accepts(forging.token(claims=claims)):
            _assert_right(claims, forging.claims())

    fuzz(examples, with_changes(forging.claims(), CLAIMS), check)


@amounts(150, 3_000)
def test_a_signed_token_counts_only_with_the_right_header(kind: tuple[Forging, Accepts], examples: int) -> None:
    forging, accepts = kind

    def check(header: dict[str, Any]) -> None:
        if accepts(forging.token(header)):
            assert header.keys() <= {"alg", "kid", "typ"}
            assert header["alg"] == forging.alg
            assert header.get("kid", forging.header["kid"]) == forging.header["kid"]

    fuzz(examples, with_changes(forging.header, HEADERS), check)


def _assert_right(claims: dict[str, Any], right: dict[str, Any]) -> None:
    assert (claims["iss"], claims["sub"]) == (right["iss"], right["sub"])
    audiences = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
    assert right["aud"] in audiences
    assert type(claims["exp"]) is int
    assert claims["exp"] > now() - 1
    for name in ("iat", "nbf"):
        if name in claims:
            assert type(claims[name]) is int
            assert claims[name] <= now() + 10
    assert isinstance(claims["jti"], str)
    assert claims["jti"]


@amounts(300, 10_000)
def test_receipts_and_marks_of_browsers(center: Center, examples: int) -> None:
    secret, now_here = center.settings.secret_key, now_ms()
    user = center.make(a_user, "alice")
    row = center.read(lambda s: s.get_one(User, user.id))
    receipt = sign_in_receipts.issue(secret, sign_in_receipts.SignInReceipt("alice", 1, 1), now_here)
    mark = browser_marks.issue(secret, row, now_here)

    def check(text: str) -> None:
        assert sign_in_receipts.read([secret], text) is None or text == receipt
        assert browser_marks.read(secret, text) is None or text == mark
        sign_in_receipts.is_one(text)

    fuzz(examples, changed(receipt) | changed(mark) | st.text(max_size=200), check)
    assert sign_in_receipts.read([secret], mark) is None
    assert browser_marks.read(secret, receipt) is None
