"""Signing in to and out of the console, and choosing a password. These routes also work with a one-time secret. A
passkey is two factors, so nothing else is asked."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, StringConstraints
from sqlalchemy.orm import Session

from app.api import app_state, authority, cookies, origin
from app.api.admission import rate_limits, sign_in_queues, writers
from app.api.app_state import Configured, Connected, Slots
from app.api.callers import Caller
from app.api.guard import SignedInBeforeSetup, SignedInBeforeSetupToChange, SignedInBeforeSetupToWait
from app.api.paging import Body, examples
from app.api.problems import responses
from app.api.public import session_answer
from app.api.public.session_answer import PENDING, SessionItem
from app.api.routing import Router
from app.audit.trail import trail
from app.identity import credentials, passkeys, safety_messages, sessions, sign_ins, users, verification
from app.identity.delays import PasswordAttempt
from app.identity.models import ConsoleSession, User
from app.identity.network_of_address import network_of
from app.identity.sessions import NewSession
from app.identity.sign_ins import FactorChallenge
from app.identity.verification import VerifiedUser
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed, NotSignedIn
from app.platform.outbox import enqueue

router = Router(prefix="/api/v1/session", tags=["session"])
Typed = Annotated[str, StringConstraints(min_length=1, max_length=1024)]


class PasswordSignIn(Body):
    """User name and password; the first time the one-time secret."""

    model_config = examples({"username": "alice", "password": "correct horse 7"})

    username: Annotated[str, StringConstraints(min_length=1, max_length=128)]
    password: Typed = Field(repr=False)


class NewPassword(Body):
    """The current password (or the one-time secret) and the new one."""

    model_config = examples({"current": "one-time secret", "new": "wooden bridge over the sea"})

    current: Typed = Field(repr=False)
    new: Typed = Field(repr=False)


async def _in_turn(request: Request, body: PasswordSignIn) -> AsyncIterator[PasswordSignIn]:
    rate_limits.count(request, "sign_in")
    network = network_of(origin.address_of(request))
    async with sign_in_queues.turn(request, network, body.username, body.password):
        yield body


@router.post("", summary="Sign in", responses=responses(401, 403, 422, 429, 503))
def sign_in(
    request: Request,
    response: Response,
    body: Annotated[PasswordSignIn, Depends(_in_turn, scope="function")],
    database: Connected,
    settings: Configured,
    slots: Slots,
) -> SessionItem:
    """A new session in a cookie. The browser's earlier session ends. Services use tokens, not sessions.
    401 `second_factor_needed`: the password was right; show one of `factors` (POST /session/factor or /passkey)."""
    origin.require_same_origin(request, named=False)
    now = now_ms()
    attempt = PasswordAttempt(body.username, origin.address_of(request), cookies.known_browser_of(request))
    compared = verification.compare(database, settings, slots, attempt, body.password, now)
    with database.reading() as reading:  # a transaction that writes would compute it anew each time
        administers = authority.administers_the_center(reading, attempt.username)
    with database.writing() as session:
        user, verified = verification.confirm(session, compared, now)
        may = settings.local_sign_in == "on" or administers
        started = _begin(request, session, user, attempt, now, known_network=verified.known_network) if may else None
        if isinstance(started, NewSession):
            answer = session_answer.signed_in(session, settings, response, started, administers=administers)
    verification.note_signed_in(verified, attempt.address)
    if started is None:  # after the commit: the password was right, which is noted and told to its owner
        raise NotAllowed("Sign in with the account of your company.", code="local_sign_in_off")
    if isinstance(started, FactorChallenge):
        raise session_answer.factor_needed(settings, started)
    return answer


def _begin(
    request: Request, session: Session, user: User, attempt: PasswordAttempt, now: int, *, known_network: bool
) -> NewSession | FactorChallenge:
    browser = session_answer.browser_of(request)
    sessions.end(session, cookies.value_of(request))
    if known_network and not (attempt.browser and attempt.browser.belongs_to(user)):
        safety_messages.new_browser(session, user, browser.address, browser.agent)
    return sign_ins.begin(session, app_state.settings_of(request), user, ("pwd",), now, browser)


@router.get("", summary="Who am I?", responses=responses(401))
def get_session(caller: SignedInBeforeSetup) -> SessionItem:
    """The caller, by session or token. `expires`: the end of that session or token."""
    return session_answer.item(caller.session, caller.user, caller)


@router.delete("", status_code=204, summary="Sign out", responses=responses(401, 403))
def sign_out(request: Request, response: Response, caller: SignedInBeforeSetupToChange) -> None:
    """Ends the session on the server too, not only in the browser."""
    sessions.end(caller.session, cookies.value_of(request))
    session_answer.forget(request, response)


@dataclass(frozen=True)
class _PasswordChange:
    """The verified and hashed passwords, with the caller and the time (epoch ms)."""

    caller: Caller
    verified: VerifiedUser
    new_hash: str
    now: int


async def _choose(
    request: Request,
    caller: SignedInBeforeSetupToWait,
    body: NewPassword,
    database: Connected,
    settings: Configured,
    slots: Slots,
) -> AsyncIterator[_PasswordChange]:
    """Verify and hash, which is slow, then wait for the writers' turn."""

    def choose() -> _PasswordChange:
        now, address = now_ms(), origin.address_of(request)
        browser = cookies.known_browser_of(request)
        verified = verification.verify_password(
            database, settings, slots, caller.username, body.current, address, now, browser=browser
        )
        initial = body.current if verified.must_change else None
        new_hash = credentials.hash_new(settings, slots, caller.username, body.new, initial=initial)
        return _PasswordChange(caller, verified, new_hash, now)

    if caller.via != "session":
        raise NotAllowed("A password is changed in the console, not with a token.", code="session_needed")
    network = network_of(origin.address_of(request))
    async with sign_in_queues.turn(request, network, caller.username, body.current):
        chosen = await run_in_threadpool(choose)
    async with writers.turn(request):
        yield chosen


