"""An auditor reads all that is recorded about its place, and changes nothing."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.grants import roles
from app.grants.models import Grant
from app.identity.models import User
from app.platform.clock import now_ms
from app.rights.readable_findings import readable_tenants
from tests.api.estate import ANY, Estate
from tests.api.every_change import operations, send
from tests.api.routes import routes
from tests.api.rows import differences, rows
from tests.factories import CLUSTER, ROOT, TENANT, Person, a_grant, a_user

pytestmark = pytest.mark.any_database

OWN = (
    *("/session", "/notices", "/device", "/registration", "/access-requests", "/access/", "/policy/plan"),
    "/encryption-keys/public",
)
"""About the caller itself, or answers without any change."""
EVERYBODY = "POST /api/v1/users"
"""Makes a sub-account of the caller's own."""
BY_LINK = ("/password-resets", "/email-confirmations")
"""For whoever has forgotten a password or has a link; the caller does not count."""


def auditor(estate: Estate, kind: int, number: int, authority: int, **values: Any) -> Person:
    """Somebody with this authority alone."""
    person = estate.center.make(a_user, **values)
    estate.center.make(a_grant, person, [authority], kind, number)
    return person


def client_of(estate: Estate, kind: int, number: int, authority: int) -> httpx.Client:
    return estate.center.with_token(auditor(estate, kind, number, authority))


def trail(client: httpx.Client, kind: int, number: int, **params: Any) -> list[dict[str, Any]]:
    answer = client.get("/api/v1/trail", params={"res_type": kind, "res_id": number, "limit": 200, **params})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


@pytest.mark.parametrize(("kind", "authority"), [(ROOT, 7), (CLUSTER, 7), (TENANT, 107)])
def test_every_change_is_refused_to_an_auditor(estate: Estate, ids: dict[str, Any], kind: int, authority: int) -> None:
    place = {ROOT: 0, CLUSTER: ids["cluster"], TENANT: ids["tenant"]}[kind]
    client, document = client_of(estate, kind, place, authority), estate.center.app.openapi()
    before, answered = rows(estate.center), {}
    chosen = [
        operation
        for operation in operations(document)
        if operation != EVERYBODY and not any(part in operation for part in OWN + BY_LINK)
    ]
    assert len(chosen) > 50
    for operation in chosen:
        answer = send(client, operation, ids, document)
        if answer.status_code not in (403, 404) and not _every_line_refused(answer):
            answered[operation] = answer.status_code
    assert differences(before, rows(estate.center)) == {}
    # The body is refused before anybody looks who sends it.
    assert {operation for operation, status in answered.items() if status != 422} == set(), answered
    assert set(answered) <= {"POST /api/v1/policy/apply"}, answered


def _every_line_refused(answer: httpx.Response) -> bool:
    """Whether each of several drift lines is refused."""
    body = answer.json() if answer.status_code == 200 else {}
    results = body.get("results", []) if isinstance(body, dict) else []
    return bool(results) and all(result["refusal"]["code"] in ("not_allowed", "not_found") for result in results)


def test_an_auditor_reads_what_routes_txt_says(estate: Estate, ids: dict[str, Any]) -> None:
    cluster, everything = client_of(estate, CLUSTER, ids["cluster"], 7), client_of(estate, ROOT, 0, 7)
    document = estate.center.app.openapi()
    readable = [
        operation for operation, route in routes().items() if "audit@" in route.who and operation.startswith("GET ")
    ]
    assert len(readable) > 15
    without = ("{finding}", "{suggestion}", "{remediation_id}", "{request_id}")
    for operation in readable:
        if any(part in operation for part in without):
            continue
        query = {"GET /api/v1/trail": {"res_type": "1", "res_id": str(ids["cluster"])}}
        query["GET /api/v1/encryption-keys/report"] = query["GET /api/v1/trail"]
        query["GET /api/v1/names"] = {"kind": "tenant", "name": "acme"}
        query["GET /api/v1/search"] = {"q": "acme"}
        query["GET /api/v1/resources/tree/path"] = {"to": f"tenant:{ids['tenant']}"}
        query["GET /api/v1/access/principals"] = {"res_type": "2", "res_id": str(ids["tenant"])}
        query["GET /api/v1/policy"] = {"tenant": "acme"}
        reader = everything if "audit@root" in routes()[operation].who else cluster
        answer = send(reader, operation, ids, document, **query.get(operation, {}))
        assert answer.status_code == 200, f"{operation}: {answer.text}"


