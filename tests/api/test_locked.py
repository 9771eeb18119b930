"""No request keeps others waiting for long: every changing operation at its largest, counted.

Seconds depend on the machine; they come from statements and rows. benchmarks and `PUC_TELL=1` tell the seconds.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.admin.access import proposal
from app.api.admin.audit import undo
from app.api.admin.drift.drift_answers import MOST
from app.api.admin.grants import grants_bulk
from app.audit.findings import runs
from app.desired_state.policy_file import changes
from app.grants.models import Grant, Role
from app.identity.accounts import network_uses
from tests.api.estate import ANY, Estate
from tests.api.every_change import Ids, operations, send
from tests.api.fat_estate import a_fat_estate, own_everything
from tests.api.locked import Locked, Span
from tests.api.routes import routes
from tests.factories import Person, a_user
from tests.policy.desk import YAML

MOST_STATEMENTS = 1_200
MOST_ROWS = 25_000
"""With those that are read: SQLite does not tell them."""
MOST_STEPS = 20_000
"""Thousands of instructions of SQLite: what reads a whole table for each row shows here."""


@dataclass(frozen=True)
class Attempt:
    """What is sent, and the statuses allowed."""

    send: Callable[[httpx.Client, Ids], httpx.Response]
    statuses: tuple[int, ...] = (200, 201, 202, 204)


def _post(path: str, body: Callable[[Ids], Any], *statuses: int) -> Attempt:
    def send(client: httpx.Client, ids: Ids) -> httpx.Response:
        return client.post(path.format(**ids), json=body(ids), headers=ANY)

    return Attempt(send, statuses or (200, 201, 202, 204))


def _delete(path: str, *statuses: int) -> Attempt:
    return Attempt(lambda client, ids: client.delete(path.format(**ids), headers=ANY), statuses or (202, 204))


def _patch(path: str) -> Attempt:
    return Attempt(lambda client, ids: client.patch(path.format(**ids), json={"remark": "other"}, headers=ANY))


def _grants(ids: Ids, most: int) -> list[dict[str, Any]]:
    return [
        {"user_id": ids["users"][0], "res_type": 4, "res_id": topic, "authorities": [302]} for topic in ids["topics"]
    ][:most]


def _policy(verb: str) -> Attempt:
    topics = "".join(f"          new{number}: {{}}\n" for number in range(changes.MOST))
    head = "version: 1\ntenants:\n  acme:\n    clusters: [prod]\n    namespaces:\n      orders:\n        topics:\n"
    path = f"/api/v1/policy/{verb}?in_parts=true&dry_run=true" if verb == "apply" else f"/api/v1/policy/{verb}"
    return Attempt(lambda client, ids: client.post(path, content=head + topics, headers=YAML))


def _grants_by_file() -> Attempt:
    lines = (
        f"- {{topic: acme/orders/t{number}, user: many1, authorities: [topic.write]}}\n"
        for number in range(changes.MOST // 3)
    )
    text = "version: 1\ngrants:\n" + "".join(lines)
    path = "/api/v1/policy/apply?in_parts=true&dry_run=true"
    return Attempt(lambda client, ids: client.post(path, content=text, headers=YAML))


def _people_by_file() -> Attempt:
    text = "version: 1\nusers:\n" + "".join(f"  fresh{number}: {{}}\n" for number in range(changes.MOST))
    path = "/api/v1/policy/apply?in_parts=true&dry_run=true"
    return Attempt(lambda client, ids: client.post(path, content=text, headers=YAML))


def _audit(client: httpx.Client, ids: Ids) -> httpx.Response:
    about = {"v": 2, "run": "fat", "from": "2026-11-01", "until": "2026-11-30", "generated": 1796083200000}
    assert client.post("/api/v1/audit/runs", json=about).status_code == 200
    lines = "\n".join('{"date":"2026-11-01","cluster":"prod"}' for _ in range(runs.MOST_LINES))
    return client.put("/api/v1/audit/runs/fat/parts/usage_daily/1", content=lines)


def _networks(client: httpx.Client, ids: Ids) -> httpx.Response:
    limits = {"networks": ["@office"]}
    grants = [{**grant, "limits": limits} for grant in _grants(ids, network_uses.MOST)]
    assert client.post("/api/v1/grants/bulk", json={"grant": grants}, headers=ANY).status_code == 200
    path = f"/api/v1/networks/{ids['network']}?dry_run=true"
    return client.patch(path, json={"networks": ["10.3.0.0/16"]}, headers=ANY)


def _revoke_key(client: httpx.Client, ids: Ids) -> httpx.Response:
    path = f"/api/v1/signing-keys/{ids['kid']}/revoke?dry_run=true"
    return client.post(path, json={"reason": "leaked"}, headers=ANY)


def _undo(client: httpx.Client, ids: Ids) -> httpx.Response:
    """What was revoked is given again: that takes the most."""
    held = [{"id": grant, "version": "*"} for grant in ids["held"][: undo.MOST]]
    assert client.post("/api/v1/grants/bulk", json={"revoke": held}, headers=ANY).status_code == 200
    newest: dict[str, Any] = {"action": "grant.revoke", "sort": "-id", "limit": undo.MOST}
    entries = [entry["id"] for entry in client.get("/api/v1/trail", params=newest).json()["items"]]
    assert len(entries) == undo.MOST
    return client.post("/api/v1/trail/undo", json={"entries": entries})


LARGEST: dict[str, list[Attempt]] = {
    "POST /api/v1/grants/bulk": [
        _post("/api/v1/grants/bulk?dry_run=true", lambda ids: {"grant": _grants(ids, grants_bulk.MOST)}),
        _post(
            "/api/v1/grants/bulk?dry_run=true",
            lambda ids: {"revoke": [{"id": grant, "version": "*"} for grant in ids["held"][: grants_bulk.MOST]]},
        ),
        _post(
            "/api/v1/grants/bulk?dry_run=true",
            lambda ids: {
                "change": [
                    {"id": grant, "version": "*", "authorities": [302]} for grant in ids["held"][: grants_bulk.MOST]
                ]
            },
        ),
    ],
    "POST /api/v1/clusters/{cluster_id}/drift/lines/answers": [
        _post(
            "/api/v1/clusters/{cluster}/drift/lines/answers?dry_run=true",
            lambda ids: {"answer": "adopt", "lines": [{"id": line} for line in ids["drift_lines"][:MOST]]},
        )
    ],
    "POST /api/v1/access/simulate": [
        _post(
            "/api/v1/access/simulate",
            lambda ids: {"changes": {"grant": _grants(ids, proposal.MOST)}, "all": True},
            200,
            422,
        )
    ],
    "POST /api/v1/trail/undo": [Attempt(_undo, (200,))],
    "POST /api/v1/policy/plan": [_policy("plan")],
    "POST /api/v1/policy/apply": [_policy("apply"), _grants_by_file(), _people_by_file()],
    "DELETE /api/v1/tenants/{tenant_id}": [_delete("/api/v1/tenants/{tenant}?confirm=acme&cascade=true&dry_run=true")],
    "DELETE /api/v1/namespaces/{namespace_id}": [
        _delete("/api/v1/namespaces/{namespace}?confirm=acme/orders&cascade=true&dry_run=true")
    ],
    "DELETE /api/v1/users/{user_id}": [_delete("/api/v1/users/{user}?cascade=true&dry_run=true")],
    "DELETE /api/v1/roles/{role_id}": [_delete("/api/v1/roles/{role}?cascade=true&dry_run=true", 409)],
    "DELETE /api/v1/groups/{group_id}": [_delete("/api/v1/groups/{group}?cascade=true&dry_run=true", 409)],
    "DELETE /api/v1/clusters/{cluster_id}": [
        _delete("/api/v1/clusters/{spare}?confirm=spare&cascade=true&dry_run=true")
    ],
    "PATCH /api/v1/networks/{network_id}": [Attempt(_networks)],
    "POST /api/v1/signing-keys/{kid}/revoke": [Attempt(_revoke_key)],
    "PUT /api/v1/audit/runs/{run}/parts/{kind}/{number}": [Attempt(_audit, (200, 422))],
}
"""What `routes.txt` says changes many things. Whatever else there is, is sent as in the table of changes."""
FEW_ROWS = 150
OF_AN_OWNER: dict[str, tuple[Callable[[httpx.Client, Ids], httpx.Response], int]] = {
    name: (sent.send, status)
    for name, sent, status in (
        ("grant", _post("/api/v1/grants", lambda ids: _grants(ids, 1)[0]), 201),
        ("new topic", _post("/api/v1/topics", lambda ids: {"namespace_id": ids["namespace"], "name": "fresh"}), 201),
        ("topic", _patch("/api/v1/topics/{topic}"), 200),
        ("namespace", _patch("/api/v1/namespaces/{namespace}"), 200),
        ("tenant", _patch("/api/v1/tenants/{tenant}"), 200),
        ("refused", _patch("/api/v1/clusters/{cluster}"), 403),
        ("many grants", _post("/api/v1/grants/bulk?dry_run=true", lambda ids: {"grant": _grants(ids, 10)[1:]}), 200),
    )
}
"""Small changes of somebody who is no administrator of the center."""


def test_every_changing_operation_says_how_much_it_changes(estate: Estate) -> None:
    table = routes()
    changing = {operation: table[operation].changes for operation in operations(estate.center.app.openapi())}
    assert {operation for operation, size in changing.items() if size is None} == set(), "say one or many in routes.txt"
    assert {operation for operation, size in changing.items() if size == "many"} == LARGEST.keys()


def test_nothing_keeps_the_others_waiting_for_long(estate: Estate) -> None:
    ids, document = a_fat_estate(estate), estate.center.app.openapi()
    client, locked = estate.center.with_token(estate.administrator), Locked(estate.center.database)
    spans: dict[str, Span] = {}
    with locked.watching(), _others_at_work(estate) as answers:
        for operation in sorted(set(operations(document)) - {"DELETE /api/v1/session"}):
            for number, sent in enumerate(LARGEST.get(operation, [Attempt(_plain_request(operation, document), ())])):
                locked.spans.clear()
                answer = sent.send(client, ids)
                assert answer.status_code < 500, (operation, answer.text)
                assert not sent.statuses or answer.status_code in sent.statuses, (operation, answer.text[:500])
                spans[f"{operation} {number}"] = locked.worst
    assert {200, 201} <= set(answers) <= {200, 201, 503}
    print_seconds(spans)
    large = {
        operation: span
        for operation, span in spans.items()
        if span.statements > MOST_STATEMENTS or span.rows > MOST_ROWS or span.steps > MOST_STEPS
    }
    assert large == {}


def test_grants_elsewhere_are_not_read_for_a_small_change(estate: Estate) -> None:
    """A small change of an owner of a thousand topics costs as much as one of an owner of one."""
    ids, owner = a_fat_estate(estate), estate.center.make(a_user, "owner")
    estate.center.make(own_everything, ids, owner)
    spans: dict[str, Span] = {}
    client, locked = estate.center.with_token(owner), Locked(estate.center.database)
    with locked.watching():
        for operation, (send, status) in OF_AN_OWNER.items():
            locked.spans.clear()
            answer = send(client, ids)
            assert answer.status_code == status, (operation, answer.text)
            spans[operation] = locked.worst
        mine = estate.center.read(_own, owner)[: grants_bulk.MOST]
        for verb, values in (("revoke", {}), ("change", {"authorities": [302]})):
            locked.spans.clear()
            body = {verb: [{"id": grant, "version": "*", **values} for grant in mine]}
            assert client.post("/api/v1/grants/bulk?dry_run=true", json=body).status_code == 200
            spans[f"{verb} own"] = locked.worst
    print_seconds(spans)
    few = {operation: span for operation, span in spans.items() if "own" not in operation}
    assert {operation: span for operation, span in few.items() if span.rows > FEW_ROWS} == {}
    assert {operation: span for operation, span in spans.items() if span.statements > 50} == {}


def _own(session: Session, owner: Person) -> list[int]:
    own = select(Role.id).where(Role.personal_of == owner.id).scalar_subquery()
    return list(session.scalars(select(Grant.id).where(Grant.role_id == own, Grant.res_type == 4)))


@contextmanager
def _others_at_work(estate: Estate) -> Iterator[list[int]]:
    """Somebody reads and changes things meanwhile; 503 says on SQLite that no turn came for 15 s."""
    over, answers = threading.Event(), list[int]()
    other = estate.center.with_token(estate.center.make(a_user, "other"))
    other.timeout = httpx.Timeout(120)

    def work() -> None:
        number = 0
        while not over.is_set():
            number += 1
            answers.append(other.get("/api/v1/session").status_code)
            body = {"username": f"other{number}", "kind": "service"}
            answers.append(other.post("/api/v1/users", json=body).status_code)
            over.wait(0.05)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield answers
    finally:
        over.set()
        thread.join()


def _plain_request(operation: str, document: dict[str, Any]) -> Callable[[httpx.Client, Ids], httpx.Response]:
    method, path = operation.split(" ")
    offered = [parameter["name"] for parameter in document["paths"][path][method.lower()].get("parameters", [])]
    trial = {"dry_run": "true"} if "dry_run" in offered else {}
    return lambda client, ids: send(client, operation, ids, document, **trial)


def print_seconds(spans: dict[str, Span]) -> None:
    """The seconds, for who wants to know."""
    if os.environ.get("PUC_TELL"):
        for operation, span in sorted(spans.items(), key=lambda pair: -pair[1].seconds)[:25]:
            counted = f"{span.statements:5} statements {span.rows:6} rows {span.steps:6} steps"
            print(f"{span.seconds:7.3f} s, cpu {span.cpu:6.3f} s {counted}  {operation}")
