"""The names of our cookies, and their values in a request."""

from fastapi import Request

from app.api.app_state import settings_of
from app.platform.settings import Settings

SESSION = "puc_session"
"""The cookie of a signed-in browser."""
_HOST_ONLY = "__Host-"


def name_of(settings: Settings, name: str = SESSION) -> str:
    """The cookie's name. Where the center is served by https no other host can set it (`__Host-`, ASVS 3.3.1)."""
    return _HOST_ONLY + name if settings.issuer.startswith("https:") else name


def value_of(request: Request, name: str = SESSION) -> str:
    """The value of one of our cookies, or ""."""
    return request.cookies.get(name_of(settings_of(request), name), "")
