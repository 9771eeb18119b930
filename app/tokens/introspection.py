"""What the center says of a token (RFC 7662), and how it ends one (RFC 7009): access tokens and API tokens.

Having a token is not enough to learn that it still works: its holder and administrators may (decision 0081). Audiences
are brokers, this API and userinfo; no user is any of them, whatever its name. All others get the answer for an unknown
token.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import token_scope
from app.identity import secret_format
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import NotSignedIn
from app.platform.settings import Settings
from app.tokens import api_tokens, application_sign_in_ends, authorization_requests, issuing, refresh_families
from app.tokens.issuing import TokenClaims
from app.tokens.models import ApiToken

INACTIVE: Mapping[str, object] = {"active": False}


@dataclass(frozen=True)
class TokenCaller:
    """Who introspects or revokes; `administers`: authority 4 on the root. `user_id`: None for a public application,
    which shows nothing but the token (RFC 7009 §2.1)."""

    user_id: int | None
    username: str
    administers: bool


def describe(session: Session, settings: Settings, caller: TokenCaller, token: str) -> Mapping[str, object]:
    """The answer of RFC 7662 §2.2; only `active` (false) for what is not valid, or not for this caller to know."""
    claims = _claims_for(session, settings, caller, token)
    if claims is None:
        return INACTIVE
    answer = {
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
    if claims.scope:
        limits["scope"] = claims.scope
    if claims.networks is not None:
        limits["networks"] = list(claims.networks)
    if claims.narrowed_to is not None:
        limits[token_scope.CLAIM] = claims.narrowed_to.to_json()
    return {**answer, **limits}


def user_to_revoke(session: Session, settings: Settings, caller: TokenCaller, token: str) -> int | None:
    """The id of the user of a valid token that this caller may revoke, else None. Asked before a transaction that
    writes, so that nobody waits for guesses."""
    claims = _claims_for(session, settings, caller, token)
    return None if claims is None else claims.user.id


def revoke(session: Session, settings: Settings, caller: TokenCaller, token: str) -> None:
    """Refuse the token from now on, here and in every broker; nothing for one that is not valid, or foreign. The
    session must hold the lock on the revision."""
    claims = _claims_for(session, settings, caller, token)
    if claims is None:
        return
    if secret_format.is_well_formed(token, "refresh"):
        living = refresh_families.active_family(session, settings, token, now_ms())
        if living is not None:
            application_sign_in_ends.end(session, caller.username, living[0], now_ms(), "revoked")
        return
    listed = session.scalars(select(ApiToken).where(ApiToken.jti == claims.jti)).first()
    if listed is not None:
        api_tokens.revoke(session, caller.username, session.get_one(User, listed.user_id), listed.id)
        return
    issuing.refuse_id(session, caller.username, claims.jti, claims.valid_until)


def _claims_for(session: Session, settings: Settings, caller: TokenCaller, token: str) -> TokenClaims | None:
    """The content of a valid token that this caller may know and end."""
    claims = _claims_in_force(session, settings, token)
    if claims is None or caller.administers or caller.username in (claims.user.username, claims.client_id):
        return claims
    return None


def _claims_in_force(session: Session, settings: Settings, token: str) -> TokenClaims | None:
    """The content of a valid token, for whichever audience, whose user still has the credential behind it."""
    if secret_format.is_well_formed(token, "refresh"):
        return _refresh_claims(session, settings, token)
    try:
        claims = issuing.verify(session, settings, token, authorization_requests.all_audiences(settings))
    except NotSignedIn:
        return None
    return None if claims.is_outdated else claims


def _refresh_claims(session: Session, settings: Settings, token: str) -> TokenClaims | None:
    """A refresh token as claims. No audience may learn of it, only its application and its user."""
    living = refresh_families.active_family(session, settings, token, now_ms())
    if living is None:
        return None
    family, application = living
    user = session.get_one(User, family.user_id)
    return TokenClaims(
        user=user,
        jti=f"family-{family.id}",
        client_id=application.client_id,
        audiences=(),
        valid_from=family.add_time,
        valid_until=family.valid_until,
        networks=None,
        scope=family.scope,
    )
