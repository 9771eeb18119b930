"""The second step of signing in, and showing once more who one is before something dangerous."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request, Response
from pydantic import Field, StringConstraints

from app.api import app_state, cookies, origin, transaction
from app.api.admission import sign_in_queues
from app.api.app_state import Configured, Connected, Slots
from app.api.callers import Caller
from app.api.guard import SignedInBeforeSetupToWait
from app.api.paging import Body, either, examples
from app.api.problems import responses
from app.api.public import session_answer
from app.api.public.session_answer import PENDING, SessionItem
from app.api.routing import Router
from app.identity import authenticator_app, delays, factors, recovery_codes, sessions, sign_ins, users, verification
from app.identity.models import ConsoleSession, User
from app.identity.network_of_address import network_of
from app.identity.sessions import NewSession
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import NotAllowed, NotSignedIn
from app.platform.settings import Settings
from app.platform.telemetry import logger

log = logger(__name__)
router = Router(prefix="/api/v1/session", tags=["session"])
Typed = Annotated[str, StringConstraints(min_length=1, max_length=64)]
_WRONG_FOR_USER = 5
"""Wrong codes of an app before the first delay."""


class ShownFactor(Body):
    """A code of the authenticator app, or a recovery code."""

    model_config = examples({"code": "123456"})

    code: Typed | None = Field(None, repr=False)
    recovery_code: Typed | None = Field(None, repr=False)
    _one = either("code", "recovery_code", verb="send")


class ShownAgain(Body):
    """The password, or a code of the authenticator app for whom has one."""

    model_config = examples({"code": "123456"})

    password: Annotated[str, StringConstraints(min_length=1, max_length=1024)] | None = Field(None, repr=False)
    code: Typed | None = Field(None, repr=False)
    _one = either("password", "code", verb="send")


@router.post("/factor", summary="Show the second factor", responses=responses(401, 403, 422, 429))
def show_factor(
    request: Request, response: Response, body: ShownFactor, database: Connected, settings: Configured
) -> SessionItem:
    """After 401 `second_factor_needed`, from the same browser. Each code is for one use; wrong ones are counted by user
    and delay further tries, except of recovery codes, which nobody can guess."""
    origin.require_same_origin(request, named=False)
    now, secret = now_ms(), cookies.value_of(request, PENDING)
    with database.writing() as session:
        row, user = sign_ins.waiting(session, secret, now)
        method = _method(session, settings, user, body, now)
        if method is not None:
            started = sign_ins.complete(session, settings, row, user, method, now, session_answer.browser_of(request))
            sessions.end(session, cookies.value_of(request))
            session_answer.forget(request, response, PENDING)
            return session_answer.signed_in(session, settings, response, started)
        sign_ins.count_wrong(session, row)
        if body.code is not None:
            _count(session, user.id, now)
    by = "authenticator app" if body.code is not None else "recovery code"
    log.warning("sign-in failed", user=user.username, address=origin.address_of(request), by=by)
    raise NotSignedIn("The code is wrong or was used.", code="wrong_code")


async def _in_turn(request: Request, caller: SignedInBeforeSetupToWait, body: ShownAgain) -> AsyncIterator[ShownAgain]:
    network = network_of(origin.address_of(request))
    async with sign_in_queues.turn(request, network, caller.username, body.password or ""):
        yield body


@router.post("/reauthentication", summary="Show once more who you are", responses=responses(401, 403, 422, 429, 503))
def reauthenticate(
    request: Request,
    response: Response,
    caller: SignedInBeforeSetupToWait,
    body: Annotated[ShownAgain, Depends(_in_turn, scope="function")],
    database: Connected,
    settings: Configured,
    slots: Slots,
) -> SessionItem:
    """For ten minutes the session may then do what 401 `reauthentication_needed` refuses. Its cookie changes. Who has a
    second factor shows that one (403 `password_not_enough`); with a passkey it signs in anew."""
    now, number = now_ms(), caller.console_session
    if number is None:
        raise NotAllowed("Only a session of the console needs this.", code="session_needed")
    method = _show_again(request, caller, body, database, settings, slots)
    with database.writing() as session:
        return elevate(session, settings, response, (number, caller.user_id), method, now)


def elevate(
    session: transaction.Changing,
    settings: Settings,
    response: Response,
    who: tuple[int, int],
    method: str,
    now: int,
    provider_id: int | None = None,
) -> SessionItem:
    """Renew the session (its id and its user's) after the user has shown who it is (to this provider). Raises
    NotSignedIn when it has ended meanwhile."""
    row = session.get(ConsoleSession, who[0], with_for_update=True)
    if row is None or row.user_id != who[1]:
        raise NotSignedIn("Sign in first.")
    secret = sessions.renew(session, row, (method,), now, provider_id)
    shown = NewSession(users.find(session, who[1]), tuple(row.methods.split()), row.valid_until, secret)
    return session_answer.signed_in(session, settings, response, shown)


def _show_again(
    request: Request, caller: Caller, body: ShownAgain, database: Database, settings: Settings, slots: app_state.Slots
) -> str:
    now, address = now_ms(), origin.address_of(request)
    if body.password is not None:
        with database.reading() as session:
            has_more = bool(factors.of(session, caller.user_id))
        if has_more:
            raise NotAllowed("Show your second factor instead.", code="password_not_enough")
        browser = cookies.known_browser_of(request)
        verification.verify_password(
            database, settings, slots, caller.username, body.password, address, now, browser=browser
        )
        return "pwd"
    with database.writing() as session:
        _refuse(session, caller.user_id, now)
        if authenticator_app.use(session, settings, caller.user_id, body.code or "", now):
            return "otp"
        _count(session, caller.user_id, now)
    log.warning("sign-in failed", user=caller.username, address=address, by="authenticator app")
    raise NotSignedIn("The code is wrong or was used.", code="wrong_code")


def _method(session: transaction.Changing, settings: Settings, user: User, body: ShownFactor, now: int) -> str | None:
    if body.recovery_code is not None:
        return "kba" if recovery_codes.use(session, user.id, body.recovery_code, now) else None
    _refuse(session, user.id, now)
    return "otp" if authenticator_app.use(session, settings, user.id, body.code or "", now) else None


def _refuse(session: transaction.Changing, user_id: int, now: int) -> None:
    delays.refuse_keys(session, [f"factor-of:{user_id}"], now)


def _count(session: transaction.Changing, user_id: int, now: int) -> None:
    delays.count_key(session, f"factor-of:{user_id}", _WRONG_FOR_USER, now)
