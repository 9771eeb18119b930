"""Back from a provider for somebody who is signed in here: a link, a trial, or having shown once more who it is."""

from dataclasses import dataclass
from typing import Any, Literal

from fastapi import Request, Response
from pydantic import Field
from sqlalchemy.orm import Session

from app.api import app_state, callers
from app.api.callers import Caller
from app.api.paging import ApiModel, NamedItem
from app.api.public import session_factor
from app.api.public.session_answer import SessionItem
from app.audit.trail import trail
from app.identity import users
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed, NotSignedIn
from app.providers import account_links, attempts, claims_read, configuration, trials
from app.providers.attempts import ReturnedBrowser
from app.providers.models import METHOD, IdentityProvider

_SKEW_MS = 60_000


class TrialResult(ApiModel):
    """What the provider says of the administrator who tries it, and what a sign-in would do. Nobody is signed in."""

    claims: dict[str, Any]
    account: Literal["linked", "new"] | None = Field(description="Null when it would be refused.")
    username: str | None
    refusal: str | None = Field(description="The code with which a sign-in would be refused.")
    groups: list[str] | None = Field(description="Null when the provider tells none, or too many.")
    roles: list[NamedItem] = Field(description="Those that the groups would give.")


@dataclass(frozen=True)
class ProviderResult:
    """The result; empty after a link."""

    session: SessionItem | None = None
    trial: TrialResult | None = None


def finish(request: Request, response: Response, returned: ReturnedBrowser, claims: dict[str, Any]) -> ProviderResult:
    """Finish all but signing in, for the user who began it and is still signed in here."""
    with app_state.database_of(request).writing() as session:
        trail.lock_revision(session)
        caller = callers.find(request, session)
        if caller.via != "session" or caller.user_id != returned.user_id:
            raise attempts.over()
        user, provider = users.find(session, caller.user_id), configuration.find(session, returned.provider_id)
        if returned.purpose == "trial":
            return ProviderResult(trial=_trial(session, provider, claims))
        if returned.purpose == "again":
            account_links.refuse_other(session, provider, user, claims)
            return ProviderResult(session=_elevate(request, response, caller, returned, claims))
        account_links.link(session, caller.username, provider, user, claims)
        return ProviderResult()


def _elevate(
    request: Request, response: Response, caller: Caller, returned: ReturnedBrowser, claims: dict[str, Any]
) -> SessionItem:
    """Whoever asked the provider again without `prompt=login` brings an old `auth_time`, and gets nothing."""
    shown_at = claims_read.shown_at(claims)
    if shown_at is None:
        message = "The provider does not say when you showed it who you are: sign out here and in again."
        raise NotAllowed(message, code="provider_tells_no_time")
    if shown_at < returned.started - _SKEW_MS:
        raise NotSignedIn("The provider did not ask you once more.", code="provider_sign_in_failed")
    who = (caller.console_session or 0, caller.user_id)
    now = min(now_ms(), shown_at + _SKEW_MS)
    settings = app_state.settings_of(request)
    return session_factor.elevate(caller.session, settings, response, who, METHOD, now, returned.provider_id)


def _trial(session: Session, provider: IdentityProvider, claims: dict[str, Any]) -> TrialResult:
    preview = trials.preview(session, provider, claims)
    roles = [NamedItem(id=role.id, name=role.role_name) for role in preview.roles]
    return TrialResult.of(preview, claims=claims, roles=roles)