def test_an_auditor_sees_grants_of_the_place_and_below_only(estate: Estate, ids: dict[str, Any]) -> None:
    other = estate.make("tenants", name="other", cluster_ids=[ids["cluster"]])
    hidden = estate.make("grants", user_id=ids["user"], res_type=2, res_id=other["id"], authorities=[103])["id"]
    reader = client_of(estate, TENANT, ids["tenant"], 107)
    found = {grant["id"] for grant in reader.get("/api/v1/grants", params={"limit": 200}).json()["items"]}
    assert ids["grant"] in found
    assert hidden not in found
    assert reader.get(f"/api/v1/grants/{hidden}").status_code == 404
    assert reader.get(f"/api/v1/grants/{ids['grant']}/usage").status_code == 200
    assert reader.get(f"/api/v1/grants/{hidden}/usage").status_code == 404
    topics = client_of(estate, 4, ids["topic"], 307)
    assert {grant["res_type"] for grant in topics.get("/api/v1/grants").json()["items"]} == {4}


def test_an_auditor_asks_about_rights_on_its_place_only(estate: Estate, ids: dict[str, Any]) -> None:
    reader = client_of(estate, 3, ids["namespace"], 207)
    question = {"cluster_id": ids["cluster"], "principal": "bot", "question": "topic:CONSUME", "resource_type": "topic"}
    inside = {**question, "resource": "persistent://acme/orders/created"}
    elsewhere = {**question, "resource": "persistent://acme/bills/paid"}
    answers = reader.post("/api/v1/access/check", json={"questions": [inside, elsewhere]}).json()["answers"]
    assert [(answer["allowed"], answer["error"]) for answer in answers] == [(True, None), (None, "not_allowed")]
    assert reader.post("/api/v1/access/explain", json=inside).json()["allowed"] is True
    assert reader.post("/api/v1/access/explain", json=elsewhere).status_code == 403
    place = {"res_type": 4, "res_id": ids["topic"]}
    names = [
        principal["username"] for principal in reader.get("/api/v1/access/principals", params=place).json()["items"]
    ]
    assert "bot" in names
    above = {"res_type": 2, "res_id": ids["tenant"]}
    assert reader.get("/api/v1/access/principals", params=above).json()["items"] == []


def test_the_trail_of_another_place_is_refused(estate: Estate, ids: dict[str, Any]) -> None:
    reader = client_of(estate, 3, ids["namespace"], 207)
    other = estate.make("tenants", name="other", cluster_ids=[ids["cluster"]])
    cases = [({}, 403), ({"res_type": 2, "res_id": ids["tenant"]}, 403), ({"res_type": 2, "res_id": other["id"]}, 404)]
    cases += [({"res_type": 2, "res_id": 999}, 404), ({"res_type": 0, "res_id": 0}, 404)]
    cases += [({"res_type": 3, "res_id": ids["namespace"], "credential": "session:1"}, 403)]
    for params, status in cases:
        assert reader.get("/api/v1/trail", params=params).status_code == status, params


@pytest.mark.parametrize(("half", "missing"), [({"res_type": 2}, "res_id"), ({"res_id": 1}, "res_type")])
def test_half_a_place_does_not_show_the_whole_trail(estate: Estate, half: dict[str, int], missing: str) -> None:
    answer = estate.root.get("/api/v1/trail", params=half)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, missing)


