"""Answers `POST /authenticate` in front of the framework: after an outage, all clients of all brokers sign in at once.

What the framework does for a request costs more than to refuse it when too many wait, and would keep the event loop
from everybody else. The queues, the checks and the answers are those of the route. A client secret that was right in
the newest state of the database is answered from memory and does not wait.
"""

import re
from functools import partial

from fastapi import Request, Response
from pydantic import ValidationError

from app.api import problems
from app.api.admission import sign_in_queues
from app.api.admission.sign_in_queues import SignInQueues
from app.api.broker import authenticate
from app.api.broker.authenticate import Principal, SignIn
from app.api.fast_path import Scope, header, newest_kept
from app.identity import verification
from app.identity.client_secrets import looks_like_one
from app.platform.clock import now_ms
from app.platform.derived import CacheMiss

_BEARER = re.compile(rb"Bearer ([A-Za-z0-9_-]{1,200})")


async def answer(scope: Scope, body: bytes) -> Response | None:
    """The principal as JSON, or the problem."""
    credential = _credential(scope)
    try:
        shown = SignIn.model_validate_json(body)
    except ValidationError:
        return None
    if credential is None:
        return None
    scope["route"] = authenticate.route
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
            memory, place = await newest_kept(scope), authenticate.place_of(cluster, shown)
            user = verification.verify_secret(memory, shown.username, shown.password, place, now_ms(), by_broker=True)
            return authenticate.principal(state, cluster, user)
        except CacheMiss:
            pass
    else:
        # Who asked a moment ago waits in the same queue again. Whether it still may is read with the user.
        cluster = await state.callers.of(credential)
    async with sign_in_queues.turn(Request(scope), f"cluster {cluster.name}", shown.username, shown.password):
        let_ask = partial(state.callers.let_ask, credential)
        queues: SignInQueues = state.sign_in_queues
        return await queues.work(partial(authenticate.verify, state, cluster, shown, let_ask))
