"""The security headers of every kind of answer: API, console, file, error, OAuth, monitoring (ASVS V3.4)."""

import re

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from app.platform import unsafe_settings
from app.platform.database import Database
from app.platform.settings import Settings
from app.server.main import bind
from tests import plain_http
from tests.api.site import a_console
from tests.center import Center, Server
from tests.conftest import SECRET, an_app
from tests.factories import a_user

pytestmark = pytest.mark.any_database

KINDS = {
    "API": ("GET", "/api/v1/registration-form"),
    "refused": ("GET", "/api/v1/groups"),
    "missing": ("GET", "/api/v1/nothing"),
    "broker": ("POST", "/api/broker/v1/heartbeat"),
    "page": ("GET", "/users/7"),
    "start page": ("GET", "/index.html"),
    "file": ("GET", "/assets/app-1a2b.js"),
    "missing file": ("GET", "/assets/nothing.js"),
    "method": ("POST", "/"),
    "OAuth": ("POST", "/oauth2/token"),
    "OAuth error": ("GET", "/oauth2/nothing"),
    "discovery": ("GET", "/.well-known/openid-configuration"),
    "health": ("GET", "/health/live"),
    "preflight": ("OPTIONS", "/api/v1/groups"),
}
ALWAYS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
PAGES = ("page", "start page")
HTTPS = "https://center.example"


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Each kind of answer."""
    return str(request.param)


@pytest.fixture
def answer(center: Center, server: tuple[Server, str], console_app: FastAPI, kind: str) -> httpx.Response:
    """An answer of this kind, to a page of another site."""
    with _client_of(server, console_app, center.settings, center.database) as client:
        return client.request(*KINDS[kind], headers={"Origin": "https://evil.example"})


@pytest.fixture(scope="module")
def https_app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """The application of a center that browsers reach by https."""
    return an_app(HTTPS, a_console(tmp_path_factory.mktemp("console")))


def test_answers_of_the_api_are_not_cached(answer: httpx.Response, kind: str) -> None:
    if KINDS[kind][1].startswith("/api/v1/"):
        assert answer.headers.get_list("cache-control") == ["no-store"]


@pytest.mark.parametrize("path", ["session", "sessions", "users", "session/factors", "roles"])
def test_answers_to_users_are_not_cached(center: Center, path: str) -> None:
    answer = center.signed_in(center.make(a_user, "alice")).get(f"/api/v1/{path}")
    assert (answer.status_code, answer.headers.get_list("cache-control")) == (200, ["no-store"])


def test_each_header_is_there_once(answer: httpx.Response) -> None:
    for name, value in ALWAYS.items():
        assert answer.headers.get_list(name) == [value], name
    assert len(answer.headers.get_list("content-security-policy")) == 1
    assert "strict-transport-security" not in answer.headers, "the test server is plain http"


def test_inline_scripts_and_framing_are_forbidden(answer: httpx.Response, kind: str) -> None:
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "*" not in policy
    assert {"default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"} <= set(policy.split("; "))
    assert ("script-src 'self'" in policy) is (kind in PAGES)


def test_no_other_site_may_read_an_answer(answer: httpx.Response) -> None:
    assert [name for name in answer.headers if name.startswith("access-control-")] == []


def test_each_page_has_a_nonce_of_its_own(site: httpx.Client) -> None:
    seen = set()
    for _ in range(2):
        page = site.get("/")
        nonce = re.search(r"style-src 'self' 'nonce-([\w-]{22})';", page.headers["content-security-policy"])
        assert nonce is not None
        assert f'nonce="{nonce[1]}"' in page.text
        assert "etag" not in page.headers, "a page that is kept would have an old nonce"
        seen.add(nonce[1])
    assert len(seen) == 2


def test_over_https_answers_demand_https(
    center: Center, server: tuple[Server, str], https_app: FastAPI, kind: str
) -> None:
    over_https = center.settings.model_copy(update={"issuer": HTTPS})
    with _client_of(server, https_app, over_https, center.database) as client:
        answer = client.request(*KINDS[kind], headers={"Host": "center.example"})
    assert answer.status_code != 421
    assert answer.headers.get_list("strict-transport-security") == ["max-age=31536000"]


@pytest.mark.parametrize("environment", ["production", "development"])
@pytest.mark.parametrize("issuer", ["http://center.example", "http://10.0.0.7:8080", "ftp://127.0.0.1"])
def test_plain_http_off_loopback_does_not_start(environment: str, issuer: str) -> None:
    settings = Settings.model_validate({"environment": environment, "issuer": issuer, "secret_key": SecretStr(SECRET)})
    assert any("plain http" in problem for problem in unsafe_settings.start_problems(settings))


def _client_of(
    server: tuple[Server, str], application: FastAPI, settings: Settings, database: Database
) -> httpx.Client:
    bind(application, settings, database)
    server[0].application = application
    return plain_http.client(server[1], timeout=60)
