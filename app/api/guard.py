"""Who is calling, and may they: every route names one of these. The session of the caller is the session of the route.

Safe methods read one consistent state. The others change: one transaction that holds the revision from its start, so
that what the guard saw is still true when the change is written, committed before the answer is sent.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Annotated, Literal, TypeVar

from anyio import CancelScope
from fastapi import Depends, Request, Security
from fastapi.concurrency import contextmanager_in_threadpool, run_in_threadpool
from fastapi.security import APIKeyCookie, HTTPBearer
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.api import authority, dry_run
from app.api.authority import allowed, may_see, require
from app.api.writers import Writers
from app.audit import trail
from app.clock import now_ms
from app.database import Database
from app.errors import NotAllowed, NotSignedIn
from app.identity import sessions
from app.identity.models import ConsoleSession, User
from app.identity.password_slots import PasswordSlots
from app.settings import Settings
from app.telemetry import logger
from app.tokens import issuing

log = logger(__name__)

__all__ = [
    "COOKIE",
    "Administrator",
    "Caller",
    "Changing",
    "Configured",
    "Connected",
    "Reading",
    "SignedIn",
    "SignedInEvenInitially",
    "SignedInToWait",
    "Slots",
    "address_of",
    "allowed",
    "changes_nothing",
    "may_see",
    "note_origin",
    "require",
    "require_same_origin",
]

COOKIE = "puc_session"
_SAFE = ("GET", "HEAD", "OPTIONS")
F = TypeVar("F", bound=Callable[..., object])
# Both only describe the credentials in the OpenAPI document; `signed_in` reads them.
_bearer = HTTPBearer(auto_error=False, description="A token whose audience is this center's address.")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="Set by POST /api/v1/session.")


@dataclass(frozen=True)
class Caller:
    """Who is calling, by what, in which database session. `console_session` is the row of a signed-in browser,
    `credential` what the trail calls the credential (`session:7`, `token:<jti>`), which ends at `valid_until` (ms)."""

    user_id: int
    username: str
    parent_id: int | None
    via: Literal["session", "token"]
    is_administrator: bool
    must_change: bool
    session: Session
    credential: str
    valid_until: int
    console_session: int | None = None


def settings_of(request: Request) -> Settings:
    """The settings of the running application."""
    found: Settings = request.app.state.settings
    return found


def database_of(request: Request) -> Database:
    """Its database."""
    found: Database = request.app.state.database
    return found


def slots_of(request: Request) -> PasswordSlots:
    """Its slots for password hashes."""
    found: PasswordSlots = request.app.state.password_slots
    return found


# A dependency that is a plain function is a trip to another thread; those that only look something up are not.
async def _configured(request: Request) -> Settings:
    return settings_of(request)


async def _connected(request: Request) -> Database:
    return database_of(request)


async def _slots(request: Request) -> PasswordSlots:
    return slots_of(request)


Configured = Annotated[Settings, Depends(_configured)]
Connected = Annotated[Database, Depends(_connected)]
Slots = Annotated[PasswordSlots, Depends(_slots)]


def changes_nothing(route: F) -> F:
    """Mark a POST or PUT whose guard shall only read: it changes nothing, or opens its own transaction after slow work.

    Write it below the router's decorator.
    """
    route.__dict__["changes_nothing"] = True
    return route


def is_marked_changing_nothing(route: Callable[..., object]) -> bool:
    """The mark of `changes_nothing` is on the function."""
    return bool(getattr(route, "changes_nothing", False))


def _changes(request: Request) -> bool:
    return request.method not in _SAFE and not is_marked_changing_nothing(request.scope["endpoint"])


async def _place(request: Request) -> AsyncIterator[None]:
    """Wait, without a thread, for one of the places of those who hold a session. A request keeps its connection while
    it waits for a thread; with more of them than connections, the threads would wait for connections and all stop.
    Who changes something waits for its turn instead: as many as there are take no place from those who read."""
    places: asyncio.Semaphore = request.app.state.places
    async with turn(request) if _changes(request) else places:
        yield


@asynccontextmanager
async def turn(request: Request) -> AsyncIterator[None]:
    """The turn to write, for who has signed in; nothing more happens when the request has it already."""
    state = request.state
    if getattr(state, "has_turn", False):
        yield
        return
    writers: Writers = request.app.state.writers
    async with writers.turn(getattr(state, "writer", address_of(request))):
        state.has_turn = True
        try:
            yield
        finally:
            state.has_turn = False


async def _session(
    request: Request, _place: Annotated[None, Depends(_place, scope="function")]
) -> AsyncIterator[Session]:
    """A session that reads connects when it is first used, which is in the route's thread: until then no thread waits
    for it. Beginning, committing and giving back the connection talk with the database, so they have a thread."""
    if _changes(request):
        async with contextmanager_in_threadpool(_writing(request)) as session:
            yield session
        return
    reading = ExitStack()
    session = reading.enter_context(database_of(request).reading())
    try:
        yield session
    finally:
        with CancelScope(shield=True):
            await run_in_threadpool(reading.close)


@contextmanager
def _writing(request: Request) -> Iterator[Session]:
    database = database_of(request)
    with database.writing(settings_of(request).change_seconds) as session:
        # The route's handler (app.api.changing) sees the open transaction too, when the answer is made.
        request.state.session, request.state.revision_before = session, trail.lock_revision(session)
        yield session
        session.flush()
        if dry_run.is_asked(request):
            session.rollback()
            return
        sent_before: int | None = getattr(request.state, "answered_revision", None)
        request.state.revision = sent_before or trail.current_revision(session)


# scope="function": the commit comes before the answer. With the default a failed commit would be answered with 200.
Reading = Annotated[Session, Depends(_session, scope="function")]
"""The session of the request, in a route that reads."""
Changing = Annotated[Session, Depends(_session, scope="function")]
"""The same, in a route that changes; what the route leaves in it is committed before the answer is sent."""


async def _known(request: Request) -> None:
    """Refuse strangers before a change opens its session: nobody unknown makes others wait for the writers' lock."""
    if _changes(request):
        await run_in_threadpool(_know_writer, request)


