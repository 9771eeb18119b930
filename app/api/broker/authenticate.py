"""POST /authenticate: checks the user name and password of a stock client for a broker.

After an outage, all clients of all brokers sign in at once. What the framework does for a request costs more than to
refuse it when too many wait, and would keep the event loop from everybody else. So it is answered in front of the
framework. A client secret that was right in the newest state of the database is answered from memory and does not wait.
"""

import re
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Annotated

from fastapi import Depends, Request, Response
from pydantic import Field, StringConstraints, ValidationError
from sqlalchemy import Connection
from starlette.datastructures import State

from app.api import problems
from app.api.admission import sign_in_queues
from app.api.admission.sign_in_queues import SignInQueues
from app.api.broker.caller import Calling
from app.api.fast_path import Scope, header, newest_kept
from app.api.paging import ApiModel, Body, Printable, examples
from app.api.routing import Router
from app.brokers.credentials import CredentialHolder
from app.identity import verification
from app.identity.client_secrets import looks_like_one
from app.identity.verification import VerifiedUser
from app.platform.clock import now_ms
from app.platform.derived import CacheMiss
from app.platform.errors import NotAllowed
from app.tokens import sign_in_receipts

router = Router(tags=["broker"])
_BEARER = re.compile(rb"Bearer ([A-Za-z0-9_-]{1,200})")


class SignIn(Body):
    """What a client presented to the broker, and where it came from."""

    model_config = examples({"username": "orders-producer", "password": "puc_secret_…", "address": "10.0.0.7:51344"})

    username: Annotated[str, StringConstraints(max_length=128), Printable]
    password: Annotated[str, StringConstraints(max_length=1024)] = Field(repr=False)
    address: Annotated[str, StringConstraints(max_length=64), Printable] | None = None


class Principal(ApiModel):
    """The user. `cred`: version of the credential; a higher one in the snapshot means that it was changed. `receipt`:
    the proof for the broker when this user grants by pulsar-admin in the next minutes."""

    principal: str
    credential: str
    cred: int
    receipt: str = Field(repr=False)


async def _in_turn(request: Request, cluster: Calling, body: SignIn) -> AsyncIterator[SignIn]:
    async with sign_in_queues.turn(request, f"cluster {cluster.name}", body.username, body.password):
        yield body


@router.post("/authenticate", summary="Check a password or client secret")
def authenticate(
    request: Request, cluster: Calling, body: Annotated[SignIn, Depends(_in_turn, scope="function")]
) -> Principal:
    """Verify a password or client secret. Wrong ones are delayed by user name and by the client's address."""
    return _verify(request.app.state, cluster, body)


route = router.routes[-1]


def _verify(
    state: State, cluster: CredentialHolder, body: SignIn, let_ask: Callable[[Connection], None] = lambda _: None
) -> Principal:
    """Check in this thread. `let_ask`: raises when the caller may not ask any more."""
    user = verification.verify_password(
        state.database,
        state.settings,
        state.password_slots,
        body.username,
        body.password,
        _place_of(cluster, body),
        now_ms(),
        by_broker=True,
        let_ask=let_ask,
    )
    return _principal(state, cluster, user)


def _place_of(cluster: CredentialHolder, body: SignIn) -> str:
    """Where the client is, as far as the broker tells."""
    return body.address or f"cluster {cluster.name}"[:64]


def _principal(state: State, cluster: CredentialHolder, user: VerifiedUser) -> Principal:
    """The answer for a user who has shown a right credential. Raises NotAllowed."""
    if user.must_change:
        raise NotAllowed("Change the initial secret first.", code="password_change_required")
    if user.secret_id is not None:
        state.last_uses.client_secret(user.secret_id, now_ms())
    seen = sign_in_receipts.SignInReceipt(user.username, cluster.cluster_id, user.cred_version)
    receipt = sign_in_receipts.issue(state.settings.secret_key, seen, now_ms())
    return Principal(principal=user.username, credential=user.credential, cred=user.cred_version, receipt=receipt)


async def answer_in_front(scope: Scope, body: bytes) -> Response | None:
    """The principal as JSON, or the problem. The queues, the checks and the answers are those of the route."""
    credential = _credential(scope)
    try:
        shown = SignIn.model_validate_json(body)
    except ValidationError:
        return None
    if credential is None:
        return None
    scope["route"] = route
    try:
        signed_in = await _answer(scope, shown, credential)
    except Exception as error:
        return problems.of(error)
    return Response(signed_in.model_dump_json(), media_type="application/json")


def _credential(scope: Scope) -> str | None:
    match = _BEARER.fullmatch(header(scope, b"authorization") or b"")
    return match[1].decode() if match else None


async def _answer(scope: Scope, shown: SignIn, credential: str) -> Principal:
    state = scope["app"].state
    if looks_like_one(shown.password):
        cluster = await state.sign_ins.ask(credential)
        try:
            memory, place = await newest_kept(scope), _place_of(cluster, shown)
            user = verification.verify_secret(memory, shown.username, shown.password, place, now_ms(), by_broker=True)
            return _principal(state, cluster, user)
        except CacheMiss:
            pass
    else:
        # Who asked a moment ago waits in the same queue again. Whether it still may is read with the user.
        cluster = await state.callers.of(credential)
    async with sign_in_queues.turn(Request(scope), f"cluster {cluster.name}", shown.username, shown.password):
        let_ask = partial(state.callers.let_ask, credential)
        queues: SignInQueues = state.sign_in_queues
        return await queues.work(partial(_verify, state, cluster, shown, let_ask))
