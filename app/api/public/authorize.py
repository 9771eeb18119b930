"""Signing in to an application: the endpoint that browsers are sent to, and what the console's page asks of it.

The cookie of a session is not sent with navigations from other sites. So the endpoint only checks the request and sends
the browser to the console, whose page signs the person in, asks for consent, and navigates to the answer.
"""

import secrets
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import Depends, Request
from fastapi.responses import RedirectResponse
from pydantic import Field, StringConstraints
from sqlalchemy.orm import Session
from starlette.datastructures import ImmutableMultiDict

from app.api import cookies, guard, origin
from app.api.app_state import Configured, Connected
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange
from app.api.paging import ApiModel, Body, examples
from app.api.problems import responses
from app.api.public.oauth2_form import described, is_form
from app.api.routing import Router
from app.identity.models import ConsoleSession
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import NotAllowed, NotFound, NotSignedIn
from app.platform.settings import Settings
from app.tokens import applications, authorization_codes, authorization_requests, id_token_issuing
from app.tokens.application_models import Application
from app.tokens.authorization_requests import AuthorizationRefused, AuthorizationRequest, NoAnswerAddress

router = Router(tags=["OAuth 2.0"])
COOKIE = "puc_authorize"
"""Of the browser that begins, sent with navigations from other sites too; another browser cannot go on (login CSRF)."""
_PAGE = "/authorize"
_MANY = ("resource", "audience")
_LONGEST = 8_192
"""Letters of a form; the console's page gets them back in its address."""
_FIELDS = (
    *("client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge"),
    *("code_challenge_method", "prompt", "max_age", "id_token_hint", "resource"),
)
Given = ImmutableMultiDict[str, str]


class SealedRequest(Body):
    """The request, as it stands in the address of the console's page."""

    model_config = examples({"request": "kX9c…"})

    request: Annotated[str, StringConstraints(min_length=1, max_length=16_384)]


class Decision(SealedRequest):
    """`consented`: the person has just allowed it; needed when `waiting` says so."""

    consented: bool = False


class Waiting(ApiModel):
    """What the person is asked."""

    application: str = Field(description="Its name.", examples=["Order desk"])
    client_id: str = Field(examples=["app:5f1c…"])
    trusted: bool = Field(description="The company's own.")
    add_time: int = Field(description="When an administrator registered it (epoch ms).")
    scope: list[str] = Field(examples=[["openid", "profile"]])
    audiences: list[str] = Field(description="What it may use in the person's name.", examples=[["pulsar"]])
    opens: list[Literal["brokers", "api"]] = Field(description="The same audiences, without userinfo.")
    consent_needed: bool
    on_this_machine: bool = Field(description="A program without a secret on the person's own machine.")
    valid_until: int | None = Field(
        description="Until when at most it keeps access after the session (epoch ms); null: it asks for none."
    )
    host: str = Field(description="Where the browser goes with the answer.", examples=["desk.example"])


class Where(ApiModel):
    """Where the page navigates to."""

    location: str = Field(examples=["https://desk.example/callback?code=…&iss=…&state=…"])


@router.get(
    "/oauth2/authorize",
    summary="Begin to sign in to an application (RFC 6749 §4.1, OpenID Connect)",
    status_code=303,
    response_class=RedirectResponse,
)
def authorize(request: Request, database: Connected, settings: Configured) -> RedirectResponse:
    """Only `response_type=code` with PKCE (S256). Mistakes of the request go back to the application with `iss`; when
    it is not known where back is, the console tells the person."""
    return _to_the_page(request, database, settings, request.query_params)


async def _read_form(request: Request) -> Given:
    """The fields of the form, each as often as it was given; none of what is no form, or too long for an address."""
    fields = (await request.form()).multi_items() if is_form(request) else []
    texts = [(field, value) for field, value in fields if isinstance(value, str)]
    return ImmutableMultiDict(texts if sum(len(field) + len(value) for field, value in texts) <= _LONGEST else [])


