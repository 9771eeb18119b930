"""Answers from memory have the same bytes as those that are read, also right after a change."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import event

from app.access.limits import Limits
from app.api.fast_path import FastPath
from app.audit.trail import epochs, newest_state
from app.audit.trail.epochs import MemorySession, StateVersion
from app.audit.trail.newest_state import NewestState
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.derived import CacheMiss
from app.platform.errors import NotSignedIn
from app.server.main import create_app
from app.tokens import bearers, issuing
from tests.api.addresses import INSIDE, OUTSIDE, SMALLER, client, token_client
from tests.center import Center
from tests.factories import NAMESPACE, TENANT, TOPIC, Person, a_grant, a_user, an_administrator

TOPIC_NAME = "persistent://acme/orders/created"
_OTHERWISE = {"Content-Type": "application/json; charset=utf-8"}
"""Asked in this way, the framework answers."""


def _question(principal: str = "alice", **other: Any) -> dict[str, Any]:
    question = {"cluster_id": 1, "question": "topic:PRODUCE", "resource_type": "topic", "resource": TOPIC_NAME}
    return {"principal": principal, **question, **other}


QUESTIONS = [
    _question(),
    _question("alice.sub"),
    _question("nobody"),
    _question(cluster_id=9),
    {"cluster": "one", **{name: value for name, value in _question().items() if name != "cluster_id"}},
    _question(question="topic:NONSENSE"),
    _question(question="tenant:GET_TENANT"),
    _question(resource="persistent://acme/orders/"),
    _question(resource="persistent://other/orders/created"),
    _question(question="topic:CONSUME", subscription="alice-1"),
    _question(question="topic:CONSUME", subscription="alice.sub-1"),
    _question(resource="persistent://acme/orders/created-alice-DLQ"),
]


@pytest.fixture
def people(center: Center, cluster: object) -> dict[str, Person]:
    """An administrator, somebody with a sub-account, an administrator of a tenant, a stranger."""
    found = {"root": center.make(an_administrator), "alice": center.make(a_user, "alice")}
    found["sub"] = center.make(a_user, "alice.sub", parent=found["alice"])
    found["boss"], found["bob"] = center.make(a_user, "boss"), center.make(a_user, "bob")
    center.make(a_grant, found["alice"], [302], TOPIC, 1)
    center.make(a_grant, found["sub"], [302], TOPIC, 1)
    center.make(a_grant, found["boss"], [104], TENANT, 1)
    center.make(a_grant, found["bob"], [303], NAMESPACE, 1, valid_from=2**40)
    return found


@pytest.fixture
def from_memory_alone(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Fail when the framework is asked, while it is set."""
    asked_on = [False]
    passed = FastPath.pass_on

    async def pass_on(self: Any, *args: Any) -> None:
        assert not asked_on[0], "the framework was asked"
        await passed(self, *args)

    monkeypatch.setattr(FastPath, "pass_on", pass_on)
    return lambda wanted: asked_on.__setitem__(0, wanted)


def _ask(client: httpx.Client, questions: list[dict[str, Any]], **headers: str) -> httpx.Response:
    return client.post("/api/v1/access/check", json={"questions": questions, "at": 2**41}, headers=headers)


@pytest.mark.parametrize("who", ["root", "alice", "sub", "boss", "bob"])
def test_the_answer_from_memory_is_the_answer_of_the_framework(
    center: Center, people: dict[str, Person], who: str, from_memory_alone: Callable[[bool], None]
) -> None:
    client = center.with_token(people[who])
    for questions in ([], QUESTIONS, *([question] for question in QUESTIONS), QUESTIONS * 3):
        read = _ask(client, questions, **_OTHERWISE)
        from_memory_alone(read.status_code == 200)
        kept = _ask(client, questions)
        from_memory_alone(False)
        assert (kept.status_code, kept.content) == (read.status_code, read.content)
        assert _common(kept) == _common(read)


def _common(answer: httpx.Response) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in ("date", "x-request-id")}


