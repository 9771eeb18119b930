"""Signing keys are useless to who has only the database."""

import json

import pytest
from cryptography.exceptions import InvalidTag
from pydantic import SecretStr

from app.platform.settings import Settings
from app.server.main import bind
from app.tokens import key_life, keys
from app.tokens.models import SigningKey
from tests.center import Center


def test_the_private_key_is_sealed(center: Center) -> None:
    key = center.read(keys.active)
    assert "PRIVATE" not in key.private_encrypted
    with pytest.raises(InvalidTag):
        keys.private_key(key, Settings(secret_key=SecretStr("another secret of at least 32 characters")))


def test_a_sealed_key_cannot_be_moved_to_another_row(center: Center) -> None:
    key = center.read(keys.active)
    moved = SigningKey(kid="another", alg=key.alg, public_jwk=key.public_jwk, private_encrypted=key.private_encrypted)
    with pytest.raises(InvalidTag):
        keys.private_key(moved, center.settings)


def test_starting_again_keeps_the_key(center: Center) -> None:
    first = center.read(keys.active).kid
    center.make(key_life.ensure, center.settings)
    assert center.read(keys.active).kid == first


def test_the_jwks_has_public_parts_only_with_kid_and_alg(center: Center) -> None:
    published = center.client().get("/oauth2/jwks").json()["keys"]
    assert len(published) == 2  # the one that signs, and its spare
    assert all(set(key) == {"kty", "crv", "x", "y", "kid", "alg", "use"} for key in published)
    assert "d" not in json.loads(center.read(keys.active).public_jwk)


def test_discovery_names_the_issuer_byte_by_byte(center: Center) -> None:
    for path in ("/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"):
        document = center.client().get(path).json()
        assert document["issuer"] == center.settings.issuer
        assert document["jwks_uri"] == f"{center.settings.issuer}/oauth2/jwks"


def test_an_issuer_that_ends_with_a_slash_keeps_it_and_no_address_has_two(center: Center) -> None:
    ended = center.settings.model_copy(update={"issuer": "https://center.example/"})
    bind(center.app, ended, center.database)
    document = center.client().get("/.well-known/openid-configuration").json()
    assert document["issuer"] == "https://center.example/"
    assert document["jwks_uri"] == "https://center.example/oauth2/jwks"
    assert [value for value in map(str, document.values()) if "example//" in value] == []
