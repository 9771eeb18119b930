"""Requests for an account by people without one. Off by default; only the receipt code leads back to a request.

The code is sent in bodies only, because URLs end up in logs and histories.
"""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import AfterValidator, Field, StringConstraints

from app.api import origin
from app.api.admission import writers
from app.api.admission.rate_limits import limited
from app.api.app_state import Configured, Connected
from app.api.paging import ApiModel, Body, OneLine, Printable, ShortName, examples
from app.api.problems import responses
from app.api.routing import Router
from app.audit.trail import trail
from app.platform.clock import now_ms
from app.rights.requests import registration
from app.rights.requests.registration import AccountApplication

router = Router(prefix="/api/v1", tags=["registrations"])


def _trim(text: str) -> str:
    if text != text.strip():
        raise ValueError("must not begin or end with blanks")
    return text


Name = Annotated[ShortName, AfterValidator(_trim)]
Reason = Annotated[str, StringConstraints(min_length=1, max_length=1000), Printable]


class NewRegistration(Body):
    """Who wants an account, and what for. `contact`: an e-mail address or telephone number for questions."""

    model_config = examples(
        {
            "username": "orders-team",
            "nick": "Order intake",
            "contact": "orders@acme.example",
            "group_name": "orders",
            "tenant_name": "acme-orders",
            "cluster": "prod",
            "reason": "The shop's orders go to the warehouse through Pulsar.",
        }
    )

    username: ShortName
    nick: ShortName | None = None
    contact: Annotated[str, StringConstraints(min_length=3, max_length=256), OneLine]
    group_name: Name
    tenant_name: ShortName | None = None
    cluster: ShortName | None = Field(default=None, description="One of those that the form offers.")
    reason: Reason


class ReceiptCode(Body):
    """The code that was shown when the request was sent."""

    model_config = examples({"receipt": "8fJ2…"})

    receipt: Annotated[str, StringConstraints(min_length=1, max_length=128)] = Field(repr=False)


class RegistrationForm(ApiModel):
    """What the page needs: whether requests are accepted, and which clusters are offered."""

    open: bool
    clusters: list[str]
    days: int = Field(description="An unanswered request expires after so many days.")
    mail_is_on: bool = Field(description="Who forgot the password can ask for a link by e-mail.")


class ReceiptItem(ApiModel):
    """The receipt code, shown only now."""

    receipt: str = Field(repr=False)
    expires: int = Field(description="epoch ms")


class RegistrationStatus(ApiModel):
    """The state of the request. `may_collect`: the first one-time secret can be fetched, once."""

    state: str = Field(examples=["open"], description="open, approved, refused, superseded or expired")
    username: str
    add_time: int
    expires: int
    comment: str | None
    may_collect: bool


class FirstSecret(ApiModel):
    """The one-time secret of the new account, shown only once, to the applicant."""

    username: str
    initial_secret: str = Field(repr=False)
    valid_until: int = Field(description="epoch ms")


def _open(settings: Configured) -> None:
    registration.refuse_closed(settings)


@router.get("/registration-form", summary="May one ask for an account?")
def get_registration_form(settings: Configured) -> RegistrationForm:
    """Cluster names are shown only if the operator chose them (PUC_REGISTRATION_CLUSTERS)."""
    clusters = list(settings.offered_clusters()) if settings.registration_open else []
    return RegistrationForm(
        open=settings.registration_open,
        clusters=clusters,
        days=settings.registration_days,
        mail_is_on=bool(settings.mail_host),
    )


async def _admit(
    request: Request, body: NewRegistration, database: Connected, settings: Configured
) -> AsyncIterator[AccountApplication]:
    """Check the request, then wait for the writers' turn, so that a flood does not even queue with the writers."""

    def admit() -> AccountApplication:
        origin.require_same_origin(request, named=False)
        application = AccountApplication(**body.model_dump(exclude={"cluster"}), cluster_name=body.cluster)
        registration.check(settings, application)
        with database.reading() as session:
            registration.refuse_flood(session, settings, origin.address_of(request), now_ms())
        return application

    application = await run_in_threadpool(admit)
    async with writers.turn(request):
        yield application


@router.post(
    "/registrations",
    summary="Ask for an account",
    status_code=202,
    responses=responses(403, 404, 422, 429),
    dependencies=[Depends(_open), Depends(limited("registration"))],
)
def create_registration(
    request: Request,
    application: Annotated[AccountApplication, Depends(_admit, scope="function")],
    database: Connected,
    settings: Configured,
) -> ReceiptItem:
    """The answer is the same whether the names are taken or not. 429 `registration_limit` when too many are open."""
    with database.writing() as session:
        origin.note_origin(request, session, None)
        receipt = registration.submit(session, settings, application, origin.address_of(request), now_ms())
    return ReceiptItem(receipt=receipt.code, expires=receipt.expires)


@router.post(
    "/registrations/status",
    summary="Where does my request stand?",
    responses=responses(404, 422, 429),
    dependencies=[Depends(limited("registration"))],
)
def get_registration_status(body: ReceiptCode, database: Connected) -> RegistrationStatus:
    """404 `unknown_receipt` for a code that was never given."""
    now = now_ms()
    with database.reading() as session:
        row = registration.by_receipt(session, body.receipt)
        return RegistrationStatus.of(
            row,
            state=registration.state_of(row, now),
            username=registration.name_of(session, row),
            comment=row.comment if row.state != registration.SUPERSEDED else None,
            may_collect=registration.may_collect(session, row, now),
        )


async def _known_receipt(request: Request, body: ReceiptCode, database: Connected) -> AsyncIterator[str]:
    """Check the receipt, then wait for the writers' turn: guesses neither queue with the writers nor delay them."""

    def look() -> None:
        origin.require_same_origin(request, named=False)
        with database.reading() as session:
            registration.by_receipt(session, body.receipt)

    await run_in_threadpool(look)
    async with writers.turn(request):
        yield body.receipt


@router.post(
    "/registrations/secret",
    summary="Fetch the first secret",
    responses=responses(403, 404, 409, 422, 429),
    dependencies=[Depends(limited("registration"))],
)
def collect_first_secret(
    request: Request,
    receipt: Annotated[str, Depends(_known_receipt, scope="function")],
    database: Connected,
    settings: Configured,
) -> FirstSecret:
    """Works once, after the approval. A second call gets 409 `nothing_to_collect`."""
    with database.writing() as session:
        origin.note_origin(request, session, None)
        trail.lock_revision(session)
        user, secret, until = registration.collect(session, settings, receipt, now_ms())
        request.state.revision = trail.current_revision(session)
        return FirstSecret(username=user.username, initial_secret=secret, valid_until=until)
