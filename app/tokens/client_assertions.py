"""Requests for tokens that a service signs with its own key: private_key_jwt (RFC 7523, OpenID Connect Core §9).

Strict where the RFCs leave room (decision 0081): exactly one audience, which is this center; one hour at most; each
is used once, by whichever instance. The algorithm is the key's, never the message's.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.access.network_limits import let_in
from app.identity import client_keys, sub_accounts
from app.identity.models import ClientKey, User
from app.identity.secret_format import digest
from app.platform import calling_address
from app.platform.database import Database, clear_away
from app.platform.settings import Settings
from app.tokens import strict_jwt
from app.tokens.models import UsedAssertion
from app.tokens.strict_jwt import MalformedToken

TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_LONGEST_SECONDS, _SKEW_SECONDS = 3600, 10
_TYPES = ("JWT", "client-authentication+jwt")
_JTI_LONGEST = 256


class AssertionRefused(Exception):
    """The assertion does not prove who asks. The text is for our log; the client does not see it."""


@dataclass(frozen=True)
class ProvenService:
    """The service whose key signed, and that key."""

    user: User
    key: ClientKey


def verify(database: Database, settings: Settings, assertion: str, client_id: str | None, now: int) -> ProvenService:
    """Who signed this, once: a second call with the same assertion is refused. `client_id`: what the request says
    besides, if anything. Opens its own transactions. Raises AssertionRefused."""
    try:
        token = strict_jwt.read(assertion)
        ends = _checked_claims(settings, token.claims, now)
        name = token.claims["sub"]
        if client_id is not None and client_id != name:
            raise AssertionRefused("another client_id than the one that signed")
        with database.reading() as session:
            proven = _signer(session, assertion, token.header, name, now)
    except MalformedToken as error:
        raise AssertionRefused(str(error)) from error
    _use(database, f"{name}\n{token.claims['jti']}", ends, now)
    return proven


def _checked_claims(settings: Settings, claims: dict[str, Any], now: int) -> int:
    """Until when the assertion is valid (epoch ms)."""
    seconds = now // 1000
    if not (_text(claims, "iss") and claims["iss"] == claims.get("sub")):
        raise AssertionRefused("iss and sub are not the client")
    if _only_audience(claims.get("aud")) not in (settings.issuer, f"{settings.base_url}/oauth2/token"):
        raise AssertionRefused("not for this center, or not for it alone")
    if not _text(claims, "jti") or len(claims["jti"]) > _JTI_LONGEST:
        raise AssertionRefused("no jti")
    ends, issued = _time(claims, "exp"), _time(claims, "iat")
    if not issued - _SKEW_SECONDS <= seconds < ends:
        raise AssertionRefused("issued in the future, or expired")
    if ends - issued > _LONGEST_SECONDS:
        raise AssertionRefused("valid for more than an hour")
    if "nbf" in claims and _time(claims, "nbf") > seconds + _SKEW_SECONDS:
        raise AssertionRefused("not valid yet")
    return ends * 1000


def _signer(session: Session, assertion: str, header: dict[str, Any], name: str, now: int) -> ProvenService:
    """The service and key that signed. Raises AssertionRefused; an unknown name takes as long as a known one."""
    if header.get("typ", "JWT") not in _TYPES:
        raise AssertionRefused("another type of token")
    kid = header.get("kid")
    valid = client_keys.valid_of_name(session, name, now)
    # Without kid the service must have one key only: signatures are not tried one after the other.
    candidates = [candidate for candidate in valid if kid == candidate[1].kid] if kid is not None else valid
    if len(candidates) != 1 or candidates[0][1].alg != header.get("alg"):
        _is_signed(assertion, _nobodys_key(), "ES256")  # so that unknown names take the time of known ones
        raise AssertionRefused("no such client or key, or not its algorithm")
    user, key = candidates[0]
    if not _is_signed(assertion, jwt.PyJWK.from_json(key.public_jwk, key.alg).key, key.alg):
        raise AssertionRefused("the signature is wrong")
    if not sub_accounts.may_sign_in(session, user) or not let_in(key.cidrs, calling_address.current()):
        raise AssertionRefused("the client is disabled, or may not ask from there")
    return ProvenService(user, key)


def _is_signed(assertion: str, key: Any, alg: str) -> bool:
    try:
        jwt.PyJWS(algorithms=[alg]).decode(assertion, key, algorithms=[alg])
    except jwt.PyJWTError:
        return False
    return True


def _use(database: Database, assertion_id: str, ends: int, now: int) -> None:
    """Insert what was used; of several at the same time, one inserts it. Raises AssertionRefused for the others."""
    try:
        with database.writing() as session:
            session.add(UsedAssertion(digest=digest(assertion_id), valid_until=ends))
            session.flush()
            clear_away(session, select(UsedAssertion).where(UsedAssertion.valid_until < now))
    except IntegrityError as error:
        raise AssertionRefused("it was used already") from error


def _text(claims: dict[str, Any], name: str) -> bool:
    return isinstance(claims.get(name), str) and claims[name] != ""


def _only_audience(audience: object) -> object:
    return audience[0] if isinstance(audience, list) and len(audience) == 1 else audience


def _time(claims: dict[str, Any], name: str) -> int:
    claim = claims.get(name)
    if type(claim) is not int:  # no bool, no float, no text
        raise AssertionRefused(f"{name} is missing or no whole number")
    return claim


@cache
def _nobodys_key() -> ec.EllipticCurvePublicKey:
    return ec.generate_private_key(ec.SECP256R1()).public_key()
