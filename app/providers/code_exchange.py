"""Changing a provider's code for claims that are proven. Calls the provider: never inside a transaction."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from pydantic import SecretStr

from app.platform import sealing
from app.platform.resealing import SealedColumn
from app.platform.settings import Settings
from app.providers import attempts, id_token_verification, own_key
from app.providers.discovery import Discovery, Metadata
from app.providers.id_token_verification import IdTokenRefused
from app.providers.models import IdentityProvider
from app.providers.provider_http import ProviderHttp

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


def seal_key(settings: Settings, issuer: str, pem: bytes) -> str:
    """Encrypt the center's private key for this provider."""
    return sealing.seal(settings.secret_key, _KEY_PURPOSE, issuer, pem)


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
        return own_key.form(client.client_key, client.client_id, metadata.token_endpoint, now), None
    if client.client_secret is None:
        return {"client_id": client.client_id}, None
    if metadata.secret_by_post:
        return {"client_id": client.client_id, "client_secret": client.client_secret}, None
    # RFC 6749 §2.3.1: both are form-encoded first
    return {}, (quote(client.client_id, safe=""), quote(client.client_secret, safe=""))
