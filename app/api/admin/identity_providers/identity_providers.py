"""The company's OpenID providers: set one up, try it, say which group gives which role."""

import json
from typing import Annotated, Any

from fastapi import Response
from pydantic import AfterValidator, Field, SecretStr, StringConstraints
from sqlalchemy.orm import Session

from app.api import guard
from app.api.app_state import Configured
from app.api.guard import Administrator, AdministratorToChange
from app.api.paging import ApiModel, Body, Id, OneLine, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.platform.errors import NotAllowed
from app.providers import attempts, configuration
from app.providers.models import IdentityProvider

router = ChangingRouter(prefix="/identity-providers", tags=["identity providers"])
Name = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True), OneLine]
Text = Annotated[str, StringConstraints(min_length=1, max_length=255, pattern=r"^[!-~]+( [!-~]+)*$")]
Claim = Annotated[str, StringConstraints(min_length=1, max_length=128, pattern=r"^[!-~]+$")]
Domain = Annotated[str, StringConstraints(max_length=253, to_lower=True, pattern=r"^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$")]


def _of_ascii(secret: SecretStr) -> SecretStr:
    # RFC 6749 appendix A.2: all that a client secret may be made of. Others could not be sent.
    if not (secret.get_secret_value().isascii() and secret.get_secret_value().isprintable()):
        raise ValueError("has a character that no client secret has")
    return secret


Secret = Annotated[SecretStr, Field(min_length=1, max_length=1024), AfterValidator(_of_ascii)]


class ProviderChange(Body):
    """What to change; fields that are left out stay."""

    model_config = examples({"enabled": True})

    name: Name | None = None
    client_id: Text | None = None
    client_secret: Secret | None = Field(default=None, description="Never shown again.")
    scopes: Text | None = None
    name_claim: Claim | None = None
    groups_claim: Claim | None = Field(default=None, description="A claim, or its path with dots.")
    email_domains: Annotated[list[Domain], Field(min_length=1, max_length=50)] | None = None
    creates_users: bool | None = None
    group_id: int | None = Field(default=None, ge=1, le=2**53 - 1)
    enabled: bool | None = None


class NewProvider(ProviderChange):
    """A provider. Without `enabled` it is off: test it first."""

    model_config = examples({"name": "Acme", "issuer": "https://login.acme.example/realms/acme", "client_id": "pulsar"})

    name: Name
    client_id: Text
    issuer: Text


class GroupRole(Body):
    """Members of this group are in this role."""

    group: Annotated[str, StringConstraints(min_length=1, max_length=255), OneLine]
    role_id: int = Field(ge=1, le=2**53 - 1)


class GroupRoles(Body):
    """The whole mapping."""

    model_config = examples({"items": [{"group": "orders", "role_id": 7}]})

    items: Annotated[list[GroupRole], Field(max_length=configuration.MOST_GROUPS)]


class GroupRoleItem(ApiModel):
    """Members of this group are in this role."""

    group: str
    role_id: int


class ProviderItem(ApiModel):
    """A provider. The secret is never shown."""

    id: int
    name: str
    issuer: str
    client_id: str
    with_secret: bool
    client_jwk: dict[str, str] | None = Field(
        description="The public half of the center's key, which the provider must know (private_key_jwt)."
    )
    scopes: str
    name_claim: str
    groups_claim: str | None
    email_domains: list[str] | None
    creates_users: bool
    group_id: int | None
    enabled: bool
    groups: list[GroupRoleItem]
    version: str


class ProviderItems(ApiModel):
    """All providers, by id."""

    items: list[ProviderItem]
    redirect_uri: str = Field(description="What each provider must know of the center.")


@router.get("", summary="List identity providers")
def list_providers(caller: Administrator, settings: Configured) -> ProviderItems:
    """Those that are off too."""
    items = [_item(caller.session, provider) for provider in configuration.everyone(caller.session)]
    return ProviderItems(items=items, redirect_uri=attempts.redirect_uri(settings))


