"""Attacks by what a browser brings to the authorization endpoint, each refused: PKCE downgrade, redirect addresses,
mix-up (RFC 9700); and odd texts there and at the other endpoints."""

from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest

from app.platform.errors import InvalidInput
from tests.center import Center
from tests.tokens.negative.conftest import OTHER
from tests.tokens.relying_party import URI, RelyingParty, query, register_application

CHALLENGES: dict[str, dict[str, str | None]] = {
    "none": {"code_challenge": None, "code_challenge_method": None},
    "a method alone": {"code_challenge": None},
    "a challenge alone": {"code_challenge_method": None},
    "plain": {"code_challenge_method": "plain"},
    "s256": {"code_challenge_method": "s256"},
    "two methods": {"code_challenge_method": "S256 plain"},
    "an empty challenge": {"code_challenge": ""},
    "a padded challenge": {"code_challenge": "A" * 43 + "="},
    "a challenge in base64": {"code_challenge": "A" * 42 + "+"},
    "a short challenge": {"code_challenge": "A" * 42},
    "a long challenge": {"code_challenge": "A" * 44},
    "a line feed after it": {"code_challenge": "A" * 43 + "\n"},
}


def test_pkce_is_not_left_out_or_weakened(desk: RelyingParty, subtests: pytest.Subtests) -> None:
    for name in CHALLENGES:
        with subtests.test(name):
            found = query(desk.begin(**CHALLENGES[name]))
            assert found["error"] == "invalid_request"
            assert "code" not in found


REDIRECTS = {
    "another path": "https://desk.example/evil",
    "a longer path": URI + "/evil",
    "a shorter path": "https://desk.example/",
    "a dot segment": "https://desk.example/x/../callback",
    "an encoded dot segment": "https://desk.example/%2e%2e/callback",
    "an encoded letter": "https://desk.example/c%61llback",
    "a parameter": URI + ";x",
    "a trailing slash": URI + "/",
    "a query": URI + "?x=1",
    "an empty query": URI + "?",
    "a fragment": URI + "#",
    "another scheme": "http://desk.example/callback",
    "a scheme of an app": "desk:/callback",
    "javascript": "javascript:alert(document.cookie)",
    "data": "data:text/html,<script>",
    "a port": "https://desk.example:443/callback",
    "a user": "https://desk.example:x@evil.example/callback",
    "a backslash": "https://desk.example\\@evil.example/callback",
    "a trailing dot": "https://desk.example./callback",
    "an upper case host": "https://DESK.example/callback",
    "a look-alike": "https://dеsk.example/callback",  # a Cyrillic letter
    "a longer host": "https://desk.example.evil.example/callback",
    "a host before": "https://evil-desk.example/callback",
    "no scheme": "//desk.example/callback",
    "a blank before": " " + URI,
    "a line feed after": URI + "\n",
    "a null after": URI + "\x00",
    "two in one": f"{URI} {OTHER}",
    "both, as registered": f"{URI}\n{OTHER}",
    "nothing": "",
    "localhost": "http://localhost/callback",
    "another name of this machine": "http://127.1/callback",
    "an octal one": "http://0177.0.0.1/callback",
    "a host behind the loopback": "http://127.0.0.1.evil.example/callback",
    "a user before the loopback": "http://127.0.0.1@evil.example/callback",
    "no port": "http://127.0.0.1:/callback",
    "port nought": "http://127.0.0.1:0/callback",
    "a port too large": "http://127.0.0.1:65536/callback",
    "a port with a host": "http://127.0.0.1:80@evil.example/callback",
    "the loopback by https": "https://127.0.0.1/callback",
    "another path of the loopback": "http://127.0.0.1:5000/evil",
}


def test_no_browser_goes_to_an_address_that_is_not_registered(desk: RelyingParty, subtests: pytest.Subtests) -> None:
    """Nor to the console's page with something of the request in it."""
    for name in REDIRECTS:
        with subtests.test(name):
            location = desk.begin(redirect_uri=REDIRECTS[name])
            assert location == f"{desk.center.settings.issuer}/authorize?error=unknown_redirect_uri"


