"""Put messages into the outbox, in the caller's transaction."""

import json
from collections.abc import Mapping
from typing import Any, Protocol

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session

from app.platform.outbox import kinds
from app.platform.outbox.models import Mail
from app.platform.searching import equal

_HOUR_MS = 3_600_000
_WANTED_MS = 48 * _HOUR_MS
CONFIRM, INVITE, RESET, TEST = "confirm_address", "invitation", "password_reset", "test"
PASSWORD_CHANGED, NEW_FACTOR, NEW_NETWORK = "password_changed", "new_factor", "new_network"
ADDRESS_CHANGED = "address_changed"
FACTOR_REMOVED, FACTORS_RESET, INITIAL_SECRET = "factor_removed", "factors_reset", "initial_secret"
NEW_BROWSER, CREDENTIAL_MADE, CREDENTIAL_ENDED = "new_browser", "credential_made", "credential_ended"
KEY_REVOKED, LINKED = "signing_key_revoked", "account_linked"


class Addressee(Protocol):
    """The part of a user that a message needs."""

    id: Any
    email: Any
    email_verified: Any
    language: Any
    mail_off: Any


def tell(session: Session, user: Addressee, kind: str, facts: Mapping[str, Any], now: int) -> None:
    """A message to the user's confirmed address; none without one, or when the user has switched this topic off."""
    if user.email and user.email_verified and kinds.is_wanted(kind, user.mail_off):
        put(session, user.id, user.email, user.language, kind, facts, now, now + _WANTED_MS)


def mails(state: str | None = None) -> Select[Mail]:
    """The messages by e-mail, or those in one state."""
    return select(Mail).where(*equal({Mail.state: state}))


def erase(session: Session, user_id: int) -> None:
    """The user is deleted: so are its address and what was written to it, and nothing more is sent."""
    session.execute(delete(Mail).where(Mail.user_id == user_id))


def put(
    session: Session,
    user_id: int,
    address: str,
    language: str | None,
    kind: str,
    facts: Mapping[str, Any],
    now: int,
    until: int,
) -> None:
    """A message to any address. `until`: later than this it is not sent any more."""
    text = json.dumps(dict(facts), ensure_ascii=False, sort_keys=True)
    row = Mail(user_id=user_id, address=address, language=language, kind=kind, facts=text, state="waiting")
    row.attempts, row.next_try, row.add_time, row.valid_until = 0, now, now, until
    session.add(row)
