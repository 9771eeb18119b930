"""Signing out that an application begins (OpenID Connect RP-Initiated Logout 1.0): read, carried sealed to the console.

Only an ID token of the signed-in user proves that an application means this person; without it the person is asked.
The browser goes on only to an address that the application registered for this, letter for letter.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from sqlalchemy.orm import Session

from app.platform import sealing
from app.platform.settings import Settings
from app.tokens import applications, id_token_issuing, redirects

_PURPOSE = "signing out"
_MINUTES = 30
_LONGEST = 1_024
"""Of state."""


@dataclass(frozen=True)
class SignOut:
    """What was asked. `username`: whose ID token came with it. `location`: where the browser goes on to. `time`: when
    it came (epoch ms)."""

    application: str | None = None
    username: str | None = None
    location: str | None = None
    time: int = 0


def read(session: Session, settings: Settings, fields: Mapping[str, str], now: int) -> SignOut:
    """What this request asks for. Whatever in it is wrong counts as absent: nobody is sent to an address that is not
    known, and the person is asked."""
    hint, client_id = fields.get("id_token_hint", ""), fields.get("client_id", "")
    client = id_token_issuing.client_of_hint(session, settings, hint) if hint else None
    if hint and (client is None or client_id not in ("", client[0])):
        return SignOut(time=now)
    application = applications.of_client(session, client[0] if client else client_id)
    username = client[1] if client else None
    if application is None:
        return SignOut(username=username, time=now)
    uri, state = fields.get("post_logout_redirect_uri", ""), fields.get("state")
    any_port = application.service_id is None
    if not redirects.is_registered(uri, application.logout_uris.split("\n"), any_port=any_port) or not uri:
        return SignOut(application.name, username, time=now)
    stated = {"state": state if state is not None and len(state) <= _LONGEST else None}
    return SignOut(application.name, username, redirects.with_answer(uri, stated), now)


def seal(settings: Settings, sign_out: SignOut) -> str:
    """The request for the address of the console's page."""
    return sealing.seal_for_address(settings.secret_key, _PURPOSE, asdict(sign_out))


def unseal(settings: Settings, sealed: str, now: int) -> SignOut:
    """The request again; an empty one, which only asks the person, when it is old or was changed."""
    content = sealing.unseal_from_address(settings.secrets(), _PURPOSE, sealed)
    if content is None or not content["time"] <= now < content["time"] + _MINUTES * 60_000:
        return SignOut(time=now)
    return SignOut(**content)
