"""What the routes of signing in answer: the session, its cookie, and which second factor is needed."""

from typing import Literal

from fastapi import Request, Response
from pydantic import Field
from sqlalchemy.orm import Session

from app.access.network_limits import address_of
from app.api import app_state, authority, cookies, origin
from app.api.callers import Caller
from app.api.paging import ApiModel
from app.identity import factors
from app.identity.models import User
from app.identity.sessions import Browser, NewSession
from app.identity.sign_ins import FactorChallenge
from app.platform import calling_address
from app.platform.clock import now_ms
from app.platform.errors import NotSignedIn
from app.platform.settings import Settings

PENDING = "puc_sign_in"
"""The cookie between the first factor and the second."""


class SessionUser(ApiModel):
    """Who is signed in."""

    id: int
    username: str = Field(examples=["alice"])
    nick: str | None
    kind: Literal["person", "service"]
    parent: int | None = Field(description="Id of the main account of a sub-account.")


class SessionItem(ApiModel):
    """The session. `expires` is its absolute end in epoch ms; idle ones end earlier. `address`: where the caller is
    for the center, as `POST /access/check` takes it; null when it is no address of IPv4 or IPv6."""

    user: SessionUser
    must_change_password: bool
    must_enrol: bool = Field(description="A second factor is demanded and must be set up before anything else.")
    methods: list[str] = Field(description="How the user showed who it is (RFC 8176).", examples=[["pwd", "otp"]])
    is_administrator: bool
    expires: int = Field(examples=[1790000000000])
    address: str | None = Field(examples=["10.1.2.3"])


def signed_in(
    session: Session, settings: Settings, response: Response, started: NewSession, *, administers: bool | None = None
) -> SessionItem:
    """The new session; sets its cookie, and marks the browser as one in which this user has signed in. `administers`:
    whether the user administers the center, if the caller knows; it only tells the console what to show."""
    set_cookie(settings, response, cookies.SESSION, started.secret)
    cookies.remember_browser(response, settings, started.user, now_ms())
    is_administrator = (
        authority.administers_the_center(session, started.user.username) if administers is None else administers
    )
    demanded = factors.is_demanded(settings, is_administrator=is_administrator)
    must_enrol = demanded and not factors.are_two_factors(started.methods)
    return _item(started.user, is_administrator, started.valid_until, list(started.methods), must_enrol=must_enrol)


def item(session: Session, user: User, caller: Caller) -> SessionItem:
    """The session or token of the caller."""
    is_administrator = authority.administers_the_center(session, user.username)
    return _item(user, is_administrator, caller.valid_until, list(caller.methods), must_enrol=caller.must_enrol)


def factor_needed(settings: Settings, needed: FactorChallenge) -> NotSignedIn:
    """The refusal that names the factors and sets the cookie of the pending sign-in."""
    error = NotSignedIn(
        "Show your second factor.", code="second_factor_needed", factors=[*needed.factors, "recovery_code"]
    )
    carrier = Response()
    set_cookie(settings, carrier, PENDING, needed.secret)
    error.headers["Set-Cookie"] = carrier.headers["set-cookie"]
    return error


def set_cookie(settings: Settings, response: Response, name: str, value: str) -> None:
    """A cookie of ours: hidden from scripts, sent to this host only and never from another site's page."""
    secure, named = settings.issuer.startswith("https:"), cookies.name_of(settings, name)
    response.set_cookie(named, value, httponly=True, samesite="strict", secure=secure, path="/")


def forget(request: Request, response: Response, name: str = cookies.SESSION) -> None:
    """Have the browser delete a cookie of ours."""
    settings = app_state.settings_of(request)
    secure, named = settings.issuer.startswith("https:"), cookies.name_of(settings, name)
    response.delete_cookie(named, path="/", secure=secure, httponly=True, samesite="strict")


def browser_of(request: Request) -> Browser:
    """Where somebody signs in, for the list of sessions."""
    agent = "".join(letter for letter in request.headers.get("user-agent", "") if letter.isprintable())
    return Browser(origin.address_of(request), agent)


def _item(user: User, is_administrator: bool, expires: int, methods: list[str], *, must_enrol: bool) -> SessionItem:
    address = calling_address.current()
    return SessionItem(
        user=SessionUser.of(user),
        must_change_password=bool(user.must_change),
        must_enrol=must_enrol,
        methods=methods,
        is_administrator=is_administrator,
        expires=expires,
        address=None if address_of(address) is None else address,
    )
