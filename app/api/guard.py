"""Guards: who is calling, and may they? Every route names one. The caller's session is the session of the route.

Safe methods read one consistent state. Others run in one transaction that locks the revision from its start, so what
the guard saw is still true when the change is written. It is committed before the answer is sent.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import ExitStack, asynccontextmanager
from typing import Annotated, TypeVar

from anyio import CancelScope
from fastapi import Depends, Request, Security
from fastapi.concurrency import run_in_threadpool
from fastapi.security import APIKeyCookie, HTTPBearer
from sqlalchemy.orm import Session

from app.access.vocabulary import is_grave
from app.api import callers, expected, transaction
from app.api.authority import allowed, may_see, require
from app.api.back_pressure import Places
from app.api.callers import COOKIE, Caller, Known
from app.api.expected import Expected
from app.api.origin import address_of, note_origin, require_same_origin
from app.api.running import database_of, settings_of, slots_of
from app.api.transaction import Change
from app.api.writers import Writers
from app.clock import now_ms
from app.database import Database
from app.errors import NotAllowed, NotSignedIn
from app.identity.password_slots import PasswordSlots
from app.settings import Settings

__all__ = [
    "COOKIE",
    "Administrator",
    "Caller",
    "Changing",
    "Configured",
    "Connected",
    "Elevated",
    "ElevatedToEnrol",
    "ElevatedToWait",
    "EvenInitiallyToWait",
    "Reading",
    "SignedIn",
    "SignedInEvenInitially",
    "SignedInToWait",
    "Slots",
    "address_of",
    "allowed",
    "changes_nothing",
    "database_of",
    "may_see",
    "note_origin",
    "require",
    "require_recent",
    "require_recent_to_give",
    "require_same_origin",
    "settings_of",
]

_RECENT_MS = 10 * 60_000
F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")
# Both only describe the credentials in the OpenAPI document; they are read in `callers`.
_bearer = HTTPBearer(auto_error=False, description="A token whose audience is this center's address.")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="Set by POST /api/v1/session.")


# Plain functions as dependencies would run in another thread, so even mere look-ups are asynchronous.
async def _configured(request: Request) -> Settings:
    return settings_of(request)


async def _database(request: Request) -> Database:
    return database_of(request)


async def _slots(request: Request) -> PasswordSlots:
    return slots_of(request)


Configured = Annotated[Settings, Depends(_configured)]
Connected = Annotated[Database, Depends(_database)]
Slots = Annotated[PasswordSlots, Depends(_slots)]


def changes_nothing(route: F) -> F:
    """Mark a POST or PUT whose guard only reads: it changes nothing, or opens its own transaction after slow work.

    Write it below the router's decorator.
    """
    route.__dict__["changes_nothing"] = True
    return route


def is_marked_changing_nothing(route: Callable[..., object]) -> bool:
    """True for a function marked by `changes_nothing`."""
    return bool(getattr(route, "changes_nothing", False))


def _changes(request: Request) -> bool:
    return request.method not in callers.SAFE and not is_marked_changing_nothing(request.scope["endpoint"])


@asynccontextmanager
async def turn(request: Request) -> AsyncIterator[None]:
    """Hold the writers' turn during the block. Does nothing when the request has it already."""
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


async def in_a_place(request: Request, work: Callable[[], T]) -> T:
    """Run reading work in a thread and in a reader's place, for a route that waits for the writers' turn later."""
    async with request.app.state.places:
        return await run_in_threadpool(work)


async def in_turn(request: Request, work: Callable[[], T]) -> T:
    """Run work that takes the writers' lock in a thread and with the writers' turn. It needs no reader's place."""
    async with turn(request):
        return await run_in_threadpool(work)


@expected.guard
async def _session(request: Request) -> AsyncIterator[Session | Change]:
    """Wait, without a thread, for a place to hold a session, or for the writers' turn.

    A request keeps its connection while it waits for a thread. With more such requests than connections, all threads
    would wait for connections and everything would stop. Writers wait for their turn instead, so that many of them take
    no places from readers.
    """
    places: Places = request.app.state.places
    if _changes(request):
        later = getattr(request.state, "known", None) is not None and expected.finds_late(request)
        async with turn(request), transaction.changing(request, later=later) as session:
            yield session
    else:
        async with places, _reading(request) as session:
            yield session


@asynccontextmanager
async def _reading(request: Request) -> AsyncIterator[Session]:
    """It connects on first use, in the route's thread. Until then no thread waits for it."""
    reading = ExitStack()
    session = reading.enter_context(database_of(request).reading())
    try:
        yield session
    finally:
        if session.in_transaction():  # else the route's thread has closed it (app.api.answering)
            with CancelScope(shield=True):
                await run_in_threadpool(reading.close)
        reading.close()


