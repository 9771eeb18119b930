"""A center that remembers answers what one does that remembers nothing, whatever was changed through either of the two.

Both stand on one database. Windows open and close meanwhile, in real time.
"""

import random
import time
from collections.abc import Iterator, MutableMapping
from contextlib import ExitStack
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.grants import grants
from app.grants.models import Grant, Role
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.derived import Derived
from app.server.http_server import HttpServer
from app.server.main import bind
from app.tokens import issuing
from tests import plain_http
from tests.api import listed_worlds
from tests.center import Center
from tests.conftest import an_app
from tests.factories import CLUSTER, ROOT, Person, an_administrator

STEPS = 40
NAMES = ["boss", *(f"main{number}" for number in range(4)), *(f"sub{number}" for number in range(5)), "off", "again"]
TOPICS = ["persistent://acme/orders/" + name for name in ("created", "created-billing-DLQ", "paid", "nothing")]
PLACES = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2), *((4, number) for number in range(1, 4))]
CLUSTERS: list[dict[str, Any]] = [{"cluster_id": 1}, {"cluster_id": 2}, {"cluster": "one"}, {"cluster_id": 7}]
ASKED = [
    *(("topic:" + action, "topic", topic) for action in ("PRODUCE", "CONSUME", "UNSUBSCRIBE") for topic in TOPICS),
    ("namespace:GET_TOPICS", "namespace", "acme/orders"),
    ("tenant:LIST_NAMESPACES", "tenant", "acme"),
    ("center:SEE", "cluster", "one"),
]
LISTS = ["grants", "users", "roles", "topics", "namespaces", "tenants", "clusters", "resources/tree", "overview"]
CHECK, ANY = "/api/v1/access/check", {"If-Match": "*"}
_OF_THE_MOMENT = ("at", "request_id", "instance", "next_cursor")
Asked = tuple[str, str, Any]


class Both(NamedTuple):
    """One person's clients of the two centers."""

    warm: httpx.Client
    fresh: httpx.Client


class World(NamedTuple):
    """What there is now."""

    users: dict[str, int]
    grants: list[int]
    roles: list[int]


