"""Deciding about a sign-in from a device (RFC 8628 §3.3): the person types the code, sees who asks, approves or denies.

Only with a browser's session: a token must not be able to make itself a longer-lived one.
"""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.api import guard
from app.api.guard import Caller, Configured, Connected, SignedInToWait, changes_nothing
from app.api.paging import Body
from app.api.problems import responses
from app.clock import now_ms
from app.database import Database
from app.errors import NotAllowed, NotFound, NotSignedIn
from app.identity import sub_accounts, users
from app.identity.models import User
from app.settings import Settings
from app.tokens import device
from app.tokens.models import DeviceSignIn
from app.trail import trail

router = APIRouter(prefix="/device", tags=["session"])


class TypedCode(Body):
    """What the device shows; small letters, blanks and a missing dash do not matter."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"user_code": "WDJB-MJHT"}]})

    user_code: Annotated[str, StringConstraints(min_length=1, max_length=32)]


class DeviceDecision(TypedCode):
    """Let the device in, or not."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"user_code": "WDJB-MJHT", "approve": True}]})

    approve: bool


class WaitingDevice(BaseModel):
    """Who asks to act in the caller's name: program, address it asked from, when (epoch ms), until when."""

    client: str = Field(examples=["usercenter-cli"])
    address: str = Field(examples=["192.0.2.7"])
    add_time: int
    valid_until: int
    token_hours: int = Field(description="How long it will be let in.")


@router.post("/waiting", summary="Which device shows this code?", responses=responses(404, 429))
@changes_nothing
def show(
    request: Request, caller: SignedInToWait, body: TypedCode, database: Connected, settings: Configured
) -> WaitingDevice:
    """For signed-in people. Wrong codes are counted for the user and the address, and slow them down."""
    row = _waiting(request, caller, body.user_code, database, settings)
    return WaitingDevice(
        client=row.client,
        address=row.address,
        add_time=row.add_time,
        valid_until=row.valid_until,
        token_hours=settings.device_token_hours,
    )


async def _in_turn(
    request: Request, caller: SignedInToWait, body: DeviceDecision, database: Connected, settings: Configured
) -> AsyncIterator[Caller]:
    """Who guesses codes neither waits for the other writers nor holds them up."""
    await run_in_threadpool(_waiting, request, caller, body.user_code, database, settings)
    async with guard.turn(request):
        yield caller


@router.post("/decision", status_code=204, summary="Approve or deny a device", responses=responses(404, 429))
@changes_nothing
def decide(
    request: Request,
    caller: Annotated[Caller, Depends(_in_turn, scope="function")],
    body: DeviceDecision,
    database: Connected,
    settings: Configured,
) -> None:
    """Approved, the device gets one token of the caller, listed with its API tokens and revocable there."""
    with database.writing() as session:
        trail.lock_revision(session)
        guard.note_origin(request, session, caller.credential)
        user = users.find(session, caller.user_id)
        if user.must_change or not sub_accounts.effectively_active(session, user):
            raise NotSignedIn("Sign in first.")
        device.decide(session, settings, user, body.user_code, approve=body.approve, now=now_ms())
        session.flush()
        request.state.revision = trail.current_revision(session)


def _at_a_browser(caller: Caller) -> User:
    if caller.via != "session":
        raise NotAllowed("A device is approved in the console, not with a token.", code="session_needed")
    return users.find(caller.session, caller.user_id)


def _waiting(request: Request, caller: Caller, user_code: str, database: Database, settings: Settings) -> DeviceSignIn:
    now, address = now_ms(), guard.address_of(request)
    with caller.session as session:
        me = _at_a_browser(caller)
        device.refuse_guessing(session, me, address, now)
        try:
            return device.waiting(session, settings, user_code, now)
        except NotFound as error:
            wrong = error
    # In a transaction of its own: the guess is counted though the caller sees an error.
    with database.writing() as own:
        device.count_wrong(own, me, address, now)
    raise wrong
