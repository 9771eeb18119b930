"""Unknown callers are refused without waiting for writers."""

import pytest
from fastapi import FastAPI

from app.audit.trail import trail
from app.tokens import device
from tests.api.every_change import operations
from tests.center import Center

STRANGERS = {"nobody": {}, "garbage": {"Authorization": "Bearer garbage"}, "old cookie": {"Cookie": "puc_session=old"}}


@pytest.mark.parametrize("stranger", STRANGERS)
def test_a_stranger_is_refused_while_somebody_else_writes(center: Center, stranger: str) -> None:
    client = center.client(**STRANGERS[stranger])
    with center.database.writing() as session:
        trail.lock_revision(session)
        answers = {path: client.post(f"/api/v1/{path}", json={}).status_code for path in ("users", "grants", "groups")}
    assert answers == dict.fromkeys(answers, 401)


def test_every_guarded_change_is_refused_while_somebody_else_writes(center: Center, built_app: FastAPI) -> None:
    """Also one whose route names its session before its caller."""
    document, client = built_app.openapi(), center.client(Authorization="Bearer garbage")
    guarded = [
        operation
        for operation in operations(document)
        if document["paths"][operation.split(" ")[1]][operation.split(" ")[0].lower()].get("security")
    ]
    assert len(guarded) > 30
    with center.database.writing() as session:
        trail.lock_revision(session)
        answers = {operation: client.request(*_method_and_path(operation)).status_code for operation in guarded}
    assert {operation: status for operation, status in answers.items() if status not in (401, 422)} == {}


def test_wrong_codes_are_refused_while_somebody_else_writes(center: Center) -> None:
    """Only a right code waits for the writers' lock."""
    client, form = center.client(), {"grant_type": device.GRANT_TYPE, "client_id": device.CLIENT, "device_code": "x"}
    with center.database.writing() as session:
        trail.lock_revision(session)
        receipt = client.post("/api/v1/registrations/secret", json={"receipt": "guessed"})
        code = client.post("/oauth2/token", data=form)
    assert (receipt.status_code, receipt.json()["code"]) == (404, "unknown_receipt")
    assert (code.status_code, code.json()["error"]) == (400, "invalid_grant")


def _method_and_path(operation: str) -> tuple[str, str]:
    method, path = operation.split(" ")
    return method, "/".join("1" if part.startswith("{") else part for part in path.split("/"))