@pytest.fixture
def fresh(center: Center) -> Iterator[str]:
    """The address of a second center on the same database, which forgets everything before each request."""
    other = Database(center.settings.database_url)
    app = an_app(center.settings.issuer, center.settings.console_directory)
    bind(app, center.settings, other)

    async def forgetful(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        Derived.__init__(other.derived)
        await app(scope, receive, send)

    with HttpServer(forgetful).beside() as url:
        yield url
    other.close()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_a_remembered_decision_equals_a_fresh_one(center: Center, fresh: str, seed: int) -> None:
    rng = random.Random(seed)
    center.make(listed_worlds.estate)
    people = [center.make(an_administrator, "boss"), *center.make(listed_worlds.people, seed)]
    with ExitStack() as open_ones:
        clients = {
            person.username: _clients(center, fresh, person, open_ones) for person in people if person.username != "off"
        }
        _change_and_compare(center, clients, rng)


def _change_and_compare(center: Center, clients: dict[str, Both], rng: random.Random) -> None:
    for step in range(STEPS):
        world = center.read(_world)
        by = clients[rng.choice([*["boss"] * 25, *clients])]
        someone = rng.choice([name for name in world.users if name != "boss"])
        for name in {someone} & clients.keys():  # known before the change
            _compare(rng, clients[name], _all_about(someone))
        _change(rng, rng.choice(by), world, someone)
        if step % 4 == 0:
            _a_window(clients["boss"].warm, rng, world, someone)
        who = {*rng.sample(list(clients), 3), *({someone} & clients.keys())}
        questions = [(name, question) for name in sorted(who) for question in _questions(rng, world)]
        again = [(name, _all_about(someone)) for name in ["boss", *sorted(who)]]
        for batch in [questions, again, again, again] if step % 4 == 0 else [questions]:
            for name, question in batch:
                _compare(rng, clients[name], question)
            time.sleep(0.3 if batch is again else 0)


def _clients(center: Center, fresh: str, person: Person, open_ones: ExitStack) -> Both:
    token = center.make(
        issuing.issue, center.settings, person.username, audiences=(center.settings.issuer,), seconds=3600
    )
    headers = {"Authorization": f"Bearer {token.reveal()}", "Host": httpx.URL(center.url).netloc.decode()}
    made = (plain_http.client(url, headers=headers, timeout=30) for url in (center.url, fresh))
    return Both(*map(open_ones.enter_context, made))


def _world(session: Session) -> World:
    users = {row.username: row.id for row in session.execute(select(User.username, User.id))}
    shared = session.scalars(select(Role.id).where(Role.personal_of.is_(None)))
    return World(users, [*session.scalars(select(Grant.id)), 1], [*shared, 1])


def _compare(rng: random.Random, both: Both, question: Asked) -> None:
    """Asks again on a difference: a window may have opened in between, but a wrong memory stays wrong."""
    for _ in range(6):
        # The second media type goes past the answers from memory.
        kind = rng.choice(["application/json", "application/json; charset=utf-8"])
        found = [_answer(client, question, kind) for client in (both.warm, both.fresh, both.warm)]
        if found[0] == found[1] == found[2]:
            return
    raise AssertionError((question, found))


def _answer(client: httpx.Client, question: Asked, kind: str) -> tuple[int, Any]:
    method, path, body = question
    found = client.request(method, path, json=body, headers={"Content-Type": kind} if body else {})
    answer_body = found.json()
    return found.status_code, {key: value for key, value in answer_body.items() if key not in _OF_THE_MOMENT}


def _question(rng: random.Random) -> dict[str, Any]:
    question, kind, resource = rng.choice(ASKED)
    subscription = {"subscription": rng.choice(["main1-a", "main1", "sub0.x"])} if rng.random() < 0.3 else {}
    about = {"principal": rng.choice(NAMES), "question": question, "resource_type": kind, "resource": resource}
    return {**about, **rng.choice(CLUSTERS), **subscription}


def _questions(rng: random.Random, world: World) -> Iterator[Asked]:
    for _ in range(3):
        yield "POST", CHECK, {"questions": [_question(rng) for _ in range(rng.choice([1, 5, 18, 60]))]}
    yield "POST", "/api/v1/access/explain", _question(rng)
    kind, number = rng.choice(PLACES)
    yield "GET", f"/api/v1/access/principals?res_type={kind}&res_id={number}&limit=200", None
    yield "GET", f"/api/v1/users/{rng.choice(list(world.users.values()))}/rights?limit=200", None
    yield "GET", f"/api/v1/{rng.choice(LISTS)}", None
    yield "GET", "/api/v1/session", None


def _all_about(someone: str) -> Asked:
    questions = [
        {"principal": someone, "cluster_id": 1, "question": question, "resource_type": kind, "resource": resource}
        for question, kind, resource in ASKED
    ]
    return "POST", CHECK, {"questions": questions}


def _a_window(client: httpx.Client, rng: random.Random, world: World, someone: str) -> None:
    """A right that begins or ends while it is asked about, if it can be given."""
    edge = {rng.choice(["valid_until", "valid_from"]): now_ms() + rng.randint(150, 500)}
    numbers = rng.choice([[2, 3], [3], [102, 103], [4]])
    grant = {"user_id": world.users[someone], "res_type": CLUSTER, "res_id": 1, "authorities": numbers, **edge}
    client.post("/api/v1/grants", json=grant)


def _change(rng: random.Random, client: httpx.Client, world: World, someone: str) -> None:
    """Something; it may be refused."""
    user, grant, role = world.users[someone], rng.choice(world.grants), rng.choice(world.roles)
    new_grant = _new_grant(rng, user, role)
    new: dict[str, Any] = {"username": rng.choice(NAMES[1:]), "kind": "person"}
    if rng.random() < 0.5:
        new["parent_id"] = rng.choice(list(world.users.values()))
    bulk = {"grant": [new_grant], "revoke": [{"id": grant, "version": "*"}]}
    changes: list[tuple[str, str, Any]] = [
        *[("POST", "grants", new_grant)] * 5,
        ("POST", "grants?dry_run=true", new_grant),
        ("POST", "grants/bulk", bulk),
        ("PATCH", f"grants/{grant}", {"authorities": new_grant["authorities"]}),
        *[("DELETE", f"grants/{grant}", None)] * 2,
        *[("PATCH", f"users/{user}", {"status": rng.choice(["active", "disabled"])})] * 2,
        ("DELETE", f"users/{user}?cascade=true", None),
        ("POST", "users", new),
        ("PUT", f"roles/{role}/members/{user}", None),
        ("DELETE", f"roles/{role}/members/{user}", None),
        ("POST", "roles", {"name": f"team{rng.randint(0, 5)}"}),
        ("DELETE", f"roles/{role}?cascade=true", None),
        ("PATCH", f"{rng.choice(['tenants', 'namespaces', 'topics'])}/1", {"is_valid": rng.choice([1, 2])}),
    ]
    method, path, body = rng.choice(changes)
    assert client.request(method, f"/api/v1/{path}", json=body, headers=ANY).status_code < 500


def _new_grant(rng: random.Random, user: int, role: int) -> dict[str, Any]:
    (kind, number), numbers = rng.choice(PLACES), [4]
    if rng.random() < 0.15:
        kind, number = ROOT, 0
    else:
        numbers = rng.sample(grants.grantable_on(kind), rng.randint(1, 3))
    whose = {"role_id": role} if rng.random() < 0.3 else {"user_id": user}
    window = {rng.choice(["valid_until", "valid_from"]): now_ms() + rng.randint(30, 900)} if rng.random() < 0.5 else {}
    return {**whose, "res_type": kind, "res_id": number, "authorities": numbers, **window}
