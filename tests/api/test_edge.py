"""What every answer has, whatever was asked: problem documents, size limit, request id, security headers, logs."""

import json
import logging
import socket
from collections.abc import Iterator

import httpx
import psycopg
import pymysql
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from app.api.edge import REQUESTS
from app.database import Database
from app.telemetry import logger
from app.trail.trail import current_revision
from tests.center import Center
from tests.factories import a_user, an_administrator

GROUPS = "/api/v1/groups"


@pytest.fixture
def whole_log(built_app: FastAPI) -> Iterator[None]:
    """Also the line of each request, which the other tests do without."""
    assert built_app
    requests = logging.getLogger(REQUESTS)
    quiet = requests.level
    requests.setLevel(logging.INFO)
    yield
    requests.setLevel(quiet)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("GET", "/api", 404, "not_found"),
        ("GET", "/oauth2/nothing", 404, "not_found"),
        ("GET", "/.well-known/nothing", 404, "not_found"),
        ("GET", "/health/nothing", 404, "not_found"),
        ("GET", "/metrics/nothing", 404, "not_found"),
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


@pytest.mark.parametrize("path", ["/", "/health/live", GROUPS, "/api/v1/nothing"])
def test_every_answer_has_the_security_headers(center: Center, path: str) -> None:
    headers = center.client().get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "strict-transport-security" not in headers, "the test server is plain http"
    assert len(headers["x-request-id"]) == 32


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


def test_a_body_without_a_length_is_counted(center: Center) -> None:
    client = center.with_token(center.make(an_administrator))
    piece = b" " * 65_536
    answer = client.post(GROUPS, content=(piece for _ in range(5)), headers={"Content-Type": "application/json"})
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
def test_broken_bodies_are_the_callers_fault(center: Center, content: bytes, status: int) -> None:
    client = center.with_token(center.make(an_administrator))
    answer = client.post(GROUPS, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] in ("malformed_request", "invalid_input", "invalid_name")


@pytest.mark.usefixtures("whole_log")
def test_a_fault_of_ours_tells_nothing_and_the_log_tells_where(
    center: Center, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    @center.app.get("/api/v1/breaks", include_in_schema=False)
    def breaks() -> None:
        password = "hunter2 hunter2"
        raise RuntimeError(f"broken {len(password)}")

    # Added after the console's catch-all, so it must be put in front of it.
    center.app.router.routes.insert(0, center.app.router.routes.pop())
    try:
        answer = center.client().get("/api/v1/breaks", headers={"X-Request-Id": "find-me"})
    finally:
        center.app.router.routes.pop(0)
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert "broken" not in answer.text
    assert answer.headers["x-request-id"] == "find-me"
    assert "content-security-policy" in answer.headers
    logged = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    fault = next(line for line in logged if line["event"] == "unexpected error")
    assert fault["request_id"] == "find-me"
    assert "hunter2" not in json.dumps(logged)
    logging.getLogger("a.library").warning("of a library")
    assert [one.message for one in caplog.records][-1:] == ["of a library"]
    # The line about the request may still have come: it is written when the answer has gone.
    assert json.loads(capsys.readouterr().err.splitlines()[-1])["event"] == "of a library"


def test_a_lost_database_is_not_an_internal_error(center: Center) -> None:
    class Lost:
        def reading(self) -> None:
            raise OperationalError("SELECT 1", {}, Exception("connection refused at 10.0.0.1"))

    kept, center.app.state.database = center.app.state.database, Lost()
    try:
        client = center.client()
        client.cookies.set("puc_session", "x")
        answer = client.get(GROUPS)
        ready = client.get("/health/ready")
        live = client.get("/health/live")
    finally:
        center.app.state.database = kept
    assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
    assert "10.0.0.1" not in answer.text
    assert (ready.status_code, ready.json()["code"]) == (503, "not_ready")
    assert live.status_code == 200


@pytest.mark.parametrize(
    "given_way",
    [
        pymysql.err.OperationalError(1205, "Lock wait timeout exceeded"),
        pymysql.err.OperationalError(1213, "Deadlock found when trying to get lock"),
        psycopg.errors.DeadlockDetected("deadlock detected"),
        psycopg.errors.SerializationFailure("could not serialize access"),
    ],
    ids=lambda error: type(error).__name__ + str(error.args[0]),
)
def test_a_change_that_the_database_undid_for_another_is_not_an_outage(center: Center, given_way: Exception) -> None:
    answer = _read_while_the_database_raises(center, OperationalError("UPDATE t SET secret = 1", {}, given_way))
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "try_again", "1")
    assert "secret" not in answer.text
    assert str(given_way.args[-1]) not in answer.text


