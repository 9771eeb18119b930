"""What a hostile provider, or somebody between, may send: each is refused, signs nobody in, and is not shown."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import RSAAlgorithm
from sqlalchemy import select

from app.identity.models import User
from app.providers import provider_http
from tests.providers.conftest import SECRET, Company, set_up
from tests.providers.hostile_provider import Claims, ec_key, public_keys, rsa_key, running

NOW = time.time


def _refused(company: Company, answer: httpx.Response, code: str = "provider_sign_in_failed") -> None:
    assert (answer.status_code, answer.json()["code"]) == (401, code), answer.text
    assert "puc_session" not in answer.headers.get("set-cookie", "")
    names = company.center.read(lambda session: set(session.scalars(select(User.username))))
    assert "alice" not in names


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
    _refused(company, company.sign_in())


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


def _signed(key: Any, alg: str, **header: Any) -> Callable[[Claims], str]:
    return lambda claims: jwt.encode(claims, key, alg, header)


TOKENS: dict[str, Callable[[Claims], str]] = {
    "alg none": lambda claims: f"{_part({'alg': 'none'})}.{_part(claims)}.",
    "alg none with a signature": lambda claims: f"{_part({'alg': 'none', 'kid': 'r'})}.{_part(claims)}.AAAA",
    "HS256 with the client secret": lambda claims: _by_hmac(claims, SECRET.encode()),
    "HS256 with the public key": lambda claims: _by_hmac(claims, _public_pem()),
    "RS512": _signed(rsa_key(), "RS512", kid="r"),
    "an unknown key": _signed(rsa_key(), "RS256", kid="unknown"),
    "another key under the id": lambda claims: jwt.encode(claims, _another(), "RS256", {"kid": "r"}),
    "the key of another algorithm": _signed(ec_key(), "ES256", kid="r"),
    "no key id and two of that kind": _signed(rsa_key(), "RS256"),
    "a key in the header": _signed(rsa_key(), "RS256", kid="r", jwk=public_keys()[0]),
    "an address of keys": _signed(rsa_key(), "RS256", kid="r", jku="https://evil.example/keys"),
    "crit": _signed(rsa_key(), "RS256", kid="r", crit=["exp"]),
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
    _refused(company, company.sign_in())


@pytest.mark.parametrize("alg", ["RS256", "PS256", "ES256"])
def test_the_three_algorithms_are_accepted(company: Company, alg: str) -> None:
    company.provider.sign = _signed(*((ec_key(), alg) if alg == "ES256" else (rsa_key(), alg)), typ="JWT", x5t="abc")
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
        company.provider.sign = _signed(rsa_key(1024), "RS256", kid="r")
    _refused(company, _try(company))


def _try(company: Company) -> httpx.Response:
    """Fails at the first step already when the provider cannot be read."""
    browser = company.center.client()
    answer = browser.post(f"/api/v1/session/providers/{company.id}")
    if answer.status_code != 200:
        return answer
    return browser.post("/api/v1/session/provider-answer", json=company.provider.authorize(answer.json()["url"]))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"issuer": "https://evil.example"}, "issuer_differs"),
        ({"issuer": None}, "issuer_differs"),
        ({"token_endpoint": "http://169.254.169.254/token"}, "address_not_allowed"),
        ({"token_endpoint": "https://evil.example/token"}, "address_not_allowed"),
        ({"jwks_uri": "file:///etc/passwd"}, "address_not_allowed"),
        ({"jwks_uri": None}, "address_not_allowed"),
        ({"authorization_endpoint": "javascript:alert(1)"}, "address_not_allowed"),
        ({"code_challenge_methods_supported": ["plain"]}, "provider_not_supported"),
        ({"id_token_signing_alg_values_supported": ["HS256"]}, "provider_not_supported"),
        ({"response_types_supported": ["id_token"]}, "provider_not_supported"),
    ],
)
def test_metadata(company: Company, said: dict[str, Any], reason: str) -> None:
    company.provider.metadata = said
    _refused(company, _try(company))
    found = company.root.post(f"/api/v1/identity-providers/{company.id}/test").json()["items"]
    assert [(one["step"], one["ok"], one["reason"]) for one in found] == [
        ("discovery", True, None),
        ("metadata", False, reason),
    ]


def _redirect(handler: BaseHTTPRequestHandler) -> bool:
    handler.send_response(307)
    handler.send_header("Location", "http://127.0.0.1:1/token")
    handler.send_header("Content-Length", "0")
    handler.end_headers()
    return True


def _bytes(body: bytes, status: int = 200) -> Callable[[BaseHTTPRequestHandler], bool]:
    def answer(handler: BaseHTTPRequestHandler) -> bool:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        try:
            handler.wfile.write(body)
        except OSError:
            handler.close_connection = True
        return True

    return answer


def _drip(handler: BaseHTTPRequestHandler) -> bool:
    handler.send_response(200)
    handler.end_headers()
    handler.close_connection = True
    try:
        for _ in range(100):
            handler.wfile.write(b" ")
            time.sleep(0.02)
    except OSError:
        pass
    return True


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(_redirect, id="redirect"),
        pytest.param(_bytes(b" " * 2_000_000), id="huge"),
        pytest.param(_bytes(b"<html>"), id="html"),
        pytest.param(_bytes(b"[]"), id="list"),
        pytest.param(_bytes(b"{}"), id="no token"),
        pytest.param(_drip, id="drip"),
        pytest.param(_bytes(b'{"error":"invalid_grant"}', 400), id="error"),
        pytest.param(_bytes(b"[" * 100_000), id="deep"),
        pytest.param(_bytes(b'{"id_token":7}'), id="token a number"),
    ],
)
def test_answers_of_the_token_endpoint(
    company: Company, raw: Callable[[BaseHTTPRequestHandler], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider_http, "_SECONDS", 0.5)
    company.provider.raw = raw
    begun = time.monotonic()
    _refused(company, company.sign_in())
    assert time.monotonic() - begun < 5


def test_mix_up_of_two_providers_is_refused(company: Company) -> None:
    browser = company.center.client()
    with running("/other") as other:
        set_up(company.center, company.root, other)
        brought = company.go(browser)
        sent = len(company.provider.asked)
        _refused(company, browser.post("/api/v1/session/provider-answer", json={**brought, "iss": other.issuer}))
        assert (len(company.provider.asked), other.asked) == (sent, []), "the code went nowhere"
    brought = company.go(browser)
    del brought["iss"]
    _refused(company, browser.post("/api/v1/session/provider-answer", json=brought))


def test_the_state_belongs_to_one_browser_and_works_once(company: Company) -> None:
    browser, eve = company.center.client(), company.center.client()
    brought = company.go(browser)
    _refused(company, eve.post("/api/v1/session/provider-answer", json=brought), "provider_sign_in_over")
    company.go(eve)
    _refused(company, eve.post("/api/v1/session/provider-answer", json=brought), "provider_sign_in_over")
    company.provider.authorize(browser.post(f"/api/v1/session/providers/{company.id}").json()["url"])
    again = company.go(browser)
    assert browser.post("/api/v1/session/provider-answer", json=again).status_code == 200
    repeated = browser.post("/api/v1/session/provider-answer", json=again)
    assert repeated.json()["code"] == "provider_sign_in_over"


def test_of_many_uses_at_once_one_succeeds(company: Company) -> None:
    browser = company.center.client()
    brought = company.go(browser)
    cookie = f"puc_provider={browser.cookies['puc_provider']}"
    clients = [company.center.client(Cookie=cookie) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        calls = [pool.submit(each.post, "/api/v1/session/provider-answer", json=brought) for each in clients]
    assert sorted(call.result().status_code for call in calls) == [200] + [401] * 7
    assert len(company.provider.asked) == 1


def test_an_error_of_the_provider_is_not_reflected(company: Company) -> None:
    browser = company.center.client()
    brought = company.go(browser)
    evil = {"state": brought["state"], "error": "<script>alert(1)</script>"}
    answer = browser.post("/api/v1/session/provider-answer", json=evil)
    _refused(company, answer)
    assert "script" not in answer.text
    assert "reason" not in answer.json()


def test_another_site_cannot_start_or_end_a_sign_in(company: Company) -> None:
    browser = company.center.client(Origin="https://evil.example")
    assert browser.post(f"/api/v1/session/providers/{company.id}").status_code == 403
    assert browser.post("/api/v1/session/provider-answer", json={"state": "x", "code": "y"}).status_code == 403


def test_unknown_keys_have_the_provider_asked_at_most_once_a_minute(company: Company) -> None:
    company.sign_in()
    company.provider.sign = _signed(ec.generate_private_key(ec.SECP256R1()), "ES256", kid="unknown")
    for _ in range(5):
        company.sign_in(sub="s-9")
    assert company.provider.gets.count("/keys") == 2


def test_a_key_that_is_new_is_found(company: Company) -> None:
    company.sign_in()
    new = _another()
    company.provider.keys = [{**RSAAlgorithm.to_jwk(new.public_key(), as_dict=True), "kid": "new"}]
    company.provider.sign = _signed(new, "RS256", kid="new")
    assert company.sign_in().status_code == 200
