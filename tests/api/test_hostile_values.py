"""Values that no database stores are refused in every place of every operation, never with a 500."""

import json
from typing import Any

import httpx
import pytest

from app.audit.findings import result_lines
from tests.api import hostile
from tests.api.change import Change
from tests.api.estate import ANY, Estate
from tests.api.every_change import CHANGES, READS, Ids, example, fill_path, with_ids
from tests.api.hostile import Request
from tests.findings import published

FORMS = {
    "/oauth2/token": {
        "grant_type": "client_credentials",
        "client_id": "bot",
        "client_secret": "x",
        "audience": "pulsar",
    },
    "/oauth2/device_authorization": {"client_id": "usercenter"},
    "/oauth2/introspect": {"client_id": "bot", "client_secret": "x", "token": "x"},
    "/oauth2/revoke": {"client_id": "bot", "client_secret": "x", "token": "x"},
}
TOO_LATE = "A value is too long, too large, or not text."
"""What is answered when only the database refused a value: a bound of ours is missing."""
RUN = {"v": 2, "run": "hostile", "from": "2026-11-01", "until": "2026-11-20", "generated": 1}
LINES: dict[str, dict[str, Any]] = {
    "usage_daily": published.used(7),
    "grant_status": published.status(7),
    "findings": published.finding("1", grant=7, role=7),
    "suggestions": published.suggestion("1", "narrow", 7, [7], action=3),
    "backtest": published.backtest("1", 30),
    "creep": {
        "scope_type": "role",
        "scope": "r",
        "tenant_leaves": 1,
        "granted_leaves": 1,
        "used_leaves": 1,
        "creep": 0.5,
        "reach": 0.5,
        "index": 50.0,
    },
    "data_uses": {"user": "u", "resource": "prod/persistent://acme/a/b", "action": 2, "n": 1, "first": 1, "last": 2},
    "denials": {"user": "u", "resource": "prod/acme", "n": 1, "first": 1, "last": 2, "action": 2, "bursts": 1},
}


@pytest.fixture
def document(estate: Estate) -> dict[str, Any]:
    return estate.center.app.openapi()


def test_no_value_anywhere_is_an_internal_error(estate: Estate, ids: Ids, document: dict[str, Any]) -> None:
    callers, sent = _callers(estate), 0
    wrong: dict[str, list[object]] = {}
    for operation in (f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item):
        base = _base(operation, ids, document)
        for request in hostile.requests(document, base):
            answer = _send(callers[_audience(request.path)], request)
            sent += 1
            if answer.status_code >= 500 or TOO_LATE in answer.text:
                wrong.setdefault(operation, []).append(
                    (request.path, request.query, _changed_fields(base, request), answer.status_code)
                )
    assert wrong == {}
    assert sent > 2000


def test_no_line_of_the_audit_is_an_internal_error(estate: Estate) -> None:
    client, wrong = estate.center.with_token(estate.administrator), []
    assert client.post(published.RUNS, json=RUN).status_code == 200
    assert LINES.keys() == result_lines.LINES.keys()
    for kind, line in LINES.items():
        for number, changed in enumerate(hostile.with_one_changed(line), 1):
            path = f"{published.RUNS}/hostile/parts/{kind}/{number}?dry_run=true"
            answer = client.put(path, content=published.lines(changed))
            if answer.status_code >= 500 or TOO_LATE in answer.text:
                wrong.append((kind, str(changed)[:300]))
    assert wrong == []


def _callers(estate: Estate) -> dict[str, httpx.Client]:
    credential = estate.make(f"clusters/{estate.cluster['id']}/credentials")["credential"]
    broker = estate.center.client(Authorization=f"Bearer {credential}")
    return {
        "console": estate.center.with_token(estate.administrator),
        "broker": broker,
        "public": estate.center.client(),
    }


def _audience(path: str) -> str:
    if path.startswith("/api/broker/"):
        return "broker"
    return "console" if path.startswith("/api/v1/") else "public"


def _base(operation: str, ids: Ids, document: dict[str, Any]) -> Request:
    method, template = operation.split(" ")
    change = CHANGES.get(operation) or READS.get(operation) or Change(example(document, method, template))
    query = dict(httpx.QueryParams(change.query))
    if method != "GET" and template.startswith("/api/v1/"):
        query["dry_run"] = "true"
    body = hostile.with_optional_fields(document, operation, with_ids(change.body, ids))
    return Request(operation, fill_path(template, ids, change.of), query, body, FORMS.get(template))


def _send(client: httpx.Client, request: Request) -> httpx.Response:
    url = request.path + (
        "?" + "&".join(f"{name}={value}" for name, value in request.query.items()) if request.query else ""
    )
    headers = {**ANY, "Content-Type": "application/json"}
    content = None if request.body is None else json.dumps(request.body).encode()
    if request.form is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        content = "&".join(f"{name}={value}" for name, value in request.form.items()).encode()
    with client.stream(request.operation.split(" ")[0], url, headers=headers, content=content) as answer:
        if not answer.headers.get("content-type", "").startswith("text/event-stream"):
            answer.read()
        return answer


def _changed_fields(base: Request, request: Request) -> str:
    """What differs in the body, for the reader of a failure."""
    if not isinstance(base.body, dict):
        return ""
    return ", ".join(f"{name}={str(value)[:20]!a}" for name, value in request.body.items() if value != base.body[name])