def test_no_free_connection_is_told_like_a_database_that_is_away(center: Center) -> None:
    answer = _read_while_the_database_raises(center, PoolTimeoutError("QueuePool limit of size 5 overflow 10 reached"))
    assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")


def _read_while_the_database_raises(center: Center, error: Exception) -> httpx.Response:
    class Failing:
        def reading(self) -> None:
            raise error

    kept, center.app.state.database = center.app.state.database, Failing()
    try:
        client = center.client()
        client.cookies.set("puc_session", "x")
        return client.get(GROUPS)
    finally:
        center.app.state.database = kept


def test_ready_means_the_tables_of_this_version(center: Center) -> None:
    client = center.client()
    assert client.get("/health/ready").json() == {"status": "ok", "revision": center.read(current_revision)}
    with center.database.engine.connect() as connection:
        newest = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'another'")
        connection.commit()
    try:
        answer = client.get("/health/ready")
    finally:
        with center.database.engine.connect() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{newest}'")
            connection.commit()
    assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")


def test_metrics_count_routes_not_paths(center: Center) -> None:
    client = center.signed_in(center.make(an_administrator, "very-secret-name"))
    client.get("/api/v1/users/424242424242424242")
    client.get("/some/page")
    text = client.get("/metrics").text
    assert 'puc_requests_total{method="GET",route="/api/v1/users/{user_id}",status="404"}' in text
    assert "424242424242424242" not in text  # too long to be part of a time
    assert "very-secret-name" not in text
    assert "puc_password_slots_busy" in text
    assert "puc_revision" in text


@pytest.mark.usefixtures("whole_log")
def test_log_lines_cannot_be_forged_and_hold_no_secrets(center: Center, capsys: pytest.CaptureFixture[str]) -> None:
    center.make(a_user, "alice")
    forged = 'x\n{"event": "signed in", "user": "root"}\u2028\x1b[31m'
    body = {"username": forged, "password": "a secret phrase"}
    answer = center.client().post("/api/v1/session", json=body)
    assert answer.status_code == 401
    logged = capsys.readouterr().err
    lines = [json.loads(line) for line in logged.splitlines()]
    assert [line["user"] for line in lines if line["event"] == "sign-in failed"] == [forged]
    assert not any(line["event"] == "signed in" for line in lines)
    assert "a secret phrase" not in logged


def test_what_goes_to_the_database_is_in_no_message_of_its_errors(database: Database) -> None:
    """They go to the log; hashes of passwords and sealed secrets go to the database."""
    with pytest.raises(DBAPIError) as failed, database.reading() as session:
        session.execute(text("SELECT * FROM nowhere WHERE passwd = :passwd"), {"passwd": "a hash of a password"})
    assert "nowhere" in str(failed.value)
    assert "a hash of a password" not in str(failed.value)


def test_secret_sounding_values_are_hidden_in_logs(built_app: FastAPI, capsys: pytest.CaptureFixture[str]) -> None:
    assert built_app
    logger("test").info("event", password="p1", api_token="p2", Authorization="p3", user="alice")
    logging.getLogger("a.library").warning("kept\nwhole")
    said = capsys.readouterr().err.split('"')
    assert "alice" in said
    assert {"p1", "p2", "p3"}.isdisjoint(said)


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
