"""An application with a page for answers, written with Authlib: a client that knows nothing of our code."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from itertools import count
from typing import Any

import httpx
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

from tests import http_servers
from tests.browser.api import Center


@dataclass
class Pages:
    """The application's web server: it remembers the addresses that browsers came to."""

    url: str
    seen: list[str] = field(default_factory=list)


@contextmanager
def pages() -> Iterator[Pages]:
    """Run the application's web server."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith(("/callback", "/bye")):
                found.seen.append(found.url + self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Desk</title><h1>The desk</h1>")

    with http_servers.serving(Handler) as port:
        found = Pages(f"http://127.0.0.1:{port}")
        yield found


class Desk:
    """One sign-in to the application, found by discovery alone."""

    def __init__(self, issuer: str, at: Pages, client_id: str, secret: str | None = None, **more: Any) -> None:
        self.pages = at
        self.http = httpx.Client(trust_env=False, timeout=60)
        self.metadata = self.http.get(f"{issuer}/.well-known/openid-configuration").json()
        assert self.metadata["issuer"] == issuer
        self.client = OAuth2Session(
            client_id,
            secret,
            redirect_uri=f"{at.url}/callback",
            scope="openid profile offline_access",
            code_challenge_method="S256",
            token_endpoint_auth_method="client_secret_basic" if secret else "none",
            **more,
        )
        self.client.trust_env = False
        self.verifier = "v" * 64
        self.state = ""

    def address(self, **more: str) -> str:
        """Where the application sends the browser."""
        endpoint = self.metadata["authorization_endpoint"]
        made, self.state = self.client.create_authorization_url(
            endpoint, code_verifier=self.verifier, nonce="n-1", **more
        )
        return str(made)

    def returned_address(self) -> str:
        """The address that the browser came back to."""
        return self.pages.seen[-1]

    def fetch(self) -> dict[str, Any]:
        """The tokens for the code; Authlib compares the state."""
        found: dict[str, Any] = self.client.fetch_token(
            self.metadata["token_endpoint"],
            authorization_response=self.returned_address(),
            code_verifier=self.verifier,
            state=self.state,
        )
        return found

    def claims(self, id_token: str) -> dict[str, Any]:
        """What the ID token says, verified as the application would."""
        keys = KeySet.import_key_set(self.http.get(self.metadata["jwks_uri"]).json())
        found = jwt.decode(id_token, keys, algorithms=self.metadata["id_token_signing_alg_values_supported"])
        wanted = {"iss": {"essential": True, "value": self.metadata["issuer"]}}
        checked = CodeIDToken(found.claims, found.header, wanted, {"client_id": self.client.client_id, "nonce": "n-1"})
        checked.validate()
        return dict(checked)

    def close(self) -> None:
        """Close its connections."""
        self.http.close()
        self.client.close()


_numbers = count(1)


def desk_with_secret(center: Center, at: Pages, *, name: str = "Order desk", trusted: bool = True) -> Desk:
    """`trusted`: the company's own. Of a program without a secret on this machine, people are asked every time."""
    service = center.post("users", username=f"desk-{next(_numbers)}", kind="service")
    secret = center.post(f"users/{service['id']}/client-secrets")["client_secret"]
    uris = {"redirect_uris": [f"{at.url}/callback"], "logout_uris": [f"{at.url}/bye"]}
    row = center.post("applications", name=name, trusted=trusted, service_id=service["id"], **uris)
    return Desk(center.url, at, row["client_id"], secret)
