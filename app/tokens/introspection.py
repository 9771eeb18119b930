"""What the center says of a token (RFC 7662), and how it ends one (RFC 7009): access tokens and API tokens.

Who has a token in hand may not thereby learn that it still works: that answer is for its holder, for the server that it
is meant for, and for administrators (decision 0081). All others hear what they hear of a token that never was.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import token_scope
from app.errors import NotSignedIn
from app.identity import secret_format
from app.identity.models import User
from app.settings import Settings
from app.tokens import api_tokens, issuing
from app.tokens.issuing import TokenClaims
from app.tokens.models import ApiToken, RevokedToken
from app.trail import contents, trail

INACTIVE: Mapping[str, object] = {"active": False}


@dataclass(frozen=True)
class Asking:
    """Who introspects or revokes; `administers`: authority 4 on the root."""

    user_id: int
    username: str
    administers: bool


def describe(session: Session, settings: Settings, asking: Asking, token: str) -> Mapping[str, object]:
    """The answer of RFC 7662 §2.2; only `active` (false) for what is not valid, or not for this caller to know."""
    claims = _living(session, settings, token)
    if claims is None or not _may_know(asking, claims):
        return INACTIVE
    told = {
        "active": True,
        "token_type": "Bearer",
        "iss": settings.issuer,
        "sub": claims.user.username,
        "username": claims.user.username,
        "client_id": claims.client_id,
        "aud": claims.audiences[0] if len(claims.audiences) == 1 else list(claims.audiences),
        "jti": claims.jti,
        "iat": claims.valid_from // 1000,
        "nbf": claims.valid_from // 1000,
        "exp": claims.valid_until // 1000,
    }
    limits: dict[str, object] = {}
    if claims.networks is not None:
        limits["networks"] = list(claims.networks)
    if claims.scope is not None:
        limits[token_scope.CLAIM] = claims.scope.to_json()
    return {**told, **limits}


def is_to_end(session: Session, settings: Settings, asking: Asking, token: str) -> bool:
    """True for a valid token that this caller may revoke. Asked before a transaction that writes, so that nobody waits
    for guesses."""
    claims = _living(session, settings, token)
    return claims is not None and _may_end(asking, claims)


def revoke(session: Session, settings: Settings, asking: Asking, token: str) -> None:
    """Refuse the token from now on, here and in every broker; nothing for one that is not valid, or foreign. The
    session must hold the lock on the revision."""
    claims = _living(session, settings, token)
    if claims is None or not _may_end(asking, claims):
        return
    listed = session.scalars(select(ApiToken).where(ApiToken.jti == claims.jti)).first()
    if listed is not None:
        api_tokens.revoke(session, asking.username, session.get_one(User, listed.user_id), listed.id)
        return
    revoked = RevokedToken(jti=claims.jti, valid_until=claims.valid_until)
    session.add(revoked)
    session.flush()
    trail.record(session, asking.username, "revoked_token.create", claims.jti, after=contents.row(revoked))


def _living(session: Session, settings: Settings, token: str) -> TokenClaims | None:
    """The content of a valid token, for whichever audience, whose user still has the credential behind it."""
    if secret_format.is_well_formed(token, "refresh"):
        return None  # families of refresh tokens are asked here once there are any
    try:
        claims = issuing.verify(session, settings, token, (settings.audience, settings.issuer))
    except NotSignedIn:
        return None
    outdated = claims.credential_version is not None and claims.credential_version < claims.user.cred_version
    return None if outdated else claims


def _may_know(asking: Asking, claims: TokenClaims) -> bool:
    return asking.username in claims.audiences or _may_end(asking, claims)


def _may_end(asking: Asking, claims: TokenClaims) -> bool:
    return asking.administers or asking.username in (claims.user.username, claims.client_id)