@pytest.mark.parametrize(
    "state", ["a&iss=https://evil.example&code=x", "a\r\nSet-Cookie: a=b", "a#b", "<b>", "%26", "ä"]
)
def test_a_state_cannot_add_parameters(desk: RelyingParty, state: str) -> None:
    for location in (_location_for_state(desk, state), desk.begin(state=state, response_type="token")):
        assert location.startswith(URI + "?")
        found = parse_qsl(urlsplit(location).query, strict_parsing=True)
        assert dict(found)["state"] == state
        assert len(found) == len(dict(found)), "each parameter once"
        assert dict(found)["iss"] == desk.center.settings.issuer
        assert not urlsplit(location).fragment
        assert "\n" not in location


def _location_for_state(desk: RelyingParty, state: str) -> str:
    return str(desk.decide(desk.seal_request(state=state)).json()["location"])


@pytest.mark.parametrize("name", ["code", "iss", "state", "error"])
def test_no_registered_address_speaks_for_the_center(center: Center, name: str) -> None:
    """The application would read the first of two, which is not ours (mix-up)."""
    with pytest.raises(InvalidInput, match="Redirect addresses"):
        center.make(lambda s: register_application(s, center.settings, redirect_uris=[f"{URI}?{name}=x"]))


@pytest.mark.parametrize("changed", [{}, {"prompt": "none"}, {"scope": "admin"}, {"request": "x"}])
def test_every_answer_names_the_issuer(center: Center, desk: RelyingParty, changed: dict[str, str]) -> None:
    """RFC 9207, refusals too; else an application with several servers can be confused."""
    metadata = center.client().get("/.well-known/openid-configuration").json()
    assert metadata["authorization_response_iss_parameter_supported"] is True
    location = desk.begin(**changed)
    if not location.startswith(URI):
        sealed = query(location)["request"]
        location = desk.browser.post("/api/v1/authorization/refusal", json={"request": sealed}).json()["location"]
    assert query(location)["iss"] == metadata["issuer"]


@pytest.mark.parametrize("text", ["\x00", "a\x00b", "\ud800", "x" * 5_000, "ä", "%", "\U0001f600", "'; --", "a\nb"])
def test_no_text_causes_an_internal_error(center: Center, desk: RelyingParty, text: str) -> None:
    """Where a value reaches the database before anybody has looked at it."""
    value = quote(text.encode(errors="surrogatepass"))
    client, form = center.client(), {"Content-Type": "application/x-www-form-urlencoded"}
    asked = ("client_id", "redirect_uri", "state", "nonce", "scope", "resource", "prompt", "max_age", "code_challenge")
    for name in asked:
        rest = urlencode({key: value for key, value in desk.parameters().items() if key != name})
        assert client.get(f"/oauth2/authorize?{rest}&{name}={value}").status_code == 303, name
    for name in ("client_id", "post_logout_redirect_uri", "id_token_hint", "state"):
        rest = "" if name == "client_id" else f"client_id={desk.client_id}&"
        assert client.get(f"/oauth2/logout?{rest}{name}={value}").status_code == 303, name
        assert client.post("/oauth2/logout", content=f"{rest}{name}={value}", headers=form).status_code == 303, name
    fields = {"client_id": desk.client_id, "redirect_uri": URI, "code": "x", "code_verifier": "v" * 43}
    for grant, names in (
        ("authorization_code", [*fields]),
        ("refresh_token", ["client_id", "refresh_token", "resource"]),
    ):
        for name in names:
            rest = urlencode({"refresh_token": "x", **fields, "grant_type": grant} | {name: ""})
            body = rest.replace(f"{name}=&", "").removesuffix(f"&{name}=") + f"&{name}={value}"
            answer = client.post("/oauth2/token", content=body, headers=form)
            assert answer.status_code in (400, 401), (name, answer.text)
    for name in ("client_id", "token"):
        rest = "token=x" if name == "client_id" else f"client_id={desk.client_id}"
        answer = client.post("/oauth2/revoke", content=f"{rest}&{name}={value}", headers=form)
        assert answer.status_code in (200, 400, 401), (name, answer.text)
    body = f"client_id=usercenter-cli&scope={value}"
    assert client.post("/oauth2/device_authorization", content=body, headers=form).status_code == 200
    sealed = {"request": text.replace("\ud800", "?")}
    for path in ("waiting", "decision", "refusal"):
        assert desk.browser.post(f"/api/v1/authorization/{path}", json=sealed).status_code in (404, 422), path
    assert client.post("/api/v1/sign-out/waiting", json=sealed).status_code in (200, 422)
