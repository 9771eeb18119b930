"""ID tokens (OpenID Connect Core §2): who signed in to the application, when and how. They open nothing.

`sub` is the user name, which never changes and is the principal that brokers see.
"""

from typing import Any

import jwt
from sqlalchemy.orm import Session

from app.grants import roles
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.settings import Settings
from app.tokens import keys, strict_jwt
from app.tokens.application_models import Application
from app.tokens.refresh_families import Tokens

_TYPE = "JWT"
CLAIMS = (
    "iss",
    "sub",
    "aud",
    "azp",
    "exp",
    "iat",
    "auth_time",
    "nonce",
    "at_hash",
    "amr",
    "name",
    "preferred_username",
    "email",
    "email_verified",
    "groups",
)


def issue(session: Session, settings: Settings, tokens: Tokens, application: Application, nonce: str | None) -> str:
    """The ID token that comes with these tokens, signed as the application wants it."""
    key, issued = keys.for_id_tokens(session, application.id_token_alg), now_ms() // 1000
    claims: dict[str, Any] = {
        "iss": settings.issuer,
        "sub": tokens.user.username,
        "aud": application.client_id,
        "azp": application.client_id,
        "iat": issued,
        "exp": issued + min(settings.token_seconds, 3_600),
        "auth_time": tokens.family.auth_time // 1000,
        "at_hash": strict_jwt.half_hash(tokens.access.reveal()),
        "amr": tokens.family.methods.split(),
    }
    if nonce is not None:
        claims["nonce"] = nonce
    claims |= user_claims(session, application, tokens.user, tokens.scope)
    private = keys.private_key(key, settings)
    return jwt.encode(claims, private, algorithm=key.alg, headers={"kid": key.kid, "typ": _TYPE})


def user_claims(session: Session, application: Application | None, user: User, scope: str) -> dict[str, Any]:
    """The claims of the user for these scopes. Only confirmed addresses; roles only for trusted applications."""
    claims: dict[str, Any] = {}
    if "profile" in scope.split():
        claims |= {"preferred_username": user.username, "name": user.nick or user.username}
    if "email" in scope.split() and user.email and user.email_verified:
        claims |= {"email": user.email, "email_verified": True}
    if "groups" in scope.split() and application is not None and application.trusted:
        claims["groups"] = roles.shared_names(session, user.id)
    return claims


def client_of_hint(session: Session, settings: Settings, hint: str) -> tuple[str, str] | None:
    """Client id and user of an ID token of ours, expired or not (RP-initiated logout); None for anything else."""
    try:
        header = strict_jwt.read(hint).header
        key = keys.verifying(session, header.get("kid"))
        if key is None or header.get("typ") != _TYPE:
            return None
        options: Any = {"verify_exp": False, "verify_aud": False, "require": ["sub", "aud", "azp", "iss"]}
        public = jwt.PyJWK.from_json(key.public_jwk).key
        claims = jwt.decode(hint, public, algorithms=[key.alg], issuer=settings.issuer, options=options)
        return str(claims["azp"]), str(claims["sub"])
    except (jwt.PyJWTError, ValueError, TypeError):
        return None
