"""Attacks on codes and refresh tokens at the token endpoint, each refused: replay, injected codes, wrong verifiers,
races (RFC 9700)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from sqlalchemy.orm import Session

from app.identity import client_secrets, users
from app.platform.clock import now_ms
from app.tokens import application_sign_in_ends, applications, refresh_families
from app.tokens.applications import ApplicationSettings
from tests.center import Center
from tests.factories import PASSWORD, Person, a_user
from tests.tokens.negative.conftest import OTHER
from tests.tokens.relying_party import URI, RelyingParty, register_application


def _challenge(desk: RelyingParty) -> str:
    return desk.parameters()["code_challenge"]


WRONG_REDEMPTIONS: dict[str, Callable[[RelyingParty], dict[str, str]]] = {
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
def test_a_stolen_code_is_worth_nothing(desk: RelyingParty, name: str) -> None:
    code = desk.code()
    answer = desk.redeem(code, **WRONG_REDEMPTIONS[name](desk))
    assert answer.status_code in (400, 401)
    assert answer.json()["error"] in ("invalid_grant", "invalid_request", "invalid_client")
    assert answer.headers["cache-control"] == "no-store"
    assert desk.redeem(code).status_code == 200, "who has the verifier still gets the tokens"


def test_a_code_of_another_sign_in_is_refused(center: Center, desk: RelyingParty) -> None:
    """Code injection: the attacker's code in the victim's browser, or the other way round."""
    attacker = RelyingParty(center, center.signed_in(center.make(a_user, "mallory")), desk.client_id)
    assert desk.redeem(attacker.code()).json()["error"] == "invalid_grant"
    assert attacker.redeem(desk.code()).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("times", [2, 3])
def test_a_replayed_code_ends_all_its_tokens(center: Center, desk: RelyingParty, times: int) -> None:
    code = desk.code()
    first = desk.redeem(code).json()
    newest = desk.refresh(first["refresh_token"]).json()
    for _ in range(times - 1):
        assert desk.redeem(code).json()["error"] == "invalid_grant"
    assert desk.refresh(newest["refresh_token"]).json()["error"] == "invalid_grant"
    assert _userinfo(center, newest["access_token"]) == 401


def test_a_replay_by_another_application_ends_nothing(center: Center, desk: RelyingParty) -> None:
    """Else a code that leaked into a log would end sign-ins."""
    other = center.make(lambda s: register_application(s, center.settings).client_id)
    code = desk.code()
    tokens = desk.redeem(code).json()
    assert desk.redeem(code, client_id=other).json()["error"] == "invalid_grant"
    assert desk.refresh(tokens["refresh_token"]).status_code == 200


@pytest.mark.parametrize("name", ["code", "code_verifier", "redirect_uri", "client_id", "grant_type"])
def test_a_parameter_given_twice_is_refused(center: Center, desk: RelyingParty, name: str) -> None:
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


def test_a_loopback_code_is_bound_to_the_port_that_asked(center: Center, desk: RelyingParty) -> None:
    here = RelyingParty(center, desk.browser, desk.client_id, "http://127.0.0.1:50001/callback")
    code = here.code()
    assert here.redeem(code, redirect_uri="http://127.0.0.1:50002/callback").json()["error"] == "invalid_grant"
    assert here.redeem(code).status_code == 200


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
def test_other_texts_refresh_nothing(desk: RelyingParty, name: str) -> None:
    tokens = desk.signed_in()
    answer = desk.refresh(CONFUSED[name](tokens, desk.code()))
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    assert desk.refresh(tokens["refresh_token"]).status_code == 200


def test_a_refresh_token_opens_nothing_by_itself(center: Center, desk: RelyingParty) -> None:
    token = desk.signed_in()["refresh_token"]
    assert _userinfo(center, token) == 401
    assert center.client(Authorization=f"Bearer {token}").get("/api/v1/session").status_code == 401
    assert desk.redeem(token).json()["error"] == "invalid_grant"


def test_a_confidential_application_is_never_a_public_one(center: Center, desk: RelyingParty) -> None:
    """Its refresh token is worth nothing without its secret."""
    service = center.make(a_user, "shop", kind="service")
    secret = center.make(lambda s: _with_secret(s, center, service.id))
    shop = RelyingParty(center, desk.browser, "shop")
    tokens = shop.redeem(shop.code(), client_secret=secret).json()
    assert shop.refresh(tokens["refresh_token"]).json()["error"] == "invalid_client"
    assert shop.refresh(tokens["refresh_token"], client_id=desk.client_id).json()["error"] == "invalid_grant"
    assert shop.refresh(tokens["refresh_token"], client_secret=secret).status_code == 200


def _with_secret(session: Session, center: Center, service_id: int) -> str:
    service = users.find(session, service_id)
    wanted = ApplicationSettings("Shop", [URI], trusted=True)
    applications.create(session, center.settings, "root", wanted, service)
    return client_secrets.create(session, "root", service)[1]


def test_refreshes_that_race_with_the_end_of_the_sign_in_do_not_outlive_it(
    center: Center, desk: RelyingParty, alice: Person
) -> None:
    tokens = desk.signed_in()

    def end() -> None:
        (found,) = center.read(refresh_families.of_user, center.settings, alice.id, now_ms())
        center.make(application_sign_in_ends.end_one, "alice", alice.id, found[0].id, now_ms())

    with ThreadPoolExecutor(4) as pool:
        ended = pool.submit(end)
        answers = [future.result() for future in [pool.submit(desk.refresh, tokens["refresh_token"]) for _ in range(3)]]
        ended.exception()
    _nothing_lives(center, desk, alice, answers)


def test_refreshes_that_race_with_a_new_password_do_not_outlive_it(
    center: Center, desk: RelyingParty, alice: Person
) -> None:
    tokens = desk.signed_in()
    new = {"current": PASSWORD, "new": "another wooden bridge"}
    with ThreadPoolExecutor(4) as pool:
        changed = pool.submit(desk.browser.put, "/api/v1/session/password", json=new)
        answers = [future.result() for future in [pool.submit(desk.refresh, tokens["refresh_token"]) for _ in range(3)]]
        assert changed.result().status_code == 200
    _nothing_lives(center, desk, alice, answers)


def _nothing_lives(center: Center, desk: RelyingParty, alice: Person, answers: list[httpx.Response]) -> None:
    assert sum(answer.status_code == 200 for answer in answers) <= 1
    assert center.read(refresh_families.of_user, center.settings, alice.id, now_ms()) == []
    for answer in answers:
        if answer.status_code == 200:
            assert desk.refresh(answer.json()["refresh_token"]).json()["error"] == "invalid_grant"
            assert _userinfo(center, answer.json()["access_token"]) == 401
