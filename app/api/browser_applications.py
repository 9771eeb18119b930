"""Lets public applications that run in a browser read what they need of the token service (CORS, Fetch standard): from
the origins of their registered redirect addresses, and without cookies. Nothing else of the center is read by other
sites' pages."""

import contextlib

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.middleware.cors import CORSMiddleware

from app.api.fast_path import Application, Receive, Scope, Send, header
from app.audit.trail import epochs, subjects
from app.platform.database import Database
from app.platform.hosts import origin_of
from app.tokens import applications

PATHS = frozenset(
    (
        *("/.well-known/openid-configuration", "/.well-known/oauth-authorization-server", "/oauth2/jwks"),
        *("/oauth2/token", "/oauth2/userinfo", "/oauth2/revoke"),
    )
)
_HEADERS = ("authorization", "content-type")


class BrowserApplications:
    """Plain ASGI, in front of what answers from memory."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one ASGI connection."""
        origin = header(scope, b"origin") if scope["type"] == "http" and scope["path"] in PATHS else None
        if origin is None and (scope["type"] != "http" or scope["path"] not in PATHS or scope["method"] == "POST"):
            await self._app(scope, receive, send)
            return  # what may be cached is answered with `Vary: Origin` to others, too
        allowed = (
            () if origin is None else await run_in_threadpool(_allowed_origin, scope["app"].state.database, origin)
        )
        cors = CORSMiddleware(
            self._app, allow_origins=allowed, allow_methods=("GET", "POST"), allow_headers=_HEADERS, max_age=600
        )
        await cors(scope, receive, send)


def _allowed_origin(database: Database, origin: bytes) -> tuple[str, ...]:
    """The origin, if it is an application's; none while the database does not answer."""
    text = origin.decode("latin-1")
    with contextlib.suppress(SQLAlchemyError), database.reading() as session:
        key = ("origins of applications",)
        origins = epochs.derive(session, key, _registered_origins, len, lambda _: {subjects.APPLICATIONS})
        return (text,) if text in origins else ()
    return ()


def _registered_origins(session: Session) -> frozenset[str]:
    return frozenset(origin_of(uri) for uri in applications.public_redirect_uris(session))
