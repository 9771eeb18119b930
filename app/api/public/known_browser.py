"""The cookie that marks a browser in which somebody has signed in (decision 0082)."""

from fastapi import Request, Response

from app.api.app_state import settings_of
from app.identity.models import User
from app.identity.sign_in_origins import KnownBrowser
from app.platform.settings import Settings
from app.tokens import browser_marks

_NAME = "puc_browser"
_LONGEST = 1024


def of(request: Request) -> KnownBrowser | None:
    """The browser that the request comes from, if somebody has signed in there."""
    settings = settings_of(request)
    mark = request.cookies.get(_name(settings), "")
    return browser_marks.read(settings.secret_key, mark) if 0 < len(mark) <= _LONGEST else None


def remember(response: Response, settings: Settings, user: User, now: int) -> None:
    """Mark the browser after a right password. A new mark each time: the count of the one before stays behind."""
    response.set_cookie(
        _name(settings),
        browser_marks.issue(settings.secret_key, user, now),
        max_age=browser_marks.SECONDS,
        httponly=True,
        samesite="strict",
        secure=settings.issuer.startswith("https:"),
        path="/",
    )


def _name(settings: Settings) -> str:
    # A browser takes a name with this prefix only from us over https, for all paths, and not from a neighbouring host.
    return f"__Host-{_NAME}" if settings.issuer.startswith("https:") else _NAME
