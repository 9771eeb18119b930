"""Issues and verifies access tokens (RFC 9068). Algorithm, issuer and audience are fixed; keys come from our own table.

The audience of a token decides what it opens: brokers (settings.audience), the center's API (the issuer URL), or both
if both were requested.
"""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jwt
from sqlalchemy.orm import Session

from app.access import token_scope
from app.access.token_scope import TokenScope
from app.audit.trail import contents, trail
from app.audit.trail.epochs import MemorySession
from app.identity import users
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import InvalidInput, NotSignedIn
from app.platform.settings import Settings
from app.tokens import keys, strict_jwt
from app.tokens.models import RevokedToken

TOKEN_TYPE = "at+jwt"  # noqa: S105  the JOSE type of RFC 9068, not a secret
NARROWED_TYPE = "narrowed-at+jwt"
"""The type of a narrowed token: plugins that would take it for one that is not narrowed refuse it (decision 0085)."""
_REQUIRED = ["iss", "sub", "aud", "client_id", "iat", "nbf", "exp", "jti"]
_OPTIONS: Any = {"require": _REQUIRED, **strict_jwt.NOT_BY_THE_LIBRARY}


@dataclass(frozen=True)
class TokenClaims:
    """The content of a verified token."""

    user: User
    jti: str
    client_id: str
    audiences: tuple[str, ...]
    valid_from: int
    valid_until: int
    """epoch ms, as is `valid_from`"""
    networks: tuple[str, ...] | None
    """Where the token may be used; None: everywhere. Who verifies it for a request compares the address."""
    narrowed_to: TokenScope | None = None
    """What a narrowed token may be used for; None: for all that its user may."""
    credential_version: int | None = None
    """Version of the password behind the token; brokers refuse the token when the user's version is newer."""
    scope: str = ""
    """What the user allowed the application of the token; "" without one."""

    @property
    def is_outdated(self) -> bool:
        """True when the user has a newer credential than the one behind the token."""
        return self.credential_version is not None and self.credential_version < self.user.cred_version


@dataclass(frozen=True)
class IssuedToken:
    """An issued token; `expires` is epoch ms. The token itself is missing from `repr`."""

    jti: str
    expires: int
    audiences: tuple[str, ...]
    kid: str
    """Id of the key that signed it."""
    _token: str

    def __repr__(self) -> str:
        return f"IssuedToken(jti={self.jti!r})"

    def reveal(self) -> str:
        """The token, to be shown or sent once."""
        return self._token


def known_audiences(settings: Settings, requested: list[str]) -> tuple[str, ...]:
    """The requested audiences, or that of brokers when none. Raises InvalidInput `unknown_audience`; none is
    dropped."""
    audiences = tuple(dict.fromkeys(audience for audience in requested if audience)) or (settings.audience,)
    unknown = [audience for audience in audiences if audience not in (settings.audience, settings.issuer)]
    if unknown:
        raise InvalidInput(
            f"unknown audience {unknown[0]!r}: {settings.audience!r} is for brokers, {settings.issuer!r} for this API",
            code="unknown_audience",
        )
    return audiences


