"""Guards: who is calling, and may they? Every route names one. The caller's session is the session of the route.

| the caller | the route reads | it changes something | it waits |
|---|---|---|---|
| is set up: password and second factor | `SignedIn` | `SignedInToChange` | `SignedInToWait` |
| may have a one-time secret, or lack the second factor | `SignedInBeforeSetup` | `…ToChange` | `…ToWait` |
| is set up and reauthenticated | | `ReauthenticatedToChange` | `ReauthenticatedToWait` |
| is reauthenticated, may lack the second factor | `ReauthenticatedToStartEnrolment` | `ReauthenticatedToEnrol` | |
| is set up and holds authority 4 on the root | `Administrator` | `AdministratorToChange` | |

What changes something finds the caller in the transaction of the change. What waits for long holds no connection.
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
from app.api.callers import Caller
from app.api.cookies import SESSION
from app.api.transaction import Changing, Reading
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed, NotSignedIn

_REAUTHENTICATION_MS = 10 * 60_000
"""For how long a sign-in, or showing a password or factor again, counts as reauthentication."""
Check = Callable[[Caller], None]
"""A check of the caller. Raises NotAllowed or NotSignedIn."""
# _bearer and _cookie only describe the credentials in the OpenAPI document; `callers` reads these.
_bearer = HTTPBearer(auto_error=False, description="A token whose audience is this center's address.")
_cookie = APIKeyCookie(name=SESSION, auto_error=False, description="Set by POST /api/v1/session.")


async def _note_queue_key(request: Request) -> None:
    """Note under whose id the request queues for the writers' turn: that of the main account, which can create many
    sub-accounts. Strangers are refused here, before they make others wait. Raises NotSignedIn."""
    main_account = callers.known_main_account(request)
    request.state.queue_key = main_account or await run_in_threadpool(_main_account, request)


def _main_account(request: Request) -> int:
    with database_of(request).reading() as session:
        return callers.main_account(request, session)


def _any_signed_in(_: Caller) -> None:
    """No further check."""


def _password_chosen(caller: Caller) -> None:
    if caller.must_change:
        raise NotAllowed("Choose a password of your own first.", code="password_change_required")


def _set_up(caller: Caller) -> None:
    _password_chosen(caller)
    if caller.must_enrol:
        raise NotAllowed("Set up a second factor first.", code="second_factor_required")


def require_reauthentication(caller: Caller) -> None:
    """Guards what a thief of an open browser must not do: the person must have shown who it is in the last ten minutes
    (ASVS 7.5.1). Raises NotSignedIn `reauthentication_needed`. Tokens are not concerned: nobody is there to be asked.
    """
    if caller.auth_time is not None and caller.auth_time + _REAUTHENTICATION_MS < now_ms():
        raise NotSignedIn("Show once more who you are.", code="reauthentication_needed")


def require_reauthentication_to_give(caller: Caller, authorities: Iterable[int]) -> None:
    """Require reauthentication of a caller who gives grave authorities: to decide about the rights of others, or to
    delete. Raises NotSignedIn."""
    if is_grave(authorities):
        require_reauthentication(caller)


def _reauthenticated(caller: Caller) -> None:
    _set_up(caller)
    require_reauthentication(caller)


def _reauthenticated_before_second_factor(caller: Caller) -> None:
    _password_chosen(caller)
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
    """The same in the transaction of a change. A repeated request is answered from store: raises ReplayedAnswer."""

    def find(
        request: Request,
        _queue_key_noted: Annotated[None, Depends(_note_queue_key)],  # before Changing, which waits for the turn
        session: Changing,
        _by_token: Annotated[object, Security(_bearer)],
        _by_cookie: Annotated[object, Security(_cookie)],
    ) -> Caller:
        caller = _checked(request, session, check)
        idempotency.refuse_repeated(request, caller)
        return caller

    return find


def _checked(request: Request, session: Session, check: Check) -> Caller:
    caller = callers.find(request, session)
    check(caller)
    return caller


def signed_in_before_setup_to_wait(
    request: Request, _by_token: Annotated[object, Security(_bearer)], _by_cookie: Annotated[object, Security(_cookie)]
) -> Caller:
    """The caller of a route that waits for long; its queue key is noted for the writers' turn. The caller's session is
    closed, `with` opens it again: many waiting requests with a connection each would stop everybody."""
    with database_of(request).reading() as session:
        caller = callers.find(request, session)
        request.state.queue_key = caller.parent_id or caller.user_id
        return caller


# Both are async without `await`, so that FastAPI takes no thread for them.
async def signed_in_to_wait(caller: Annotated[Caller, Depends(signed_in_before_setup_to_wait)]) -> Caller:
    """The same, for a caller that is set up. Raises NotAllowed."""
    _set_up(caller)
    return caller


async def reauthenticated_to_wait(caller: Annotated[Caller, Depends(signed_in_to_wait)]) -> Caller:
    """The same, for a caller that is reauthenticated, too. Raises NotSignedIn."""
    require_reauthentication(caller)
    return caller


SignedIn = Annotated[Caller, Depends(_reads(_set_up))]
SignedInToChange = Annotated[Caller, Depends(_changes(_set_up))]
SignedInToWait = Annotated[Caller, Depends(signed_in_to_wait)]
SignedInBeforeSetup = Annotated[Caller, Depends(_reads(_any_signed_in))]
SignedInBeforeSetupToChange = Annotated[Caller, Depends(_changes(_any_signed_in))]
SignedInBeforeSetupToWait = Annotated[Caller, Depends(signed_in_before_setup_to_wait)]
ReauthenticatedToChange = Annotated[Caller, Depends(_changes(_reauthenticated))]
ReauthenticatedToWait = Annotated[Caller, Depends(reauthenticated_to_wait)]
ReauthenticatedToStartEnrolment = Annotated[Caller, Depends(_reads(_reauthenticated_before_second_factor))]
ReauthenticatedToEnrol = Annotated[Caller, Depends(_changes(_reauthenticated_before_second_factor))]
Administrator = Annotated[Caller, Depends(_reads(_administrator))]
AdministratorToChange = Annotated[Caller, Depends(_changes(_administrator))]
