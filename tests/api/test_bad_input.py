"""Bad input: each kind has a code of its own, and the database is as it was. One table, one row a case."""

from dataclasses import dataclass
from typing import Any

import pytest

from app.api.error_code_page import codes
from tests.api.estate import ANY, Estate, problem
from tests.api.every_change import Ids, things
from tests.api.rows import differences, rows
from tests.factories import a_user, the_user

pytestmark = pytest.mark.any_database


@dataclass(frozen=True)
class Case:
    """What is sent (texts in the body that name things of the estate become ids) and what comes back."""

    request: str
    body: Any
    status: int
    code: str


def grant(**values: Any) -> dict[str, Any]:
    return {"user_id": "user", "res_type": 4, "res_id": "topic", "authorities": [303], **values}


CASES: dict[str, Case] = {
    "a grant below its level": Case("POST grants", grant(authorities=[104]), 422, "authority_not_grantable_here"),
    "an authority nobody knows": Case("POST grants", grant(authorities=[399]), 422, "unknown_authority"),
    "no authority": Case("POST grants", grant(authorities=[]), 422, "invalid_input"),
    "a reversed window": Case("POST grants", grant(valid_from=2**50, valid_until=2**49), 422, "invalid_window"),
    "a window in the past": Case("POST grants", grant(valid_until=5), 422, "window_in_past"),
    "an overlapping window": Case("POST grants", grant(role_id="role", user_id=None), 409, "grant_exists"),
    "the same grant for a part of the time": Case(
        "POST grants", grant(role_id="role", user_id=None, valid_until=2**50), 409, "overlapping_window"
    ),
    "a time that is none": Case("POST grants", grant(valid_until=2**60), 422, "invalid_input"),
    "a receiver that was deleted": Case("POST grants", grant(user_id="deleted"), 404, "receiver_not_found"),
    "a receiver that is disabled": Case("POST grants", grant(user_id="disabled"), 409, "receiver_not_active"),
    "two receivers": Case("POST grants", grant(role_id="role"), 422, "invalid_input"),
    "a window of no length": Case("POST grants", grant(valid_from=2**50, valid_until=2**50), 422, "invalid_window"),
    "a window that was": Case("POST grants", grant(valid_from=1, valid_until=2), 422, "window_in_past"),
    "a role that is not there": Case("POST grants", grant(user_id=None, role_id=10**6), 404, "receiver_not_found"),
    "a second root": Case("POST grants", grant(res_type=0, res_id=1), 404, "not_found"),
    "a type of places that there is not": Case("POST grants", grant(res_type=7), 422, "invalid_input"),
    "a place below zero": Case("POST grants", grant(res_id=-1), 422, "invalid_input"),
    "an authority that is a text": Case("POST grants", grant(authorities=["303"]), 422, "invalid_input"),
    "a resource that is not there": Case("POST grants", grant(res_id=999_999), 404, "not_found"),
    "a sub-account of a sub-account": Case(
        "POST users", {"username": "x", "kind": "person", "parent_id": "sub"}, 422, "nested_sub_account"
    ),
    "a main account that is not there": Case(
        "POST users", {"username": "x", "kind": "person", "parent_id": 999_999}, 422, "unknown_parent"
    ),
    "a main account that is disabled": Case(
        "POST users", {"username": "x", "kind": "person", "parent_id": "disabled"}, 422, "parent_not_active"
    ),
    "a group that is not there": Case(
        "POST users", {"username": "x", "kind": "person", "group_id": 999_999}, 422, "unknown_group"
    ),
    "partitions of a topic that Pulsar would not make": Case(
        "POST topics", {"namespace_id": "namespace", "name": "x-partition-1x", "partitions": 2}, 422, "invalid_name"
    ),
    "a user name with a space": Case("POST users", {"username": "a b", "kind": "person"}, 422, "invalid_name"),
    "a user name that the trail keeps": Case(
        "POST users", {"username": "System", "kind": "service"}, 422, "reserved_name"
    ),
    "a user name that is taken": Case("POST users", {"username": "alice", "kind": "person"}, 409, "exists"),
    "a role name that is a user's": Case("POST roles", {"name": "alice"}, 409, "role_exists"),
    "a role name with blanks": Case("POST roles", {"name": " x "}, 422, "invalid_name"),
    "a change of a personal role": Case("PATCH roles/{personal}", {"name": "x"}, 409, "reserved_role"),
    "the last administrator": Case("PATCH users/{administrator}", {"status": "disabled"}, 409, "last_administrator"),
    "a cluster that is not there": Case("POST tenants", {"name": "x", "cluster_ids": [999_999]}, 404, "not_found"),
    "no cluster": Case("POST tenants", {"name": "x", "cluster_ids": []}, 422, "invalid_input"),
    "a tenant that exists": Case("POST tenants", {"name": "acme", "cluster_ids": ["cluster"]}, 409, "exists"),
    "a topic name of the system": Case(
        "POST topics", {"namespace_id": "namespace", "name": "x-partition-0"}, 422, "invalid_name"
    ),
    "fewer partitions": Case("PATCH topics/{topic}", {"partitions": 3}, 422, "invalid_partitions"),
    "an address that may not be called": Case(
        "POST clusters",
        {"name": "x", "address": "pulsar://127.0.0.1:6650", "admin_url": "http://elsewhere.example:8080"},
        422,
        "address_not_allowed",
    ),
    "an address that is none": Case("PATCH clusters/{cluster}", {"address": "http://x"}, 422, "invalid_address"),
    "a deletion without its name": Case("DELETE tenants/{tenant}?cascade=true", None, 422, "confirmation_needed"),
    "a deletion of what is needed": Case("DELETE users/{center}?cascade=true", None, 409, "needed_by_cluster"),
    "a field nobody knows": Case("POST groups", {"name": "x", "colour": "red"}, 422, "unknown_field"),
    "a field where no body is read": Case("POST users/{user}/unlock", {"valid_until": 1}, 422, "unknown_field"),
    "a number that is a text": Case(
        "POST users", {"username": "x", "kind": "person", "group_id": "1"}, 422, "invalid_input"
    ),
    "a token that lives too long": Case(
        "POST users/{service}/tokens", {"name": "x", "days": 3000}, 422, "too_long_lived"
    ),
    "an application's name of two lines": Case(
        "POST applications", {"name": "Desk\nof Acme", "redirect_uris": ["https://x.example/"]}, 422, "invalid_input"
    ),
    "two lines as a provider": Case("PATCH identity-providers/{provider}", {"name": "A\nB"}, 422, "invalid_input"),
    "a web hook's name of two lines": Case(
        "POST web-hooks", {"name": "a\nb", "url": "https://x.example/", "kinds": ["grant_ends"]}, 422, "invalid_input"
    ),
    "two lines as a token": Case("POST users/{service}/tokens", {"name": "a\nb", "days": 3}, 422, "invalid_input"),
    "a secret for a person": Case("POST users/{user}/client-secrets", None, 422, "not_a_service"),
    "a one-time secret for a service": Case("POST users/{service}/initial-secret", None, 422, "not_a_person"),
    "an operation that brokers do not know": Case(
        "POST access/explain",
        {"cluster_id": "cluster", "principal": "alice", "question": "x:Y", "resource_type": "root", "resource": ""},
        422,
        "unknown_question",
    ),
}  # fmt: skip


