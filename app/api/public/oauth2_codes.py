"""The grants of applications at the token endpoint: authorization_code (RFC 6749 §4.1.3) and refresh_token (§6)."""

from collections.abc import Callable

from fastapi import Request
from fastapi.responses import JSONResponse
from sqlalchemy.orm import Session

from app.api import origin
from app.api.admission import rate_limits
from app.api.public import client_authentication
from app.api.public.oauth2_form import BASIC, OAuthError, targets, token_answer
from app.audit.trail import trail
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import Busy
from app.platform.settings import Settings
from app.tokens import applications, authorization_codes, authorization_requests, id_token_issuing, refresh_families
from app.tokens.application_models import Application
from app.tokens.authorization_requests import AuthorizationRefused
from app.tokens.refresh_families import Narrowing, Tokens

CODE, REFRESH = "authorization_code", "refresh_token"
FIELDS = ("code", "redirect_uri", "code_verifier", "refresh_token", "resource")
_WRONG_CODE = "the code is wrong, used or expired, or redirect_uri or code_verifier are other ones"
_WRONG_TOKEN = "the refresh token is wrong, used or expired: sign in again"  # noqa: S105  a sentence


def redeem(request: Request, database: Database, settings: Settings, form: dict[str, str]) -> JSONResponse:
    """Tokens for a code, once. Raises OAuthError."""
    application = _application(request, database, form)
    code = _required_field(form, "code")
    uri = _required_field(form, "redirect_uri")
    verifier = form.get("code_verifier", "") if application.without_pkce else _required_field(form, "code_verifier")

    narrowed = Narrowing(_audiences(settings, application, form))

    def redeem_it(session: Session) -> JSONResponse | None:
        try:
            redeemed = authorization_codes.redeem(
                session, settings, application, code, uri, verifier, narrowed, now_ms()
            )
        except AuthorizationRefused as error:
            raise OAuthError(error.error, error.description) from error
        return None if redeemed is None else _answer(session, settings, application, redeemed[0], redeemed[1])

    known: Callable[[Session], bool] = lambda session: authorization_codes.is_known(session, code)  # noqa: E731
    return _once(request, database, settings, known, redeem_it, _WRONG_CODE)


def refresh(request: Request, database: Database, settings: Settings, form: dict[str, str]) -> JSONResponse:
    """New tokens for a refresh token, once. Raises OAuthError."""
    application = _application(request, database, form)
    token = _required_field(form, "refresh_token")
    scope = authorization_requests.known_scopes(application, form.get("scope", ""))
    if form.get("scope") and not scope:  # without any it would be for all that the person allowed
        raise OAuthError("invalid_scope", "there are no such scopes")
    narrowed = Narrowing(_audiences(settings, application, form), scope)

    def refresh_it(session: Session) -> JSONResponse | None:
        try:
            tokens = refresh_families.refresh(session, settings, application, token, narrowed, now_ms())
        except AuthorizationRefused as error:
            raise OAuthError(error.error, error.description) from error
        return None if tokens is None else _answer(session, settings, application, tokens, None)

    known: Callable[[Session], bool] = lambda session: refresh_families.is_known(session, token)  # noqa: E731
    return _once(request, database, settings, known, refresh_it, _WRONG_TOKEN)


def _once(
    request: Request,
    database: Database,
    settings: Settings,
    is_known: Callable[[Session], bool],
    work: Callable[[Session], JSONResponse | None],
    sentence: str,
) -> JSONResponse:
    """Do the work under the lock of the revision, and commit also when it refuses: the family may have ended."""
    with database.reading() as session:
        is_given = is_known(session)
    result = None
    if is_given:
        with database.writing(settings.change_seconds) as session:
            origin.note_origin(request, session, "application")
            trail.lock_revision(session)
            result = work(session)
    if result is None:
        raise OAuthError("invalid_grant", sentence)
    return result


def _application(request: Request, database: Database, form: dict[str, str]) -> Application:
    """The application that asks: a public one by its client id, a confidential one by its secret or key."""
    shown = "client_secret" in form or "client_assertion" in form or BASIC in form
    name = client_authentication.authenticate(request, database, form).username if shown else form.get("client_id", "")
    with database.reading() as session:
        application = applications.of_client(session, name)
        if application is None or (application.service_id is None) is shown:
            raise OAuthError("invalid_client", "client id or secret is wrong, or it is no application", 401)
    try:
        rate_limits.count(request, "token", name if shown else None)
    except Busy as error:
        raise OAuthError("temporarily_unavailable", error.detail, 429, **error.headers) from error
    return application


def _audiences(settings: Settings, application: Application, form: dict[str, str]) -> tuple[str, ...]:
    wanted = targets(form)
    try:
        return authorization_requests.allowed_audiences(settings, application, wanted) if wanted else ()
    except AuthorizationRefused as error:
        raise OAuthError(error.error, error.description) from error


def _required_field(form: dict[str, str], name: str) -> str:
    if not form.get(name):
        raise OAuthError("invalid_request", f"{name} is missing")
    return form[name]


def _answer(
    session: Session, settings: Settings, application: Application, tokens: Tokens, nonce: str | None
) -> JSONResponse:
    wants_id_token = "openid" in tokens.scope.split()
    id_token = id_token_issuing.issue(session, settings, tokens, application, nonce) if wants_id_token else None
    return token_answer(tokens.access, scope=tokens.scope, refresh_token=tokens.refresh, id_token=id_token)