def _know_writer(request: Request) -> None:
    """A main account waits in one queue with its sub-accounts, of which it may make as many as it likes."""
    with database_of(request).reading() as session:
        by_token = "authorization" in request.headers
        user = _claims(request, session).user if by_token else _console_session(request, session)[1]
        request.state.writer = user.parent or user.id


def signed_in_even_initially(
    request: Request,
    _first: Annotated[None, Depends(_known)],
    session: Reading,
    _by_token: Annotated[object, Security(_bearer)],
    _by_cookie: Annotated[object, Security(_cookie)],
) -> Caller:
    """The caller, also while the one-time secret is in force (session and password routes). Raises NotSignedIn."""
    by = _by_bearer if "authorization" in request.headers else _by_session
    caller = by(request, session)
    request.state.is_administrator = caller.is_administrator
    return caller


def with_a_password_of_its_own(caller: Caller) -> Caller:
    """The same caller. Raises NotAllowed `password_change_required`."""
    if caller.must_change:
        raise NotAllowed("Choose a password of your own first.", code="password_change_required")
    return caller


async def signed_in(caller: Annotated[Caller, Depends(signed_in_even_initially)]) -> Caller:
    """The caller. Raises NotSignedIn, NotAllowed `password_change_required`."""
    return with_a_password_of_its_own(caller)


async def administrator(caller: Annotated[Caller, Depends(signed_in)]) -> Caller:
    """The caller, who holds authority 4 on the root. Raises NotSignedIn, NotAllowed."""
    if not caller.is_administrator:
        raise NotAllowed("Only administrators of the center may do this.", reason="NO_GRANT")
    return caller


