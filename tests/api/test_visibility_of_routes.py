"""404 for what the caller may not see, 403 for what it may see and not do: each operation on an item, three callers."""

from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from app.identity import users
from tests.api.estate import Estate
from tests.api.every_change import operations, send, things
from tests.api.routes import routes
from tests.api.rows import differences, rows
from tests.factories import TENANT, TOPIC, Person, a_grant, a_tenant, a_user

SEEN_BY_ALL = ("roles", "groups", "networks")
"""Main accounts may read them, because they grant to roles and limit grants to lists of networks; changing them is the
administrator's."""
SHOWN_TO_READERS = (
    "/enforcement",
    "/live/bundles",
    "/live/stats",
    "/live/internal-stats",
    "/live/subscriptions",
    "/drift",
    "/drift/lines",
)
HIDDEN_FROM_READERS = "/drift/lines/"
"""A difference is seen by who administers its place alone."""
LINE_BY_LINE = "/drift/lines/answers"
"""Each line is judged on its own: 200, with `not_found` for a line that the caller does not see."""
OWN = ("/session", "/notices", "/device", "/registrations", "/access-requests", "/policy", "/access/")
"""No items of the estate: they are about the caller, or are tested with their part."""


@dataclass(frozen=True)
class Callers:
    """`nobody` has no right; `reader` sees the topic and what is above; `stranger` administers another tenant."""

    nobody: httpx.Client
    reader: httpx.Client
    stranger: httpx.Client


@pytest.fixture
def callers(estate: Estate) -> Callers:
    nobody, reader, stranger = (estate.center.make(a_user, name) for name in ("nobody", "reader", "stranger"))
    estate.center.make(_let_administer_elsewhere, stranger)
    return Callers(*(estate.center.with_token(person) for person in (nobody, reader, stranger)))


def _let_administer_elsewhere(session: Session, stranger: Person) -> None:
    tenant = a_tenant(session, "elsewhere")
    a_grant(session, stranger, [101, 102, 103, 104, 201, 204, 301, 304], TENANT, tenant.id)


def _let_read(session: Session, topic_id: int, username: str) -> None:
    user = users.by_name(session, username)
    assert user is not None
    a_grant(session, Person(user.id, username), [303], TOPIC, topic_id)


def _on_items(document: dict[str, Any]) -> list[str]:
    """Operations whose path names an item of the estate."""
    every = [*operations(document), *(f"GET {path}" for path, item in document["paths"].items() if "get" in item)]
    return [
        operation
        for operation in every
        if "{" in operation and "/api/v1/" in operation and not any(part in operation for part in OWN)
    ]


def _expected(operation: str, who: str) -> tuple[int, ...]:
    """Statuses that are right for a caller without the right to do it."""
    path = operation.split("/api/v1/")[1]
    if routes()[operation].who == "administrator":
        # Told before looking: the kind of thing is no secret, whether this one exists is not said either way.
        return (403,)
    if path.startswith(SEEN_BY_ALL):
        return (200, 403, 404) if operation.startswith("GET") else (403,)
    sees = who == "reader" and path.startswith(("topics", "namespaces", "tenants", "clusters"))
    if sees and path.endswith(LINE_BY_LINE):
        return (200,)
    if not sees or HIDDEN_FROM_READERS in path:
        return (404,)
    may_read = operation.startswith("GET") and (path.count("/") == 1 or path.endswith(SHOWN_TO_READERS))
    return (200,) if may_read else (403,)


@pytest.mark.parametrize("who", ["nobody", "reader", "stranger"])
def test_unseen_is_404_and_seen_but_not_allowed_is_403(estate: Estate, callers: Callers, who: str) -> None:
    ids, document = things(estate), estate.center.app.openapi()
    estate.center.make(_let_read, ids["topic"], "reader")
    before, wrong = rows(estate.center), {}
    chosen = _on_items(document)
    assert len(chosen) > 40, "the walk over the document must see the routes"
    for operation in chosen:
        answer = send(getattr(callers, who), operation, ids, document)
        if answer.status_code not in _expected(operation, who):
            wrong[operation] = (answer.status_code, answer.text[:160])
    assert wrong == {}
    assert differences(before, rows(estate.center)) == {}


ABSENT = 987_654_321


def _status_and_body(answer: httpx.Response) -> tuple[int, Any]:
    return answer.status_code, answer.json() if answer.content else None


