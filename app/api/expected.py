"""Expected callers: known from memory when the request arrives, looked up in the route's own thread.

To look up the caller and to begin a change would each need another thread. Memory decides only who may queue. The route
gets the caller as its own transaction sees it, and that is checked there. A caller whom memory does not know, or would
refuse, is looked up before anything else.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import Request
from fastapi.dependencies.models import Dependant
from sqlalchemy.orm import Session

from app.api import callers, idempotency
from app.api.callers import Caller, Known
from app.api.transaction import Change
from app.errors import NotAllowed

F = TypeVar("F", bound=Callable[..., object])
Check = Callable[[Caller | Known], None]
"""A check of the caller. Raises NotAllowed."""
_LATE, _GUARD = "finds_its_caller", "guard"


class Expected:
    """A caller who passes the check as far as memory knows."""

    def __init__(self, request: Request, session: Session | Change, check: Check) -> None:
        self._request, self._session, self._check = request, session, check

    def find(self) -> Caller:
        """The caller. Called in the route's thread. Raises NotSignedIn, NotAllowed."""
        return find(self._request, self._session, self._check)


def find(request: Request, session: Session | Change, check: Check) -> Caller:
    """The caller, if it passes the check. Begins the change. Raises NotSignedIn, NotAllowed."""
    if isinstance(session, Change):
        session = session.begin()
    found: Caller = getattr(request.state, "caller", None) or callers.find(request, session)
    check(found)
    idempotency.refuse_repeated_of(request, found)
    return found


def is_worth_waiting_for(request: Request, check: Check) -> bool:
    """True when memory knows the caller and the check passes."""
    known: Known | None = getattr(request.state, "known", None)
    if known is None:
        return False
    try:
        check(known)
    except NotAllowed:
        return False
    return True


def guard(dependency: F) -> F:
    """Mark a dependency that may return an `Expected` caller or a `Change` that has not begun."""
    dependency.__dict__[_GUARD] = True
    return dependency


def find_late(known: Dependant, written: Callable[..., Any]) -> None:
    """Mark a route's function whose own thread looks up the caller, if none of the other dependencies that the
    framework found needs the caller."""
    deeper = (one for top in known.dependencies if not _is_guard(top) for one in _all(top))
    written.__dict__[_LATE] = not any(map(_is_guard, deeper))


def finds_late(request: Request) -> bool:
    """True when the route of the request is marked."""
    return bool(getattr(request.scope["endpoint"], _LATE, False))


def _is_guard(dependant: Dependant) -> bool:
    return getattr(dependant.call, _GUARD, False)


def _all(dependant: Dependant) -> list[Dependant]:
    return [dependant, *(one for inner in dependant.dependencies for one in _all(inner))]
