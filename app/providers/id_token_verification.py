"""Verifies a provider's ID token (OpenID Connect Core §3.1.3.7, RFC 8725), strict where these leave room.

The algorithm is one of three and fits the key. Nothing in the token says where keys come from.
"""

import hmac
from typing import Any

import jwt

from app.providers.discovery import ALGORITHMS, Discovery
from app.tokens import strict_jwt
from app.tokens.strict_jwt import MalformedToken

_LONGEST = 65_536
"""Characters. Tokens with the names of many groups are long."""
_UNREAD = ("x5t", "x5t#S256")
_SKEW_SECONDS, _OLDEST_SECONDS = 60, 600
_KINDS = {"RS256": ("RSA", None), "PS256": ("RSA", None), "ES256": ("EC", "P-256")}
_RSA_BITS = 2048


class IdTokenRefused(Exception):
    """The token proves nothing. The text is for our log and for the administrator who tries the provider."""


def verify(
    discovery: Discovery, issuer: str, client_id: str, token: str, nonce: str, access_token: str | None, now: int
) -> dict[str, Any]:
    """The claims. `now`: epoch ms. Raises IdTokenRefused, and ProviderFailed when its keys cannot be read."""
    try:
        unverified = strict_jwt.read(token, longest=_LONGEST, ignored_headers=_UNREAD)
    except MalformedToken as error:
        raise IdTokenRefused(str(error)) from error
    header, claims = unverified.header, unverified.claims
    alg, kid = header.get("alg"), header.get("kid")
    if alg not in ALGORITHMS:
        raise IdTokenRefused("an algorithm that is not allowed")
    # What costs nothing is checked before the provider is asked for a key.
    _check_parties(claims, issuer, client_id)
    _check_times(claims, now // 1000)
    if not isinstance(claims.get("nonce"), str) or not hmac.compare_digest(claims["nonce"].encode(), nonce.encode()):
        raise IdTokenRefused("another nonce")
    _check_signature(token, alg, _key(discovery.keys(issuer, kid), alg, kid))
    if "at_hash" in claims and claims["at_hash"] != strict_jwt.half_hash(access_token or ""):
        raise IdTokenRefused("at_hash does not fit the access token")
    return claims


def _check_parties(claims: dict[str, Any], issuer: str, client_id: str) -> None:
    if claims.get("iss") != issuer:
        raise IdTokenRefused("another issuer")
    audience = claims.get("aud")
    audiences = audience if isinstance(audience, list) else [audience]
    if client_id not in audiences:
        raise IdTokenRefused("another audience")
    if len(audiences) > 1 and "azp" not in claims:
        raise IdTokenRefused("several audiences and no azp")
    if claims.get("azp", client_id) != client_id:
        raise IdTokenRefused("another azp")
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= 255 or not (subject.isascii() and subject.isprintable()):
        raise IdTokenRefused("no subject")
    if subject.endswith(" "):  # MySQL ignores blanks at the end
        raise IdTokenRefused("a subject that ends with a blank")


def _check_times(claims: dict[str, Any], seconds: int) -> None:
    if _time(claims, "exp") <= seconds - _SKEW_SECONDS:
        raise IdTokenRefused("expired")
    if not seconds - _OLDEST_SECONDS <= _time(claims, "iat") <= seconds + _SKEW_SECONDS:
        raise IdTokenRefused("issued long ago, or in the future: compare the clocks")
    if "nbf" in claims and _time(claims, "nbf") > seconds + _SKEW_SECONDS:
        raise IdTokenRefused("not valid yet")


def _key(keys: list[dict[str, Any]], alg: str, kid: str | None) -> jwt.PyJWK:
    kind, curve = _KINDS[alg]
    fitting = [
        key
        for key in keys
        if key.get("kty") == kind
        and key.get("crv") == curve
        and key.get("use", "sig") == "sig"
        and key.get("alg", alg) == alg
        and (kid is None or key.get("kid") == kid)
    ]
    if len(fitting) != 1:  # signatures are not tried with one key after the other
        raise IdTokenRefused("no such key, or several without a key id")
    try:
        jwk = jwt.PyJWK.from_dict(fitting[0], alg)
    except (jwt.PyJWTError, ValueError, TypeError) as error:
        raise IdTokenRefused("the provider's key cannot be read") from error
    if kind == "RSA" and jwk.key.key_size < _RSA_BITS:
        raise IdTokenRefused("the provider's key is too short")
    return jwk


def _check_signature(token: str, alg: str, key: jwt.PyJWK) -> None:
    try:
        jwt.PyJWS(algorithms=[alg]).decode(token, key.key, algorithms=[alg])
    except jwt.PyJWTError as error:
        raise IdTokenRefused("the signature is wrong") from error


def _time(claims: dict[str, Any], name: str) -> int:
    claim = claims.get(name)
    if type(claim) is not int:  # no bool, no float, no text
        raise IdTokenRefused(f"{name} is missing or no whole number")
    return claim
