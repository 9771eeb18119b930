"""Keycloak signs its people in at the center: here it is the application."""

import html
import re
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from tests.end_to_end.provider import keycloak
from tests.end_to_end.relying_parties import signing_in
from tests.end_to_end.relying_parties.signing_in import Browser, SigningCenter

pytestmark = pytest.mark.timeout(1200)  # Keycloak may take 900 seconds to start

_PKCE = {"pkceEnabled": "true", "pkceMethod": "S256"}


def _page_after_sign_in(
    center: SigningCenter, browser: Browser, issuer: str, alias: str, **more: str
) -> httpx.Response:
    """Keycloak's page after bob has signed in at the center, on the way to his account at Keycloak."""
    registered = center.register(f"{issuer}/broker/{alias}/endpoint")
    client = {
        "clientId": registered.client_id,
        "clientSecret": registered.secret,
        "clientAuthMethod": "client_secret_basic",
    }
    keycloak.sign_in_at(issuer, alias, registered.issuer, **client, **more)
    account = {"client_id": "account-console", "redirect_uri": f"{issuer}/account/", "response_type": "code"}
    challenge = {"code_challenge": "c" * 43, "code_challenge_method": "S256"}
    query = urlencode({**account, **challenge, "scope": "openid", "kc_idp_hint": alias})
    return browser.visit(f"{issuer}/protocol/openid-connect/auth?{query}")


def test_bob_signs_in_with_pkce_alone(issuer: str, tmp_path: Path) -> None:
    with signing_in.running(tmp_path) as center, signing_in.browser_of_bob(center) as browser:
        refused = _page_after_sign_in(center, browser, issuer, "without-pkce")
        assert "error=invalid_request&error_description=PKCE" in str(refused.url)
        browser.http.cookies.clear()
        page = _page_after_sign_in(center, browser, issuer, "center", **_PKCE)
        form = re.search(r'<form[^>]* action="([^"]+)"', page.text)
        assert form, page.text[:2000]
        assert 'value="bob"' in page.text
        typed = {"username": "bob", "email": "bob@acme.example", "firstName": "Bob", "lastName": "Example"}
        browser.visit(html.unescape(form[1]), typed)
        assert keycloak.providers_signed_in_at(issuer, "bob") == ["center"]
