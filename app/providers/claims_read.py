"""Reads names, addresses and groups out of proven claims. Pure; what is not as expected counts as absent."""

from collections.abc import Mapping
from typing import Any

from app.providers.models import IdentityProvider

_MOST_GROUPS = 2_000


def value(claims: Mapping[str, Any], name: str) -> Any:
    """A claim by its name, or by its path with dots (`realm_access.roles`). A name with dots comes first."""
    if name in claims:
        return claims[name]
    found: Any = claims
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def verified_email(claims: Mapping[str, Any]) -> str | None:
    """The address, if the provider says that it has checked it. The text "true" is no yes."""
    address = claims.get("email")
    return address if isinstance(address, str) and "@" in address and claims.get("email_verified") is True else None


def user_name(provider: IdentityProvider, claims: Mapping[str, Any]) -> str | None:
    """The name of a new account. An address counts only when it is verified."""
    if provider.name_claim == "email":
        return verified_email(claims)
    name = value(claims, provider.name_claim)
    return name if isinstance(name, str) else None


def shown_at(claims: Mapping[str, Any]) -> int | None:
    """When the person last showed at the provider who it is (`auth_time`, epoch ms), if the provider tells."""
    seconds = claims.get("auth_time")
    return seconds * 1000 if type(seconds) is int and 0 <= seconds < 2**40 else None


def groups(provider: IdentityProvider, claims: Mapping[str, Any]) -> frozenset[str] | None:
    """The groups of the person. None: the provider does not say (no claim is set up, it is absent, it is cut short and
    refers to another place as Entra ID does above 200 groups, or it makes no sense)."""
    if provider.groups_claim is None:
        return None
    claim_names = claims.get("_claim_names")
    if isinstance(claim_names, Mapping) and provider.groups_claim in claim_names:
        return None
    claim = value(claims, provider.groups_claim)
    texts = [claim] if isinstance(claim, str) else claim
    if not isinstance(texts, list) or len(texts) > _MOST_GROUPS or not all(isinstance(group, str) for group in texts):
        return None
    return frozenset(texts)
