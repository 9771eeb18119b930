"""What the log and the metrics contain, and that they contain no secrets."""

import json
import logging
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.api.edge import REQUESTS
from app.platform.database import Database
from app.platform.telemetry import logger
from tests.center import Center
from tests.factories import a_user, an_administrator

pytestmark = pytest.mark.any_database

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


@pytest.mark.usefixtures("whole_log")
def test_an_internal_error_hides_its_cause_and_logs_it(
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
    assert [record.message for record in caplog.records][-1:] == ["of a library"]
    # The line about the request may still have come: it is written when the answer has gone.
    assert json.loads(capsys.readouterr().err.splitlines()[-1])["event"] == "of a library"


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded"])
def test_metrics_are_refused_through_a_proxy(center: Center, header: str) -> None:
    for path in ("/metrics", "/%6detrics"):
        assert [center.client().get(path, headers=headers).status_code for headers in ({}, {header: ""})] == [200, 404]


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


def test_methods_that_no_route_has_are_one_series(center: Center) -> None:
    for method in ("PROPFIND", "MKCOL", "PURGE"):
        assert center.client().request(method, "/api/v1/users").status_code == 405
    text = center.client().get("/metrics").text
    assert 'method="_OTHER"' in text
    assert "PROPFIND" not in text


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


def test_database_errors_hide_the_parameters(database: Database) -> None:
    """Errors are logged; statements carry hashes of passwords and sealed secrets."""
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


@pytest.mark.usefixtures("whole_log")
def test_the_log_names_the_caller_of_a_question_answered_from_memory(
    center: Center, capsys: pytest.CaptureFixture[str]
) -> None:
    client = center.with_token(center.make(a_user, "alice"))
    question = {
        "principal": "alice",
        "question": "topic:PRODUCE",
        "resource_type": "topic",
        "resource": "persistent://a/b/c",
    }
    body = {"questions": [{"cluster_id": 1, **question}]}
    for number in range(3):
        assert client.post("/api/v1/access/check", json=body, headers={"X-Request-Id": f"q{number}"}).status_code == 200
    client.get("/api/v1/session")  # its line comes behind theirs
    logged = [json.loads(line) for line in capsys.readouterr().err.splitlines() if '"request"' in line]
    assert [line.get("user") for line in logged if line["request_id"].startswith("q")] == ["alice"] * 3


@pytest.mark.parametrize(
    ("url", "statement", "reason"),
    [
        ("sqlite:////nowhere/center.db", "SELECT 1", "the database does not answer"),
        ("postgresql+psycopg://c@127.0.0.1:1/c", "SELECT 1", "the database does not answer"),
        ("mariadb+pymysql://c@127.0.0.1:1/c", "SELECT 1", "the database does not answer"),
        ("sqlite://", "PRAGMA query_only=1; CREATE TABLE a (b)", "the database stores nothing"),
        ("sqlite://", "SELECT * FROM nowhere", None),
    ],
)
def test_a_known_failure_is_logged_as_a_sentence_without_a_trace(
    url: str, statement: str, reason: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        with Database(url).writing() as session:
            for part in statement.split(";"):
                session.execute(text(part))
    except DBAPIError as error:
        logger("app.server.worker").exception("the worker could not look for jobs")
        logging.getLogger("app.server.worker").error("of a library", exc_info=error)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")]
    assert len(lines) == 2
    for line in lines:
        assert ("exception" in line) == (reason is None)
        assert str(line.get("reason")).startswith(str(reason))
