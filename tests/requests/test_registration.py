"""Asking for an account: off by default, bounded, silent about names; approved as a whole; the secret for one only."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.models import TrailEntry
from app.clock import now_ms
from app.identity.models import ServiceGroup
from app.identity.networks import network_of
from app.requests import housekeeping, registration
from app.requests.models import Registration
from app.requests.registration import Application
from app.resources.models import ProvisioningJob, Tenant
from tests.center import Center
from tests.factories import PASSWORD, Person, a_cluster, a_tenant, a_user, an_administrator
from tests.requests.desk import ANY, DAY, actions, held, problem, rows, set_to

PATH = "/api/v1/registrations"
WANTED = {
    "username": "orders-team",
    "nick": "Order intake",
    "contact": "orders@acme.example",
    "group_name": "orders",
    "tenant_name": "acme-orders",
    "cluster": "prod",
    "reason": "orders go to the warehouse",
}


@pytest.fixture
def root(center: Center) -> httpx.Client:
    """Registration is open, one cluster is offered, an administrator is there."""
    center.make(a_cluster, "prod")
    center.make(a_cluster, "hidden")
    set_to(center, registration_open=True, registration_clusters="prod, gone")
    return center.with_token(center.make(an_administrator, "root"))


def submitted(center: Center, **values: Any) -> str:
    """The receipt of a request."""
    answer = center.client().post(PATH, json=WANTED | values)
    assert answer.status_code == 202, answer.text
    receipt: str = answer.json()["receipt"]
    return receipt


def status(center: Center, receipt: str) -> dict[str, Any]:
    """What the applicant sees."""
    answer = center.client().post(f"{PATH}/status", json={"receipt": receipt})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def only(root: httpx.Client, state: str = "open") -> dict[str, Any]:
    """The one request in this state."""
    items = root.get(PATH, params={"state": state}).json()["items"]
    assert len(items) == 1
    found: dict[str, Any] = items[0]
    return found


def decided(root: httpx.Client, number: int, verb: str, **body: Any) -> httpx.Response:
    """Approve or refuse."""
    return root.post(f"{PATH}/{number}/{verb}", json=body, headers=ANY)


def test_it_is_off_by_default(center: Center) -> None:
    center.make(a_cluster, "prod")
    before = rows(center)
    assert problem(center.client().post(PATH, json=WANTED)) == (404, "registration_closed")
    assert problem(center.client().post(PATH, json={})) == (404, "registration_closed")
    form = center.client().get("/api/v1/registration-form").json()
    assert (form["open"], form["clusters"]) == (False, [])
    assert rows(center) == before


def test_the_form_tells_only_what_the_operator_offers(center: Center, root: httpx.Client) -> None:
    form = center.client().get("/api/v1/registration-form").json()
    assert (form["open"], form["clusters"]) == (True, ["prod", "gone"])


def test_from_the_request_to_the_first_sign_in(center: Center, root: httpx.Client) -> None:
    receipt = submitted(center)
    assert (status(center, receipt)["state"], status(center, receipt)["may_collect"]) == ("open", False)
    assert problem(center.client().post(f"{PATH}/secret", json={"receipt": receipt})) == (409, "not_approved")
    item = only(root)
    assert (item["user_exists"], item["group_exists"], item["tenant_exists"]) == (False, False, False)
    answer = decided(root, item["id"], "approve", authorities=[100], comment="welcome")
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
    assert [(one["name"], one["provisioning"]["state"]) for one in tenants] == [("acme-orders", "pending")]
    assert problem(center.client().post(f"{PATH}/secret", json={"receipt": receipt})) == (409, "nothing_to_collect")
    assert (only(root, "approved")["collected"], status(center, receipt)["may_collect"]) == (True, False)


def test_an_approval_is_one_revision_with_everything(center: Center, root: httpx.Client) -> None:
    submitted(center)
    answer = decided(root, only(root)["id"], "approve", authorities=[100])
    revision = int(answer.headers["x-revision"])

    def read(session: Session) -> tuple[set[str], list[str], list[str]]:
        entries = list(session.scalars(select(TrailEntry).where(TrailEntry.revision == revision)))
        jobs = list(session.scalars(select(ProvisioningJob.name)))
        return {one.action for one in entries}, [one.actor for one in entries], jobs

    found, actors, jobs = center.read(read)
    assert found == {
        "group.create", "user.create", "role.create", "user.join", "tenant.create", "grant.create",
        "registration.approve",
    }  # fmt: skip
    assert set(actors) == {"root"}
    assert jobs == ["acme-orders"]
    person = Person(answer.json()["user_id"], "orders-team")
    owned, given = held(center, person)
    assert (owned[0], owned[3], given[0], given[2]) == (2, None, 1, [100])
    assert {101, 102, 103, 104, 200} <= set(owned[2])
    assert actions(center, "registration") == ["registration.create", "registration.approve"]


def test_the_administrator_changes_what_is_made(center: Center, root: httpx.Client) -> None:
    receipt = submitted(center)
    answer = decided(root, only(root)["id"], "approve", username="orders", group_name=None, tenant_name=None)
    assert answer.status_code == 200, answer.text
    assert status(center, receipt)["username"] == "orders"

    def read(session: Session) -> tuple[list[str], list[str]]:
        return list(session.scalars(select(ServiceGroup.group_name))), list(session.scalars(select(Tenant.name)))

    assert center.read(read) == ([], [])


def test_an_approval_that_cannot_be_is_none_at_all(center: Center, root: httpx.Client) -> None:
    center.make(a_user, "taken")
    center.make(a_tenant, "acme-orders")
    submitted(center)
    number = only(root)["id"]
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
        assert problem(decided(root, number, "approve", **body)) == expected, body
        assert rows(center) == before, body
    assert decided(root, number, "approve", tenant_name="new").status_code == 200


def test_a_refusal_is_read_by_the_applicant(center: Center, root: httpx.Client) -> None:
    receipt = submitted(center)
    number = only(root)["id"]
    assert problem(decided(root, number, "refuse")) == (422, "invalid_input")
    assert decided(root, number, "refuse", comment="ask your team").status_code == 200
    found = status(center, receipt)
    assert (found["state"], found["comment"], found["may_collect"]) == ("refused", "ask your team", False)
    again: list[tuple[str, dict[str, str]]] = [("approve", {}), ("refuse", {"comment": "again"})]
    for verb, body in again:
        answer = decided(root, number, verb, **body)
        assert (problem(answer), answer.json()["state"]) == ((409, "already_decided"), "refused")


def test_requests_for_the_same_name_end_with_the_approved_one(center: Center, root: httpx.Client) -> None:
    first, second = submitted(center), submitted(center, contact="mallory@elsewhere.example")
    items = root.get(PATH, params={"state": "open"}).json()["items"]
    assert [one["same_name"] for one in items] == [[items[1]["id"]], [items[0]["id"]]]
    assert decided(root, items[0]["id"], "approve").status_code == 200
    assert [status(center, code)["state"] for code in (first, second)] == ["approved", "superseded"]
    assert status(center, second)["comment"] is None, "it says nothing about the other one"
    assert problem(center.client().post(f"{PATH}/secret", json={"receipt": second})) == (409, "not_approved")
    assert actions(center, "registration")[-1] == "registration.supersede"


def test_the_answer_does_not_tell_who_is_there(center: Center, root: httpx.Client) -> None:
    center.make(a_user, "alice")
    center.make(a_tenant, "acme-orders")
    taken = center.client().post(PATH, json=WANTED | {"username": "alice"})
    free = center.client().post(PATH, json=WANTED | {"username": "nobody", "tenant_name": "free"})
    assert (
        (taken.status_code, taken.json().keys()) == (free.status_code, free.json().keys()) == (202, taken.json().keys())
    )
    assert {name.lower() for name in taken.headers} == {name.lower() for name in free.headers}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"username": "a b"}, (422, "invalid_name")),
        ({"username": "a:b"}, (422, "invalid_name")),
        ({"username": ""}, (422, "invalid_input")),
        ({"username": "x" * 129}, (422, "invalid_input")),
        ({"username": 7}, (422, "invalid_input")),
        ({"nick": "a\nb"}, (422, "invalid_input")),
        ({"contact": ""}, (422, "invalid_input")),
        ({"contact": "a\x00b"}, (422, "invalid_input")),
        ({"contact": "x" * 257}, (422, "invalid_input")),
        ({"group_name": " orders"}, (422, "invalid_input")),
        ({"group_name": "\ud800"}, (422, "invalid_input")),
        ({"tenant_name": "a/b"}, (422, "invalid_name")),
        ({"cluster": "hidden"}, (422, "unknown_cluster")),
        ({"cluster": 1}, (422, "invalid_input")),
        ({"reason": ""}, (422, "invalid_input")),
        ({"reason": "x" * 1001}, (422, "invalid_input")),
        ({"administrator": True}, (422, "unknown_field")),
    ],
)
def test_bad_input_changes_nothing(
    center: Center, root: httpx.Client, values: dict[str, Any], expected: tuple[int, str]
) -> None:
    before = rows(center)
    answer = center.client().post(PATH, content=_json(WANTED | values), headers={"Content-Type": "application/json"})
    assert problem(answer) == expected
    assert rows(center) == before


def _json(values: dict[str, Any]) -> bytes:
    import json

    return json.dumps(values).encode()


def test_another_site_cannot_make_browsers_ask(center: Center, root: httpx.Client) -> None:
    answer = center.client().post(PATH, json=WANTED, headers={"Origin": "https://evil.example"})
    assert problem(answer) == (403, "cross_site")
    assert center.read(lambda session: session.scalars(select(Registration.id)).all()) == []


def test_a_wrong_receipt_opens_nothing(center: Center, root: httpx.Client) -> None:
    receipt = submitted(center)
    for code in ("x", receipt[:-1], receipt.swapcase(), "\u00e9"):
        for what in ("status", "secret"):
            assert problem(center.client().post(f"{PATH}/{what}", json={"receipt": code})) == (404, "unknown_receipt")

    def stored(session: Session) -> str:
        row = session.scalars(select(Registration)).one()
        return " ".join(str(getattr(row, column.key)) for column in Registration.__table__.columns)

    assert receipt not in center.read(stored)


def test_the_limits_hold_when_many_ask_at_once(center: Center, root: httpx.Client) -> None:
    set_to(center, registration_open_per_address=1_000, registration_open_max=5)
    clients = [center.client() for _ in range(4)]
    bodies = [WANTED | {"username": f"user-{number}"} for number in range(16)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda pair: clients[pair[0] % 4].post(PATH, json=pair[1]), enumerate(bodies)))
    assert sorted(answer.status_code for answer in answers) == [202] * 5 + [429] * 11
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused.json()["code"] == "registration_limit"
    assert int(refused.headers["retry-after"]) > 0
    assert root.get(PATH).json()["total"] == 5
    assert actions(center, "registration") == ["registration.create"] * 5


def test_one_address_does_not_take_all_places(center: Center, root: httpx.Client) -> None:
    settings = center.app.state.settings
    asked = Application("a", None, "a@b.example", "g", None, None, "r")

    def ask(address: str) -> None:
        center.make(registration.submit, settings, asked, address, now_ms())

    for _ in range(3):
        ask("2001:db8::1")
    with pytest.raises(Exception, match="Too many") as refused:
        ask("2001:db8::ffff:2")
    assert refused.value.stable_code == "registration_limit"  # type: ignore[attr-defined]
    ask("2001:db8:0:1::1")
    ask("192.0.2.1")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_whom_the_limit_counts_as_one(address: str, network: str) -> None:
    assert network_of(address) == network


def test_an_answered_request_frees_its_place(center: Center, root: httpx.Client) -> None:
    set_to(center, registration_open_max=1)
    submitted(center)
    assert problem(center.client().post(PATH, json=WANTED)) == (429, "registration_limit")
    assert decided(root, only(root)["id"], "refuse", comment="no").status_code == 200
    submitted(center)


def test_what_nobody_answers_expires(center: Center, root: httpx.Client) -> None:
    set_to(center, registration_open_max=1)
    receipt = submitted(center)
    number = only(root)["id"]

    def age(session: Session) -> None:
        session.get_one(Registration, number).expires = now_ms() - 1

    center.make(age)
    assert status(center, receipt)["state"] == "expired"
    assert only(root, "expired")["id"] == number
    assert problem(decided(root, number, "approve")) == (409, "already_decided")
    submitted(center)
    housekeeping.run(center.database, center.settings, now_ms())
    assert actions(center, "registration")[-1] == "registration.expire"
    assert status(center, receipt)["state"] == "expired"


def test_the_first_secret_is_fetched_once_of_many(center: Center, root: httpx.Client) -> None:
    receipt = submitted(center)
    decided(root, only(root)["id"], "approve")
    clients = [center.client() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda client: client.post(f"{PATH}/secret", json={"receipt": receipt}), clients))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


@pytest.mark.parametrize("how", ["late", "replaced", "disabled"])
def test_the_first_secret_is_not_for_ever(center: Center, root: httpx.Client, how: str) -> None:
    receipt = submitted(center)
    user_id = decided(root, only(root)["id"], "approve").json()["user_id"]
    if how == "late":

        def age(session: Session) -> None:
            session.scalars(select(Registration)).one().expires = now_ms() - 1

        center.make(age)
    elif how == "replaced":
        assert root.post(f"/api/v1/users/{user_id}/initial-secret").status_code == 200
    else:
        root.patch(f"/api/v1/users/{user_id}", json={"status": "disabled"}, headers=ANY)
    assert problem(center.client().post(f"{PATH}/secret", json={"receipt": receipt})) == (409, "nothing_to_collect")
    assert not status(center, receipt)["may_collect"]


def test_approved_is_for_long_enough(center: Center, root: httpx.Client) -> None:
    receipt = submitted(center)
    decided(root, only(root)["id"], "approve")
    assert status(center, receipt)["expires"] > now_ms() + 13 * DAY


def test_two_administrators_at_once_make_one_account(center: Center, root: httpx.Client) -> None:
    submitted(center)
    number = only(root)["id"]
    clients = [root, center.with_token(center.make(an_administrator))]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda client: decided(client, number, "approve"), clients))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


def test_if_match_is_demanded_of_administrators(center: Center, root: httpx.Client) -> None:
    submitted(center)
    item = only(root)
    path = f"{PATH}/{item['id']}"
    assert root.get(path).headers["etag"] == f'"{item["version"]}"'
    assert problem(root.post(f"{path}/approve", json={})) == (428, "if_match_required")
    assert problem(root.post(f"{path}/refuse", json={"comment": "x"}, headers={"If-Match": '"v1"'})) == (
        412,
        "changed_meanwhile",
    )
    assert problem(root.get(f"{PATH}/999")) == (404, "not_found")