@pytest.fixture
def ids(estate: Estate) -> Ids:
    made = things(estate)
    made["administrator"] = estate.administrator.id
    made["deleted"] = estate.make("users", username="gone", kind="person")["id"]
    assert estate.root.delete(f"/api/v1/users/{made['deleted']}", headers=ANY).status_code == 204
    made["disabled"] = estate.center.make(a_user, "off", status="disabled").id
    made["personal"] = estate.root.get(f"/api/v1/users/{made['user']}").json()["personal_role_id"]
    made["center"] = estate.center.read(the_user, "center.prod").id
    return made


def test_each_case_has_its_code_and_changes_nothing(estate: Estate, ids: Ids) -> None:
    before, client, wrong = rows(estate.center), estate.center.with_token(estate.administrator), {}
    for what, case in CASES.items():
        method, path = case.request.split(" ")
        answer = client.request(method, f"/api/v1/{path.format(**ids)}", json=_with_ids(case.body, ids), headers=ANY)
        is_ours = "Value error" not in answer.text  # the words that pydantic puts before ours
        if problem(answer) != (case.status, case.code) or not is_ours or differences(before, rows(estate.center)):
            wrong[what] = (answer.status_code, answer.text[:200])
    assert wrong == {}


def test_each_of_these_codes_is_in_the_catalogue() -> None:
    assert {case.code for case in CASES.values()} <= codes().keys()
    assert len({case.code for case in CASES.values()}) > 25


_NAMED = ("user_id", "role_id", "res_id", "parent_id", "group_id", "cluster_ids", "cluster_id", "namespace_id")


def _with_ids(value: Any, ids: Ids) -> Any:
    if isinstance(value, dict):
        return {name: _with_ids(inner, ids) if name in _NAMED else inner for name, inner in value.items()}
    if isinstance(value, list):
        return [_with_ids(inner, ids) for inner in value]
    return ids.get(value, value) if isinstance(value, str) else value
