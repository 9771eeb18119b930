"""Device authorization for the command line (RFC 8628): a code to type in the console, and its redemption."""

from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from app.api import origin
from app.api.admission import rate_limits
from app.api.app_state import Configured, Connected
from app.api.paging import ApiModel
from app.api.public.oauth2_form import NOT_STORED, OAuthError, TokenRefused, described, targets, token_form
from app.api.routing import Router
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import Busy
from app.platform.settings import Settings
from app.tokens import device
from app.tokens.issuing import IssuedToken
from app.tokens.refresh_families import Tokens

router = Router(tags=["OAuth 2.0"])

_SENTENCES = {
    "authorization_pending": "nobody has decided yet: ask again after the interval",
    "slow_down": "ask less often: wait five seconds longer from now on",
    "access_denied": "the request was denied, or the user may not sign in",
    "expired_token": "the device code has expired: begin anew",
    "invalid_grant": "there is no such device code, or it was used",
}


class DeviceAnswer(ApiModel):
    """RFC 8628 §3.2."""

    device_code: str = Field(repr=False)
    user_code: str = Field(repr=False, examples=["WDJB-MJHT"])
    verification_uri: str = Field(examples=["https://center.example/device"])
    verification_uri_complete: str = Field(repr=False, examples=["https://center.example/device?user_code=WDJB-MJHT"])
    expires_in: int = Field(gt=0, description="seconds", examples=[600])
    interval: int = Field(gt=0, description="seconds between two questions", examples=[5])


@router.post(
    "/oauth2/device_authorization",
    summary="Begin a sign-in from a device (RFC 8628)",
    response_model=DeviceAnswer,
    responses={400: {"model": TokenRefused}, 401: {"model": TokenRefused}, 429: {"model": TokenRefused}},
    openapi_extra=described(("client_id", "scope", "resource"), "client_id", example={"client_id": device.CLIENT}),
)
def begin_device_authorization(
    request: Request,
    database: Connected,
    settings: Configured,
    form: Annotated[dict[str, str] | OAuthError, Depends(token_form)],
) -> Any:
    """The device shows `user_code` and `verification_uri`, and asks the token endpoint until somebody has decided."""
    try:
        rate_limits.count(request, "device")
        if isinstance(form, OAuthError):
            raise form
        _check_client(form)
        _check_target(settings, form)
        scope = "offline_access" if "offline_access" in form.get("scope", "").split() else ""
        with database.writing() as session:
            codes = device.begin(session, settings, device.CLIENT, origin.address_of(request), now_ms(), scope)
    except OAuthError as error:
        return error.answer()
    except Busy as error:
        return OAuthError("temporarily_unavailable", error.detail, 429).answer(**error.headers)
    return JSONResponse(_answer(settings, codes).model_dump(), headers=NOT_STORED)


def redeem(request: Request, database: Database, settings: Settings, form: dict[str, str]) -> IssuedToken | Tokens:
    """The token for an approved device code. Raises OAuthError with a code of RFC 8628 §3.5."""
    _check_client(form)
    _check_target(settings, form)
    code = form.get("device_code", "")
    if not code:
        raise OAuthError("invalid_request", "device_code is missing")
    with database.reading() as session:
        if not device.is_known(session, settings, code):
            raise OAuthError("invalid_grant", _SENTENCES["invalid_grant"])
    with database.writing() as session:
        origin.note_origin(request, session, "device")
        redeemed = device.redeem(session, settings, device.CLIENT, code, now_ms())
    if not isinstance(redeemed, str):
        return redeemed
    raise OAuthError(redeemed, _SENTENCES[redeemed])


def _check_client(form: dict[str, str]) -> None:
    if form.get("client_id") != device.CLIENT or "client_secret" in form or "client_assertion" in form:
        raise OAuthError("invalid_client", f"the one client of device codes is {device.CLIENT}, without a secret", 401)


def _check_target(settings: Settings, form: dict[str, str]) -> None:
    if {*targets(form)} - {settings.issuer}:
        raise OAuthError("invalid_target", f"devices get tokens for this API only: resource {settings.issuer!r}")


def _answer(settings: Settings, codes: device.DeviceCodes) -> DeviceAnswer:
    page = f"{settings.base_url}/device"
    return DeviceAnswer(
        device_code=codes.device_code,
        user_code=codes.user_code,
        verification_uri=page,
        verification_uri_complete=f"{page}?user_code={codes.user_code}",
        expires_in=settings.device_code_minutes * 60,
        interval=settings.device_interval_seconds,
    )
