"""What an auditor does not see: secrets, and routes that routes.txt does not name."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from sqlalchemy import inspect, text

from tests.api.estate import ANY, Estate
from tests.api.every_change import fill_path, send
from tests.api.routes import routes
from tests.factories import CLUSTER, ROOT, TENANT, Person, a_grant, a_user

pytestmark = pytest.mark.any_database

HELD = [(ROOT, 7), (CLUSTER, 7), (TENANT, 107)]
SECRET = re.compile("secret|token|password|hash|credential")
NOT_SECRET = re.compile("_id$|_by$|time$|name$|^id$|jti")


def place_of(ids: dict[str, Any], kind: int) -> int:
    return 0 if kind == ROOT else int(ids["cluster" if kind == CLUSTER else "tenant"])


def an_auditor(estate: Estate, ids: dict[str, Any], kind: int, authority: int) -> Person:
    person = estate.center.make(a_user)
    estate.center.make(a_grant, person, [authority], kind, place_of(ids, kind))
    return person


def reading_operations() -> list[str]:
    """Every operation of the API that only reads; `test_guard.py` compares them with the OpenAPI document."""
    chosen = [
        operation
        for operation, route in routes().items()
        if operation.startswith("GET /api/v1/") and "public" not in route.who
    ]
    assert len(chosen) > 50
    return chosen


def make_secrets(estate: Estate, ids: dict[str, Any]) -> set[str]:
    """Make each kind of secret; returns all and what is stored."""
    service, cluster = ids["service"], ids["cluster"]
    made = [
        estate.make(f"users/{service}/client-secrets"),
        estate.make(f"users/{service}/tokens", name="told", days=3),
        estate.make(f"clusters/{cluster}/credentials"),
        estate.make("users", username="carol", kind="person"),
        estate.make("access-requests", estate.center.with_token(estate.center.make(a_user)), **WISH),
        estate.root.post(f"/api/v1/clusters/{cluster}/broker-token", json={"days": 3}).json(),
    ]
    named_secrets = {str(value) for answer in made for name, value in answer.items() if SECRET.search(name)}
    assert len([secret for secret in named_secrets if len(secret) > 16]) >= 5, (
        "each kind of secret has a name that is looked for"
    )
    return {secret for secret in named_secrets | set(stored_secrets(estate)) if len(secret) > 16}


WISH = {"res_type": 4, "resource": "persistent://acme/orders/created", "authorities": [303], "reason": "to bill"}


def stored_secrets(estate: Estate) -> list[str]:
    """The contents of every column with the name of a secret, without the trail."""
    found = []
    with estate.center.database.engine.connect() as connection:
        tables = inspect(connection)
        for table in tables.get_table_names():
            names = [column["name"] for column in tables.get_columns(table)]
            for name in names:
                if "trail" not in table and SECRET.search(name) and not NOT_SECRET.search(name):
                    found += [str(value) for (value,) in connection.execute(text(f'SELECT "{name}" FROM {table}'))]
    return found


def test_no_read_shows_a_secret_to_who_audits_everything(estate: Estate, ids: dict[str, Any]) -> None:
    secrets = make_secrets(estate, ids)
    reader, document = estate.center.with_token(an_auditor(estate, ids, ROOT, 7)), estate.center.app.openapi()
    read = ""
    for operation in reading_operations():
        read += send(reader, operation, ids, document).text
    trail = {"res_type": 0, "res_id": 0, "limit": 500}
    read += reader.get("/api/v1/trail", params=trail).text
    assert "acme" in read
    assert [secret for secret in secrets if secret in read] == []


@pytest.mark.parametrize(("kind", "authority"), HELD)
def test_other_routes_show_an_auditor_what_they_show_a_stranger(
    estate: Estate, ids: dict[str, Any], kind: int, authority: int
) -> None:
    document, stranger = estate.center.app.openapi(), estate.center.with_token(estate.center.make(a_user))
    reader = estate.center.with_token(an_auditor(estate, ids, kind, authority))
    unlike = {}
    for operation in reading_operations():
        if "audit@" in routes()[operation].who:
            continue
        found, usual = (extent(send(client, operation, ids, document)) for client in (reader, stranger))
        if found != usual:
            unlike[operation] = (found, usual)
    assert unlike == {}


def test_who_audits_another_tenant_reads_nothing_of_this_one(estate: Estate, ids: dict[str, Any]) -> None:
    other = estate.make("tenants", name="other", cluster_ids=[ids["cluster"]])
    person, document = estate.center.make(a_user), estate.center.app.openapi()
    estate.center.make(a_grant, person, [107, 207, 307], TENANT, other["id"])
    reader, shown = estate.center.with_token(person), []
    for operation in reading_operations():
        answer = send(reader, operation, ids, document)
        if "acme" in answer.text or "orders" in answer.text:
            shown.append(operation)
    assert shown == ["GET /api/v1/names"], "it only says that there is nothing by the name that was asked for"
    assert send(reader, "GET /api/v1/names", ids, document).status_code == 404
    assert "other" in reader.get("/api/v1/grants").text


def extent(answer: httpx.Response) -> Any:
    """How much an answer shows: whether it refuses, how many items it has, which fields. Their contents may be the
    reader's own."""
    if answer.status_code >= 400:
        return "refused"
    content = answer.json() if "json" in answer.headers["content-type"] else []
    content = content.get("items", content) if isinstance(content, dict) else content
    return len(content) if isinstance(content, list) else sorted(content)