def test_a_revoked_token_is_refused_at_once(center: Center, people: dict[str, Person]) -> None:
    browser = center.signed_in(people["alice"])
    body = {"name": "laptop", "days": 7, "audiences": [center.settings.issuer]}
    made = browser.post(f"/api/v1/users/{people['alice'].id}/tokens", json=body).json()
    client = center.client(Authorization=f"Bearer {made['token']}")
    assert [_ask(client, [_question()]).status_code for _ in range(3)] == [200, 200, 200]
    assert browser.delete(f"/api/v1/users/{people['alice'].id}/tokens/{made['id']}").status_code == 204
    assert _ask(client, [_question()]).json()["code"] == "invalid_token"


def test_what_memory_does_not_hold_is_read_in_front_of_the_framework(
    center: Center, people: dict[str, Person], from_memory_alone: Callable[[bool], None]
) -> None:
    client = center.with_token(people["alice"])
    assert _ask(client, [_question()]).status_code == 200  # the token is known now
    unseen = [_question(resource=f"persistent://acme/unseen{number}/t") for number in range(3)]
    from_memory_alone(True)
    read = _ask(client, unseen)
    from_memory_alone(False)
    again = _ask(client, unseen, **_OTHERWISE)
    assert (read.status_code, read.content) == (200, again.content)
    assert _common(read) == _common(again)
    path = f"/api/v1/users/{people['alice'].id}/initial-secret"
    assert center.with_token(people["root"]).post(path).status_code == 200
    refused = [_ask(client, [_question(resource="persistent://acme/late/t")], **how) for how in ({}, _OTHERWISE)]
    assert refused[0].status_code == refused[1].status_code in (401, 403)
    assert refused[0].json()["code"] == refused[1].json()["code"]


def test_a_kept_token_ends_with_its_time(center: Center) -> None:
    alice, settings = center.make(a_user, "alice"), center.settings
    token = center.make(issuing.issue, settings, alice.username, audiences=(settings.issuer,), seconds=60).reveal()
    with center.database.reading() as session:
        found = bearers.of(session, settings, token, now_ms())
        kept = MemorySession(center.database.derived, epochs.current(session))
    assert bearers.of(kept, settings, token, found.valid_until - 1) == found
    for moment in (found.valid_until, found.valid_from - 1):
        with pytest.raises(NotSignedIn):
            bearers.of(kept, settings, token, moment)
    with pytest.raises(CacheMiss):
        bearers.of(kept, settings, token + "x", now_ms())


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b'{"questions": 1}', b" " * 2_000_000, b'{"x": NaN}'])
@pytest.mark.any_database
def test_malformed_questions_are_refused_as_by_the_framework(
    center: Center, people: dict[str, Person], content: bytes
) -> None:
    client = center.with_token(people["root"])
    _ask(client, [_question()])
    answers = [
        client.post("/api/v1/access/check", content=content, headers={"Content-Type": kind})
        for kind in ("application/json", _OTHERWISE["Content-Type"])
    ]
    assert answers[0].status_code in (400, 413, 422)
    assert answers[0].content == answers[1].content


def test_a_body_may_come_in_pieces_and_may_stop(center: Center, people: dict[str, Person]) -> None:
    client = center.with_token(people["root"])
    whole = _ask(client, [_question()])
    request = client.build_request("POST", "/api/v1/access/check", json={"questions": [_question()], "at": 2**41})
    pieces = [request.content[:9], request.content[9:]]
    kind = {"Content-Type": "application/json"}
    assert client.post("/api/v1/access/check", content=iter(pieces), headers=kind).content == whole.content
    where, token = urlsplit(center.url), client.headers["Authorization"]
    with socket.create_connection((where.hostname, where.port)) as connection:
        head = f"POST /api/v1/access/check HTTP/1.1\r\nHost: {where.netloc}\r\nAuthorization: {token}\r\n"
        connection.sendall((head + "Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{").encode())
    assert _ask(client, [_question()]).content == whole.content


