"""Lines of broker.conf with which a stock broker, without our plugin, takes the center's tokens."""

import base64
import json

import httpx
import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey

SUPER_USER = "root-of-the-broker"


def token_provider(center: str, token: str) -> dict[str, str]:
    """Pulsar's AuthenticationProviderToken: it holds one public key, that of `token`, and knows no issuer."""
    return {
        "authenticationProviders": "org.apache.pulsar.broker.authentication.AuthenticationProviderToken",
        "tokenPublicKey": "data:;base64," + base64.b64encode(_public_key(center, token)).decode(),
        "tokenPublicAlg": "ES256",
        "tokenAudienceClaim": "aud",
        "tokenAudience": "pulsar",
    }


def openid_provider(center: str, token: str) -> dict[str, str]:
    """Pulsar's AuthenticationProviderOpenID: it finds issuer and keys by discovery."""
    del token  # it fetches the keys itself
    return {
        "authenticationProviders": "org.apache.pulsar.broker.authentication.oidc.AuthenticationProviderOpenID",
        "openIDAllowedTokenIssuers": center,
        "openIDAllowedAudiences": "pulsar",
        "openIDRequireIssuersUseHttps": "false",  # only because this test's center has no TLS
    }


STOCK = {"token": token_provider, "openid": openid_provider}


def stock_rights(token: str) -> dict[str, str]:
    """Pulsar's own grants, and a super user who makes them, with this token."""
    return {
        "authenticationEnabled": "true",
        "authorizationEnabled": "true",
        "authorizationProvider": "org.apache.pulsar.broker.authorization.PulsarAuthorizationProvider",
        "superUserRoles": SUPER_USER,
        "authenticationRefreshCheckSeconds": "1",
        "brokerClientAuthenticationPlugin": "org.apache.pulsar.client.impl.auth.AuthenticationToken",
        "brokerClientAuthenticationParameters": f"token:{token}",
    }


def _public_key(center: str, token: str) -> bytes:
    """The key of this token as DER, made from the center's JWKS as an operator would."""
    kid, published = (
        jwt.get_unverified_header(token)["kid"],
        httpx.get(f"{center}/oauth2/jwks", timeout=60).json()["keys"],
    )
    found = next(key for key in published if key["kid"] == kid)
    key = jwt.PyJWK.from_json(json.dumps(found)).key
    assert isinstance(key, EllipticCurvePublicKey)
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
