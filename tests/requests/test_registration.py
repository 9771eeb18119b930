"""Asking for an account: off by default, silent about names; approved as a whole, as the administrator changes it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.identity.models import ServiceGroup
from app.resources.models import ProvisioningJob, Tenant
from app.rights.requests.models import Registration
from tests.center import Center
from tests.factories import PASSWORD, ROOT, Person, a_cluster, a_grant, a_tenant, a_user, an_administrator
from tests.requests.desk import actions, grants_of, problem, rows
from tests.requests.registering import PATH, WANTED, decide, only_request, status, submit


def test_registration_is_off_by_default(center: Center) -> None:
    center.make(a_cluster, "prod")
    before = rows(center)
    assert problem(center.client().post(PATH, json=WANTED)) == (404, "registration_closed")
    assert problem(center.client().post(PATH, json={})) == (404, "registration_closed")
    form = center.client().get("/api/v1/registration-form").json()
    assert (form["open"], form["clusters"]) == (False, [])
    assert rows(center) == before


def test_a_sub_account_that_administers_the_center_lets_nobody_in(center: Center, root: httpx.Client) -> None:
    """It could be the applicant itself, and would own the tenant for good."""
    submit(center)
    item = only_request(root)
    main = center.make(an_administrator, "main")
    sub = center.make(a_user, "sub", parent=main)
    center.make(a_grant, sub, [4], ROOT, 0)
    client, before = center.signed_in(sub), rows(center)
    assert problem(decide(client, item["id"], "approve")) == (403, "sub_account_cannot_grant")
    assert rows(center) == before
    assert decide(client, item["id"], "refuse", comment="not ours").status_code == 200


def test_the_form_shows_only_the_operators_offers(center: Center, root: httpx.Client) -> None:
    form = center.client().get("/api/v1/registration-form").json()
    assert (form["open"], form["clusters"]) == (True, ["prod", "gone"])


def test_from_the_request_to_the_first_sign_in(center: Center, root: httpx.Client) -> None:
    receipt = submit(center)
    assert (status(center, receipt)["state"], status(center, receipt)["may_collect"]) == ("open", False)
    assert problem(center.client().post(f"{PATH}/secret", json={"receipt": receipt})) == (409, "not_approved")
    item = only_request(root)
    assert (item["user_exists"], item["group_exists"], item["tenant_exists"]) == (False, False, False)
    answer = decide(root, item["id"], "approve", authorities=[100], comment="welcome")
    assert answer.status_code == 200, answer.text
    assert "secret" not in answer.text
    known = status(center, receipt)
    assert (known["state"], known["comment"], known["may_collect"]) == ("approved", "welcome", True)

    first = center.client().post(f"{PATH}/secret", json={"receipt": receipt})
    assert first.status_code == 200, first.text
    assert first.headers["cache-control"] == "no-store"
    browser = center.client()
    secret = {"username": "orders-team", "password": first.json()["initial_secret"]}
    assert browser.post("/api/v1/session", json=secret).json()["must_change_password"]
    new = {"current": secret["password"], "new": PASSWORD}
    assert browser.put("/api/v1/session/password", json=new).status_code == 200
    tenants = browser.get("/api/v1/tenants").json()["items"]
    assert [(tenant["name"], tenant["provisioning"]["state"]) for tenant in tenants] == [("acme-orders", "pending")]
    assert problem(center.client().post(f"{PATH}/secret", json={"receipt": receipt})) == (409, "nothing_to_collect")
    assert (only_request(root, "approved")["collected"], status(center, receipt)["may_collect"]) == (True, False)


def test_an_approval_is_one_revision_with_everything(center: Center, root: httpx.Client) -> None:
    submit(center)
    answer = decide(root, only_request(root)["id"], "approve", authorities=[100])
    revision = int(answer.headers["x-revision"])

    def read(session: Session) -> tuple[set[str], list[str], list[str]]:
        entries = list(session.scalars(select(TrailEntry).where(TrailEntry.revision == revision)))
        jobs = list(session.scalars(select(ProvisioningJob.name)))
        return {entry.action for entry in entries}, [entry.actor for entry in entries], jobs

    found, actors, jobs = center.read(read)
    assert found == {
        "group.create", "user.create", "role.create", "user.join", "tenant.create", "grant.create",
        "registration.approve",
    }  # fmt: skip
    assert set(actors) == {"root"}
    assert jobs == ["acme-orders"]
    person = Person(answer.json()["user_id"], "orders-team")
    owned, given = grants_of(center, person)
    assert (owned[0], owned[3], given[0], given[2]) == (2, None, 1, [100])
    assert {101, 102, 103, 104, 200} <= set(owned[2])
    assert actions(center, "registration") == ["registration.create", "registration.approve"]


def test_an_administrator_may_change_the_account_made(center: Center, root: httpx.Client) -> None:
    receipt = submit(center)
    answer = decide(root, only_request(root)["id"], "approve", username="orders", group_name=None, tenant_name=None)
    assert answer.status_code == 200, answer.text
    assert status(center, receipt)["username"] == "orders"

    def read(session: Session) -> tuple[list[str], list[str]]:
        return list(session.scalars(select(ServiceGroup.group_name))), list(session.scalars(select(Tenant.name)))

    assert center.read(read) == ([], [])


def test_an_impossible_approval_changes_nothing(center: Center, root: httpx.Client) -> None:
    center.make(a_user, "taken")
    center.make(a_tenant, "acme-orders")
    submit(center)
    number = only_request(root)["id"]
    before = rows(center)
    wrong: list[tuple[dict[str, Any], tuple[int, str]]] = [
        ({"username": "taken"}, (409, "exists")),
        ({"username": "a b"}, (422, "invalid_name")),
        ({"username": None}, (422, "invalid_input")),
        ({}, (409, "exists")),
        ({"tenant_name": "new", "cluster_ids": []}, (422, "unknown_cluster")),
        ({"tenant_name": "new", "cluster_ids": [999]}, (422, "unknown_cluster")),
        ({"tenant_name": "a/b"}, (422, "invalid_name")),
        ({"tenant_name": "new", "authorities": [999]}, (422, "unknown_authority")),
        ({"tenant_name": "new", "group_name": " blank"}, (422, "invalid_name")),
        ({"tenant_name": "new", "unknown": 1}, (422, "unknown_field")),
    ]
    for body, expected in wrong:
        assert problem(decide(root, number, "approve", **body)) == expected, body
        assert rows(center) == before, body
    assert decide(root, number, "approve", tenant_name="new").status_code == 200


def test_a_refusal_is_read_by_the_applicant(center: Center, root: httpx.Client) -> None:
    receipt = submit(center)
    number = only_request(root)["id"]
    assert problem(decide(root, number, "refuse")) == (422, "invalid_input")
    assert decide(root, number, "refuse", comment="ask your team").status_code == 200
    found = status(center, receipt)
    assert (found["state"], found["comment"], found["may_collect"]) == ("refused", "ask your team", False)
    again: list[tuple[str, dict[str, str]]] = [("approve", {}), ("refuse", {"comment": "again"})]
    for verb, body in again:
        answer = decide(root, number, verb, **body)
        assert (problem(answer), answer.json()["state"]) == ((409, "already_decided"), "refused")


def test_requests_for_the_same_name_end_with_the_approved_one(center: Center, root: httpx.Client) -> None:
    first, second = submit(center), submit(center, contact="mallory@elsewhere.example")
    items = root.get(PATH, params={"state": "open"}).json()["items"]
    assert [row["same_name"] for row in items] == [[items[1]["id"]], [items[0]["id"]]]
    assert decide(root, items[0]["id"], "approve").status_code == 200
    assert [status(center, code)["state"] for code in (first, second)] == ["approved", "superseded"]
    assert status(center, second)["comment"] is None, "it says nothing about the other one"
    assert problem(center.client().post(f"{PATH}/secret", json={"receipt": second})) == (409, "not_approved")
    assert actions(center, "registration")[-1] == "registration.supersede"


def test_the_answer_does_not_reveal_existing_accounts(center: Center, root: httpx.Client) -> None:
    center.make(a_user, "alice")
    center.make(a_tenant, "acme-orders")
    taken = center.client().post(PATH, json=WANTED | {"username": "alice"})
    free = center.client().post(PATH, json=WANTED | {"username": "nobody", "tenant_name": "free"})
    assert (
        (taken.status_code, taken.json().keys()) == (free.status_code, free.json().keys()) == (202, taken.json().keys())
    )
    assert {name.lower() for name in taken.headers} == {name.lower() for name in free.headers}


def test_a_wrong_receipt_opens_nothing(center: Center, root: httpx.Client) -> None:
    receipt = submit(center)
    for code in ("x", receipt[:-1], receipt.swapcase(), "\u00e9"):
        for what in ("status", "secret"):
            assert problem(center.client().post(f"{PATH}/{what}", json={"receipt": code})) == (404, "unknown_receipt")

    def stored_text(session: Session) -> str:
        row = session.scalars(select(Registration)).one()
        return " ".join(str(getattr(row, column.key)) for column in Registration.__table__.columns)

    assert receipt not in center.read(stored_text)


def test_two_administrators_at_once_make_one_account(center: Center, root: httpx.Client) -> None:
    submit(center)
    number = only_request(root)["id"]
    clients = [root, center.with_token(center.make(an_administrator))]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda client: decide(client, number, "approve"), clients))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


def test_if_match_is_demanded_of_administrators(center: Center, root: httpx.Client) -> None:
    submit(center)
    item = only_request(root)
    path = f"{PATH}/{item['id']}"
    assert root.get(path).headers["etag"] == f'"{item["version"]}"'
    assert problem(root.post(f"{path}/approve", json={})) == (428, "if_match_required")
    assert problem(root.post(f"{path}/refuse", json={"comment": "x"}, headers={"If-Match": '"v1"'})) == (
        412,
        "changed_meanwhile",
    )
    assert problem(root.get(f"{PATH}/999")) == (404, "not_found")
