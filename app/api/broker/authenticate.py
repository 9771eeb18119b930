"""POST /authenticate: checks the user name and password of a stock client for a broker."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import Depends, Request
from pydantic import Field, StringConstraints
from sqlalchemy import Connection
from starlette.datastructures import State

from app.api.admission import sign_in_queues
from app.api.broker.caller import Calling
from app.api.paging import ApiModel, Body, Printable, examples
from app.api.routing import Router
from app.brokers.credentials import CredentialHolder
from app.identity import verification
from app.identity.verification import VerifiedUser
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.tokens import sign_in_receipts

router = Router(tags=["broker"])


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
    return verify(request.app.state, cluster, body)


route = router.routes[-1]


def verify(
    state: State, cluster: CredentialHolder, body: SignIn, let_ask: Callable[[Connection], None] = lambda _: None
) -> Principal:
    """Check in this thread. `let_ask`: raises when the caller may not ask any more."""
    user = verification.verify_password(
        state.database,
        state.settings,
        state.password_slots,
        body.username,
        body.password,
        place_of(cluster, body),
        now_ms(),
        by_broker=True,
        let_ask=let_ask,
    )
    return principal(state, cluster, user)


def place_of(cluster: CredentialHolder, body: SignIn) -> str:
    """Where the client is, as far as the broker tells."""
    return body.address or f"cluster {cluster.name}"[:64]


def principal(state: State, cluster: CredentialHolder, user: VerifiedUser) -> Principal:
    """The answer for a user who has shown a right credential. Raises NotAllowed."""
    if user.must_change:
        raise NotAllowed("Change the initial secret first.", code="password_change_required")
    if user.secret_id is not None:
        state.last_uses.client_secret(user.secret_id, now_ms())
    seen = sign_in_receipts.SignInReceipt(user.username, cluster.cluster_id, user.cred_version)
    receipt = sign_in_receipts.issue(state.settings.secret_key, seen, now_ms())
    return Principal(principal=user.username, credential=user.credential, cred=user.cred_version, receipt=receipt)
