"""Signing in to the console with the account of the company (decision 0086).

The provider sends the browser back to a page of the console, which posts what it brought. So our cookies stay strict,
errors are the console's words, and nothing of the answer is ever shown.
"""

from typing import Annotated, Any, Literal, NoReturn

from fastapi import Depends, Request, Response
from pydantic import Field, StringConstraints

from app.api import app_state, cookies, origin
from app.api.admission import rate_limits
from app.api.app_state import Configured, Connected
from app.api.paging import ApiModel, Body, Id, NamedItem, examples
from app.api.problems import responses
from app.api.public import provider_caller, session_answer
from app.api.public.provider_caller import TrialResult
from app.api.public.session_answer import SessionItem
from app.api.routing import Router
from app.audit.trail import trail
from app.identity import sessions, sign_ins, sub_accounts
from app.identity.sessions import NewSession
from app.identity.sign_ins import FactorChallenge
from app.platform.clock import now_ms
from app.platform.errors import NotFound, NotSignedIn
from app.platform.settings import Settings
from app.platform.telemetry import logger
from app.providers import account_links, attempts, claims_read, code_exchange, configuration
from app.providers.attempts import Purpose, ReturnedBrowser
from app.providers.code_exchange import ProviderClient, ReturnedCode
from app.providers.discovery import Providers
from app.providers.id_token_verification import IdTokenRefused
from app.providers.models import METHOD
from app.providers.provider_http import ProviderFailed

router = Router(prefix="/api/v1/session", tags=["session"])
COOKIE = "puc_provider"
"""The cookie while the browser is at a provider."""
_log = logger(__name__)
_counted = Depends(rate_limits.limited("sign_in"))


class WaysIn(ApiModel):
    """How people sign in. `administrators`: passwords are for administrators of the center only."""

    local_sign_in: Literal["on", "administrators"]
    providers: list[NamedItem] = Field(description="To choose on the page of signing in.")
    mail_is_on: bool = Field(description="Who forgot the password can ask for a link by e-mail.")
    registration_open: bool = Field(description="People can ask for an account.")


class WayOut(ApiModel):
    """Where the browser goes now."""

    url: str = Field(examples=["https://login.acme.example/authorize?response_type=code&…"])


class ProviderAnswer(Body):
    """What the provider gave the browser: the parameters of the page's address."""

    model_config = examples({"state": "…", "code": "…", "iss": "https://login.acme.example"})

    state: Annotated[str, StringConstraints(min_length=1, max_length=256)]
    code: Annotated[str, StringConstraints(min_length=1, max_length=8192)] | None = Field(None, repr=False)
    iss: Annotated[str, StringConstraints(max_length=2048)] | None = None
    error: Annotated[str, StringConstraints(max_length=1024)] | None = None


class Arrived(ApiModel):
    """What came of it, by what was begun: a session (a new one, or the same elevated), a link, or a trial."""

    purpose: Purpose
    session: SessionItem | None = None
    trial: TrialResult | None = None


@router.get("/providers", summary="How people sign in")
def list_ways_in(database: Connected, settings: Configured) -> WaysIn:
    """For the page of signing in."""
    with database.reading() as session:
        offered = [NamedItem(id=provider.id, name=provider.name) for provider in configuration.offered(session)]
    return WaysIn(
        local_sign_in=settings.local_sign_in,
        providers=offered,
        mail_is_on=bool(settings.mail_host),
        registration_open=settings.registration_open,
    )


@router.post(
    "/providers/{provider_id}",
    summary="Go to a provider to sign in",
    responses=responses(403, 422, 429, 503),
    dependencies=[_counted],
)
def go_to_provider(request: Request, response: Response, provider_id: Id, database: Connected) -> WayOut:
    """The address to go to, and a cookie that binds the sign-in to this browser."""
    origin.require_same_origin(request, named=False)
    with database.reading() as session:
        issuer = configuration.switched_on(session, provider_id).issuer
    return begin(request, response, provider_id, issuer, "sign_in", None)


