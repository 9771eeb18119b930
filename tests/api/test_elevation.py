"""Which operations need a recent sign-in: each is sent by somebody who signed in long ago (decision 0083)."""

from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.identity.models import ConsoleSession
from tests.api.estate import Estate
from tests.api.every_change import operations, send, things
from tests.factories import Person, a_user

pytestmark = pytest.mark.any_database

AGAIN = "reauthentication_needed"
ASKS_AGAIN = {
    "PATCH /api/v1/clusters/{cluster_id}/tls",
    "DELETE /api/v1/applications/{application_id}",
    "DELETE /api/v1/clusters/{cluster_id}",
    "DELETE /api/v1/identity-providers/{provider_id}",
    "DELETE /api/v1/namespaces/{namespace_id}",
    "DELETE /api/v1/session/authenticator-app",
    "DELETE /api/v1/session/links/{provider_id}",
    "DELETE /api/v1/session/passkeys/{number}",
    "DELETE /api/v1/tenants/{tenant_id}",
    "DELETE /api/v1/topics/{topic_id}",
    "DELETE /api/v1/users/{user_id}",
    "DELETE /api/v1/users/{user_id}/factors",
    "DELETE /api/v1/web-hooks/{hook_id}",
    "PATCH /api/v1/identity-providers/{provider_id}",
    "POST /api/v1/applications",
    "POST /api/v1/audit/erasures",
    "POST /api/v1/clusters/{cluster_id}/broker-token",
    "POST /api/v1/clusters/{cluster_id}/credentials",
    "POST /api/v1/clusters/{cluster_id}/give-up",
    "POST /api/v1/clusters/{cluster_id}/imports/{import_id}/apply",
    "POST /api/v1/clusters/{cluster_id}/imports/{import_id}/undo",
    "POST /api/v1/device/decision",
    "POST /api/v1/encryption-keys/private",
    *(
        f"POST /api/v1/{place}/encryption-keys/{{key_name}}/versions/{{number}}/destruction{step}"
        for place in ("namespaces/{namespace_id}", "topics/{topic_id}")
        for step in ("", "/confirm")
    ),
    "POST /api/v1/identity-providers",
    "POST /api/v1/identity-providers/{provider_id}/key",
    "POST /api/v1/policy/apply",
    "POST /api/v1/registrations/{registration_id}/approve",
    "POST /api/v1/session/authenticator-app",
    "POST /api/v1/session/links/{provider_id}",
    "POST /api/v1/session/passkeys",
    "POST /api/v1/session/passkeys/challenge",
    "POST /api/v1/session/recovery-codes",
    "POST /api/v1/signing-keys",
    "POST /api/v1/signing-keys/{kid}/revoke",
    "POST /api/v1/topics/{topic_id}/live/subscriptions/clear",
    "POST /api/v1/topics/{topic_id}/live/subscriptions/delete",
    "POST /api/v1/topics/{topic_id}/live/subscriptions/expire",
    "POST /api/v1/topics/{topic_id}/live/subscriptions/reset",
    "POST /api/v1/topics/{topic_id}/live/subscriptions/skip",
    "POST /api/v1/users/{user_id}/client-secrets",
    "POST /api/v1/users/{user_id}/initial-secret",
    "POST /api/v1/users/{user_id}/invitation",
    "POST /api/v1/users/{user_id}/keys",
    "POST /api/v1/users/{user_id}/tokens",
    "POST /api/v1/web-hooks",
    "POST /api/v1/web-hooks/{hook_id}/secret",
    "PUT /api/v1/applications/{application_id}",
    "PUT /api/v1/identity-providers/{provider_id}/groups",
    "PUT /api/v1/roles/{role_id}/members/{user_id}",
    "PUT /api/v1/session/authenticator-app",
}
"""Those that ask whatever is sent. What gives rights asks when they are grave."""
_WOULD_SIGN_IN_OR_OUT = ("/api/v1/session", "/api/v1/session/reauthentication", "/api/v1/session/password")


def age_sessions(session: Session) -> None:
    session.execute(update(ConsoleSession).values(auth_time=ConsoleSession.auth_time - 11 * 60_000))


def test_dangerous_operations_ask_again_and_no_others(estate: Estate) -> None:
    ids, document = things(estate), estate.center.app.openapi()
    estate.center.make(age_sessions)
    asking = set()
    for operation in operations(document):
        if operation.split(" ")[1] in _WOULD_SIGN_IN_OR_OUT:
            continue
        # What concerns the own session, or a device, cannot be tried without doing it.
        tried = {} if "/session" in operation or "/device" in operation else {"dry_run": "true"}
        answer = send(estate.root, operation, ids, document, **tried)
        if answer.status_code == 401 and answer.json()["code"] == AGAIN:
            asking.add(operation)
    assert asking == ASKS_AGAIN


@pytest.mark.parametrize(("number", "asks"), [(104, True), (101, True), (102, False)])
def test_giving_dangerous_rights_asks_again(estate: Estate, number: int, asks: bool) -> None:
    tenant, _, _ = estate.topic()
    alice = estate.make("users", username="alice", kind="person")
    wanted = {"user_id": alice["id"], "res_type": 2, "res_id": tenant["id"], "authorities": [number]}
    estate.center.make(age_sessions)
    for path, body in (("grants", wanted), ("grants/bulk", {"grant": [wanted]})):
        answer = estate.root.post(f"/api/v1/{path}", json=body, params={"dry_run": "true"})
        assert (answer.json().get("code") == AGAIN) is asks, answer.text


def test_extending_a_dangerous_grant_asks_again(estate: Estate) -> None:
    tenant, _, _ = estate.topic()
    alice = estate.make("users", username="alice", kind="person")
    wanted: dict[str, Any] = {"res_type": 2, "res_id": tenant["id"], "authorities": [104], "valid_until": 2**52}
    given = estate.make("grants", user_id=alice["id"], **wanted)
    estate.center.make(age_sessions)
    path, seen = f"/api/v1/grants/{given['id']}", {"If-Match": "*"}
    assert estate.root.patch(path, json={"valid_until": None}, headers=seen).json()["code"] == AGAIN
    assert estate.root.patch(path, json={"remark": "for May"}, headers=seen).status_code == 200
    assert estate.root.patch(path, json={"authorities": [102]}, headers=seen).status_code == 200


def test_approving_a_request_for_dangerous_rights_asks_again(estate: Estate) -> None:
    estate.topic()
    alice = estate.center.signed_in(estate.center.make(_alice))
    numbers = []
    for authority in (104, 102):
        body = {"resource_type": "tenant", "resource": "acme", "authorities": [authority], "reason": "work"}
        numbers.append(estate.make("access-requests", client=alice, **body)["id"])
    estate.center.make(age_sessions)
    seen = {"If-Match": "*"}
    grave, light = (f"/api/v1/access-requests/{number}/approve" for number in numbers)
    assert estate.root.post(grave, json={}, headers=seen).json()["code"] == AGAIN
    assert estate.root.post(light, json={}, headers=seen).status_code == 200
    refused = estate.root.post(grave.replace("approve", "refuse"), json={"comment": "no"}, headers=seen)
    assert refused.status_code == 200


def test_a_device_is_denied_without_asking(estate: Estate) -> None:
    """Only approving makes a token, which needs no further sign-in."""
    estate.center.make(age_sessions)
    body = {"user_code": "WDJB-MJHT", "approve": False}
    assert estate.root.post("/api/v1/device/decision", json=body).status_code == 404


def _alice(session: Session) -> Person:
    return a_user(session, "alice")