@pytest.mark.parametrize(("kind", "authority"), [(CLUSTER, 7), (TENANT, 107), (4, 307)])
def test_results_of_whole_audits_need_the_right_to_audit_everything(
    estate: Estate, ids: dict[str, Any], kind: int, authority: int
) -> None:
    person = estate.center.make(a_user)
    estate.center.make(a_grant, person, [authority], kind, ids["topic"] if kind == 4 else place_of(ids, kind))
    part = estate.center.with_token(person)
    whole = estate.center.with_token(an_auditor(estate, ids, ROOT, 7))
    for path in ("audit/runs", "audit/grants"):
        assert part.get(f"/api/v1/{path}").status_code == 403, path
        assert whole.get(f"/api/v1/{path}").status_code == 200, path
    for path in ("trail/export", "trail/head", "trail/state", "registrations"):
        assert whole.get(f"/api/v1/{path}").status_code == 403, path


def test_an_auditor_exports_the_policy_of_its_tenant_and_does_not_plan_it(estate: Estate, ids: dict[str, Any]) -> None:
    reader = estate.center.with_token(an_auditor(estate, ids, TENANT, 107))
    other = estate.make("tenants", name="other", cluster_ids=[ids["cluster"]])
    file = reader.get("/api/v1/policy", params={"tenant": "acme"})
    assert file.status_code == 200
    assert file.text == estate.root.get("/api/v1/policy", params={"tenant": "acme"}).text
    for params, status in (({"tenant": other["name"]}, 404), ({}, 403)):
        assert reader.get("/api/v1/policy", params=params).status_code == status, params
    headers = {"Content-Type": "application/yaml", **ANY}
    for step in ("plan", "apply"):
        path = f"/api/v1/policy/{step}"
        answer = reader.post(path, params={"tenant": "acme"}, content=file.content, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_your_tenant"), step
    inside = estate.center.make(a_user)
    estate.center.make(a_grant, inside, [207], 3, ids["namespace"])
    assert estate.center.with_token(inside).get("/api/v1/policy", params={"tenant": "acme"}).status_code == 403


def test_an_auditor_sees_members_of_roles_on_the_place_without_nicknames(estate: Estate, ids: dict[str, Any]) -> None:
    path = f"/api/v1/roles/{ids['role']}/members"
    estate.root.patch(f"/api/v1/users/{ids['service']}", json={"nick": "the bot"}, headers=ANY)
    assert [member["nick"] for member in estate.root.get(path).json()["items"]] == ["the bot"]
    reader = estate.center.with_token(an_auditor(estate, ids, TENANT, 107))
    found = reader.get(path).json()["items"]
    assert [(member["username"], member["nick"]) for member in found] == [("bot", None)]
    elsewhere = estate.make("roles", name="elsewhere")
    other = estate.make("tenants", name="other", cluster_ids=[ids["cluster"]])
    estate.make("grants", role_id=elsewhere["id"], res_type=2, res_id=other["id"], authorities=[103])
    for number in (elsewhere["id"], estate.make("roles", name="unused")["id"]):
        assert reader.get(f"/api/v1/roles/{number}/members").status_code == 404
    assert estate.root.delete(f"/api/v1/grants/{ids['grant']}", headers=ANY).status_code == 204
    assert reader.get(path).status_code == 404
    # A grant of one's own to a role, or one that one has oneself, shows nobody in it.
    giver = estate.center.make(a_user)
    estate.center.make(a_grant, giver, [103], TENANT, ids["tenant"])
    assert estate.center.with_token(giver).get(path).status_code == 404


def test_an_auditor_neither_simulates_changes_nor_requests_for_others(estate: Estate, ids: dict[str, Any]) -> None:
    reader = estate.center.with_token(an_auditor(estate, ids, TENANT, 107))
    changes = [
        {"revoke": [ids["grant"]]},
        {"change": [{"id": ids["grant"], "authorities": [302]}]},
        {"grant": [{"user_id": ids["user"], "res_type": 2, "res_id": ids["tenant"], "authorities": [107]}]},
        {"disable": [ids["user"]]},
        {"join": [{"user_id": ids["user"], "role_id": ids["role"]}]},
    ]
    for proposed in changes:
        answer = reader.post("/api/v1/access/simulate", json={"changes": proposed, "all": True})
        assert answer.status_code in (403, 404), proposed
    answer = reader.post("/api/v1/access-requests", json={**WISH, "user_id": ids["user"]})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("own", "main", "expected"),
    [
        ([7], None, (True, False)),
        ([4], None, (True, True)),
        ([2, 3], None, (False, False)),
        ([7], [7], (True, False)),
        ([7], [4], (True, False)),
        ([4], [7], (True, False)),
        ([7], [2, 3], (False, False)),
    ],
)
def test_a_cluster_says_whether_its_brokers_are_shown(
    estate: Estate, ids: dict[str, Any], own: list[int], main: list[int] | None, expected: tuple[bool, bool]
) -> None:
    center, cluster = estate.center, ids["cluster"]
    above = center.make(a_user) if main is not None else None
    if above is not None and main is not None:
        center.make(a_grant, above, main, CLUSTER, cluster)
    person = center.make(a_user, parent=above)
    center.make(a_grant, person, own, CLUSTER, cluster)
    client = center.with_token(person)
    listed = {entry["id"]: entry for entry in client.get("/api/v1/clusters").json()["items"]}[cluster]
    alone = client.get(f"/api/v1/clusters/{cluster}").json()
    for item in (listed, alone):
        assert (item["shows_brokers"], item["may_administer"]) == expected
    path = fill_path("/api/v1/clusters/{cluster_id}/brokers", ids, "")
    assert (client.get(path).status_code == 200) == expected[0]
    assert (client.delete(f"{path}/{ids['broker']}", headers=ANY).status_code == 204) == expected[1]