def test_an_auditor_sees_the_brokers_of_its_cluster(estate: Estate, ids: dict[str, Any]) -> None:
    path = f"/api/v1/clusters/{ids['cluster']}"
    on_cluster, in_tenant = client_of(estate, CLUSTER, ids["cluster"], 7), client_of(estate, TENANT, ids["tenant"], 107)
    assert [broker["broker"] for broker in on_cluster.get(f"{path}/brokers").json()["items"]] == [ids["broker"]]
    assert in_tenant.get(f"{path}/brokers").status_code == 403
    assert on_cluster.get(f"{path}/enforcement", params={"revision": 1}).status_code == 200
    for secret in ("credentials", "broker-conf"):
        assert on_cluster.get(f"{path}/{secret}").status_code == 403
    for item in ("client-secrets", "tokens", "rights"):
        assert on_cluster.get(f"/api/v1/users/{ids['user']}/{item}").status_code == 404


def test_an_auditor_reads_requests_and_does_not_decide_them(estate: Estate, ids: dict[str, Any]) -> None:
    asking = estate.center.make(a_user)
    body = {"res_type": 4, "resource": "persistent://acme/orders/created", "authorities": [303], "reason": "to bill"}
    made = estate.make("access-requests", estate.center.with_token(asking), **body)
    reader = client_of(estate, 3, ids["namespace"], 207)
    path = "/api/v1/access-requests"
    assert [request["id"] for request in reader.get(path, params={"box": "all"}).json()["items"]] == [made["id"]]
    assert reader.get(path, params={"box": "to_decide"}).json()["items"] == []
    shown = reader.get(f"{path}/{made['id']}").json()
    assert [shown[name] for name in ("may_decide", "may_withdraw", "may_pass_on")] == [False] * 3
    for verb, decision in (("approve", {}), ("refuse", {"comment": "no"}), ("withdraw", None), ("pass-on", None)):
        assert reader.post(f"{path}/{made['id']}/{verb}", json=decision, headers=ANY).status_code == 404, verb
    stranger = estate.center.with_token(estate.center.make(a_user))
    assert stranger.get(path, params={"box": "all"}).json()["items"] == []


def test_an_auditor_reads_subscription_rules_and_does_not_change_them(estate: Estate, ids: dict[str, Any]) -> None:
    """Also their history; auditors of the namespace and above read it, those of a topic do not."""
    path = f"/api/v1/namespaces/{ids['namespace']}/subscription-permissions"
    rule = {"subscription": "payroll", "users": ["bot"]}
    assert estate.root.put(path, json=rule, headers=ANY).status_code == 200
    places = [(ROOT, 0, 7), (CLUSTER, ids["cluster"], 7), (TENANT, ids["tenant"], 107), (3, ids["namespace"], 207)]
    for kind, number, authority in places:
        reader = client_of(estate, kind, number, authority)
        assert rule in reader.get(path).json()["items"]
        assert reader.put(path, json=rule, headers=ANY).status_code == 403
        assert reader.delete(path, params={"subscription": "payroll"}, headers=ANY).status_code == 403
        found = [entry for entry in trail(reader, kind, number) if entry["entity"] == "subscription_rule"]
        assert "acme/orders#payroll" in {entry["key"] for entry in found}
    inside = client_of(estate, 4, ids["topic"], 307)
    assert inside.get(path).status_code == 403
    assert "subscription_rule" not in {entry["entity"] for entry in trail(inside, 4, ids["topic"])}


def test_a_sub_account_audits_what_its_main_account_audits(estate: Estate, ids: dict[str, Any]) -> None:
    main = auditor(estate, 3, ids["namespace"], 207)
    led = estate.center.with_token(auditor(estate, TENANT, ids["tenant"], 107, parent=main))
    alone = estate.center.make(a_user)
    unled = estate.center.with_token(auditor(estate, TENANT, ids["tenant"], 107, parent=alone))
    grant = f"/api/v1/grants/{ids['grant']}"
    assert led.get(grant).status_code == 200
    assert unled.get(grant).status_code == 404
    assert {grant["res_type"] for grant in led.get("/api/v1/grants", params={"limit": 200}).json()["items"]} == {
        2,
        4,
        3,
    }
    assert trail(led, 3, ids["namespace"])
    assert led.get("/api/v1/trail", params={"res_type": 2, "res_id": ids["tenant"]}).status_code == 403