@router.post(
    "/oauth2/authorize",
    summary="The same by POST",
    status_code=303,
    response_class=RedirectResponse,
    openapi_extra=described(_FIELDS),
)
def authorize_by_form(
    request: Request,
    database: Connected,
    settings: Configured,
    form: Annotated[Any, Depends(_read_form, scope="function")],
) -> RedirectResponse:
    """OpenID Connect Core §3.1.2.1. The form counts alone, not what stands in the address."""
    return _to_the_page(request, database, settings, form)


def _to_the_page(request: Request, database: Database, settings: Settings, parameters: Given) -> RedirectResponse:
    fields = {field: value for field, value in parameters.multi_items() if field not in _MANY}
    with database.reading() as session:
        application = applications.of_client(session, fields.get("client_id", ""))
        hinted = id_token_issuing.client_of_hint(session, settings, fields.get("id_token_hint", ""))
    try:
        answer = authorization_requests.answer_address(_if_named_once(parameters, application), fields)
        requested = _read_request(settings, application, parameters, fields)
        if fields.get("id_token_hint"):
            requested = replace(requested, hinted=_user_of(hinted, requested))
    except NoAnswerAddress as error:
        return _redirect(f"{settings.base_url}{_PAGE}?error={error.code}")
    except AuthorizationRefused as error:
        values = {"error": error.error, "error_description": error.description}
        return _redirect(authorization_requests.location(settings, answer, **values))
    browser = cookies.value_of(request, COOKIE) or secrets.token_urlsafe(32)
    sealed = authorization_requests.seal(settings, requested, browser)
    silent = "&silent=1" if "none" in requested.prompt else ""  # the page cannot read what is sealed
    response = _redirect(f"{settings.base_url}{_PAGE}?request={sealed}{silent}")
    secure, named = settings.issuer.startswith("https:"), cookies.name_of(settings, COOKIE)
    response.set_cookie(named, browser, httponly=True, samesite="lax", secure=secure, path="/")
    return response


@router.post("/api/v1/authorization/waiting", summary="What it asks for", responses=responses(401, 403, 404, 422))
def get_waiting_authorization(request: Request, caller: SignedIn, settings: Configured, body: SealedRequest) -> Waiting:
    """Also tells whether the person must be asked."""
    requested, application = _waiting(request, caller.session, settings, body)
    consent_needed = authorization_codes.needs_consent(
        caller.session, settings, application, caller.user, requested, now_ms()
    )
    return Waiting(
        application=application.name,
        client_id=application.client_id,
        add_time=application.add_time,
        trusted=bool(application.trusted),
        scope=requested.scope.split(),
        audiences=list(requested.audiences),
        opens=_opens(settings, requested),
        consent_needed=consent_needed,
        on_this_machine=authorization_codes.is_of_this_machine(application, requested),
        valid_until=_lasts_until(settings, requested),
        host=requested.redirect_uri.split("/")[2],
    )


@router.post(
    "/api/v1/authorization/decision", summary="Sign in to the application", responses=responses(401, 403, 404, 422)
)
def decide_authorization(request: Request, caller: SignedInToChange, settings: Configured, body: Decision) -> Where:
    """A code for the application. 403 `consent_needed`, or `other_account_needed` when its `id_token_hint` means
    somebody else; 401 `reauthentication_needed` when the application wants the person to show again who it is, or asks
    for more than who it is (brokers, this API) and the person showed that long ago: do so and send this again. With
    `prompt=none` all are answers to the application."""
    requested, application = _waiting(request, caller.session, settings, body)
    console = _console(caller)
    user = caller.user
    needs_consent = authorization_codes.needs_consent(caller.session, settings, application, user, requested, now_ms())
    silent = "none" in requested.prompt
    if requested.hinted not in (None, user.username):
        if silent:
            return _refusal(settings, requested, "login_required")
        wanted = requested.hinted
        raise NotAllowed(f"The application wants {wanted} to sign in.", code="other_account_needed", user=wanted)
    try:
        if _opens(settings, requested):  # else a thief of an open browser gets a token that needs no more proof
            guard.require_reauthentication(caller)
        _require_newer_sign_in(console, requested)
    except NotSignedIn:
        if silent:
            return _refusal(settings, requested, "login_required")
        raise
    if needs_consent and not body.consented:
        if silent:
            return _refusal(settings, requested, "consent_required")
        raise NotAllowed("Ask the person first.", code="consent_needed")
    if needs_consent:
        authorization_codes.allow(caller.session, application, user, requested, now_ms())
    code = authorization_codes.issue(caller.session, application, console, user, requested, now_ms())
    return Where(location=authorization_requests.location(settings, requested.answer, code=code))


