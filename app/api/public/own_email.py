"""The caller's e-mail address and language of e-mails."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from sqlalchemy.orm import Session

from app.api.app_state import Configured
from app.api.guard import ReauthenticatedToChange, SignedIn
from app.api.paging import ApiModel, Body, examples
from app.api.problems import responses
from app.api.routing import Router
from app.identity.models import User
from app.messages import addresses
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.platform.settings import Settings

router = Router(prefix="/api/v1/session/email", tags=["session"])


Topic = Literal["ends", "requests", "removals", "drift", "keys"]


class OwnEmail(ApiModel):
    """Where e-mails to the caller go. `mail_is_on`: this center sends e-mail."""

    email: str | None
    waiting: str | None = Field(description="A new address, whose link was not used yet.")
    language: Literal["en", "zh"] | None
    topics_off: list[Topic] = Field(description="Notices that are not sent by e-mail.")
    mail_is_on: bool


class EmailChange(Body):
    """`email`: a new address, to which a link is sent; null: no e-mail any more. What is left out stays."""

    model_config = examples({"email": "alice@acme.example", "language": "en"})

    email: Annotated[str, StringConstraints(max_length=254)] | None = None
    language: Literal["en", "zh"] | None = Field(default=None, description="null: as the center's setting says")
    topics_off: Annotated[list[Topic], Field(max_length=5)] | None = Field(
        default=None, description="Notices to do without by e-mail; what is about the account's safety always comes"
    )


@router.get("", summary="Read my e-mail address", responses=responses(401, 403))
def get_own_email(caller: SignedIn, settings: Configured) -> OwnEmail:
    """`email`: only a confirmed address is shown."""
    return _item(caller.session, caller.user, settings)


@router.put("", summary="Change my e-mail address", responses=responses(401, 403, 422, 429))
def change_own_email(caller: ReauthenticatedToChange, settings: Configured, body: EmailChange) -> OwnEmail:
    """A new address counts once the link that is sent there was used; until then the old one stays, and it is told."""
    if caller.via != "session":
        raise NotAllowed("An address is changed in the console, not with a token.", code="session_needed")
    user, now = caller.user, now_ms()
    chosen: dict[str, object] = {"language": body.language} if "language" in body.model_fields_set else {}
    if body.topics_off is not None:
        chosen["mail_off"] = tuple(sorted(set(body.topics_off))) or None
    if any(getattr(user, column) != value for column, value in chosen.items()):
        addresses.choose(caller.session, user, now, **chosen)
    if body.email is not None:
        addresses.refuse_without_mail(settings)
        addresses.ask_to_confirm(caller.session, user, body.email, now)
    elif "email" in body.model_fields_set:
        addresses.remove(caller.session, caller.username, user, now)
    return _item(caller.session, user, settings)


def _item(session: Session, user: User, settings: Settings) -> OwnEmail:
    return OwnEmail.of(
        user,
        email=user.email if user.email_verified else None,
        waiting=addresses.waiting(session, user, now_ms()),
        topics_off=list(user.mail_off or ()),
        mail_is_on=bool(settings.mail_host),
    )