@pytest.mark.parametrize(
    ("mains", "own", "shown"), [(104, 104, True), (107, 107, True), (104, 107, False), (107, 104, False)]
)
def test_a_sub_account_reads_by_a_right_that_both_accounts_hold(
    estate: Estate, ids: dict[str, Any], mains: int, own: int, shown: bool
) -> None:
    body = {"res_type": 4, "resource": "persistent://acme/orders/created", "authorities": [303], "reason": "to bill"}
    made = estate.make("access-requests", estate.center.with_token(estate.center.make(a_user)), **body)
    main = auditor(estate, TENANT, ids["tenant"], mains)
    sub = auditor(estate, TENANT, ids["tenant"], own, parent=main)
    reader = estate.center.with_token(sub)
    assert (reader.get(f"/api/v1/grants/{ids['grant']}").status_code == 200) is shown
    listed = reader.get("/api/v1/grants", params={"limit": 200}).json()["items"]
    assert ({grant["res_type"] for grant in listed} == {2, 3, 4}) is shown
    requests = reader.get("/api/v1/access-requests", params={"box": "all"}).json()["items"]
    assert ([request["id"] for request in requests] == [made["id"]]) is shown
    with estate.center.database.reading() as session:
        user = session.get_one(User, sub.id)
        assert set(session.scalars(readable_tenants(session, user, now_ms()))) == ({"acme"} if shown else set())


def test_an_auditor_gives_nothing_and_an_administrator_only_what_it_holds(estate: Estate, ids: dict[str, Any]) -> None:
    reader, administrator = (client_of(estate, TENANT, ids["tenant"], number) for number in (107, 104))
    body = {"user_id": ids["user"], "res_type": 2, "res_id": ids["tenant"], "authorities": [107]}
    assert reader.post("/api/v1/grants", json=body).status_code == 403
    refused = administrator.post("/api/v1/grants", json=body)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_held")
    both = estate.center.make(a_user)
    estate.center.make(a_grant, both, [104, 107], TENANT, ids["tenant"])
    assert estate.center.with_token(both).post("/api/v1/grants", json=body).status_code == 201


def test_a_creator_may_audit_what_it_made(estate: Estate, ids: dict[str, Any]) -> None:
    def held(session: Session) -> dict[int, set[int]]:
        own = roles.personal_role_of(session, estate.administrator.id)
        found = session.scalars(select(Grant).where(Grant.role_id == own.id, Grant.res_type > CLUSTER))
        return {grant.res_type: {number for number in grant.authority_ids() if number % 100 == 7} for grant in found}

    assert estate.center.read(held) == {TENANT: {107, 207, 307}, 3: {207, 307}, 4: {307}}


def test_auditors_find_users_and_grants_by_name_but_not_by_nickname(estate: Estate, ids: dict[str, Any]) -> None:
    named = estate.center.make(a_user, "plainly")
    changed = estate.root.patch(f"/api/v1/users/{named.id}", json={"nick": "Zebedee"}, headers=ANY)
    assert changed.status_code == 200, changed.text
    estate.center.make(a_grant, named, [103], TENANT, ids["tenant"])
    reader = client_of(estate, TENANT, ids["tenant"], 107)
    place = {"res_type": TENANT, "res_id": ids["tenant"]}
    for client, found in ((reader, set()), (estate.root, {"plainly"})):
        answer = client.get("/api/v1/access/principals", params={**place, "q": "zebed"})
        assert {principal["username"] for principal in answer.json()["items"]} == found
    assert reader.get("/api/v1/access/principals", params={**place, "q": "plainl"}).json()["total"] == 1
    assert reader.get("/api/v1/usage", params={"q": "plainl"}).json()["total"] == 1