def test_when_the_state_cannot_be_read_the_framework_answers(
    center: Center, people: dict[str, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = center.with_token(people["root"])
    expected = [_ask(client, [_question()]).content for _ in range(2)]

    async def fail(_: object) -> None:
        raise OSError

    monkeypatch.setattr(NewestState, "read", fail)
    assert _ask(client, [_question()]).content == expected[1]


def test_waiting_requests_share_statements_and_a_lost_connection_is_reopened(center: Center) -> None:
    made: list[Any] = []
    database = Database(center.settings.database_url)
    event.listen(database.engine, "connect", lambda connection, _: made.append(connection))
    newest = NewestState(database)

    async def ask(number: int) -> list[StateVersion]:
        return await asyncio.gather(*(newest.read() for _ in range(number)))

    before = center.read(epochs.current)
    assert set(asyncio.run(ask(500))) == {before}
    center.make(a_user)
    after = center.read(epochs.current)
    assert asyncio.run(ask(1)) == [after] != [before]
    assert len(made) == 1
    made[0].close()
    assert asyncio.run(ask(2)) == [after, after]
    assert len(made) == 2
    bound = create_app(center.settings, database)
    assert len({bound.state.newest, newest_state.of(database)}) == 1  # not one more connection for each application
    for _ in range(2):
        database.close()
        assert asyncio.run(ask(1)) == [after]  # whoever asks a closed database opens it again
    assert len(made) == 4
    database.close()


def test_several_credentials_are_judged_by_the_framework(center: Center, people: dict[str, Person]) -> None:
    tokens = [center.with_token(people[name]).headers["Authorization"] for name in ("root", "bob")]
    for token in tokens:
        assert _ask(center.client(Authorization=token), [_question()]).status_code == 200
    for first, second in (tokens, tokens[::-1], ["Bearer x", tokens[0]], [tokens[0], "Bearer x"]):
        both = [("Authorization", first), ("Authorization", second)]
        body = {"questions": [_question()], "at": 2**41}
        found = [
            httpx.post(
                f"{center.url}/api/v1/access/check", headers=[*both, ("Content-Type", kind)], json=body, timeout=60
            )
            for kind in ("application/json", _OTHERWISE["Content-Type"])
        ]
        assert (found[0].status_code, found[0].content) == (found[1].status_code, found[1].content)


@pytest.mark.parametrize("limited", ["user", "main account", "token", "administrator", "grant"])
def test_an_answer_from_memory_is_for_the_address_that_asks(
    center: Center, people: dict[str, Person], limited: str, from_memory_alone: Callable[[bool], None]
) -> None:
    """Whatever limits the caller to a network: an answer kept for inside is not given outside."""
    admin = center.signed_in(people["root"])
    who, networks = center.make(a_user, "asker"), [SMALLER]
    token, main = None, None
    if limited == "main account":
        main, who = who, center.make(a_user, "asker.sub", parent=who)
    if limited == "token":
        body = {"name": "t", "days": 3, "audiences": [center.settings.issuer], "networks": networks}
        made = center.signed_in(who).post(f"/api/v1/users/{who.id}/tokens", json=body)
        assert made.status_code == 201, made.text
        token = made.json()["token"]
    authority, place = (4, (0, 0)) if limited == "administrator" else (104, (TENANT, 1))
    limits = Limits(networks=(SMALLER,)) if limited in ("administrator", "grant") else None
    for person in (who, main):
        if person is not None:
            center.make(a_grant, person, [authority], *place, limits=limits)
    clients = [token_client(center, who, address) for address in (INSIDE, OUTSIDE)]
    if token is not None:
        clients = [client(center, address, Authorization=f"Bearer {token}") for address in (INSIDE, OUTSIDE)]
    if limited in ("user", "main account"):
        changed = admin.patch(
            f"/api/v1/users/{(main or who).id}", json={"networks": networks}, headers={"If-Match": "*"}
        )
        assert changed.status_code == 200
    for round_ in range(3):
        from_memory_alone(round_ > 0)
        inside = _ask(clients[0], [_question()])
        from_memory_alone(False)
        assert (inside.status_code, inside.json()["answers"][0]["error"]) == (200, None)
        outside = _ask(clients[1], [_question()])
        if limited in ("administrator", "grant"):
            assert outside.json()["answers"][0] == {
                "allowed": None,
                "reason": None,
                "grants": [],
                "error": "not_allowed",
            }
        else:
            assert (outside.status_code, outside.json()["code"]) == (401, "invalid_token")
