"""E-mail, for administrators: does it work, and what could not be sent? Invitations."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from app.api.admin.users import accounts
from app.api.app_state import Configured
from app.api.guard import Administrator, AdministratorToChange, ReauthenticatedToChange
from app.api.paging import ApiModel, Body, Id, Listed, Paged, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.identity import users
from app.messages import addresses
from app.platform.clock import now_ms
from app.platform.database import row_counts
from app.platform.errors import Conflict
from app.platform.outbox import enqueue
from app.platform.outbox.message_problems import Code
from app.platform.outbox.models import Mail

router = ChangingRouter(tags=["mail"])
State = Literal["waiting", "sent", "dead"]


class MailStatus(ApiModel):
    """How e-mail stands. Numbers of the last thirty days."""

    on: bool
    sender: str | None
    waiting: int
    sent: int
    dead: int = Field(description="given up: refused by the server, too often tried, too late, or void")


class DeliveryItem(ApiModel):
    """A message on its way."""

    id: int
    kind: str = Field(examples=["password_changed"])
    state: str = Field(description="waiting, sent or dead")
    attempts: int
    add_time: int
    next_try: int
    end_time: int | None
    problem: str | None = Field(description="what the last attempt failed with")
    problem_code: Code | None = Field(description="The same as a stable code; null also for messages of before.")
    problem_status: int | None = Field(description="What the mail server or receiver answered, if it did.")


class MailItem(DeliveryItem):
    """An e-mail, without its text."""

    user_id: int = Field(description="0: not known yet")
    username: str | None


class NewInvitation(Body):
    """Where the link goes with which the person chooses a password."""

    model_config = examples({"email": "alice@acme.example"})

    email: Annotated[str, StringConstraints(max_length=254)]


class Invitation(ApiModel):
    """Until when the link works."""

    valid_until: int = Field(description="epoch ms")


@router.get("/mail", summary="Does e-mail work?")
def get_mail_status(caller: Administrator, settings: Configured) -> MailStatus:
    """Without PUC_MAIL_HOST it is off, and everything works by one-time secrets."""
    numbers = {"waiting": 0, "sent": 0, "dead": 0, **row_counts(caller.session, enqueue.mails(), Mail.state)}
    return MailStatus(on=bool(settings.mail_host), sender=settings.mail_sender or None, **numbers)


@router.get("/mail/messages", summary="List e-mails")
def list_mail_messages(caller: Administrator, page: Paged, state: State | None = None) -> Listed[MailItem]:
    """What waits, what was sent, what was given up, of the last thirty days. Names no addresses."""
    listed = page.of(caller.session, enqueue.mails(state), Mail.id, lambda row: row)
    names = users.names(caller.session, {mail.user_id for mail in listed.items})
    return listed.showing([MailItem.of(mail, username=names.get(mail.user_id)) for mail in listed.items])


@router.post("/mail/test", status_code=202, summary="Send me a test", responses=responses(409))
def send_test_mail(caller: AdministratorToChange, settings: Configured) -> None:
    """To the caller's confirmed address. 409 `no_address` without one."""
    addresses.refuse_without_mail(settings)
    user = caller.user
    if not user.email_verified:
        raise Conflict("Confirm an e-mail address of your own first.", code="no_address")
    enqueue.tell(caller.session, user, enqueue.TEST, {"user": user.username}, now_ms())


@router.post("/users/{user_id}/invitation", status_code=202, summary="Invite by e-mail", responses=responses(409, 429))
def invite_user(caller: ReauthenticatedToChange, settings: Configured, user_id: Id, body: NewInvitation) -> Invitation:
    """A link instead of a one-time secret on paper. Who uses it has shown that the address is the user's. Not
    for oneself."""
    user = accounts.find_managed(caller, user_id)
    accounts.refuse_own_secret(caller, user)
    accounts.refuse_credential(caller, user)
    if user.passwd is not None and not user.must_change:
        # The link would replace the password and the address of somebody who is here already.
        raise Conflict("The user has chosen a password already.", code="password_chosen")
    addresses.refuse_without_mail(settings)
    return Invitation(
        valid_until=addresses.invite(caller.session, settings, caller.username, user, body.email, now_ms())
    )