# scope="function" commits before the answer is sent. By default a failed commit would be answered with 200.
Reading = Annotated[Session, Depends(_session, scope="function")]
"""The session of the request, in a route that reads."""
Changing = Annotated[Session, Depends(_session, scope="function")]
"""The same in a route that changes something. It is committed before the answer is sent."""


async def _known(request: Request) -> None:
    """Refuse strangers before a change opens its session, so that they cannot make others wait for the writers'
    lock."""
    known = request.state.known = callers.known(request)
    if _changes(request):
        request.state.writer = known.main_account if known else await run_in_threadpool(_main_account, request)


def _main_account(request: Request) -> int:
    """The id under which the request queues: that of the main account, which can create many sub-accounts."""
    with database_of(request).reading() as session:
        return callers.main_account(request, session)


def _anybody(_: Caller | Known) -> None:
    """Accepts everybody, even while the one-time secret is in use."""


def _with_a_password_of_its_own(caller: Caller | Known) -> None:
    if caller.must_change:
        raise NotAllowed("Choose a password of your own first.", code="password_change_required")
    if caller.must_enrol:
        raise NotAllowed("Set up a second factor first.", code="second_factor_required")


def require_recent(caller: Caller | Known) -> None:
    """For what a thief of an open browser must not do: the person showed who it is in the last ten minutes (ASVS
    7.5.1). Raises NotSignedIn `reauthentication_needed`. Tokens are not concerned: nobody is there to be asked."""
    if caller.auth_time is not None and caller.auth_time + _RECENT_MS < now_ms():
        raise NotSignedIn("Show once more who you are.", code="reauthentication_needed")


def require_recent_to_give(caller: Caller, authorities: Iterable[int]) -> None:
    """The same for who gives authorities with which others decide about rights, or delete."""
    if is_grave(authorities):
        require_recent(caller)


def _recent(caller: Caller | Known) -> None:
    _with_a_password_of_its_own(caller)
    require_recent(caller)


def _recent_password_of_its_own(caller: Caller | Known) -> None:
    if caller.must_change:
        raise NotAllowed("Choose a password of your own first.", code="password_change_required")
    require_recent(caller)


def _administrator(caller: Caller | Known) -> None:
    _with_a_password_of_its_own(caller)
    if not caller.is_administrator:
        raise NotAllowed("Only administrators of the center may do this.", reason="NO_GRANT")


def _caller(check: expected.Check) -> Callable[..., Awaitable[Caller | Expected]]:
    """A dependency that returns the caller, if it passes the check. Raises NotSignedIn and what `check` raises."""

    @expected.guard
    async def find(
        request: Request,
        _first: Annotated[None, Depends(_known)],
        session: Reading,
        _by_token: Annotated[object, Security(_bearer)],
        _by_cookie: Annotated[object, Security(_cookie)],
    ) -> Caller | Expected:
        if expected.finds_late(request) and expected.is_worth_waiting_for(request, check):
            return Expected(request, session, check)
        return await run_in_threadpool(expected.find, request, session, check)

    return find


def even_initially_to_wait(
    request: Request, _by_token: Annotated[object, Security(_bearer)], _by_cookie: Annotated[object, Security(_cookie)]
) -> Caller:
    """Like `signed_in_to_wait`, but also while the one-time secret is in use."""
    with database_of(request).reading() as session:
        caller = callers.find(request, session)
        request.state.writer = caller.parent_id or caller.user_id
        return caller


async def signed_in_to_wait(caller: Annotated[Caller, Depends(even_initially_to_wait)]) -> Caller:
    """The caller of a route that waits for long. Its session holds no connection until the route uses it in a `with`
    block: many waiting requests with a connection each would stop everybody."""
    _with_a_password_of_its_own(caller)
    return caller


async def elevated_to_wait(caller: Annotated[Caller, Depends(signed_in_to_wait)]) -> Caller:
    """The same for a caller who has shown who it is a moment ago."""
    require_recent(caller)
    return caller


SignedInEvenInitially = Annotated[Caller, Depends(_caller(_anybody))]
"""The caller, even while the one-time secret is in use (session and password routes)."""
SignedIn = Annotated[Caller, Depends(_caller(_with_a_password_of_its_own))]
Elevated = Annotated[Caller, Depends(_caller(_recent))]
"""The caller, who has shown who it is a moment ago."""
ElevatedToEnrol = Annotated[Caller, Depends(_caller(_recent_password_of_its_own))]
"""The same, even while a second factor is still to be set up."""
SignedInToWait = Annotated[Caller, Depends(signed_in_to_wait)]
ElevatedToWait = Annotated[Caller, Depends(elevated_to_wait)]
EvenInitiallyToWait = Annotated[Caller, Depends(even_initially_to_wait)]
Administrator = Annotated[Caller, Depends(_caller(_administrator))]
"""The caller, who holds authority 4 on the root."""
