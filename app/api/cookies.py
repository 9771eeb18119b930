"""Our cookies: names, values in a request, and the mark of a browser where somebody has signed in (decision 0082)."""

from fastapi import Request, Response

from app.api.app_state import settings_of
from app.identity.models import User
from app.identity.sign_in_origins import KnownBrowser
from app.platform.settings import Settings
from app.tokens import browser_marks

SESSION = "puc_session"
"""The cookie of a signed-in browser."""
_KNOWN_BROWSER = "puc_browser"
_LONGEST_MARK = 1024
_HOST_ONLY = "__Host-"


def name_of(settings: Settings, name: str = SESSION) -> str:
    """The cookie's name. Where the center is served by https no other host can set it, and only for all paths
    (`__Host-`, ASVS 3.3.1)."""
    return _HOST_ONLY + name if settings.issuer.startswith("https:") else name


def value_of(request: Request, name: str = SESSION) -> str:
    """The value of one of our cookies, or ""."""
    return request.cookies.get(name_of(settings_of(request), name), "")


def known_browser_of(request: Request) -> KnownBrowser | None:
    """The browser that the request comes from, if somebody has signed in there."""
    mark = value_of(request, _KNOWN_BROWSER)
    return browser_marks.read(settings_of(request).secret_key, mark) if 0 < len(mark) <= _LONGEST_MARK else None


def remember_browser(response: Response, settings: Settings, user: User, now: int) -> None:
    """Mark the browser after a right password. A new mark each time: the count of the one before stays behind."""
    response.set_cookie(
        name_of(settings, _KNOWN_BROWSER),
        browser_marks.issue(settings.secret_key, user, now),
        max_age=browser_marks.SECONDS,
        httponly=True,
        samesite="strict",
        secure=settings.issuer.startswith("https:"),
        path="/",
    )
