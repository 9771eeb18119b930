"""Changing a provider's code for claims that are proven. Calls the provider: never inside a transaction.

The center shows a secret, or signs with a key (private_key_jwt, RFC 7523): one for each provider, so that what is
signed for one counts nowhere else.
"""

import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import jwt
from pydantic import SecretStr

from app.platform import jwk, sealing
from app.platform.resealing import SealedColumn
from app.platform.settings import Settings
from app.providers import attempts, id_token_verification
from app.providers.discovery import Discovery, Metadata
from app.providers.id_token_verification import IdTokenRefused
from app.providers.models import IdentityProvider
from app.providers.provider_http import ProviderHttp
from app.tokens import keys
from app.tokens.client_assertions import TYPE

_ALG: keys.Algorithm = "ES256"
_ASSERTION_SECONDS = 60
_PURPOSE = "client secret at an identity provider"
_KEY_PURPOSE = "client key at an identity provider"
SEALED = (
    SealedColumn(IdentityProvider.client_secret_sealed, _PURPOSE, lambda row: f"{row.issuer}\n{row.client_id}"),
    SealedColumn(IdentityProvider.client_private_sealed, _KEY_PURPOSE, lambda row: str(row.issuer)),
)


@dataclass(frozen=True)
class ProviderClient:
    """What is needed of a provider's row outside of its transaction."""

    issuer: str
    client_id: str
    client_secret: str | None = field(repr=False)
    client_key: str | None = field(repr=False)


@dataclass(frozen=True)
class ReturnedCode:
    """What the browser brought back."""

    code: str = field(repr=False)
    iss: str | None


def seal_secret(settings: Settings, issuer: str, client_id: str, secret: str) -> str:
    """Encrypt a client secret for this provider and client: it opens for no other."""
    return sealing.seal(settings.secret_key, _PURPOSE, f"{issuer}\n{client_id}", secret.encode())


def new_key(settings: Settings, issuer: str) -> tuple[str, str]:
    """A new private key of the center for this provider, encrypted, and its public half as JWK."""
    key = keys.make(_ALG)
    sealed = sealing.seal(settings.secret_key, _KEY_PURPOSE, issuer, keys.to_bytes(key))
    return sealed, jwk.as_text(keys.public_jwk(key, _ALG))


def provider_client(settings: Settings, provider: IdentityProvider) -> ProviderClient:
    """Read the row. Raises `cryptography.exceptions.InvalidTag` when PUC_SECRET_KEY is another one."""
    sealed, owner = provider.client_secret_sealed, f"{provider.issuer}\n{provider.client_id}"
    secrets: list[SecretStr] = list(settings.secrets())
    secret = None if sealed is None else sealing.unseal(secrets, _PURPOSE, owner, sealed).decode()
    of_key = provider.client_private_sealed
    key = None if of_key is None else sealing.unseal(secrets, _KEY_PURPOSE, provider.issuer, of_key).decode()
    return ProviderClient(provider.issuer, provider.client_id, secret, key)


def claims(
    settings: Settings,
    http: ProviderHttp,
    discovery: Discovery,
    client: ProviderClient,
    answer: ReturnedCode,
    secret: str,
    now: int,
) -> dict[str, Any]:
    """The proven claims. `secret`: of the browser's cookie. Raises IdTokenRefused, ProviderFailed."""
    metadata = discovery.metadata(client.issuer)
    if answer.iss != client.issuer and (answer.iss is not None or metadata.sends_iss):
        raise IdTokenRefused("the answer comes from another provider")  # mix-up, RFC 9207
    form = {
        "grant_type": "authorization_code",
        "code": answer.code,
        "redirect_uri": attempts.redirect_uri(settings),
        "code_verifier": attempts.code_verifier(secret),
    }
    shown, basic = _authentication(client, metadata, now)
    status, tokens = http.post(metadata.token_endpoint, form | shown, basic)
    token, access_token = tokens.get("id_token"), tokens.get("access_token")
    if status != 200 or not isinstance(token, str):
        raise IdTokenRefused("the provider gives no ID token for the code")
    text = access_token if isinstance(access_token, str) else None
    return id_token_verification.verify(
        discovery, client.issuer, client.client_id, token, attempts.nonce(secret), text, now
    )


def _authentication(
    client: ProviderClient, metadata: Metadata, now: int
) -> tuple[dict[str, str], tuple[str, str] | None]:
    """How the center shows at the token endpoint who it is: parts of the form, and of the header."""
    if client.client_key is not None:
        return _signed_form(client.client_key, client.client_id, metadata.token_endpoint, now), None
    if client.client_secret is None:
        return {"client_id": client.client_id}, None
    if metadata.secret_by_post:
        return {"client_id": client.client_id, "client_secret": client.client_secret}, None
    # RFC 6749 §2.3.1: both are form-encoded first
    return {}, (quote(client.client_id, safe=""), quote(client.client_secret, safe=""))


def _signed_form(pem: str, client_id: str, audience: str, now: int) -> dict[str, str]:
    """What the token endpoint takes instead of a secret, once."""
    key, issued = keys.from_bytes(pem.encode()), now // 1000
    times = {"iat": issued, "exp": issued + _ASSERTION_SECONDS}
    claims = {"iss": client_id, "sub": client_id, "aud": audience, "jti": str(uuid.uuid4()), **times}
    headers = {"kid": keys.public_jwk(key, _ALG)["kid"]}
    return {
        "client_id": client_id,
        "client_assertion_type": TYPE,
        "client_assertion": jwt.encode(claims, key, algorithm=_ALG, headers=headers),
    }