@router.put("/password", summary="Choose a password", responses=responses(401, 403, 422, 429, 503))
def choose_password(
    request: Request,
    response: Response,
    database: Connected,
    settings: Configured,
    chosen: Annotated[_PasswordChange, Depends(_choose, scope="function")],
) -> SessionItem:
    """All sessions of the user end; the answer carries a new one. The one-time secret is used up."""
    with database.writing() as session:
        origin.note_origin(request, session, chosen.caller.credential)
        trail.lock_revision(session)
        user = users.find(session, chosen.verified.user_id)
        if user.cred_version != chosen.verified.cred_version:
            raise NotSignedIn("The password was changed meanwhile.", code="invalid_credentials")
        before = session.get(ConsoleSession, chosen.caller.console_session)
        provider_id = before.provider_id if before else None
        credentials.change_password(session, user, chosen.new_hash)
        enqueue.tell(session, user, enqueue.PASSWORD_CHANGED, {"user": user.username}, chosen.now)
        request.state.revision = trail.current_revision(session)
        browser = session_answer.browser_of(request)
        # The factor that this session was begun with still counts.
        started = sessions.start(
            session, settings, user, chosen.now, chosen.caller.methods, browser, provider_id=provider_id
        )
        return session_answer.signed_in(session, settings, response, started)


class ShownPasskey(Body):
    """What `navigator.credentials.get` returned, as JSON (WebAuthn level 3, `toJSON`)."""

    model_config = examples({"credential": {"id": "…", "type": "public-key"}})

    credential: dict[str, Any] = Field(repr=False)


@router.post("/passkey/challenge", summary="Begin to show a passkey", responses=responses(403, 409))
def begin_passkey_sign_in(request: Request, settings: Configured) -> dict[str, Any]:
    """The options for `navigator.credentials.get`, for one use within five minutes. 409 `passkeys_need_host_name` where
    the center's address is an IP address."""
    origin.require_same_origin(request, named=False)
    return passkeys.to_show(settings, now_ms())


@router.post("/passkey", summary="Sign in with a passkey", responses=responses(401, 403, 422))
def sign_in_with_passkey(
    request: Request, response: Response, body: ShownPasskey, database: Connected, settings: Configured
) -> SessionItem:
    """A new session in a cookie. The browser's earlier session ends."""
    origin.require_same_origin(request, named=False)
    now = now_ms()
    with database.writing() as session:
        user = passkeys.shown(session, settings, body.credential, now)
        if user is not None:
            started = sessions.start(session, settings, user, now, ("pop",), session_answer.browser_of(request))
            sessions.end(session, cookies.value_of(request))
            session_answer.forget(request, response, PENDING)
            return session_answer.signed_in(session, settings, response, started)
    raise NotSignedIn("The passkey was not accepted.", code="passkey_refused")
