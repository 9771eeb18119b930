"""An OpenID provider whose every answer a test can spoil. It signs with its own keys, on loopback."""

import base64
import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from tests import http_servers

Claims = dict[str, Any]


@cache
def rsa_key(bits: int = 2048) -> rsa.RSAPrivateKey:
    """A key, made once."""
    return rsa.generate_private_key(65537, bits)


@cache
def ec_key() -> ec.EllipticCurvePrivateKey:
    """A key, made once."""
    return ec.generate_private_key(ec.SECP256R1())


def public_keys() -> list[dict[str, Any]]:
    """The key set of an honest provider."""
    of_rsa = {**RSAAlgorithm.to_jwk(rsa_key().public_key(), as_dict=True), "kid": "r", "use": "sig"}
    of_ec = {**ECAlgorithm.to_jwk(ec_key().public_key(), as_dict=True), "kid": "e", "use": "sig"}
    return [of_rsa, of_ec]


@dataclass
class HostileProvider:
    """What it answers; tests change the parts."""

    issuer: str
    client_id: str = "pulsar"
    person: Claims = field(default_factory=lambda: {"sub": "s-1", "preferred_username": "alice"})
    metadata: dict[str, Any] = field(default_factory=dict)
    keys: list[dict[str, Any]] = field(default_factory=public_keys)
    spoil: Callable[[Claims], Claims] = lambda claims: claims
    sign: Callable[[Claims], str] = lambda claims: jwt.encode(claims, rsa_key(), "RS256", {"kid": "r"})
    raw: Callable[[BaseHTTPRequestHandler], bool] = lambda handler: False
    """Answers the token request itself when it returns True."""
    asked: list[dict[str, str]] = field(default_factory=list)
    basic: list[str | None] = field(default_factory=list)
    nonce: str = ""
    challenge: str = ""
    gets: list[str] = field(default_factory=list)

    def authorize(self, url: str, code: str = "c-1") -> dict[str, str]:
        """What the browser brings back from the page of signing in."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        self.nonce, self.challenge = asked["nonce"], asked["code_challenge"]
        return {"state": asked["state"], "code": code, "iss": self.issuer}

    def shown_metadata(self) -> dict[str, Any]:
        """Its metadata."""
        usual = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "response_types_supported": ["code"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            "authorization_response_iss_parameter_supported": True,
        }
        return {**usual, **self.metadata}

    def key_set(self) -> dict[str, Any]:
        """Its keys."""
        return {"keys": self.keys}

    def token(self, form: dict[str, str]) -> dict[str, Any]:
        """The answer of the token endpoint, after the check of PKCE."""
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == self.challenge
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": self.client_id, "iat": now, "exp": now + 60, "nonce": self.nonce}
        return {"access_token": "at", "token_type": "Bearer", "id_token": self.sign(self.spoil(claims | self.person))}


@contextmanager
def running(path: str = "") -> Iterator[HostileProvider]:
    """A provider on a port of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider.gets.append(self.path)
            if self.path.startswith(f"{path}/authorize?"):
                self.send_browser_back()
                return
            answers = {
                f"{path}/.well-known/openid-configuration": provider.shown_metadata,
                f"{path}/keys": provider.key_set,
            }
            self.answer(answers[self.path]() if self.path in answers else None)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            provider.asked.append({name: values[0] for name, values in parse_qs(body).items()})
            provider.basic.append(self.headers["Authorization"])
            if not provider.raw(self):
                self.answer(provider.token(provider.asked[-1]))

        def send_browser_back(self) -> None:
            """For real browsers: the person is signed in here already."""
            asked = parse_qs(urlsplit(self.path).query)
            self.send_response(302)
            given = urlencode(provider.authorize(self.path))
            self.send_header("Location", f"{asked['redirect_uri'][0]}?{given}")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def answer(self, found: dict[str, Any] | None) -> None:
            data = json.dumps(found).encode()
            self.send_response(404 if found is None else 200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    with http_servers.serving(Handler) as port:
        provider = HostileProvider(f"http://127.0.0.1:{port}{path}")
        yield provider