def signed_in_to_wait(
    request: Request, _by_token: Annotated[object, Security(_bearer)], _by_cookie: Annotated[object, Security(_cookie)]
) -> Caller:
    """The caller of a route that waits for long. Its session holds no connection, before the route uses it in a `with`
    block of its own: many that wait, each with a connection and without a thread, would stop everybody."""
    with database_of(request).reading() as session:
        caller = with_a_password_of_its_own(signed_in_even_initially(request, None, session, None, None))
        request.state.writer = caller.parent_id or caller.user_id
        return caller


SignedInEvenInitially = Annotated[Caller, Depends(signed_in_even_initially)]
SignedIn = Annotated[Caller, Depends(signed_in)]
SignedInToWait = Annotated[Caller, Depends(signed_in_to_wait)]
Administrator = Annotated[Caller, Depends(administrator)]


def require_same_origin(request: Request, *, named: bool = True) -> None:
    """Refuse a change that another site's page asks a browser for (CSRF). Raises NotAllowed `cross_site`.

    `named`: the browser has to name the origin; without a cookie (signing in) a program may leave it out.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    # Sec-Fetch-Site cannot be set by a page; where a browser sends it, it is enough.
    same = site == "same-origin" if site else _is_ours(request, origin) if origin else not named
    if not same:
        raise NotAllowed("The request comes from another site.", code="cross_site")


def address_of(request: Request) -> str:
    """The caller's address (as the server sees it; behind a proxy PUC_TRUSTED_PROXIES says whom to believe)."""
    return request.client.host if request.client else "unknown"


def note_origin(request: Request, session: Session, credential: str | None) -> None:
    """Tell the trail by which credential, from where and in which request this session changes something.

    For routes that open a session of their own; the one of `Changing` knows it already.
    """
    session.info[trail.ORIGIN] = trail.Origin(credential, address_of(request), request.state.request_id)


def _claims(request: Request, session: Session) -> issuing.TokenClaims:
    scheme, _, token = request.headers["authorization"].partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise NotSignedIn("Send the token as `Authorization: Bearer …`.")
    settings = settings_of(request)
    return issuing.verify(session, settings, token.strip(), settings.issuer)


def _console_session(request: Request, session: Session) -> tuple[ConsoleSession, User]:
    secret = request.cookies.get(COOKIE, "")
    found = sessions.find(session, settings_of(request), secret, now_ms()) if secret else None
    if found is None:
        raise NotSignedIn("Sign in first.")
    return found


def _by_bearer(request: Request, session: Session) -> Caller:
    claims = _claims(request, session)
    request.app.state.last_uses.token(claims.jti, now_ms())
    note_origin(request, session, f"token:{claims.jti}")
    return _caller(session, claims.user, "token", f"token:{claims.jti}", claims.valid_until)


def _by_session(request: Request, session: Session) -> Caller:
    row, user = _console_session(request, session)
    if request.method not in _SAFE:
        require_same_origin(request)
    if sessions.is_stale(row, now_ms()):
        _touch(request, session, row.id)
    note_origin(request, session, f"session:{row.id}")
    return _caller(session, user, "session", f"session:{row.id}", row.valid_until, row.id)


def _touch(request: Request, session: Session, row_id: int) -> None:
    if session.get_bind().get_execution_options().get("writing"):
        sessions.touch(session, row_id, now_ms())
        return
    try:
        with database_of(request).writing() as own:
            sessions.touch(own, row_id, now_ms())
    except DBAPIError as error:
        # Nothing can be written (a full disk, say): just then people must see what goes on. The session ends earlier.
        log.warning("the last use of a session was not written: %s", type(error.orig).__name__)


def _caller(
    session: Session,
    user: User,
    via: Literal["session", "token"],
    credential: str,
    valid_until: int,
    row_id: int | None = None,
) -> Caller:
    return Caller(
        user_id=user.id,
        username=user.username,
        parent_id=user.parent,
        via=via,
        is_administrator=authority.administers_the_center(session, user.username),
        must_change=bool(user.must_change),
        session=session,
        credential=credential,
        valid_until=valid_until,
        console_session=row_id,
    )


def _is_ours(request: Request, origin: str) -> bool:
    # Not the Host header: whoever gives its own name to our address names the same one in both.
    return origin == settings_of(request).origin
