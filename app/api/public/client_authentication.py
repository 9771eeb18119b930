"""Who asks the token, introspection and revocation endpoints: client_secret_post, client_secret_basic or
private_key_jwt, exactly one of them (RFC 6749 §2.3, RFC 7521 §4.2).

All refusals read the same and say nothing about the client; the log tells more.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from fastapi import Request
from sqlalchemy.orm import Session

from app.api import origin
from app.api.public.oauth2_form import BASIC, OAuthError
from app.identity import client_secrets
from app.identity.client_secrets import ProvenClient
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.platform.telemetry import logger
from app.tokens import client_assertions, strict_jwt
from app.tokens.strict_jwt import MalformedToken

log = logger(__name__)
METHODS = ("client_secret_post", "client_secret_basic", "private_key_jwt")
FIELDS = ("client_id", "client_secret", "client_assertion", "client_assertion_type")


@dataclass(frozen=True)
class AuthenticatedClient:
    """A service that has proven who it is. `credential`: `secret:7` or `key:3`; `valid_until` is its end (epoch ms),
    `networks` those that it, and what is issued for it, is limited to."""

    user_id: int
    username: str
    method: Literal["client_secret", "private_key_jwt"]
    credential: str
    valid_until: int | None
    networks: tuple[str, ...] | None


def authenticate(request: Request, database: Database, form: dict[str, str]) -> AuthenticatedClient:
    """The client of this form (of `oauth2_form.token_form`, which adds the Basic header). It opens transactions of its
    own, because a signed request is used up even if what it asks for fails: call it outside of any other.

    Raises OAuthError `invalid_client` (401), or `invalid_request` for two ways at once.
    """
    if not shows_assertion(form):
        with database.reading() as session:
            return by_secret(request, session, form)
    if "client_secret" in form or BASIC in form:
        raise OAuthError("invalid_request", "authenticate the client in one way only")
    if form.get("client_assertion_type") != client_assertions.TYPE:
        raise OAuthError("invalid_client", f"client_assertion_type must be {client_assertions.TYPE}", 401)
    return _by_key(request, database, form)


def shows_assertion(form: dict[str, str]) -> bool:
    """Whether the client signs its request; otherwise it shows its secret."""
    return "client_assertion" in form or "client_assertion_type" in form


def by_secret(request: Request, session: Session, form: dict[str, str]) -> AuthenticatedClient:
    """The client of the secret that the form shows. Raises OAuthError `invalid_client` (401)."""
    name, now = form.get("client_id", ""), now_ms()
    proven = client_secrets.matching(session, name, form.get("client_secret", ""), now)
    if proven is None:
        log.warning("sign-in failed", user=name[:128], address=origin.address_of(request), by="client secret")
        raise OAuthError("invalid_client", "client id or secret is wrong, or the client is disabled", 401)
    return by_proven_secret(request, proven, now)


def by_proven_secret(request: Request, proven: ProvenClient, now: int) -> AuthenticatedClient:
    """The client that has shown its secret, whose use is noted."""
    number = proven.secret_id
    request.app.state.last_uses.client_secret(number, now)  # written later, so that nobody waits here for writers
    credential = f"secret:{number}"
    log.info("signed in", user=proven.username, address=origin.address_of(request), by=credential)
    return AuthenticatedClient(
        proven.user_id, proven.username, "client_secret", credential, proven.valid_until, proven.networks
    )


def _by_key(request: Request, database: Database, form: dict[str, str]) -> AuthenticatedClient:
    settings: Settings = request.app.state.settings
    now, named = now_ms(), form.get("client_id")
    with suppress(MalformedToken):  # for the log; nothing has proven it yet
        form.setdefault("client_id", str(strict_jwt.read(form.get("client_assertion", "")).claims.get("sub", "")))
    try:
        proven = client_assertions.verify(database, settings, form.get("client_assertion", ""), named, now)
    except client_assertions.AssertionRefused as error:
        address = origin.address_of(request)
        log.warning(
            "sign-in failed", user=form.get("client_id", "")[:128], address=address, by="client key", why=str(error)
        )
        raise OAuthError("invalid_client", "the client assertion is not valid, or was used already", 401) from error
    user, row = proven.user, proven.key
    log.info("signed in", user=user.username, address=origin.address_of(request), by=f"key:{row.id}")
    request.app.state.last_uses.client_key(row.id, now)
    return AuthenticatedClient(user.id, user.username, "private_key_jwt", f"key:{row.id}", row.valid_until, row.cidrs)
