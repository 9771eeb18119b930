"""No operation takes more SQL statements on a larger estate than on a small one.

Each entry of the trail is written on its own (two statements), and a cascade has as many entries as rows that go:
those are not counted.
"""

from typing import Any

import httpx
from sqlalchemy.orm import Session

from app.grants import roles
from tests.api.estate import Estate
from tests.api.every_change import Ids, send, things
from tests.api.statements import statements
from tests.factories import TOPIC, Person, a_cluster, a_grant, a_group, a_namespace, a_tenant, a_topic, a_user

FEW, MORE = 2, 15
_OF_THE_TRAIL = ("INSERT INTO sys_trail", "UPDATE sys_revision SET head_id")


def test_no_operation_takes_more_statements_on_a_larger_estate(estate: Estate) -> None:
    ids = things(estate)
    estate.center.make(_more, ids, FEW)
    few = _costs(estate, ids)
    estate.center.make(_more, ids, MORE)
    many = _costs(estate, ids)
    assert {name: (few[name], many[name]) for name in few if many[name] > few[name]} == {}


def _costs(estate: Estate, ids: Ids) -> dict[str, int]:
    document, client = estate.center.app.openapi(), estate.center.with_token(estate.administrator)
    operations = [
        f"{method.upper()} {path}"
        for path, item in document["paths"].items()
        for method in item
        if path.startswith("/api/v1/")
    ]
    # Then the caller is known in this state, and the key that signs tokens for clusters.
    for before in ("GET /api/v1/session", "GET /api/v1/tenants/{tenant_id}/loss"):
        send(client, before, ids, document)
    return {operation: _cost(estate, client, operation, ids, document) for operation in operations}


def _cost(estate: Estate, client: httpx.Client, operation: str, ids: Ids, document: dict[str, Any]) -> int:
    query = {} if operation.startswith("GET") else {"dry_run": "true"}
    with statements(estate.center) as seen:
        answer = send(client, operation, ids, document, **query)
    assert answer.status_code < 500, (operation, answer.text)
    return sum(not statement.startswith(_OF_THE_TRAIL) for statement in seen)


def _more(session: Session, ids: Ids, number: int) -> None:
    """More of everything, elsewhere and on what the requests are about."""
    alice = Person(int(ids["user"]), "alice")
    for _ in range(number):
        a_group(session)
        a_cluster(session)
        other, topic = a_user(session), a_topic(session, a_namespace(session, a_tenant(session)))
        a_grant(session, other, [303], TOPIC, topic.id)
        a_grant(session, alice, [303], TOPIC, topic.id)
        a_grant(session, other, [303], TOPIC, int(ids["topic"]))
        role = roles.create(session, "test", f"of {other.username}")
        for member in (other, alice):
            roles.join(session, "test", role.id, member.id)
        roles.join(session, "test", int(ids["role"]), other.id)
