"""Every operation of the OpenAPI document refuses strangers; and the other duties of the guard."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.grants import grants, roles
from app.identity.models import ServiceGroup
from tests.api.routes import routes
from tests.center import Center
from tests.factories import PASSWORD, Person, a_user, an_administrator
from tests.listening import listening

pytestmark = pytest.mark.any_database

GROUPS = "/api/v1/groups"


def operations(app: FastAPI) -> list[tuple[str, str]]:
    """Method and path of every operation of the document."""
    paths: dict[str, dict[str, Any]] = app.openapi()["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods]


def address(path: str) -> str:
    """The path with ids in it."""
    return "/".join("1" if part.startswith("{") else part for part in path.split("/"))


def test_the_list_of_operations_is_complete(built_app: FastAPI) -> None:
    found = {f"{method} {path}" for method, path in operations(built_app)}
    assert found - set(routes()) == set(), "say in routes.txt who may call these"
    assert set(routes()) - found == set(), "these are gone"
    assert len(found) > 40, "the walk over the document must see the routes"


def test_without_a_credential_only_the_public_ones_answer(center: Center) -> None:
    client = center.client()
    for method, path in operations(center.app):
        who = routes()[f"{method} {path}"].who
        answer = client.request(method, address(path), json={} if method in ("POST", "PUT", "PATCH") else None)
        if who.startswith("public"):
            assert who.startswith("public: "), f"{path}: say why it is public"
            assert answer.status_code != 401 or path in ("/oauth2/token", "/oauth2/userinfo"), path
        else:
            assert answer.status_code == 401, f"{method} {path} answers {answer.status_code} to a stranger"
            assert answer.json()["code"] in ("not_signed_in", "invalid_token", "invalid_credential"), path
            assert answer.headers["www-authenticate"].startswith("Bearer"), path


@pytest.mark.parametrize("header", ["Bearer x", "Bearer a.b.c", "Basic YTpi", "Bearer", "bearer", "\u00e9"])
def test_wrong_credentials_are_refused_everywhere(center: Center, header: str) -> None:
    client, credential = center.client(), [(b"authorization", header.encode("latin-1"))]
    for method, path in operations(center.app):
        if not routes()[f"{method} {path}"].who.startswith("public"):
            body: dict[str, str] | None = {} if method in ("POST", "PUT", "PATCH") else None
            answer = client.request(method, address(path), json=body, headers=credential)
            assert answer.status_code == 401, f"{method} {path} answers {answer.status_code}"


def test_operations_of_administrators_are_refused_to_others(center: Center) -> None:
    client = center.with_token(center.make(a_user))
    for method, path in operations(center.app):
        if routes()[f"{method} {path}"].who == "administrator":
            answer = client.request(method, address(path), json={} if method in ("POST", "PUT", "PATCH") else None)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), f"{method} {path}"


def test_a_cookie_does_not_help_a_wrong_token(center: Center) -> None:
    client = center.signed_in(center.make(an_administrator))
    assert client.get(GROUPS).status_code == 200
    assert client.get(GROUPS, headers={"Authorization": "Bearer x"}).status_code == 401


def test_broker_tokens_do_not_open_the_api_and_api_tokens_do(center: Center, alice: Person) -> None:
    assert center.with_token(alice, audience=center.settings.audience).get(GROUPS).status_code == 401
    assert center.with_token(alice).get(GROUPS).status_code == 200


@pytest.mark.parametrize("path", ["/api/broker/v1/snapshot", "/api/broker/v1/changes?after=1"])
def test_users_are_no_brokers(center: Center, path: str) -> None:
    assert center.with_token(center.make(an_administrator)).get(path).status_code == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://center.example"}, 201),
        ({}, 403),
    ],
)
def test_another_site_cannot_use_the_cookie(center: Center, headers: dict[str, str], status: int) -> None:
    client = center.signed_in(center.make(an_administrator))
    del client.headers["Origin"]
    answer = client.post(GROUPS, json={"name": "x"}, headers=headers)
    assert answer.status_code == status, answer.text
    if status == 403:
        assert answer.json()["code"] == "cross_site"
        assert center.read(_groups) == []


def test_the_own_origin_and_that_of_the_issuer_are_accepted(center: Center) -> None:
    client = center.signed_in(center.make(an_administrator))
    assert client.post(GROUPS, json={"name": "x"}, headers={"Origin": center.url}).status_code == 201
    assert client.get(GROUPS, headers={"Origin": "https://evil.example"}).status_code == 200, "reading changes nothing"


def test_another_site_cannot_sign_a_victim_in(center: Center) -> None:
    body = {"username": "mallory", "password": PASSWORD}
    answer = center.client().post("/api/v1/session", json=body, headers={"Origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")


def test_what_the_database_refuses_is_a_conflict(center: Center, root: httpx.Client) -> None:

    def twice(_: object, cursor: Any, statement: str, parameters: Any, *__: object) -> None:
        if statement.startswith("INSERT INTO sys_service_group"):
            cursor.execute(statement, parameters)

    with listening(center.database.engine, "before_cursor_execute", twice):
        answer = root.post(GROUPS, json={"name": "twice-detail"})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert "twice-detail" not in answer.text
    assert "sys_service_group" not in answer.text
    assert center.read(_groups) == []


def test_losing_the_administrators_right_works_at_once(center: Center) -> None:
    center.make(an_administrator)
    root = center.make(an_administrator)
    client = center.signed_in(root)
    assert client.post(GROUPS, json={"name": "a"}).status_code == 201
    center.make(_revoke_all, root)
    assert client.post(GROUPS, json={"name": "b"}).status_code == 403


def _revoke_all(session: Session, person: Person) -> None:
    grants.revoke_all_of_role(session, "test", roles.personal_role_of(session, person.id).id)


def _groups(session: Session) -> list[str]:
    return list(session.scalars(select(ServiceGroup.group_name)))
