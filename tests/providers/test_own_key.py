"""The center signs its requests for tokens instead of showing a secret (private_key_jwt, RFC 7523)."""

import json
from typing import Any

import jwt
from sqlalchemy import select

from app.audit.trail.models import TrailEntry
from app.providers.models import IdentityProvider
from tests.providers.conftest import SECRET, Company


def _renew_key(company: Company) -> dict[str, Any]:
    answer = company.root.post(f"/api/v1/identity-providers/{company.id}/key")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _verify_assertion(form: dict[str, str], jwk: dict[str, str], audience: str) -> dict[str, Any]:
    assert form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    assert jwt.get_unverified_header(form["client_assertion"]) == {"alg": "ES256", "kid": jwk["kid"], "typ": "JWT"}
    found: dict[str, Any] = jwt.decode(
        form["client_assertion"], jwt.PyJWK.from_dict(jwk).key, algorithms=["ES256"], audience=audience
    )
    return found


def test_each_request_is_signed_for_the_provider_alone(company: Company) -> None:
    made = _renew_key(company)
    assert (made["with_secret"], set(made["client_jwk"])) == (False, {"kty", "crv", "x", "y", "alg", "kid", "use"})
    claims = []
    for _ in range(2):
        assert company.sign_in().status_code == 200
        form = company.provider.asked[-1]
        assert company.provider.basic[-1] is None
        assert "client_secret" not in form
        claims.append(_verify_assertion(form, made["client_jwk"], f"{company.provider.issuer}/token"))
    assert claims[0]["iss"] == claims[0]["sub"] == "pulsar"
    assert claims[0]["exp"] - claims[0]["iat"] <= 60
    assert claims[0]["jti"] != claims[1]["jti"]


def test_a_new_key_or_secret_replaces_the_one_before(company: Company) -> None:
    first, second = _renew_key(company), _renew_key(company)
    assert first["client_jwk"]["kid"] != second["client_jwk"]["kid"]
    company.change(client_id="other")
    assert company.root.get(f"/api/v1/identity-providers/{company.id}").json()["client_jwk"] == second["client_jwk"]
    company.change(client_secret=SECRET)
    found = company.root.get(f"/api/v1/identity-providers/{company.id}").json()
    assert (found["client_jwk"], found["with_secret"]) == (None, True)


def test_the_private_half_leaves_the_center_nowhere(company: Company) -> None:
    _renew_key(company)
    recorded = json.dumps(
        company.center.read(lambda session: [str(content) for content in session.scalars(select(TrailEntry.after))])
    )
    rows = company.center.read(lambda session: session.scalars(select(IdentityProvider.client_private_sealed)).all())
    assert rows[0] is not None
    assert "PRIVATE" not in rows[0]
    assert rows[0] not in recorded
    assert "client_private_sealed" not in recorded
