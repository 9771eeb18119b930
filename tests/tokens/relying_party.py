"""An application that signs people in by the center, as tests need it: it keeps what it sent and follows redirects."""

import base64
import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
from sqlalchemy.orm import Session

from app.platform.settings import Settings
from app.tokens import applications
from app.tokens.application_models import Application
from app.tokens.applications import ApplicationSettings
from tests.center import Center

URI = "https://desk.example/callback"


def register_application(session: Session, settings: Settings, **values: Any) -> Application:
    """A public application of the company, which may ask for tokens for brokers."""
    wanted = ApplicationSettings(
        **{"name": "Desk", "redirect_uris": [URI], "trusted": True, "audiences": ["pulsar"], **values}
    )
    return applications.create(session, settings, "root", wanted, None)


@dataclass
class RelyingParty:
    """One sign-in of one browser to the application."""

    center: Center
    browser: httpx.Client
    client_id: str
    uri: str = URI
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    def parameters(self, **changed: str | None) -> dict[str, str]:
        """The parameters of the request, with some changed or (None) left out."""
        digest = hashlib.sha256(self.verifier.encode()).digest()
        fields = {
            "client_id": self.client_id,
            "redirect_uri": self.uri,
            "response_type": "code",
            "scope": "openid profile offline_access",
            "state": "s1",
            "nonce": "n1",
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
            **changed,
        }
        return {name: value for name, value in fields.items() if value is not None}

    def begin(self, **changed: str | None) -> str:
        """Where the browser is sent."""
        answer = self.browser.get("/oauth2/authorize", params=self.parameters(**changed))
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def seal_request(self, **changed: str | None) -> str:
        """The request as the console's page sees it."""
        return query(self.begin(**changed))["request"]

    def decide(self, sealed: str, **values: object) -> httpx.Response:
        """The page sends the decision."""
        return self.browser.post("/api/v1/authorization/decision", json={"request": sealed, **values})

    def code(self, **changed: str | None) -> str:
        """A code, by a whole sign-in."""
        answer = self.decide(self.seal_request(**changed), consented=True)
        assert answer.status_code == 200, answer.text
        found = query(answer.json()["location"])
        assert found["iss"] == self.center.settings.issuer
        return found["code"]

    def redeem(self, code: str, /, **changed: str) -> httpx.Response:
        """The token endpoint's answer to a code."""
        form = {
            "grant_type": "authorization_code",
            "client_id": self.client_id,
            "redirect_uri": self.uri,
            "code": code,
            "code_verifier": self.verifier,
            **changed,
        }
        return self.center.client().post("/oauth2/token", data=form)

    def refresh(self, token: str, /, **changed: str) -> httpx.Response:
        """The token endpoint's answer to a refresh token."""
        form = {"grant_type": "refresh_token", "client_id": self.client_id, "refresh_token": token, **changed}
        return self.center.client().post("/oauth2/token", data=form)

    def signed_in(self, **changed: str | None) -> dict[str, Any]:
        """The tokens of a whole sign-in."""
        answer = self.redeem(self.code(**changed))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


def query(location: str) -> dict[str, str]:
    """The parameters of an address, each once."""
    found = parse_qs(urlsplit(location).query, strict_parsing=True)
    assert all(len(values) == 1 for values in found.values())
    return {name: values[0] for name, values in found.items()}
