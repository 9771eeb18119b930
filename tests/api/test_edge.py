"""What every answer has: problem documents, size limit, request id, security headers."""

import socket

import httpx
import pytest

from tests.center import Center
from tests.factories import an_administrator

pytestmark = pytest.mark.any_database

GROUPS = "/api/v1/groups"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("GET", "/api", 404, "not_found"),
        ("GET", "/oauth2/nothing", 404, "not_found"),
        ("GET", "/.well-known/nothing", 404, "not_found"),
        ("GET", "/health/nothing", 404, "not_found"),
        ("GET", "/metrics/nothing", 404, "not_found"),
        ("GET", "/oauth2/token/", 404, "not_found"),
        ("POST", "/api/v1/nothing", 404, "not_found"),
        ("PUT", GROUPS, 405, "method_not_allowed"),
        ("POST", "/", 405, "method_not_allowed"),
        ("GET", GROUPS, 401, "not_signed_in"),
    ],
)
def test_every_error_is_a_problem_document(center: Center, method: str, path: str, status: int, code: str) -> None:
    answer = center.client().request(method, path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["type"] == f"urn:puc:error:{code}"
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["title"]
    assert problem["detail"]


@pytest.mark.parametrize(("given", "kept"), [("abc-1.2_3", True), ("a b", False), ("x" * 65, False), ('a"}', False)])
def test_a_request_id_is_taken_over_when_it_is_harmless(center: Center, given: str, kept: bool) -> None:
    answer = center.client().get("/health/live", headers={"X-Request-Id": given})
    assert (answer.headers["x-request-id"] == given) is kept


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_body_over_the_limit_is_refused(center: Center, signed_in: bool) -> None:
    client = center.with_token(center.make(an_administrator)) if signed_in else center.client()
    limit = center.settings.body_limit_bytes
    answer = client.post(GROUPS, content=b" " * (limit + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_a_body_without_a_length_is_counted(center: Center, root: httpx.Client) -> None:
    piece = b" " * 65_536
    answer = root.post(GROUPS, content=(piece for _ in range(5)), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_a_nonsense_length_is_refused(center: Center) -> None:
    host, port = center.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as wire:
        wire.sendall(f"POST {GROUPS} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {'9' * 30}\r\n\r\n".encode())
        assert wire.recv(200).split()[1] in (b"400", b"413")


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 422),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"\x1f\x8b\x08", 400),
        (b"[]", 422),
        (b"null", 422),
        (b'"x"', 422),
        (b'{"name": NaN}', 422),
        (b'{"name": "\\ud800"}', 422),
        (b'{"name": "\\u0000"}', 422),
        (b"[" * 100_000, 400),
        (b'{"name": ' + b"9" * 5_000 + b"}", 400),
    ],
)
def test_broken_bodies_are_the_callers_fault(center: Center, content: bytes, status: int, root: httpx.Client) -> None:
    answer = root.post(GROUPS, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] in ("malformed_request", "invalid_input", "invalid_name")
    assert status != 400 or answer.json()["detail"] == "The body is not valid JSON."


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain"])
def test_json_with_another_content_type_is_told_the_right_one(root: httpx.Client, kind: str) -> None:
    """As curl sends it without `-H`."""
    found = root.post(GROUPS, content=b'{"name": "payments"}', headers={"Content-Type": kind}).json()
    assert found["detail"] == "body: Send JSON, with the header `Content-Type: application/json`."


@pytest.mark.parametrize("path", ["/", "/users", "/users/7", "/tenants/acme/orders", "/index.html"])
def test_the_console_answers_its_own_paths(site: httpx.Client, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 200
    assert "<title>console" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


def test_assets_are_kept_and_missing_ones_are_missing(site: httpx.Client) -> None:
    assert "immutable" in site.get("/assets/app-1a2b.js").headers["cache-control"]
    assert site.get("/assets/gone.js").status_code == 404
    assert site.get("/api/v1/gone").headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/link.txt", "/%00", "/a%00.txt", "/" + "a" * 5000],
)
def test_nothing_outside_the_console_is_served(site: httpx.Client, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code in (200, 404, 414)
    assert "secret" not in answer.text


def test_without_a_console_the_start_page_says_so(center: Center) -> None:
    answer = center.client().get("/")
    assert answer.status_code == 404
    assert "console is not built" in answer.text


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/oauth2/token"),
        ("HEAD", "/oauth2/revoke"),
        ("DELETE", "/oauth2/token"),
        ("GET", "/api/v1/access/check"),
        ("GET", "/api/broker/v1/heartbeat"),
    ],
)
def test_a_wrong_method_is_answered_with_the_allowed_one(center: Center, method: str, path: str) -> None:
    """RFC 9110 §15.5.6."""
    answer = center.client().request(method, path)
    assert (answer.status_code, answer.headers.get("allow")) == (405, "POST")
