"""Attacks on the authorization code grant and on refresh tokens, each refused: replay, injected codes, PKCE downgrade,
redirect addresses, mix-up, races (RFC 9700)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import httpx
import pytest
from sqlalchemy.orm import Session

from app.clock import now_ms
from app.errors import InvalidInput
from app.identity import client_secrets, users
from app.tokens import applications, families
from app.tokens.applications import Wanted
from tests.center import Center
from tests.factories import PASSWORD, Person, a_user
from tests.tokens.relying_party import URI, Desk, query, registered

LOOP = "http://127.0.0.1/callback"
OTHER = "https://desk.example/other"


@pytest.fixture
def alice(center: Center) -> Person:
    return center.make(a_user, "alice")


@pytest.fixture
def desk(center: Center, alice: Person) -> Desk:
    uris = [URI, OTHER, LOOP]
    client_id = center.make(lambda s: registered(s, center.settings, redirect_uris=uris).client_id)
    return Desk(center, center.signed_in(alice), client_id)


def _challenge(desk: Desk) -> str:
    return desk.asks()["code_challenge"]


WRONG_REDEMPTIONS: dict[str, Callable[[Desk], dict[str, str]]] = {
    "no verifier": lambda _: {"code_verifier": ""},
    "the challenge as verifier (plain)": lambda desk: {"code_verifier": _challenge(desk)},
    "the verifier of another sign-in": lambda desk: {"code_verifier": desk.verifier[::-1]},
    "a verifier in another case": lambda desk: {"code_verifier": desk.verifier.swapcase()},
    "a verifier with a blank": lambda desk: {"code_verifier": desk.verifier + " "},
    "a verifier with a line feed": lambda desk: {"code_verifier": desk.verifier + "\n"},
    "a verifier that begins right": lambda desk: {"code_verifier": desk.verifier + "a"},
    "a verifier cut short": lambda desk: {"code_verifier": desk.verifier[:43]},
    "a verifier too long": lambda desk: {"code_verifier": desk.verifier * 3},
    "a verifier with odd letters": lambda desk: {"code_verifier": "ä" * 50},
    "no redirect address": lambda _: {"redirect_uri": ""},
    "another registered redirect address": lambda _: {"redirect_uri": OTHER},
    "a redirect address with a query": lambda _: {"redirect_uri": URI + "?a=b"},
    "the redirect address encoded": lambda _: {"redirect_uri": quote(URI, safe="")},
    "no code": lambda _: {"code": ""},
    "a code with a blank": lambda _: {"code": "x y"},
    "an endless code": lambda _: {"code": "x" * 100_000},
    "no client": lambda _: {"client_id": ""},
    "a client in another case": lambda desk: {"client_id": desk.client_id.upper()},
    "a client with a blank": lambda desk: {"client_id": desk.client_id + " "},
    "a secret that a public application has not": lambda _: {"client_secret": "x"},
    "an assertion that a public application has not": lambda _: {"client_assertion": "a.b.c"},
}


@pytest.mark.parametrize("name", WRONG_REDEMPTIONS)
def test_a_stolen_code_is_worth_nothing(desk: Desk, name: str) -> None:
    code = desk.code()
    answer = desk.redeem(code, **WRONG_REDEMPTIONS[name](desk))
    assert answer.status_code in (400, 401)
    assert answer.json()["error"] in ("invalid_grant", "invalid_request", "invalid_client")
    assert answer.headers["cache-control"] == "no-store"
    assert desk.redeem(code).status_code == 200, "who has the verifier still gets the tokens"


def test_a_code_of_another_sign_in_is_not_taken_for_ones_own(center: Center, desk: Desk) -> None:
    """Code injection: the attacker's code in the victim's browser, or the other way round."""
    attacker = Desk(center, center.signed_in(center.make(a_user, "mallory")), desk.client_id)
    assert desk.redeem(attacker.code()).json()["error"] == "invalid_grant"
    assert attacker.redeem(desk.code()).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("times", [2, 3])
def test_a_code_replayed_ends_all_that_came_of_it(center: Center, desk: Desk, times: int) -> None:
    code = desk.code()
    first = desk.redeem(code).json()
    newest = desk.refresh(first["refresh_token"]).json()
    for _ in range(times - 1):
        assert desk.redeem(code).json()["error"] == "invalid_grant"
    assert desk.refresh(newest["refresh_token"]).json()["error"] == "invalid_grant"
    assert _userinfo(center, newest["access_token"]) == 401


def test_a_replay_by_another_application_ends_nothing(center: Center, desk: Desk) -> None:
    """Else a code that leaked into a log would end sign-ins."""
    other = center.make(lambda s: registered(s, center.settings).client_id)
    code = desk.code()
    tokens = desk.redeem(code).json()
    assert desk.redeem(code, client_id=other).json()["error"] == "invalid_grant"
    assert desk.refresh(tokens["refresh_token"]).status_code == 200


@pytest.mark.parametrize("name", ["code", "code_verifier", "redirect_uri", "client_id", "grant_type"])
def test_a_parameter_given_twice_is_refused(center: Center, desk: Desk, name: str) -> None:
    form = {
        "grant_type": "authorization_code",
        "client_id": desk.client_id,
        "redirect_uri": URI,
        "code": desk.code(),
        "code_verifier": desk.verifier,
    }
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    content = urlencode([*form.items(), (name, form[name])])
    answer = center.client().post("/oauth2/token", content=content, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


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


@pytest.mark.parametrize("name", CHALLENGES)
def test_pkce_is_not_left_out_or_weakened(desk: Desk, name: str) -> None:
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


@pytest.mark.parametrize("name", REDIRECTS)
def test_no_browser_goes_to_an_address_that_is_not_registered(desk: Desk, name: str) -> None:
    """Nor to the console's page with something of the request in it."""
    location = desk.begin(redirect_uri=REDIRECTS[name])
    assert location == f"{desk.center.settings.issuer}/authorize?error=unknown_redirect_uri"


