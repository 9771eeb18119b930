"""Decisions on device sign-ins (RFC 8628 §3.3): a person enters the code, sees who asks, and approves or denies.

Only with a browser session: a token must not be able to get a token that lives longer.
"""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, StringConstraints

from app.api import guard, origin
from app.api.admin.grants.grant_limits import Networks
from app.api.admission import writers
from app.api.app_state import Configured, Connected
from app.api.callers import Caller
from app.api.guard import SignedInToWait
from app.api.paging import ApiModel, Body, examples
from app.api.problems import responses
from app.api.routing import Router
from app.audit.trail import trail
from app.identity import sub_accounts, users
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.errors import NotAllowed, NotFound, NotSignedIn
from app.platform.settings import Settings
from app.tokens import device
from app.tokens.models import DeviceSignIn

router = Router(prefix="/device", tags=["session"])


class TypedCode(Body):
    """The code that the device shows; lower case, blanks and a missing dash do not matter."""

    model_config = examples({"user_code": "WDJB-MJHT"})

    user_code: Annotated[str, StringConstraints(min_length=1, max_length=32)] = Field(repr=False)


class DeviceDecision(TypedCode):
    """Approve the device, or deny it."""

    model_config = examples({"user_code": "WDJB-MJHT", "approve": True})

    approve: bool
    networks: Networks | None = Field(None, description="Where the device's token may be used; null: everywhere.")


class WaitingDevice(ApiModel):
    """The device that asks for a token of the caller: program, its address, when (epoch ms), until when."""

    client: str = Field(examples=["usercenter-cli"])
    address: str = Field(examples=["192.0.2.7"])
    add_time: int
    valid_until: int
    token_hours: int = Field(description="How long it will be let in.")
    refresh_days: int | None = Field(description="How long it will be at most when it renews its tokens by itself.")


@router.post("/waiting", summary="Which device shows this code?", responses=responses(404, 429))
def get_waiting_device(
    request: Request, caller: SignedInToWait, body: TypedCode, database: Connected, settings: Configured
) -> WaitingDevice:
    """For signed-in people. Wrong codes are counted for user and network, and delay further tries."""
    row = _waiting(request, caller, body.user_code, database, settings)
    return WaitingDevice.of(
        row,
        token_hours=settings.device_token_hours,
        refresh_days=settings.refresh_days if device.is_lasting(row) else None,
    )


async def _in_turn(
    request: Request, caller: SignedInToWait, body: DeviceDecision, database: Connected, settings: Configured
) -> AsyncIterator[Caller]:
    """Check the code, then wait for the writers' turn: guesses neither queue with the writers nor delay them."""
    if body.approve:  # else a thief of an open browser gets a token that needs no more proof
        guard.require_reauthentication(caller)
    await run_in_threadpool(_waiting, request, caller, body.user_code, database, settings)
    async with writers.turn(request):
        yield caller


@router.post("/decision", status_code=204, summary="Approve or deny a device", responses=responses(404, 429))
def decide_device_sign_in(
    request: Request,
    caller: Annotated[Caller, Depends(_in_turn, scope="function")],
    body: DeviceDecision,
    database: Connected,
    settings: Configured,
) -> None:
    """An approved device gets one token of the caller, which is listed with its API tokens and can be revoked there.
    With `refresh_days`, and without `networks`, it is listed with the caller's applications instead."""
    with database.writing() as session:
        trail.lock_revision(session)
        origin.note_origin(request, session, caller.credential)
        user = users.find(session, caller.user_id)
        if user.must_change or not sub_accounts.effectively_active(session, user):
            raise NotSignedIn("Sign in first.")
        device.decide(
            session,
            settings,
            user,
            body.user_code,
            approve=body.approve,
            now=now_ms(),
            signed_in=(" ".join(caller.methods), caller.auth_time or 0),
            networks=body.networks,
        )
        session.flush()
        request.state.revision = trail.current_revision(session)


def _browser_user(caller: Caller) -> User:
    if caller.via != "session":
        raise NotAllowed("A device is approved in the console, not with a token.", code="session_needed")
    return caller.user


def _waiting(request: Request, caller: Caller, user_code: str, database: Database, settings: Settings) -> DeviceSignIn:
    now, address = now_ms(), origin.address_of(request)
    with caller.session as session:
        me = _browser_user(caller)
        device.refuse_guessing(session, me, address, now)
        try:
            return device.waiting(session, settings, user_code, now)
        except NotFound as error:
            wrong = error
    # In its own transaction, so that the guess is counted although the request fails.
    with database.writing() as own:
        device.count_wrong(own, me, address, now)
    raise wrong