@router.post("", status_code=201, summary="Set up a provider", responses=responses(404, 409))
def create_provider(
    caller: AdministratorToChange, settings: Configured, response: Response, body: NewProvider
) -> ProviderItem:
    """The issuer's host must be in PUC_PROVIDER_ADDRESSES, as must those of its endpoints."""
    guard.require_reauthentication(caller)
    provider = configuration.create(
        caller.session, settings, caller.username, body.issuer, _secret(body), **_values(body)
    )
    return tagged(response, _item(caller.session, provider))


@router.get("/{provider_id}", summary="Read a provider")
def get_provider(caller: Administrator, response: Response, provider_id: Id) -> ProviderItem:
    """One provider, with its ETag."""
    return tagged(response, _item(caller.session, configuration.find(caller.session, provider_id)))


@router.patch("/{provider_id}", summary="Change a provider")
def change_provider(
    caller: AdministratorToChange,
    settings: Configured,
    response: Response,
    provider_id: Id,
    seen: Seen,
    body: ProviderChange,
) -> ProviderItem:
    """The issuer never changes. 422 `secret_needed`: another client comes with its secret. `enabled: false` signs out
    whom it signed in, also from applications, and takes the roles that it gave, 2,000 at a time."""
    guard.require_reauthentication(caller)
    provider = seen.latest(configuration.find(caller.session, provider_id))
    configuration.change(caller.session, settings, caller.username, provider, _secret(body), **_values(body))
    return tagged(response, _item(caller.session, provider))


@router.delete("/{provider_id}", status_code=204, summary="Delete a provider", responses=responses(409))
def delete_provider(caller: AdministratorToChange, provider_id: Id, seen: Seen) -> None:
    """Its links, the sessions that it opened and the roles that it gave go with it; accounts stay."""
    guard.require_reauthentication(caller)
    configuration.remove(caller.session, caller.username, seen.latest(configuration.find(caller.session, provider_id)))


@router.put("/{provider_id}/groups", summary="Say which group gives which role", responses=responses(409))
def set_provider_groups(
    caller: AdministratorToChange, response: Response, provider_id: Id, seen: Seen, body: GroupRoles
) -> ProviderItem:
    """Replaces the whole mapping. Roles given by hand stay as they are."""
    guard.require_reauthentication(caller)
    if caller.parent_id is not None:
        raise NotAllowed("A sub-account cannot put anybody into a role.", code="sub_account_cannot_grant")
    provider = seen.latest(configuration.find(caller.session, provider_id))
    wanted = {(entry.group, entry.role_id) for entry in body.items}
    configuration.set_groups(caller.session, caller.user, provider, wanted)
    return tagged(response, _item(caller.session, provider))


@router.post("/{provider_id}/key", summary="Make a key for a provider")
def renew_provider_key(caller: AdministratorToChange, settings: Configured, provider_id: Id) -> ProviderItem:
    """It signs the center's requests for tokens instead of the client secret, which is gone (private_key_jwt). Register
    `client_jwk` at the provider; until then nobody can sign in with it."""
    guard.require_reauthentication(caller)
    provider = configuration.find(caller.session, provider_id)
    configuration.renew_key(caller.session, settings, caller.username, provider)
    return _item(caller.session, provider)


def _secret(body: ProviderChange) -> str | None:
    return None if body.client_secret is None else body.client_secret.get_secret_value()


def _values(body: ProviderChange) -> dict[str, Any]:
    changed = body.model_dump(exclude_unset=True, exclude={"issuer", "client_secret"})
    may_be_null = ("groups_claim", "email_domains", "group_id")
    values = {field: value for field, value in changed.items() if value is not None or field in may_be_null}
    if "group_id" in values:
        values["service_group"] = values.pop("group_id")
    for field in ("creates_users", "enabled"):
        if field in values:
            values[field] = int(values[field])
    return values


def _item(session: Session, provider: IdentityProvider) -> ProviderItem:
    return ProviderItem.of(
        provider,
        with_secret=provider.client_secret_sealed is not None,
        client_jwk=None if provider.client_jwk is None else json.loads(provider.client_jwk),
        group_id=provider.service_group,
        groups=[
            GroupRoleItem(group=group, role_id=role_id) for group, role_id in configuration.mapping(session, provider)
        ],
    )
