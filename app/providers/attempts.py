"""Going to a provider and coming back: state, nonce and PKCE, bound to one browser by its cookie, usable once.

The cookie holds one secret; nonce and code verifier are derived from it. The database holds only hashes, with which
nobody can finish a sign-in.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlencode

from jwt.utils import base64url_encode
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.identity.secret_format import digest
from app.platform.database import clear_away
from app.platform.errors import NotSignedIn
from app.platform.settings import Settings
from app.providers.discovery import Metadata
from app.providers.models import IdentityProvider, ProviderAttempt

Purpose = Literal["sign_in", "link", "trial", "again"]
_VALID_MS = 10 * 60_000
PATH = "/sign-in/company"
"""The page of the console that providers send browsers back to."""


@dataclass(frozen=True)
class ProviderRedirect:
    """Where the browser goes, and the value of its cookie meanwhile."""

    url: str
    secret: str = field(repr=False)


@dataclass(frozen=True)
class ReturnedBrowser:
    """A browser came back with a state of ours. Who signed in is not proven yet."""

    provider_id: int
    purpose: Purpose
    user_id: int | None
    started: int
    """When it went (epoch ms)."""


def redirect_uri(settings: Settings) -> str:
    """What the provider must know as the center's only redirect URI."""
    return settings.base_url + PATH


def begin(
    session: Session,
    settings: Settings,
    provider: IdentityProvider,
    metadata: Metadata,
    now: int,
    *,
    purpose: Purpose = "sign_in",
    user_id: int | None = None,
) -> ProviderRedirect:
    """Note that this browser goes to the provider. `user_id`: who links, shows once more who it is, or tries it."""
    clear_away(session, select(ProviderAttempt).where(ProviderAttempt.valid_until <= now))
    secret, state = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    session.add(
        ProviderAttempt(
            state_hash=digest(state),
            browser_hash=digest(secret),
            provider_id=provider.id,
            purpose=purpose,
            user_id=user_id,
            valid_until=now + _VALID_MS,
        )
    )
    session.flush()
    parameters = {
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": redirect_uri(settings),
        "scope": provider.scopes,
        "state": state,
        "nonce": nonce(secret),
        "code_challenge": _base64url_of(code_verifier(secret)),
        "code_challenge_method": "S256",
    }
    if purpose in ("link", "again"):  # nobody links the account of whoever used the browser before
        parameters["prompt"] = "login"
    if purpose == "again":  # with it the answer must say when, which the browser cannot leave out unnoticed
        parameters["max_age"] = "0"
    joint = "&" if "?" in metadata.authorization_endpoint else "?"
    return ProviderRedirect(f"{metadata.authorization_endpoint}{joint}{urlencode(parameters)}", secret)


def take(session: Session, state: str, secret: str, now: int) -> ReturnedBrowser:
    """The attempt of this state and browser, once; of several at the same time, one gets it. Raises NotSignedIn
    `provider_sign_in_over`."""
    query = select(ProviderAttempt).where(ProviderAttempt.state_hash == digest(state))
    row = session.scalars(query).first() if state and secret else None
    if row is None or row.valid_until <= now or not hmac.compare_digest(row.browser_hash, digest(secret)):
        raise over()
    purpose: Purpose = row.purpose  # type: ignore[assignment]
    returned = ReturnedBrowser(row.provider_id, purpose, row.user_id, row.valid_until - _VALID_MS)
    deleted = session.execute(delete(ProviderAttempt).where(ProviderAttempt.id == row.id))
    if deleted.rowcount != 1:  # type: ignore[attr-defined]
        raise over()
    return returned


def nonce(secret: str) -> str:
    """What the ID token must repeat."""
    return _base64url_of(f"nonce {secret}")


def code_verifier(secret: str) -> str:
    """RFC 7636: proves at the token endpoint that the code was asked for by this browser."""
    return _base64url_of(f"code verifier {secret}")


def over() -> NotSignedIn:
    """The sign-in was used, took too long, or began in another browser."""
    return NotSignedIn("This sign-in took too long or was used: begin anew.", code="provider_sign_in_over")


def _base64url_of(text: str) -> str:
    return base64url_encode(hashlib.sha256(text.encode(errors="surrogatepass")).digest()).decode()
