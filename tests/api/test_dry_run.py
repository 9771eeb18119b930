"""`?dry_run=true`: everything is checked and answered, nothing is kept, pushed or started."""

import re
from typing import Any

import pytest
from fastapi import FastAPI

from app.audit.trail import trail
from app.resources.jobs import ADDED
from tests.api.estate import Estate, problem
from tests.api.every_change import CHANGES, operations, send, things
from tests.api.rows import differences, rows
from tests.center import Center
from tests.factories import a_user

OWN_TRANSACTIONS = {
    "POST /api/v1/session",
    "DELETE /api/v1/session",
    "PUT /api/v1/session/password",
}
"""They cannot be rolled back as a whole, and refuse to be tried."""


def parameter_names(document: dict[str, Any], operation: str) -> list[str]:
    """Names of the parameters that the document has for it."""
    method, path = operation.split(" ")
    return [parameter["name"] for parameter in document["paths"][path][method.lower()].get("parameters", [])]


def test_every_changing_operation_leaves_the_database_as_it_was(estate: Estate) -> None:
    center, document = estate.center, estate.center.app.openapi()
    client, ids = center.with_token(estate.administrator), things(estate)
    before, wrong = rows(center), {}
    for operation in operations(document):
        answer = send(client, operation, ids, document, dry_run="true")
        if changed := differences(before, rows(center)):
            wrong[operation] = changed
        assert answer.status_code < 500, (operation, answer.text)
        assert "x-revision" not in answer.headers, operation
        if operation in CHANGES:
            assert answer.status_code < 300, (operation, answer.text)
            assert answer.headers["x-dry-run"] == "true", operation
            assert _secrets(answer.json() if answer.content else None) == [], operation
    assert wrong == {}


def test_each_change_of_the_table_works(estate: Estate) -> None:
    """So the dry runs above tried real changes."""
    center, document = estate.center, estate.center.app.openapi()
    client, ids = center.with_token(estate.administrator), things(estate)
    last = [change for change in CHANGES if change.startswith("DELETE")]
    for operation in [*(change for change in CHANGES if change not in last and "/grants" in change), *last[:3]]:
        before = rows(center)
        answer = send(client, operation, ids, document)
        assert answer.status_code < 300, (operation, answer.text)
        assert differences(before, rows(center)), operation
        assert "x-dry-run" not in answer.headers
        assert "x-revision" in answer.headers


def test_every_changing_operation_of_the_console_documents_its_dry_run(built_app: FastAPI) -> None:
    document = built_app.openapi()
    assert [operation for operation in CHANGES if "dry_run" not in parameter_names(document, operation)] == []
    offering = {operation for operation in operations(document) if "dry_run" in parameter_names(document, operation)}
    assert len(offering) >= len(CHANGES)
    posts = {operation for operation in offering if operation.startswith("POST")}
    assert [operation for operation in posts if "Idempotency-Key" not in parameter_names(document, operation)] == []


@pytest.mark.parametrize("operation", sorted(OWN_TRANSACTIONS))
def test_an_impossible_dry_run_is_refused(estate: Estate, operation: str) -> None:
    method, path = operation.split(" ")
    before = rows(estate.center)
    answer = estate.root.request(method, path, params={"dry_run": "true"}, json={} if method != "DELETE" else None)
    assert problem(answer)[0] == 422
    assert differences(before, rows(estate.center)) == {}
    assert estate.root.get("/api/v1/session").status_code == 200


def _secrets(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [
            name
            for name, inner in value.items()
            if isinstance(inner, str) and re.search("secret|token|credential|passw", name) and "algorithm" not in name
        ]
        return own + [found for inner in value.values() for found in _secrets(inner)]
    return [found for inner in value for found in _secrets(inner)] if isinstance(value, list) else []


@pytest.mark.parametrize("value", ["", "1", "True", "yes", "false&dry_run=true"])
def test_an_unclear_dry_run_changes_nothing(estate: Estate, value: str) -> None:
    before = rows(estate.center)
    answer = estate.root.post(f"/api/v1/groups?dry_run={value}", json={"name": "x"})
    assert answer.status_code in (201, 422)
    assert differences(before, rows(estate.center)) == {}


def test_false_is_no_dry_run(estate: Estate) -> None:
    answer = estate.root.post("/api/v1/groups?dry_run=false", json={"name": "x"})
    assert (answer.status_code, "x-dry-run" in answer.headers) == (201, False)
    assert int(answer.headers["x-revision"]) == estate.center.read(trail.current_revision)


def test_a_dry_run_answers_as_usual_and_lists_the_trail_entries(estate: Estate) -> None:
    body = {"username": "alice", "kind": "person"}
    tried = estate.root.post("/api/v1/users?dry_run=true", json=body)
    assert (tried.status_code, tried.headers["x-would-record"]) == (201, "4")
    assert tried.json()["initial_secret"] is None
    listed = estate.root.post("/api/v1/users?dry_run=entries", json=body).json()
    assert listed["status"] == 201
    assert [entry["action"] for entry in listed["would_record"]] == [
        "user.create", "role.create", "user.join", "user.initial_secret",
    ]  # fmt: skip
    assert listed["would_record"][0]["after"]["username"] == "alice"
    done = estate.root.post("/api/v1/users", json=body).json()
    same = ("username", "kind", "status", "parent_id", "must_change_password")
    assert {name: tried.json()[name] for name in same} == {name: done[name] for name in same}


def test_an_answer_without_body_is_listed_too(estate: Estate) -> None:
    group = estate.make("groups", name="x")
    answer = estate.root.delete(f"/api/v1/groups/{group['id']}?dry_run=entries", headers={"If-Match": "*"})
    assert answer.status_code == 200
    assert answer.json()["status"] == 204
    assert [entry["action"] for entry in answer.json()["would_record"]] == ["group.delete"]


def test_a_dry_run_answers_with_the_usual_errors(estate: Estate) -> None:
    estate.make("groups", name="x")
    assert problem(estate.root.post("/api/v1/groups?dry_run=true", json={"name": "x"})) == (409, "exists")
    assert problem(estate.root.post("/api/v1/groups?dry_run=true", json={})) == (422, "invalid_input")
    assert problem(estate.center.client().post("/api/v1/groups?dry_run=true", json={"name": "y"}))[0] == 401


def test_a_dry_run_hides_contents_from_who_may_not_read_the_trail(center: Center) -> None:
    client = center.with_token(center.make(a_user, "main"))
    answer = client.post("/api/v1/users?dry_run=entries", json={"username": "sub", "kind": "service"})
    assert answer.json()["would_record"][0] == {"action": "user.create", "entity": "user", "key": "sub"}


def test_a_dry_run_pushes_nothing_and_wakes_no_worker(estate: Estate) -> None:
    center, woken = estate.center, list[int]()
    trail.on_commit(center.database._write, woken.append)
    body = {"name": "acme", "cluster_ids": [estate.cluster["id"]]}
    assert estate.root.post("/api/v1/tenants?dry_run=true", json=body).status_code == 201
    assert woken == []
    assert estate.work() == 0
    assert estate.root.post("/api/v1/tenants", json=body).status_code == 201
    assert len(woken) >= 1
    assert ADDED  # the worker is woken by the same commit