def test_a_loopback_code_is_bound_to_the_port_that_asked(center: Center, desk: Desk) -> None:
    here = Desk(center, desk.browser, desk.client_id, "http://127.0.0.1:50001/callback")
    code = here.code()
    assert here.redeem(code, redirect_uri="http://127.0.0.1:50002/callback").json()["error"] == "invalid_grant"
    assert here.redeem(code).status_code == 200


@pytest.mark.parametrize(
    "state", ["a&iss=https://evil.example&code=x", "a\r\nSet-Cookie: a=b", "a#b", "<b>", "%26", "ä"]
)
def test_a_state_stays_a_state(desk: Desk, state: str) -> None:
    for location in (_answered(desk, state), desk.begin(state=state, response_type="token")):
        assert location.startswith(URI + "?")
        found = parse_qsl(urlsplit(location).query, strict_parsing=True)
        assert dict(found)["state"] == state
        assert len(found) == len(dict(found)), "each parameter once"
        assert dict(found)["iss"] == desk.center.settings.issuer
        assert not urlsplit(location).fragment
        assert "\n" not in location


def _answered(desk: Desk, state: str) -> str:
    return str(desk.decide(desk.sealed(state=state)).json()["location"])


@pytest.mark.parametrize("name", ["code", "iss", "state", "error"])
def test_no_registered_address_speaks_for_the_center(center: Center, name: str) -> None:
    """The application would read the first of two, which is not ours (mix-up)."""
    with pytest.raises(InvalidInput, match="Redirect addresses"):
        center.make(lambda s: registered(s, center.settings, redirect_uris=[f"{URI}?{name}=x"]))


@pytest.mark.parametrize("changed", [{}, {"prompt": "none"}, {"scope": "admin"}, {"request": "x"}])
def test_every_answer_says_who_answers(center: Center, desk: Desk, changed: dict[str, str]) -> None:
    """RFC 9207, refusals too; else an application with several servers can be confused."""
    metadata = center.client().get("/.well-known/openid-configuration").json()
    assert metadata["authorization_response_iss_parameter_supported"] is True
    location = desk.begin(**changed)
    if not location.startswith(URI):
        sealed = query(location)["request"]
        location = desk.browser.post("/api/v1/authorization/refusal", json={"request": sealed}).json()["location"]
    assert query(location)["iss"] == metadata["issuer"]


def _userinfo(center: Center, token: str) -> int:
    return center.client(Authorization=f"Bearer {token}").get("/oauth2/userinfo").status_code


CONFUSED: dict[str, Callable[[dict[str, Any], str], str]] = {
    "an access token": lambda tokens, _: str(tokens["access_token"]),
    "an ID token": lambda tokens, _: str(tokens["id_token"]),
    "a code": lambda _, code: code,
    "a token cut short": lambda tokens, _: str(tokens["refresh_token"])[:-1],
    "a token in another case": lambda tokens, _: str(tokens["refresh_token"]).swapcase(),
    "a token with a blank": lambda tokens, _: str(tokens["refresh_token"]) + " ",
    "an endless one": lambda tokens, _: str(tokens["refresh_token"]) * 1_000,
    "a hash": lambda *_: "0" * 64,
}


@pytest.mark.parametrize("name", CONFUSED)
def test_what_is_no_refresh_token_refreshes_nothing(desk: Desk, name: str) -> None:
    tokens = desk.signed_in()
    answer = desk.refresh(CONFUSED[name](tokens, desk.code()))
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    assert desk.refresh(tokens["refresh_token"]).status_code == 200


