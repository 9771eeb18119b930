"""What else a hostile provider, another site or another browser may send: metadata, answers of the token endpoint,
codes of other sign-ins. Each is refused, signs nobody in, and is not shown."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from app.providers import provider_http
from tests.providers.conftest import Company, set_up
from tests.providers.hostile_provider import running
from tests.providers.refusing import assert_refused, try_to_sign_in


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
    assert_refused(company, try_to_sign_in(company))
    found = company.root.post(f"/api/v1/identity-providers/{company.id}/test").json()["items"]
    assert [(step["step"], step["ok"], step["reason"]) for step in found] == [
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
        while True:  # until the center hangs up
            handler.wfile.write(b" ")
            time.sleep(0.02)
    except OSError:
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
    browser = company.center.client()
    brought = company.go(browser)
    monkeypatch.setattr(provider_http, "_SECONDS", 0.5)
    company.provider.raw = raw
    assert_refused(company, browser.post("/api/v1/session/provider-answer", json=brought))


def test_mix_up_of_two_providers_is_refused(company: Company) -> None:
    browser = company.center.client()
    with running("/other") as other:
        set_up(company.center, company.root, other)
        brought = company.go(browser)
        sent = len(company.provider.asked)
        assert_refused(company, browser.post("/api/v1/session/provider-answer", json={**brought, "iss": other.issuer}))
        assert (len(company.provider.asked), other.asked) == (sent, []), "the code went nowhere"
    brought = company.go(browser)
    del brought["iss"]
    assert_refused(company, browser.post("/api/v1/session/provider-answer", json=brought))


def test_the_state_belongs_to_one_browser_and_works_once(company: Company) -> None:
    browser, eve = company.center.client(), company.center.client()
    brought = company.go(browser)
    assert_refused(company, eve.post("/api/v1/session/provider-answer", json=brought), "provider_sign_in_over")
    company.go(eve)
    assert_refused(company, eve.post("/api/v1/session/provider-answer", json=brought), "provider_sign_in_over")
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
    assert_refused(company, answer)
    assert "script" not in answer.text
    assert "reason" not in answer.json()


def test_another_site_cannot_start_or_end_a_sign_in(company: Company) -> None:
    browser = company.center.client(Origin="https://evil.example")
    assert browser.post(f"/api/v1/session/providers/{company.id}").status_code == 403
    assert browser.post("/api/v1/session/provider-answer", json={"state": "x", "code": "y"}).status_code == 403