@router.post(
    "/provider-answer",
    summary="Come back from a provider",
    responses=responses(401, 403, 404, 409, 422, 429, 503),
    dependencies=[_counted],
)
def come_back_from_provider(
    request: Request, response: Response, body: ProviderAnswer, database: Connected, settings: Configured
) -> Arrived:
    """Works once, in the browser that went. 401 `second_factor_needed`: the account has a factor of its own here."""
    origin.require_same_origin(request, named=False)
    now, secret = now_ms(), request.cookies.get(cookies.name_of(settings, COOKIE), "")
    with database.writing() as session:
        returned = attempts.take(session, body.state, secret, now)
        provider = configuration.find(session, returned.provider_id)
        if not provider.enabled and returned.purpose != "trial":
            raise NotFound("There is no such provider.")
        client = code_exchange.provider_client(settings, provider)
    claims = _claims(request, client, returned, body, secret)
    session_answer.forget(request, response, COOKIE)
    if returned.purpose == "sign_in":
        return Arrived(purpose="sign_in", session=_sign_in(request, response, settings, returned, claims))
    done = provider_caller.finish(request, response, returned, claims)
    return Arrived(purpose=returned.purpose, session=done.session, trial=done.trial)


def begin(
    request: Request, response: Response, provider_id: int, issuer: str, purpose: Purpose, user_id: int | None
) -> WayOut:
    """Ask the provider where people sign in, note the attempt, set its cookie. Not inside a transaction. Raises
    NotSignedIn `provider_sign_in_failed`."""
    settings, providers, now = app_state.settings_of(request), _providers(request), now_ms()
    try:
        metadata = providers.discovery.metadata(issuer)
    except ProviderFailed as error:
        _fail(provider_id, error.code, str(error), tell=purpose != "sign_in")
    with app_state.database_of(request).writing() as session:
        provider = configuration.find(session, provider_id)
        attempt = attempts.begin(session, settings, provider, metadata, now, purpose=purpose, user_id=user_id)
    session_answer.set_cookie(settings, response, COOKIE, attempt.secret)
    return WayOut(url=attempt.url)


def _claims(
    request: Request, client: ProviderClient, returned: ReturnedBrowser, body: ProviderAnswer, secret: str
) -> dict[str, Any]:
    settings, providers, tell = app_state.settings_of(request), _providers(request), returned.purpose == "trial"
    if body.error is not None or body.code is None:
        _fail(returned.provider_id, "provider_refused", "the provider signed nobody in", tell=tell)
    answer = ReturnedCode(body.code, body.iss)
    try:
        return code_exchange.claims(settings, providers.http, providers.discovery, client, answer, secret, now_ms())
    except IdTokenRefused as error:
        _fail(returned.provider_id, "id_token_refused", str(error), tell=tell)
    except ProviderFailed as error:
        _fail(returned.provider_id, error.code, str(error), tell=tell)


def _sign_in(
    request: Request, response: Response, settings: Settings, returned: ReturnedBrowser, claims: dict[str, Any]
) -> SessionItem:
    with app_state.database_of(request).writing() as session:
        origin.note_origin(request, session, f"provider:{returned.provider_id}")
        trail.lock_revision(session)
        provider = configuration.switched_on(session, returned.provider_id)
        user = account_links.signed_in_user(session, provider, claims)
        if not sub_accounts.may_sign_in(session, user):
            raise NotSignedIn("The provider's sign-in does not open an account here.", code="provider_sign_in_failed")
        browser, shown_at = session_answer.browser_of(request), claims_read.shown_at(claims)
        started = sign_ins.begin(
            session, settings, user, (METHOD,), now_ms(), browser, shown_at, provider_id=provider.id
        )
        sessions.end(session, cookies.value_of(request))
        _log.info(
            "signed in", user=user.username, address=origin.address_of(request), by=f"provider:{returned.provider_id}"
        )
        if isinstance(started, NewSession):
            return session_answer.signed_in(session, settings, response, started)
    needed: FactorChallenge = started
    raise session_answer.factor_needed(settings, needed)


def _fail(provider_id: int, reason: str, text: str, *, tell: bool) -> NoReturn:
    """Log why. The browser is told the reason only when an administrator tries the provider."""
    _log.warning("sign-in with a provider failed", provider=provider_id, reason=reason, text=text)
    shown: dict[str, str] = {"reason": reason, "explanation": text} if tell else {}
    raise NotSignedIn("Signing in with the provider did not work.", code="provider_sign_in_failed", **shown)


def _providers(request: Request) -> Providers:
    providers: Providers = request.app.state.providers
    return providers
