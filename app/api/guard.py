"""Guards: who is calling, and may they? Every route names one. The caller's session is the session of the route.

A guard that reads belongs to routes that read, one `…ToChange` to routes that change something: it finds the caller in
the transaction of the change. One `…ToWait` holds no connection.
"""

from collections.abc import Callable, Iterable
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.concurrency import run_in_threadpool
from fastapi.security import APIKeyCookie, HTTPBearer
from sqlalchemy.orm import Session

from app.access.vocabulary import is_grave
from app.api import callers, idempotency
from app.api.app_state import database_of
from app.api.callers import COOKIE, Caller
from app.api.transaction import Changing, Reading
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed, NotSignedIn

_REAUTHENTICATION_MS = 10 * 60_000
Check = Callable[[Caller], None]
"""A check of the caller. Raises NotAllowed or NotSignedIn."""
# Both only describe the credentials in the OpenAPI document; they are read in `callers`.
_bearer = HTTPBearer(auto_error=False, description="A token whose audience is this center's address.")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="Set by POST /api/v1/session.")


async def _note_queue_key(request: Request) -> None:
    """Refuse strangers before they make others wait for the writers' lock, and note who waits for it."""
    main_account = callers.known_main_account(request)
    request.state.queue_key = main_account or await run_in_threadpool(_main_account, request)


def _main_account(request: Request) -> int:
    """The id under which the request queues: that of the main account, which can create many sub-accounts."""
    with database_of(request).reading() as session:
        return callers.main_account(request, session)


def _any_signed_in(_: Caller) -> None:
    """Accepts everybody, even while the one-time secret is in use."""


def _set_up(caller: Caller) -> None:
    if caller.must_change:
        raise NotAllowed("Choose a password of your own first.", code="password_change_required")
    if caller.must_enrol:
        raise NotAllowed("Set up a second factor first.", code="second_factor_required")


def require_reauthentication(caller: Caller) -> None:
    """Guards what a thief of an open browser must not do: the person must have shown who it is in the last ten minutes
    (ASVS 7.5.1). Raises NotSignedIn `reauthentication_needed`. Tokens are not concerned: nobody is there to be asked.
    """
    if caller.auth_time is not None and caller.auth_time + _REAUTHENTICATION_MS < now_ms():
        raise NotSignedIn("Show once more who you are.", code="reauthentication_needed")


def require_reauthentication_to_give(caller: Caller, authorities: Iterable[int]) -> None:
    """The same for who gives authorities with which others decide about rights, or delete."""
    if is_grave(authorities):
        require_reauthentication(caller)


def _reauthenticated(caller: Caller) -> None:
    _set_up(caller)
    require_reauthentication(caller)


def _reauthenticated_before_second_factor(caller: Caller) -> None:
    if caller.must_change:
        raise NotAllowed("Choose a password of your own first.", code="password_change_required")
    require_reauthentication(caller)


def _administrator(caller: Caller) -> None:
    _set_up(caller)
    if not caller.is_administrator:
        raise NotAllowed("Only administrators of the center may do this.", reason="NO_GRANT")


def _reads(check: Check) -> Callable[..., Caller]:
    """A dependency that returns the caller, if it passes the check. Raises NotSignedIn and what `check` raises."""

    def find(
        request: Request,
        session: Reading,
        _by_token: Annotated[object, Security(_bearer)],
        _by_cookie: Annotated[object, Security(_cookie)],
    ) -> Caller:
        return _checked(request, session, check)

    return find


def _changes(check: Check) -> Callable[..., Caller]:
    """The same in the transaction of a change. Raises ReplayedAnswer, too."""

    def find(
        request: Request,
        _queue_key_noted: Annotated[None, Depends(_note_queue_key)],
        session: Changing,
        _by_token: Annotated[object, Security(_bearer)],
        _by_cookie: Annotated[object, Security(_cookie)],
    ) -> Caller:
        caller = _checked(request, session, check)
        idempotency.refuse_repeated_of(request, caller)
        return caller

    return find


def _checked(request: Request, session: Session, check: Check) -> Caller:
    caller = callers.find(request, session)
    check(caller)
    return caller


def signed_in_before_setup_to_wait(
    request: Request, _by_token: Annotated[object, Security(_bearer)], _by_cookie: Annotated[object, Security(_cookie)]
) -> Caller:
    """Like `signed_in_to_wait`, but also while the one-time secret is in use."""
    with database_of(request).reading() as session:
        caller = callers.find(request, session)
        request.state.queue_key = caller.parent_id or caller.user_id
        return caller


async def signed_in_to_wait(caller: Annotated[Caller, Depends(signed_in_before_setup_to_wait)]) -> Caller:
    """The caller of a route that waits for long. Its session holds no connection until the route uses it in a `with`
    block: many waiting requests with a connection each would stop everybody."""
    _set_up(caller)
    return caller


async def reauthenticated_to_wait(caller: Annotated[Caller, Depends(signed_in_to_wait)]) -> Caller:
    """The same for a caller who has shown who it is a moment ago."""
    require_reauthentication(caller)
    return caller


SignedIn = Annotated[Caller, Depends(_reads(_set_up))]
SignedInToChange = Annotated[Caller, Depends(_changes(_set_up))]
SignedInToWait = Annotated[Caller, Depends(signed_in_to_wait)]
SignedInBeforeSetup = Annotated[Caller, Depends(_reads(_any_signed_in))]
"""The caller, even while the one-time secret is in use (session and password routes)."""
SignedInBeforeSetupToChange = Annotated[Caller, Depends(_changes(_any_signed_in))]
SignedInBeforeSetupToWait = Annotated[Caller, Depends(signed_in_before_setup_to_wait)]
ReauthenticatedToChange = Annotated[Caller, Depends(_changes(_reauthenticated))]
"""The caller, who has shown who it is a moment ago, and changes something."""
ReauthenticatedToWait = Annotated[Caller, Depends(reauthenticated_to_wait)]
ReauthenticatedToEnrol = Annotated[Caller, Depends(_changes(_reauthenticated_before_second_factor))]
"""The same as `ReauthenticatedToChange`, even while a second factor is still to be set up."""
ReauthenticatedToStartEnrolment = Annotated[Caller, Depends(_reads(_reauthenticated_before_second_factor))]
"""The same in a route that changes nothing yet."""
Administrator = Annotated[Caller, Depends(_reads(_administrator))]
"""The caller, who holds authority 4 on the root."""
AdministratorToChange = Annotated[Caller, Depends(_changes(_administrator))]