@router.post("/api/v1/authorization/refusal", summary="Do not sign in", responses=responses(403, 404, 422))
def refuse_authorization(request: Request, settings: Configured, body: SealedRequest) -> Where:
    """The application learns that the person does not want to, or with `prompt=none` that nobody is signed in."""
    origin.require_same_origin(request)
    browser = cookies.value_of(request, COOKIE)
    requested = authorization_requests.unseal(settings, body.request, browser, now_ms())
    return _refusal(settings, requested, "login_required" if "none" in requested.prompt else "access_denied")


def _if_named_once(parameters: Given, application: Application | None) -> Application | None:
    """None when client or address are given twice: it is not clear who asks."""
    return (
        None
        if any(len(parameters.getlist(parameter)) > 1 for parameter in ("client_id", "redirect_uri"))
        else application
    )


def _read_request(
    settings: Settings, application: Application | None, parameters: Given, fields: dict[str, str]
) -> AuthorizationRequest:
    if application is None:
        raise NoAnswerAddress("unknown_application")
    if any(len(parameters.getlist(parameter)) > 1 for parameter in fields):
        raise AuthorizationRefused("invalid_request", "a parameter is given twice")
    resources = [resource for parameter in _MANY for resource in parameters.getlist(parameter)]
    return authorization_requests.read(settings, application, fields, resources, now_ms())


def _user_of(hinted: tuple[str, str] | None, requested: AuthorizationRequest) -> str:
    """OpenID Connect Core §3.1.2.1: nobody else signs in, and nobody at all when it is unknown who is meant."""
    if hinted is None or hinted[0] != requested.client_id:
        raise AuthorizationRefused(
            "login_required", "id_token_hint is no ID token that the center gave to this application"
        )
    return hinted[1]


def _waiting(
    request: Request, session: Session, settings: Settings, body: SealedRequest
) -> tuple[AuthorizationRequest, Application]:
    browser = cookies.value_of(request, COOKIE)
    requested = authorization_requests.unseal(settings, body.request, browser, now_ms())
    application = applications.of_client(session, requested.client_id)
    if application is None:
        raise NotFound("The application was deleted meanwhile.", code="unknown_authorization")
    return requested, application


def _console(caller: Caller) -> ConsoleSession:
    if caller.console_session is None:
        raise NotAllowed("People sign in to applications in a browser, not with a token.", code="session_needed")
    return caller.session.get_one(ConsoleSession, caller.console_session)


def _require_newer_sign_in(console: ConsoleSession, requested: AuthorizationRequest) -> None:
    """Raises NotSignedIn when the application wants a newer sign-in."""
    wanted = requested.time if "login" in requested.prompt else 0
    if requested.max_age is not None:
        wanted = max(wanted, requested.time - requested.max_age * 1_000)
    if console.auth_time < wanted:
        raise NotSignedIn("Show once more who you are.", code="reauthentication_needed")


def _opens(settings: Settings, requested: AuthorizationRequest) -> list[Literal["brokers", "api"]]:
    audiences = requested.audiences
    brokers: list[Literal["brokers", "api"]] = ["brokers"] if settings.audience in audiences else []
    return [*brokers, "api"] if settings.issuer in audiences else brokers


def _lasts_until(settings: Settings, requested: AuthorizationRequest) -> int | None:
    lasts = "offline_access" in requested.scope.split()
    return now_ms() + settings.refresh_days * 86_400_000 if lasts else None


def _refusal(settings: Settings, requested: AuthorizationRequest, error: str) -> Where:
    return Where(location=authorization_requests.location(settings, requested.answer, error=error))


def _redirect(location: str) -> RedirectResponse:
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    return RedirectResponse(location, 303, headers)
