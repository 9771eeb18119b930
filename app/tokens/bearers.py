"""The users behind tokens shown to the center's API. A token is verified once per state of the database, its times
and the address of the request at each request.

Signature, key, user and revocation cannot change without an entry about them (decision 0111). The cache holds a hash,
never the token.
"""

import hashlib
from dataclasses import dataclass

from jwt import InvalidAudienceError
from sqlalchemy.orm import Session

from app.access.network_limits import let_in
from app.audit.trail import epochs, subjects
from app.audit.trail.epochs import MemorySession
from app.audit.trail.subjects import Subject
from app.identity import sub_accounts
from app.platform import calling_address
from app.platform.errors import NotSignedIn
from app.platform.settings import Settings
from app.tokens import issuing


@dataclass(frozen=True, slots=True)
class Bearer:
    """The user of a verified token. Times are epoch ms."""

    user_id: int
    username: str
    parent_id: int | None
    must_change: bool
    jti: str
    valid_from: int
    valid_until: int
    networks: tuple[str, ...] | None
    """Of the token itself."""
    of_accounts: tuple[tuple[str, ...] | None, ...]
    """Of its user, and of the main account of a sub-account."""
    main: str | None
    """The main account of a sub-account."""

    def depends_on(self) -> set[Subject]:
        """The subjects of `app.audit.trail.subjects`."""
        return {
            subjects.KEYS,
            subjects.token(self.jti),
            *map(subjects.user, (self.username, self.main or self.username)),
        }


def of(session: Session | MemorySession, settings: Settings, token: str, now: int) -> Bearer:
    """The user of this token. Raises NotSignedIn; CacheMiss when only memory may be used
    and it does not hold the answer."""
    key = "bearer", settings.issuer, hashlib.sha256(token.encode(errors="surrogatepass")).digest()
    bearer = epochs.derive(
        session, key, lambda reading: _verify(reading, settings, token), lambda _: 1, Bearer.depends_on
    )
    let_in_here = (let_in(networks, calling_address.current()) for networks in (bearer.networks, *bearer.of_accounts))
    if not bearer.valid_from <= now < bearer.valid_until or not all(let_in_here):
        raise NotSignedIn("The token is not valid.", code="invalid_token")
    return bearer


def _verify(session: Session, settings: Settings, token: str) -> Bearer:
    try:
        claims = issuing.verify(session, settings, token, settings.issuer)
    except NotSignedIn as error:
        if isinstance(error.__cause__, InvalidAudienceError):  # our own signature: its holder can read its audience
            error.detail = "This token is for brokers, or an application: the API takes those for the center's address."
        raise
    # No narrowed token is issued for this API, and it judges none (decision 0085).
    if claims.is_outdated or claims.narrowed_to is not None:
        raise NotSignedIn("The token is not valid.", code="invalid_token")
    user = claims.user
    return Bearer(
        user_id=user.id,
        username=user.username,
        parent_id=user.parent,
        must_change=bool(user.must_change),
        jti=claims.jti,
        valid_from=claims.valid_from,
        valid_until=claims.valid_until,
        networks=claims.networks,
        of_accounts=sub_accounts.networks_of(session, user),
        main=sub_accounts.main_name(session, user),
    )