def test_a_refresh_token_opens_nothing_by_itself(center: Center, desk: Desk) -> None:
    token = desk.signed_in()["refresh_token"]
    assert _userinfo(center, token) == 401
    assert center.client(Authorization=f"Bearer {token}").get("/api/v1/session").status_code == 401
    assert desk.redeem(token).json()["error"] == "invalid_grant"


def test_a_confidential_application_is_never_a_public_one(center: Center, desk: Desk) -> None:
    """Its refresh token is worth nothing without its secret."""
    service = center.make(a_user, "shop", kind="service")
    secret = center.make(lambda s: _with_secret(s, center, service.id))
    shop = Desk(center, desk.browser, "shop")
    tokens = shop.redeem(shop.code(), client_secret=secret).json()
    assert shop.refresh(tokens["refresh_token"]).json()["error"] == "invalid_client"
    assert shop.refresh(tokens["refresh_token"], client_id=desk.client_id).json()["error"] == "invalid_grant"
    assert shop.refresh(tokens["refresh_token"], client_secret=secret).status_code == 200


def _with_secret(session: Session, center: Center, service_id: int) -> str:
    service = users.find(session, service_id)
    wanted = Wanted("Shop", [URI], trusted=True)
    applications.create(session, center.settings, "root", wanted, service)
    return client_secrets.create(session, "root", service)[1]


def test_refreshes_that_race_with_the_end_of_the_sign_in_do_not_outlive_it(
    center: Center, desk: Desk, alice: Person
) -> None:
    tokens = desk.signed_in()

    def end() -> None:
        (found,) = center.read(families.of_user, center.settings, alice.id, now_ms())
        center.make(families.end_one, "alice", alice.id, found[0].id, now_ms())

    with ThreadPoolExecutor(4) as pool:
        ended = pool.submit(end)
        answers = [one.result() for one in [pool.submit(desk.refresh, tokens["refresh_token"]) for _ in range(3)]]
        ended.exception()
    _nothing_lives(center, desk, alice, answers)


def test_refreshes_that_race_with_a_new_password_do_not_outlive_it(center: Center, desk: Desk, alice: Person) -> None:
    tokens = desk.signed_in()
    new = {"current": PASSWORD, "new": "another wooden bridge"}
    with ThreadPoolExecutor(4) as pool:
        changed = pool.submit(desk.browser.put, "/api/v1/session/password", json=new)
        answers = [one.result() for one in [pool.submit(desk.refresh, tokens["refresh_token"]) for _ in range(3)]]
        assert changed.result().status_code == 200
    _nothing_lives(center, desk, alice, answers)


def _nothing_lives(center: Center, desk: Desk, alice: Person, answers: list[httpx.Response]) -> None:
    assert sum(one.status_code == 200 for one in answers) <= 1
    assert center.read(families.of_user, center.settings, alice.id, now_ms()) == []
    for one in answers:
        if one.status_code == 200:
            assert desk.refresh(one.json()["refresh_token"]).json()["error"] == "invalid_grant"
            assert _userinfo(center, one.json()["access_token"]) == 401


@pytest.mark.parametrize("text", ["\x00", "a\x00b", "\ud800", "x" * 5_000, "ä", "%", "\U0001f600", "'; --", "a\nb"])
def test_no_text_is_an_internal_error(center: Center, desk: Desk, text: str) -> None:
    """Where a value reaches the database before anybody has looked at it."""
    value = quote(text.encode(errors="surrogatepass"))
    client, form = center.client(), {"Content-Type": "application/x-www-form-urlencoded"}
    for name in ("client_id", "redirect_uri", "state", "nonce", "scope", "resource", "prompt", "max_age"):
        rest = urlencode({key: one for key, one in desk.asks().items() if key != name})
        assert client.get(f"/oauth2/authorize?{rest}&{name}={value}").status_code == 303, name
    for name in ("client_id", "post_logout_redirect_uri", "id_token_hint", "state"):
        rest = "" if name == "client_id" else f"client_id={desk.client_id}&"
        assert client.get(f"/oauth2/logout?{rest}{name}={value}").status_code == 303, name
        assert client.post("/oauth2/logout", content=f"{rest}{name}={value}", headers=form).status_code == 303, name
    fields = {"client_id": desk.client_id, "redirect_uri": URI, "code": "x", "code_verifier": "v" * 43}
    for grant, names in (("authorization_code", [*fields]), ("refresh_token", ["client_id", "refresh_token", "scope"])):
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
    assert client.post("/oauth2/device_authorization", content=body, headers=form).status_code == 400
    sealed = {"request": text.replace("\ud800", "?")}
    for path in ("waiting", "decision", "refusal"):
        assert desk.browser.post(f"/api/v1/authorization/{path}", json=sealed).status_code in (404, 422), path
    assert client.post("/api/v1/sign-out/waiting", json=sealed).status_code in (200, 422)
