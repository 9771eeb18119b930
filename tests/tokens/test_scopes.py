"""Scopes of applications (RFC 6749 §3.3, OpenID Connect Core §5.4)."""

import jwt
import pytest

from tests.tokens.relying_party import RelyingParty


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("openid email roles", "openid email"),
        ("admin", ""),
        ("roles openid offline_access x", "openid offline_access"),
    ],
)
def test_scopes_that_there_are_not_are_ignored_and_the_answer_says_so(
    desk: RelyingParty, asked: str, given: str
) -> None:
    tokens = desk.signed_in(scope=asked)
    assert tokens["scope"] == given
    assert ("id_token" in tokens, "refresh_token" in tokens) == ("openid" in given, "offline_access" in given)
    assert jwt.decode(tokens["access_token"], options={"verify_signature": False})["scope"] == given