def test_hidden_and_absent_items_are_answered_alike(estate: Estate, callers: Callers) -> None:
    ids, document = things(estate), estate.center.app.openapi()
    absent = {kind: ABSENT if isinstance(number, int) else number for kind, number in ids.items()}
    wrong = {}
    for operation in _on_items(document):
        if operation.split("/api/v1/")[1].startswith(SEEN_BY_ALL):
            continue
        hidden, nowhere = (
            _status_and_body(send(callers.stranger, operation, numbers, document)) for numbers in (ids, absent)
        )
        if hidden != nowhere:
            wrong[operation] = (hidden, nowhere)
    for named in zip(_naming(ids), _naming(absent), strict=True):
        hidden, nowhere = (
            _status_and_body(callers.stranger.request(how, f"/api/v1/{to}", json=body)) for how, to, body in named
        )
        if hidden != nowhere:
            wrong[named[0][1]] = (hidden, nowhere)
    assert wrong == {}


def _naming(ids: dict[str, Any]) -> list[tuple[str, str, dict[str, Any] | None]]:
    """Operations that name what exists in the query or in the body."""
    where = f"res_type={TOPIC}&res_id={ids['topic']}"
    grant = {"role_id": 1, "res_type": TOPIC, "res_id": ids["topic"], "authorities": [303]}
    changes = {"revoke": [{"id": ids["grant"], "version": "*"}]}
    return [
        ("GET", f"grants?{where}&inherited=true", None),
        ("GET", f"access/principals?{where}", None),
        ("POST", "tenants", {"name": "new", "cluster_ids": [ids["cluster"]]}),
        ("POST", "namespaces", {"tenant_id": ids["tenant"], "name": "new"}),
        ("POST", "topics", {"namespace_id": ids["namespace"], "name": "new"}),
        ("POST", "grants", grant),
        ("POST", "grants/bulk", changes),
        ("POST", "access/simulate", {"changes": {"revoke": [ids["grant"]]}, "all": True}),
        ("GET", f"namespaces?tenant_id={ids['tenant']}", None),
        ("GET", f"topics?namespace_id={ids['namespace']}", None),
        ("GET", f"usage?grant_id={ids['grant']}", None),
    ]


def test_creating_below_what_is_not_seen_is_404(estate: Estate, callers: Callers) -> None:
    ids = things(estate)
    attempts = {
        "tenants": {"name": "new", "cluster_ids": [ids["cluster"]]},
        "namespaces": {"tenant_id": ids["tenant"], "name": "new"},
        "topics": {"namespace_id": ids["namespace"], "name": "new"},
        "grants": {"user_id": ids["user"], "res_type": TOPIC, "res_id": ids["topic"], "authorities": [303]},
    }
    for path, body in attempts.items():
        for client in (callers.nobody, callers.stranger):
            assert client.post(f"/api/v1/{path}", json=body).status_code == 404, path
    estate.center.make(_let_read, ids["topic"], "reader")
    for path, body in attempts.items():
        assert callers.reader.post(f"/api/v1/{path}", json=body).status_code == 403, path


WHATEVER_IT_IS = ("/api/v1/session", "/api/v1/sessions", "/api/v1/users/{user_id}/factors")
"""All that is there is ended, whatever it looks like by then."""


def test_changing_an_item_needs_the_version_that_was_seen(estate: Estate) -> None:
    """PATCH and DELETE of an item that has an ETag: 428 without If-Match, 412 with another one."""
    ids, document = things(estate), estate.center.app.openapi()
    found = []
    for operation in operations(document):
        method, template = operation.split(" ")
        item = document["paths"][template]
        if method not in ("PATCH", "DELETE") or "get" not in item or template in WHATEVER_IT_IS:
            continue
        names = [parameter["name"] for parameter in item[method.lower()]["parameters"]]
        assert "if-match" in names, f"{operation} changes an item blindly"
        found.append(operation)
        wanted = {"If-Match": '"v1"'}
        path = template
        for kind in ("cluster", "tenant", "namespace", "topic", "group", "role", "grant", "user"):
            path = path.replace("{" + kind + "_id}", str(ids[kind]))
        if "{" in path:
            continue
        body: dict[str, Any] | None = {} if method == "PATCH" else None
        assert estate.root.request(method, path, json=body).status_code in (422, 428), operation
        assert estate.root.request(method, path, json=body, headers=wanted).status_code in (412, 422), operation
    assert len(found) >= 14