def seconds_until(end: int | None, most: int, now: int) -> int:
    """How long a token lives that was requested with a credential that ends at `end` (epoch ms; None: never): `most`
    seconds, but not longer than the credential, and one second at least, as clients demand."""
    return most if end is None else max(1, min(most, (end - now) // 1000))


def issue(
    session: Session | MemorySession,
    settings: Settings,
    username: str,
    *,
    audiences: tuple[str, ...],
    seconds: int,
    credential_version: int | None = None,
    networks: Collection[str] | None = None,
    narrowed_to: TokenScope | None = None,
    application: Mapping[str, Any] | None = None,
) -> IssuedToken:
    """Sign a token for this user (the principal that brokers see), valid for `seconds` from now.

    With `credential_version`, brokers refuse it once the user has newer credentials, for instance a changed password.
    `networks`: where it may be used; None: everywhere. `narrowed_to`: what for; None: for all that the user may.
    `application`: claims of the application that the user signed in to: `client_id`, `scope`, `auth_time`
    (RFC 9068 §2.2).
    """
    key = keys.signer(session)
    issued = now_ms() // 1000
    jti = str(uuid.uuid4())
    claims: dict[str, Any] = {
        "iss": settings.issuer,
        "sub": username,
        "aud": audiences[0] if len(audiences) == 1 else list(audiences),
        "client_id": username,
        "iat": issued,
        "nbf": issued,
        "exp": issued + seconds,
        "jti": jti,
    }
    if credential_version is not None:
        claims["cred"] = credential_version
    if networks is not None:
        claims["networks"] = list(networks)
    if narrowed_to is not None:
        claims[token_scope.CLAIM] = narrowed_to.to_json()
    claims.update(application or {})
    kind = TOKEN_TYPE if narrowed_to is None else NARROWED_TYPE
    private = keys.private_key(key, settings)
    token = jwt.encode(claims, private, algorithm=key.alg, headers={"kid": key.kid, "typ": kind})
    return IssuedToken(jti, (issued + seconds) * 1000, audiences, key.kid, token)


def refuse_id(session: Session, actor: str, jti: str, valid_until: int) -> None:
    """Refuse the token with this id until its end (epoch ms), here and in every broker."""
    revoked = RevokedToken(jti=jti, valid_until=valid_until)
    session.add(revoked)
    session.flush()
    trail.record(session, actor, "revoked_token.create", jti, after=contents.row(revoked))


def verify(session: Session, settings: Settings, token: str, audience: str | Sequence[str]) -> TokenClaims:
    """The content of a valid token for this audience (one of these). Raises NotSignedIn with the same message, whatever
    is wrong with the token; the caller sees its cause."""
    try:
        narrowed, claims = _signed_claims(session, settings, token, audience)
        user = _living_user(session, claims["sub"], claims["iat"])
    except (jwt.PyJWTError, KeyError, TypeError, ValueError) as error:
        raise NotSignedIn("The token is not valid.", code="invalid_token") from error
    if session.get(RevokedToken, claims["jti"]):
        raise NotSignedIn("The token is not valid.", code="invalid_token")
    named = claims["aud"]
    audiences = (named,) if isinstance(named, str) else tuple(named)
    begin, end = (int(claims[claim]) * 1000 for claim in ("nbf", "exp"))
    jti, client = str(claims["jti"]), str(claims["client_id"])
    narrowed_to = token_scope.read(claims.get(token_scope.CLAIM)) if narrowed else None
    scope = claims["scope"] if isinstance(claims.get("scope"), str) else ""
    return TokenClaims(
        user, jti, client, audiences, begin, end, _networks(claims), narrowed_to, claims.get("cred"), scope
    )


def _networks(claims: Mapping[str, Any]) -> tuple[str, ...] | None:
    """The networks in the token; none at all when the claim is no list of texts."""
    if "networks" not in claims:
        return None
    networks = claims["networks"]
    return (
        tuple(networks) if isinstance(networks, list) and all(isinstance(network, str) for network in networks) else ()
    )


def _signed_claims(
    session: Session, settings: Settings, token: str, audience: str | Sequence[str]
) -> tuple[bool, dict[str, Any]]:
    """Whether the token is narrowed, by its type or by its claim alone, and its content."""
    header = strict_jwt.read(token).header
    key = keys.verifying(session, header.get("kid"))
    kind = str(header.get("typ")).lower()
    if key is None or kind not in (TOKEN_TYPE, NARROWED_TYPE):
        raise jwt.InvalidTokenError("unknown key or wrong type")
    public = jwt.PyJWK.from_json(key.public_jwk)
    claims: dict[str, Any] = jwt.decode(
        token,
        public.key,
        algorithms=[key.alg],
        audience=audience,
        issuer=settings.issuer,
        options=_OPTIONS,
    )
    strict_jwt.refuse_untimely(claims, now_ms())
    # PostgreSQL refuses to compare a text with NUL.
    names = [claims[claim] for claim in ("sub", "client_id", "jti")]
    if not all(isinstance(name, str) and name and "\0" not in name for name in names):
        raise jwt.InvalidTokenError("a name is missing")
    return kind == NARROWED_TYPE or token_scope.CLAIM in claims, claims


def _living_user(session: Session, username: object, issued: object) -> User:
    user = users.by_name(session, str(username))
    main = session.get(User, user.parent) if user and user.parent else None
    if user is None or user.status != "active" or (main and main.status != "active"):
        raise ValueError("no such active user")
    if int(str(issued)) * 1000 < user.tokens_from:
        raise ValueError("issued before the user's tokens were withdrawn")
    return user
