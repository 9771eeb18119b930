"""Pages of a registered public application read the token service from its origin; no other page, and nothing else."""

from collections.abc import Iterator

import httpx
import pytest

from app.api.browser_applications import PATHS
from app.identity import client_secrets, users
from app.tokens import applications
from app.tokens.applications import ApplicationSettings
from tests.center import Center
from tests.factories import Person, a_service
from tests.tokens.relying_party import RelyingParty, register_application

HERE = "https://spa.example"
URIS = ["https://SPA.example:443/callback", "https://spa.example/other", "http://127.0.0.1:5173/callback"]
ALLOW, CREDENTIALS = "access-control-allow-origin", "access-control-allow-credentials"


@pytest.fixture
def client_id(center: Center) -> str:
    return center.make(lambda s: register_application(s, center.settings, redirect_uris=URIS).client_id)


def _request(center: Center, path: str, origin: str | None, method: str = "") -> httpx.Response:
    post = path in ("/oauth2/token", "/oauth2/revoke")
    headers = {} if origin is None else {"Origin": origin, "Sec-Fetch-Site": "cross-site"}
    data = {"grant_type": "client_credentials", "client_id": "x", "client_secret": "x"} if post else None
    return center.client(**headers).request(method or ("POST" if post else "GET"), path, data=data)


def _preflight(center: Center, path: str, origin: str, method: str = "GET") -> httpx.Response:
    headers = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": "authorization"}
    return center.client(Origin=origin, **headers).options(path)


@pytest.mark.usefixtures("client_id")
@pytest.mark.parametrize("path", sorted(PATHS))
def test_pages_of_a_registered_application_read_the_token_service(center: Center, path: str) -> None:
    for origin in (HERE, "http://127.0.0.1:5173"):
        answer = _request(center, path, origin)
        assert (answer.headers.get(ALLOW), answer.headers.get(CREDENTIALS)) == (origin, None), "errors, too"
        assert "Origin" in answer.headers["vary"]
        preflight = _preflight(center, path, origin)
        assert (preflight.status_code, preflight.headers.get(ALLOW), preflight.headers.get(CREDENTIALS)) == (
            200,
            origin,
            None,
        )
        assert "authorization" in preflight.headers["access-control-allow-headers"].lower()


@pytest.mark.usefixtures("client_id")
@pytest.mark.parametrize("path", sorted(PATHS))
@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "https://evil.example",
        "http://spa.example",
        "https://spa.example.evil.example",
        "https://spa.example:444",
        "http://127.0.0.1:5174",
        "https://SPA.example:443",
        "https://sub.spa.example",
        "*",
        "",
    ],
)
def test_pages_of_other_origins_read_nothing(center: Center, path: str, origin: str) -> None:
    assert ALLOW not in _request(center, path, origin).headers
    assert ALLOW not in _preflight(center, path, origin).headers


@pytest.mark.usefixtures("client_id")
@pytest.mark.parametrize(
    "path",
    [
        *("/oauth2/authorize", "/oauth2/introspect", "/oauth2/device_authorization", "/oauth2/logout", "/"),
        *("/api/v1/session", "/api/v1/users", "/api/v1/authorization/waiting", "/oauth2/token/", "/health/live"),
    ],
)
def test_pages_read_no_other_paths(center: Center, path: str) -> None:
    for method in ("GET", "POST", "OPTIONS"):
        assert ALLOW not in _request(center, path, HERE, method).headers
    assert ALLOW not in _preflight(center, path, HERE).headers


def test_cacheable_answers_vary_by_origin(center: Center) -> None:
    for path in ("/oauth2/jwks", "/.well-known/openid-configuration"):
        assert "Origin" in _request(center, path, None).headers["vary"]


def test_the_origin_of_a_deleted_or_confidential_application_is_not_allowed(center: Center, client_id: str) -> None:
    assert _request(center, "/oauth2/jwks", HERE).headers[ALLOW] == HERE
    center.make(lambda s: applications.remove(s, "test", applications.of_client(s, client_id)))  # type: ignore[arg-type]
    assert ALLOW not in _request(center, "/oauth2/jwks", HERE).headers
    service = center.make(a_service, "desk")
    wanted = ApplicationSettings("Desk", URIS)
    center.make(lambda s: applications.create(s, center.settings, "root", wanted, users.find(s, service.id)))
    assert ALLOW not in _request(center, "/oauth2/jwks", HERE).headers


def test_a_whole_sign_in_from_a_page(center: Center, client_id: str, alice: Person) -> None:
    desk = RelyingParty(center, center.signed_in(alice), client_id, uri=URIS[1])
    form = {"grant_type": "authorization_code", "client_id": client_id, "redirect_uri": desk.uri}
    page = center.client(Origin=HERE)
    answer = page.post("/oauth2/token", data={**form, "code": desk.code(), "code_verifier": desk.verifier})
    assert (answer.status_code, answer.headers[ALLOW]) == (200, HERE)
    bearer = {"Authorization": f"Bearer {answer.json()['access_token']}"}
    userinfo = page.get("/oauth2/userinfo", headers=bearer)
    assert (userinfo.json()["sub"], userinfo.headers[ALLOW]) == ("alice", HERE)
    ended = page.post("/oauth2/revoke", data={"client_id": client_id, "token": answer.json()["refresh_token"]})
    assert (ended.status_code, ended.headers[ALLOW]) == (200, HERE)


@pytest.fixture
def kinds() -> Iterator[str]:
    """Twice the form of programs, the second time answered from memory, and one for the framework."""
    form = "application/x-www-form-urlencoded"
    return iter((form, form, f"{form};charset=utf-8"))


@pytest.mark.usefixtures("client_id")
def test_answers_from_memory_allow_the_origin_too(center: Center, kinds: Iterator[str]) -> None:
    service = center.make(a_service, "feeder")
    secret = center.make(lambda s: client_secrets.create(s, "test", users.find(s, service.id))[1])
    content = f"grant_type=client_credentials&client_id=feeder&client_secret={secret}"
    for kind in kinds:
        answer = center.client(**{"Origin": HERE, "Content-Type": kind}).post("/oauth2/token", content=content)
        assert (answer.status_code, answer.headers[ALLOW]) == (200, HERE)
