"""Examples of the RFCs: what our reading and the library make of them."""

import json

import jwt
import pytest

from app.identity import public_keys
from app.tokens import strict_jwt
from tests.api.credential_calls import A_KEY

PAYLOAD = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
ES256 = (
    f"eyJhbGciOiJFUzI1NiJ9.{PAYLOAD}."
    "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
)
"""RFC 7515, A.3."""
UNSECURED = f"eyJhbGciOiJub25lIn0.{PAYLOAD}."
"""RFC 7519, 6.1."""
HS256 = f"eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.{PAYLOAD}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
"""RFC 7515, A.1."""
CRITICAL = (
    "eyJhbGciOiJub25lIiwNCiAiY3JpdCI6WyJodHRwOi8vZXhhbXBsZS5jb20vVU5ERUZJTkVEIl0sDQogImh0dHA6Ly"
    "9leGFtcGxlLmNvbS9VTkRFRklORUQiOnRydWUNCn0.RkFJTA."
)
"""RFC 7515, appendix E: must be refused."""


def test_the_es256_example_is_read_and_verified() -> None:
    found = strict_jwt.read(ES256)
    assert found.header == {"alg": "ES256"}
    assert found.claims == {"iss": "joe", "exp": 1_300_819_380, "http://example.com/is_root": True}
    key = jwt.PyJWK.from_json(public_keys.from_jwk(A_KEY).jwk, "ES256").key
    assert json.loads(jwt.PyJWS().decode(ES256, key, algorithms=["ES256"])) == found.claims


@pytest.mark.parametrize("token", [UNSECURED, CRITICAL])
def test_examples_without_signature_are_not_even_read(token: str) -> None:
    with pytest.raises(strict_jwt.MalformedToken):
        strict_jwt.read(token)


def test_the_hmac_example_does_not_verify_with_a_public_key() -> None:
    assert strict_jwt.read(HS256).header["alg"] == "HS256"
    key = jwt.PyJWK.from_json(public_keys.from_jwk(A_KEY).jwk, "ES256").key
    with pytest.raises(jwt.InvalidAlgorithmError):
        jwt.PyJWS().decode(HS256, key, algorithms=["ES256"])
