"""Many grants in one request take few statements each and leave the same trail as single ones."""

from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from app.audit.trail import chain, trail
from tests.api.statements import statements
from tests.center import Center
from tests.factories import NAMESPACE, TOPIC, Person, a_grant, a_namespace, a_topic, a_user, an_administrator

BULK = "/api/v1/grants/bulk"
FEW, MANY = 4, 24
STATEMENTS = {"grant": 2, "change": 3, "revoke": 1}
"""To write the row, to read what the receiver has there, and whether a changed one is the same as another."""

WRITTEN = {"grant": "INSERT INTO sys_role_res", "change": "UPDATE sys_role_res"}


def _namespace(session: Session) -> tuple[int, list[int]]:
    namespace = a_namespace(session)
    return namespace.id, [a_topic(session, namespace).id for _ in range(MANY)]


def _body(kind: str, users: list[Person], topics: list[int], given: list[dict[str, Any]]) -> dict[str, Any]:
    if kind == "grant":
        pairs = zip(users, topics, strict=True)
        return {"grant": [_new(user, topic) for user, topic in pairs]}
    numbers = [{"id": grant["id"], "version": grant["version"]} for grant in given]
    return {kind: numbers if kind == "revoke" else [{**number, "authorities": [302]} for number in numbers]}


def _new(user: Person, topic: int) -> dict[str, Any]:
    return {"user_id": user.id, "res_type": TOPIC, "res_id": topic, "authorities": [303], "remark": "one of many"}


@pytest.mark.parametrize("who", ["administrator", "owner"])
def test_each_further_item_takes_few_statements(center: Center, who: str) -> None:
    namespace, topics = center.make(_namespace)
    owner = center.make(an_administrator) if who == "administrator" else center.make(a_user, "owner")
    if who == "owner":
        center.make(an_administrator)
        center.make(a_grant, owner, [204, 303, 302], NAMESPACE, namespace)
    # Whether the receiver gave the giver anything: asked for each, of everybody but administrators of the center.
    beyond = {"grant": 1, "change": 1, "revoke": 0} if who == "owner" else {"grant": 0, "change": 0, "revoke": 0}
    users = [center.make(a_user) for _ in range(MANY)]
    client = center.with_token(owner)
    given: dict[int, list[dict[str, Any]]] = {FEW: [], MANY: []}
    for kind, each in STATEMENTS.items():
        counted = {}
        for number in (FEW, MANY):
            body = _body(kind, users[:number], topics[-number:] if number == FEW else topics, given[number])
            with statements(center) as seen:
                answer = client.post(BULK, json=body)
            assert answer.status_code == 200, answer.text
            counted[number] = len(seen)
            given[number] = answer.json()["granted"] + answer.json()["changed"]
        assert counted[MANY] - counted[FEW] <= (MANY - FEW) * (each + beyond[kind]), (kind, counted)


def test_each_list_of_networks_is_read_once_for_all(center: Center) -> None:
    """Reading a list does not flush the rows collected until then."""
    client = center.signed_in(center.make(an_administrator))
    for name in ("office", "plant"):
        assert client.post("/api/v1/networks", json={"name": name, "networks": ["10.1.0.0/16"]}).status_code == 201
    _, topics = center.make(_namespace)
    users, half = [center.make(a_user) for _ in range(MANY)], MANY // 2
    limits = [{"networks": [name]} for name in ("@office", "@plant") for _ in range(half)]
    made = zip(users, topics, limits, strict=True)
    body = {"grant": [{**_new(user, topic), "limits": limit} for user, topic, limit in made]}
    given: list[dict[str, Any]] = []
    for kind in ("grant", "change"):
        with statements(center) as seen:
            answer = client.post(BULK, json=body)
        assert answer.status_code == 200, answer.text
        assert len([statement for statement in seen if "FROM sys_network" in statement]) == 2, kind
        written = [place for place, statement in enumerate(seen) if statement.startswith(WRITTEN[kind])]
        assert written == list(range(written[0], written[-1] + 1)), "one after the other, at the end"
        given = answer.json()["granted"] or given
        body = _body("change", [], [], given)


def test_bulk_changes_leave_the_same_trail_as_single_ones(center: Center, root: httpx.Client) -> None:
    _, topics = center.make(_namespace)
    alice = center.make(a_user, "alice")
    before = _newest(center)
    made = [root.post("/api/v1/grants", json=_new(alice, topic)).json() for topic in topics[:3]]
    for grant in made:
        path, seen = f"/api/v1/grants/{grant['id']}", {"If-Match": "*"}
        assert root.patch(path, json={"authorities": [302]}, headers=seen).status_code == 200
        assert root.delete(path, headers=seen).status_code == 204
    singly = _entries(center, before)
    before = _newest(center)
    granted = root.post(BULK, json=_body("grant", [alice] * 3, topics[:3], []))
    changed = root.post(BULK, json=_body("change", [], [], granted.json()["granted"]))
    assert root.post(BULK, json=_body("revoke", [], [], changed.json()["changed"])).status_code == 200
    together = _entries(center, before)
    assert len(singly) == len(together) == 9
    assert sorted(singly, key=str) == sorted(together, key=str)
    assert center.read(_problems) == []


def _problems(session: Session) -> list[chain.ChainProblem]:
    """What an auditor's verification of the whole trail says."""
    verifier = chain.Verifier()
    found = [
        problem for entry in trail.entries(session, limit=10_000) for problem in verifier.feed(trail.export_line(entry))
    ]
    return found + verifier.finish(trail.newest(session))


def _newest(center: Center) -> int:
    return center.read(trail.current_revision)


def _entries(center: Center, after: int) -> list[dict[str, Any]]:
    """The entries without what differs from one change to the next: numbers, times, hashes."""
    entries = center.read(lambda session: [trail.export_line(entry) for entry in trail.entries(session, after=after)])
    for entry in entries:
        for name in ("id", "revision", "time", "key", "request_id", "hash", "previous_hash"):
            del entry[name]
        for content in (entry["before"], entry["after"]):
            for name in ("id", "add_time", "update_time") if content else ():
                del content[name]
    return entries
