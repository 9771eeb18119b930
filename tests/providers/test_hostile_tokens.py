"""ID tokens and keys of a hostile provider, or of somebody between: each wrong one signs nobody in."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import RSAAlgorithm

from tests.providers.conftest import SECRET, Company
from tests.providers.hostile_provider import Claims, ec_key, public_keys, rsa_key
from tests.providers.refusing import assert_refused, try_to_sign_in

NOW = time.time


def _without(name: str) -> Callable[[Claims], Claims]:
    return lambda claims: {key: value for key, value in claims.items() if key != name}


def _with(**values: Any) -> Callable[[Claims], Claims]:
    return lambda claims: {**claims, **values}


CLAIMS: dict[str, Callable[[Claims], Claims]] = {
    "wrong nonce": _with(nonce="x"),
    "no nonce": _without("nonce"),
    "nonce is a list": lambda claims: {**claims, "nonce": [claims["nonce"]]},
    "another issuer": _with(iss="https://evil.example"),
    "issuer with a slash": lambda claims: {**claims, "iss": claims["iss"] + "/"},
    "no issuer": _without("iss"),
    "another audience": _with(aud="other"),
    "another audience in a list": _with(aud=["other"]),
    "no audience": _without("aud"),
    "two audiences, no azp": _with(aud=["pulsar", "other"]),
    "two audiences, another azp": _with(aud=["pulsar", "other"], azp="other"),
    "another azp": _with(azp="other"),
    "azp null": _with(azp=None),
    "expired": lambda claims: {**claims, "exp": int(NOW()) - 120},
    "no exp": _without("exp"),
    "exp a text": lambda claims: {**claims, "exp": str(claims["exp"])},
    "exp a fraction": lambda claims: {**claims, "exp": claims["exp"] + 0.5},
    "exp true": _with(exp=True),
    "no iat": _without("iat"),
    "issued long ago": lambda claims: {**claims, "iat": int(NOW()) - 3600},
    "issued in the future": lambda claims: {**claims, "iat": int(NOW()) + 3600},
    "not valid yet": lambda claims: {**claims, "nbf": int(NOW()) + 3600},
    "no subject": _without("sub"),
    "empty subject": _with(sub=""),
    "subject a number": _with(sub=1),
    "subject too long": _with(sub="s" * 256),
    "subject not ASCII": _with(sub="ſ-1"),
    "subject with a line break": _with(sub="s\n1"),
    "subject that ends with a blank": _with(sub="s-1 "),
    "at_hash of another token": _with(at_hash="AAAAAAAAAAAAAAAAAAAAAA"),
    "at_hash null": _with(at_hash=None),
}


@pytest.mark.parametrize("spoil", CLAIMS.values(), ids=CLAIMS.keys())
def test_claims(company: Company, spoil: Callable[[Claims], Claims]) -> None:
    company.provider.spoil = spoil
    assert_refused(company, company.sign_in())


def _part(found: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(found).encode()).rstrip(b"=").decode()


def _by_hmac(claims: Claims, key: bytes) -> str:
    text = f"{_part({'alg': 'HS256', 'kid': 'r', 'typ': 'JWT'})}.{_part(claims)}"
    mac = hmac.new(key, text.encode(), hashlib.sha256).digest()
    return f"{text}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def _public_pem() -> bytes:
    return rsa_key().public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def _swapped(claims: Claims) -> str:
    """Another subject under the signature of the right one."""
    head, _, signature = jwt.encode(claims, rsa_key(), "RS256", {"kid": "r"}).split(".")
    return f"{head}.{_part({**claims, 'sub': 's-2'})}.{signature}"


def _twice(claims: Claims) -> str:
    """The subject is given twice; signed."""
    body = json.dumps(claims)[:-1] + ', "sub": "s-2"}'
    text = f"{_part({'alg': 'RS256', 'kid': 'r'})}.{base64.urlsafe_b64encode(body.encode()).rstrip(b'=').decode()}"
    mac = jwt.get_algorithm_by_name("RS256").sign(text.encode(), rsa_key())
    return f"{text}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def _signer(key: Any, alg: str, **header: Any) -> Callable[[Claims], str]:
    return lambda claims: jwt.encode(claims, key, alg, header)


TOKENS: dict[str, Callable[[Claims], str]] = {
    "alg none": lambda claims: f"{_part({'alg': 'none'})}.{_part(claims)}.",
    "alg none with a signature": lambda claims: f"{_part({'alg': 'none', 'kid': 'r'})}.{_part(claims)}.AAAA",
    "HS256 with the client secret": lambda claims: _by_hmac(claims, SECRET.encode()),
    "HS256 with the public key": lambda claims: _by_hmac(claims, _public_pem()),
    "RS512": _signer(rsa_key(), "RS512", kid="r"),
    "an unknown key": _signer(rsa_key(), "RS256", kid="unknown"),
    "another key under the id": lambda claims: jwt.encode(claims, _another(), "RS256", {"kid": "r"}),
    "the key of another algorithm": _signer(ec_key(), "ES256", kid="r"),
    "no key id and two of that kind": _signer(rsa_key(), "RS256"),
    "a key in the header": _signer(rsa_key(), "RS256", kid="r", jwk=public_keys()[0]),
    "an address of keys": _signer(rsa_key(), "RS256", kid="r", jku="https://evil.example/keys"),
    "crit": _signer(rsa_key(), "RS256", kid="r", crit=["exp"]),
    "another subject under the signature": _swapped,
    "a subject twice": _twice,
    "no JWT": lambda claims: "x",
    "empty": lambda claims: "",
    "a long one": lambda claims: jwt.encode({**claims, "x": "y" * 70_000}, rsa_key(), "RS256", {"kid": "r"}),
    "deep": lambda claims: f"{_part({'alg': 'RS256', 'kid': 'r'})}.{_deep()}.AAAA",
}


def _another() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


def _deep() -> str:
    return base64.urlsafe_b64encode(b'{"a":' + b"[" * 20_000 + b"]" * 20_000 + b"}").rstrip(b"=").decode()


@pytest.mark.parametrize("sign", TOKENS.values(), ids=TOKENS.keys())
def test_tokens(company: Company, sign: Callable[[Claims], str]) -> None:
    if sign is TOKENS["no key id and two of that kind"]:
        second = RSAAlgorithm.to_jwk(_another().public_key(), as_dict=True)
        company.provider.keys = [*public_keys(), {**second, "kid": "r2"}]
    company.provider.sign = sign
    assert_refused(company, company.sign_in())


@pytest.mark.parametrize("alg", ["RS256", "PS256", "ES256"])
def test_the_three_algorithms_are_accepted(company: Company, alg: str) -> None:
    company.provider.sign = _signer(*((ec_key(), alg) if alg == "ES256" else (rsa_key(), alg)), typ="JWT", x5t="abc")
    assert company.sign_in().status_code == 200


@pytest.mark.parametrize(
    "keys",
    [
        [{**RSAAlgorithm.to_jwk(rsa_key(1024).public_key(), as_dict=True), "kid": "r"}],
        [{**public_keys()[0], "use": "enc"}],
        [{**public_keys()[0], "alg": "PS256"}],
        [{"kty": "oct", "k": "AAAA", "kid": "r"}],
        [{"kty": "RSA", "kid": "r", "n": "!", "e": "AQAB"}],
        [public_keys()[0], public_keys()[0]],
        [],
        [7],
        {"r": 1},
        None,
    ],
    ids=[
        "short",
        "for encryption",
        "another algorithm",
        "symmetric",
        "broken",
        "twice",
        "none",
        "number",
        "map",
        "null",
    ],
)
def test_key_sets(company: Company, keys: Any) -> None:
    company.provider.keys = keys
    if keys and isinstance(keys, list) and isinstance(keys[0], dict) and len(str(keys[0].get("n", ""))) == 171:
        company.provider.sign = _signer(rsa_key(1024), "RS256", kid="r")
    assert_refused(company, try_to_sign_in(company))


def test_unknown_keys_have_the_provider_asked_at_most_twice_a_minute(company: Company) -> None:
    company.sign_in()
    company.provider.sign = _signer(ec.generate_private_key(ec.SECP256R1()), "ES256", kid="unknown")
    for _ in range(5):
        company.sign_in(sub="s-9")
    assert company.provider.gets.count("/keys") == 1 + 2


def test_a_key_that_is_new_is_found(company: Company) -> None:
    company.sign_in()
    new = _another()
    company.provider.keys = [{**RSAAlgorithm.to_jwk(new.public_key(), as_dict=True), "kid": "new"}]
    company.provider.sign = _signer(new, "RS256", kid="new")
    assert company.sign_in().status_code == 200


def test_a_second_new_key_in_the_same_minute_is_found_at_once(company: Company) -> None:
    company.sign_in()
    for kid in ("new", "newer"):
        new = _another()
        company.provider.keys = [{**RSAAlgorithm.to_jwk(new.public_key(), as_dict=True), "kid": kid}]
        company.provider.sign = _signer(new, "RS256", kid=kid)
        assert company.sign_in().status_code == 200, kid
