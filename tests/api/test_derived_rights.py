"""Kept answers belong to one state of the database and are bounded."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.api import authority
from app.audit.trail import epochs
from app.audit.trail.models import Revision
from app.grants import grants
from app.identity import client_secrets, users
from app.identity.models import User
from app.platform.calling_address import calling_from
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.derived import CacheMiss
from app.platform.errors import NotSignedIn
from app.platform.settings import Settings
from app.rights import known_rights
from app.tokens import bearers, issuing, keys
from app.tokens.bearers import Bearer
from tests.api.estate import Estate
from tests.api.every_change import CHANGES, send, things
from tests.api.statements import statements
from tests.center import Center
from tests.factories import ROOT, TOPIC, Person, a_grant, a_user, an_administrator, the_user

TOPIC_NAME = "persistent://acme/orders/created"


def _ask(center: Center, by: Person, principal: str) -> Any:
    return _answer(center.with_token(by), principal)


def _answer(client: httpx.Client, principal: str) -> Any:
    question = {"cluster_id": 1, "question": "topic:PRODUCE", "resource_type": "topic", "resource": TOPIC_NAME}
    body = {"questions": [{"principal": principal, **question}]}
    answer = client.post("/api/v1/access/check", json=body)
    return answer.json()["answers"][0]["allowed"] if answer.status_code == 200 else answer.status_code


@pytest.mark.usefixtures("cluster")
def test_the_next_answer_knows_a_change_of_another_process(center: Center) -> None:
    admin, alice = center.make(an_administrator), center.make(a_user, "alice")
    grant = center.make(a_grant, alice, [302], TOPIC, 1)
    other = Database(center.settings.database_url)
    assert [_ask(center, admin, "alice") for _ in range(2)] == [True, True]

    def elsewhere(change: Any) -> None:
        with other.writing() as session:
            change(session)

    elsewhere(lambda session: users.change(session, "test", session.get(User, alice.id), status="disabled"))
    assert _ask(center, admin, "alice") is False
    elsewhere(lambda session: users.change(session, "test", session.get(User, alice.id), status="active"))
    assert _ask(center, admin, "alice") is True
    elsewhere(lambda session: grants.revoke(session, "test", grant.id))
    assert _ask(center, admin, "alice") is False
    elsewhere(lambda session: a_grant(session, alice, [4], ROOT, 0))
    assert _ask(center, alice, "alice") is True
    elsewhere(lambda session: users.change(session, "test", session.get(User, admin.id), status="disabled"))
    assert _ask(center, admin, "alice") == 401
    other.close()


@pytest.mark.usefixtures("cluster")
def test_what_holds_for_all_users_is_read_once(center: Center) -> None:
    """A question about somebody else reads this user and its grants, nothing of the tenant again."""
    client = center.with_token(center.make(an_administrator))
    center.make(a_grant, center.make(a_user, "alice"), [302], TOPIC, 1)
    center.make(a_grant, center.make(a_user, "bob"), [302], TOPIC, 1)
    assert _answer(client, "alice") is True
    with statements(center) as seen:
        assert _answer(client, "bob") is True
    assert [tables for tables in map(_tables, seen) if tables and tables != {"sys_revision"}] == [
        {"sys_user_info", "sys_user_role_map"},
        {"sys_role_res", "res_tenant", "res_namespace", "res_topic"},
    ]


def _tables(statement: str) -> set[str]:
    return set(re.findall(r"(?:FROM|JOIN) ((?:sys|res)_\w+)", statement))


ELSEWHERE: dict[str, tuple[Callable[[Session, User, int], object], int]] = {
    "disabled": (lambda session, user, _: users.change(session, "test", user, status="disabled"), 401),
    "no administrator any more": (lambda session, _, grant: grants.revoke(session, "test", grant), 403),
}


@pytest.mark.parametrize("what", ELSEWHERE)
def test_a_change_reads_its_caller_again(center: Center, what: str) -> None:
    """A change reads its caller in its own transaction, so it sees what another process revoked."""
    change, refused = ELSEWHERE[what]
    admin = center.make(a_user, "boss")
    grant = center.make(a_grant, admin, [4], ROOT, 0)
    client, number = center.with_token(admin), iter(range(9))

    def make() -> int:
        return client.post("/api/v1/groups", json={"name": f"group{next(number)}"}).status_code

    assert [make(), make()] == [201, 201]
    before = center.read(epochs.current)
    other = Database(center.settings.database_url)
    with other.writing() as session:
        change(session, session.get_one(User, admin.id), grant.id)
    other.close()
    assert make() == refused
    assert center.read(epochs.current).revision == before.revision + 1


def test_a_caller_that_memory_would_refuse_is_read_again(center: Center, alice: Person) -> None:
    client = center.with_token(alice)
    statuses = [client.post("/api/v1/groups", json={"name": name}).status_code for name in ("one", "two")]
    assert statuses == [403, 403]
    other = Database(center.settings.database_url)
    with other.writing() as session:
        a_grant(session, alice, [4], ROOT, 0)
    other.close()
    assert client.post("/api/v1/groups", json={"name": "three"}).status_code == 201


def test_kept_rights_equal_those_read_after_every_change(estate: Estate) -> None:
    """Before and after each change of the API, kept rights and freshly read ones are the same."""
    ids, document = things(estate), estate.center.app.openapi()
    client, settings = estate.center.with_token(estate.administrator), estate.center.settings
    tokens = {name: _token(estate.center, name) for name in ("alice", "alice.sub", "bot")}
    secret = estate.center.make(_secret_of, "bot")
    accepted = set()

    def everything(session: Session) -> Any:
        known = _all_known(session), {name: _bearer(session, settings, token) for name, token in tokens.items()}
        return *known, client_secrets.matching(session, "bot", secret, now_ms(), by_broker=True), keys.signer(session)

    for operation in CHANGES:
        with estate.center.database.reading() as session:
            everything(session)
        send(client, operation, ids, document)
        with estate.center.database.reading() as session:
            kept = everything(session)
            session.info.pop("derived")
            assert kept == everything(session), operation
        accepted |= {(name, bearer is not None) for name, bearer in (*kept[1].items(), ("the secret", kept[2]))}
    assert {known for _, known in accepted} == {True, False}
    assert ("the secret", True) in accepted


def _token(center: Center, name: str) -> str:
    wanted = (center.settings.issuer,)
    return center.make(issuing.issue, center.settings, name, audiences=wanted, seconds=600).reveal()


def _secret_of(session: Session, name: str) -> str:
    user = the_user(session, name)
    for row in client_secrets.of_user(session, user):
        client_secrets.remove(session, "test", user, row.id)
    return client_secrets.create(session, "test", user)[1]


def _bearer(session: Session, settings: Settings, token: str) -> Bearer | None:
    try:
        return bearers.of(session, settings, token, now_ms())
    except NotSignedIn:
        return None


def _all_known(session: Session) -> Any:
    names = ["alice", "alice.sub", "root", "nobody", "new"]
    known = known_rights.of(session, names)
    views = {number: known.on(number) for number in (None, *known.clusters)}
    return known, views, [authority.administers_the_center(session, name) for name in names]


@pytest.mark.usefixtures("cluster")
def test_a_change_leaves_unrelated_callers_in_memory(center: Center) -> None:
    admin, alice = center.make(an_administrator), center.make(a_user, "alice")
    client, authorities = center.with_token(admin), iter([301, 3, 302, 303])
    token = client.headers["Authorization"].removeprefix("Bearer ")

    def give(res_type: int = TOPIC, res_id: int = 1) -> int:
        body = {"user_id": alice.id, "res_type": res_type, "res_id": res_id, "authorities": [next(authorities)]}
        return client.post("/api/v1/grants", json=body).status_code

    def is_known() -> bool:
        with center.database.reading() as session:
            kept = epochs.memory_of(session)
        try:
            with calling_from("127.0.0.1"):  # as the requests
                found = bearers.of(kept, center.settings, token, now_ms()).username
                return found == admin.username and authority.administers_the_center(kept, found)
        except CacheMiss:
            return False

    assert (give(), is_known()) == (201, True)
    assert (give(ROOT, 0), is_known()) == (201, True)
    other = Database(center.settings.database_url)
    with other.writing() as session:
        users.change(session, "test", session.get_one(User, alice.id), nick="Al")
    assert is_known()
    with other.writing() as session:
        users.change(session, "test", session.get_one(User, admin.id), nick="Ad")
    assert not is_known()
    assert (give(), is_known()) == (201, True)
    with other.writing() as session:
        a_grant(session, admin, [301], TOPIC, 1)
    assert not is_known()
    with other.writing() as session:
        users.change(session, "test", session.get_one(User, admin.id), status="disabled")
    assert give() == 401
    other.close()


@pytest.mark.usefixtures("cluster")
def test_a_repeated_question_costs_no_statements(center: Center) -> None:
    admin = center.make(an_administrator)
    center.make(a_user, "alice")
    client, counted = center.with_token(admin), []
    for number in (1, 30):
        for _ in range(number):
            center.make(a_grant, center.make(a_user), [302], TOPIC, 1)
        _answer(client, "alice")
        with statements(center) as seen:
            assert _answer(client, "alice") is False
        counted.append(len(seen))
    # None but the newest state, which its own thread reads (test_from_memory).
    assert counted == [0, 0]


def test_a_change_sees_its_own_rows_and_a_rollback_leaves_none(center: Center, alice: Person) -> None:
    with center.database.writing() as session:
        assert not authority.administers_the_center(session, "alice")
        a_grant(session, alice, [4], ROOT, 0)
        assert authority.administers_the_center(session, "alice")
        session.rollback()
    with center.database.reading() as session:
        assert not authority.administers_the_center(session, "alice")


def test_the_same_revision_of_another_history_is_another_state(center: Center, alice: Person) -> None:
    with center.database.reading() as session:
        assert not authority.administers_the_center(session, "alice")
        before = epochs.current(session)
    center.make(a_grant, alice, [4], ROOT, 0)
    with center.database.writing() as session:  # as after a back-up: the number is given out a second time
        session.execute(update(Revision).values(revision=before.revision))
    with center.database.reading() as session:
        assert epochs.current(session).revision == before.revision
        assert authority.administers_the_center(session, "alice")


def test_a_state_that_others_went_beyond_meanwhile_drops_nothing(center: Center, alice: Person) -> None:
    """The thread that reads the newest state may come to follow it after somebody followed a newer one."""
    kept, older = center.database.derived, center.read(epochs.current)
    center.make(a_user, "bob")
    with center.database.reading() as session:
        assert not authority.administers_the_center(session, alice.username)
        newer, connection = epochs.seen_by(session), session.connection()
        for known in (older, None):
            epochs.follow(connection, kept, older, known)
            assert kept.state == newer
        assert not authority.administers_the_center(epochs.memory_of(session), alice.username)
        epochs.follow(connection, kept, older, newer)  # as after a back-up
        assert kept.state == older
