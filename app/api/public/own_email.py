"""The caller's e-mail address and language of e-mails."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.api.guard import Changing, Configured, Elevated, Reading, SignedIn
from app.api.paging import Body
from app.api.problems import responses
from app.clock import now_ms
from app.errors import NotAllowed
from app.identity import users
from app.identity.models import User
from app.messages import addresses
from app.settings import Settings

router = APIRouter(prefix="/api/v1/session/email", tags=["session"])


class OwnEmail(BaseModel):
    """Where e-mails to the caller go. `mail_is_on`: this center sends e-mail."""

    email: str | None
    language: Literal["en", "zh"] | None
    mail_is_on: bool


class EmailChange(Body):
    """`email`: a new address, to which a link is sent; null: no e-mail any more. What is left out stays."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"email": "alice@acme.example", "language": "en"}]})

    email: Annotated[str, StringConstraints(max_length=254)] | None = None
    language: Literal["en", "zh"] | None = Field(default=None, description="null: as the center's setting says")


@router.get("", summary="Read my e-mail address", responses=responses(401, 403))
def show(caller: SignedIn, session: Reading, settings: Configured) -> OwnEmail:
    """Only a confirmed address is shown."""
    return _item(users.find(session, caller.user_id), settings)


@router.put("", summary="Change my e-mail address", responses=responses(401, 403, 422))
def change(caller: Elevated, session: Changing, settings: Configured, body: EmailChange) -> OwnEmail:
    """A new address counts once the link that is sent there was used; until then the old one stays, and it is told."""
    if caller.via != "session":
        raise NotAllowed("An address is changed in the console, not with a token.", code="session_needed")
    user, now = users.find(session, caller.user_id), now_ms()
    if "language" in body.model_fields_set:
        user.language = body.language
    if body.email is not None:
        addresses.refuse_without_mail(settings)
        addresses.ask_to_confirm(session, user, body.email, now)
    elif "email" in body.model_fields_set:
        addresses.remove(session, caller.username, user, now)
    return _item(user, settings)


def _item(user: User, settings: Settings) -> OwnEmail:
    language: Literal["en", "zh"] | None = user.language  # type: ignore[assignment]
    return OwnEmail(
        email=user.email if user.email_verified else None, language=language, mail_is_on=bool(settings.mail_host)
    )
