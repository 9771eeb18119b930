"""Trying a provider: what it says of itself and its keys, asked now; and what a sign-in with these claims would do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.grants.models import Role
from app.platform.errors import NotAllowed
from app.providers import account_links, claims_read, group_roles
from app.providers.discovery import Providers
from app.providers.models import IdentityProvider
from app.providers.provider_http import ProviderFailed

StepName = Literal["discovery", "metadata", "keys", "clock"]
_MOST_SKEW_MS = 60_000


@dataclass(frozen=True)
class TrialStep:
    """A part of the test. `reason` is a stable code."""

    step: StepName
    ok: bool
    reason: str | None = None
    explanation: str | None = None


@dataclass(frozen=True)
class Preview:
    """What a sign-in would do. `refusal`: the code of its error; then there is no account."""

    account: Literal["linked", "new"] | None
    username: str | None
    refusal: str | None
    groups: list[str] | None
    roles: list[Role]


def steps(providers: Providers, issuer: str, now: int) -> list[TrialStep]:
    """What works, up to the first part that does not. Raises nothing that the provider causes."""
    done: list[TrialStep] = []
    name: StepName = "discovery"
    try:
        said, date = providers.discovery.fetch_document(issuer)
        done.append(TrialStep(name, True))
        name = "metadata"
        metadata = providers.discovery.checked(issuer, said)
        done.append(TrialStep(name, True))
        name = "keys"
        keys = providers.discovery.fetch_keys(metadata)
    except ProviderFailed as error:
        return [*done, TrialStep(name, False, error.code, str(error))]
    if not any(key.get("kty") in ("RSA", "EC") and key.get("use", "sig") == "sig" for key in keys):
        return [*done, TrialStep(name, False, "no_usable_key", "No key of RSA or P-256 for signatures.")]
    return [*done, TrialStep(name, True), _clock_step(date, now)]


def preview(session: Session, provider: IdentityProvider, claims: Mapping[str, Any]) -> Preview:
    """Changes nothing."""
    groups = claims_read.groups(provider, claims)
    roles_of_groups = group_roles.of_groups(session, provider, groups or frozenset())
    roles = list(session.scalars(select(Role).where(Role.id.in_(roles_of_groups)).order_by(Role.role_name)))
    group_names = None if groups is None else sorted(groups)
    try:
        linked, username = account_links.expected_account(session, provider, claims)
    except NotAllowed as error:
        return Preview(None, None, error.stable_code, group_names, [])
    return Preview("linked" if linked else "new", username, None, group_names, roles)


def _clock_step(date: int | None, now: int) -> TrialStep:
    # Without a Date in the answer there is nothing to compare, and an ID token from the future would say it later.
    if date is not None and abs(date - now) > _MOST_SKEW_MS:
        seconds = abs(date - now) // 1000
        return TrialStep("clock", False, "clocks_differ", f"The clocks of provider and center differ by {seconds} s.")
    return TrialStep("clock", True)
