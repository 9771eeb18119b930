"""Where a request comes from: its address, and whether another site's page made a browser send it."""

from fastapi import Request
from sqlalchemy.orm import Session

from app.api.app_state import settings_of
from app.audit.trail import trail
from app.platform.errors import NotAllowed


def require_same_origin(request: Request, *, named: bool = True) -> None:
    """Refuse a change that another site's page made a browser send (CSRF). Raises NotAllowed `cross_site`.

    `named`: the origin must be present. When signing in there is no cookie yet, so a program may leave it out.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    # Sec-Fetch-Site cannot be set by a page; where a browser sends it, it is enough.
    same = site == "same-origin" if site else _is_ours(request, origin) if origin else not named
    if not same:
        raise NotAllowed("The request comes from another site.", code="cross_site")


def address_of(request: Request) -> str:
    """The caller's address as the server sees it; behind a proxy PUC_TRUSTED_PROXIES decides which headers count."""
    return request.client.host if request.client else "unknown"


def note_origin(request: Request, session: Session, credential: str | None) -> None:
    """Set the credential, address and request id that the audit log records for changes in this session.

    For routes that open their own session; `Changing` does it already.
    """
    session.info[trail.ORIGIN] = trail.EntryOrigin(credential, address_of(request), request.state.request_id)


def _is_ours(request: Request, origin: str) -> bool:
    # Not compared with the Host header: a page under another name for our address sends that name as Host and Origin.
    return origin == settings_of(request).origin
