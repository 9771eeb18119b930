"""Forgotten passwords, invitations and addresses: what somebody does with a link that came by e-mail.

The link's secret is sent in bodies only, because URLs end up in logs and histories.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, StringConstraints

from app.api import origin
from app.api.admission import sign_in_queues, writers
from app.api.admission.rate_limits import limited
from app.api.app_state import Configured, Connected, Slots
from app.api.guard import SignedInToChange
from app.api.paging import ApiModel, Body, examples
from app.api.problems import responses
from app.api.routing import Router
from app.audit.trail import trail
from app.identity import credentials
from app.identity.network_of_address import network_of
from app.messages import addresses, password_resets
from app.platform.clock import now_ms

router = Router(prefix="/api/v1", tags=["session"])
_LIMITED = [Depends(limited("reset"))]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=128)]


class ForgottenPassword(Body):
    """Whose password is forgotten."""

    model_config = examples({"username": "alice"})

    username: Annotated[str, StringConstraints(min_length=1, max_length=128)]


class LinkedPassword(Body):
    """The secret of the link, and the new password."""

    model_config = examples({"link": "puc_once_…", "new": "wooden bridge over the sea"})

    link: Secret = Field(repr=False)
    new: Annotated[str, StringConstraints(min_length=1, max_length=1024)] = Field(repr=False)


class ShownLink(Body):
    """The secret of a link that came by e-mail."""

    model_config = examples({"link": "puc_once_…"})

    link: Secret = Field(repr=False)


class LinkOwner(ApiModel):
    """Whose password the link sets."""

    username: str = Field(examples=["alice"])


async def _to_store(request: Request, body: ForgottenPassword, settings: Configured) -> AsyncIterator[str]:
    origin.require_same_origin(request, named=False)
    addresses.refuse_without_mail(settings)
    async with writers.turn(request):
        yield body.username


@router.post(
    "/password-resets",
    status_code=202,
    summary="I have forgotten my password",
    responses=responses(403, 422, 429),
    dependencies=_LIMITED,
)
def request_password_reset(
    request: Request,
    username: Annotated[str, Depends(_to_store, scope="function")],
    database: Connected,
    settings: Configured,
) -> None:
    """The answer is the same whether there is such a user or not. A person with a confirmed address gets a link, at
    most every five minutes. 422 `mail_is_off` when this center sends no e-mail."""
    with database.writing() as session:
        origin.note_origin(request, session, None)
        password_resets.ask(session, settings, username, now_ms())


@router.post(
    "/password-resets/link",
    summary="Whose password a link sets",
    responses=responses(403, 422, 429),
    dependencies=_LIMITED,
)
def get_password_reset(request: Request, body: ShownLink, database: Connected) -> LinkOwner:
    """For whoever has the link, which stays good. 422 `unknown_link`, the same for every other one."""
    origin.require_same_origin(request, named=False)
    return LinkOwner(username=password_resets.username_of(database, body.link, now_ms()))


@dataclass(frozen=True)
class _HashedPassword:
    """A link that was good a moment ago, and the hash of the password."""

    link: str = field(repr=False)
    new_hash: str


async def _hash_password(
    request: Request, body: LinkedPassword, database: Connected, settings: Configured, slots: Slots
) -> AsyncIterator[_HashedPassword]:
    """Look at the link and hash, which is slow, then wait for the writers' turn. Guesses are not hashed."""
    origin.require_same_origin(request, named=False)
    username = await run_in_threadpool(password_resets.username_of, database, body.link, now_ms())

    def hash_it() -> str:
        return credentials.hash_new(settings, slots, username, body.new)

    async with sign_in_queues.turn(request, network_of(origin.address_of(request)), username, ""):
        new_hash = await run_in_threadpool(hash_it)
    async with writers.turn(request):
        yield _HashedPassword(body.link, new_hash)


@router.post(
    "/password-resets/complete",
    status_code=204,
    summary="Choose a password with a link",
    responses=responses(403, 422, 429, 503),
    dependencies=_LIMITED,
)
def complete_password_reset(
    request: Request, chosen: Annotated[_HashedPassword, Depends(_hash_password, scope="function")], database: Connected
) -> None:
    """Works once; all sessions end. Signing in still asks for the second factor. 422 `unknown_link`."""
    with database.writing() as session:
        origin.note_origin(request, session, None)
        password_resets.complete(session, chosen.link, chosen.new_hash, now_ms())
        request.state.revision = trail.current_revision(session)


@router.post(
    "/email-confirmations",
    status_code=204,
    summary="Confirm an e-mail address",
    responses=responses(401, 403, 422, 429),
    dependencies=_LIMITED,
)
def confirm_email(caller: SignedInToChange, body: ShownLink) -> None:
    """Works once, and for the user alone who entered the address: whoever else reads a mistyped one's mail gains
    nothing. Until then the old address stays. 422 `unknown_link`."""
    password_resets.confirm(caller.session, caller.user_id, body.link, now_ms())
