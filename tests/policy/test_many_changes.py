"""A file with many changes: judged before the lock, limited, made in parts, with few statements under the lock."""

import dataclasses
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.api.admin.policy import policy_file
from app.audit.trail import trail
from app.desired_state.policy_file import changes, freshness
from app.grants import roles
from app.identity import users
from app.identity.models import User
from app.resources import creation, namespaces, subscription_rules, topics
from app.resources.models import Namespace, Tenant
from tests.api.locked import Locked
from tests.center import Center
from tests.end_to_end.waiting import wait_until
from tests.factories import CLUSTER, Person, a_cluster, a_grant, a_topic, a_user
from tests.policy.desk import YAML, PolicyDesk, sentences_of

HEAD = "version: 1\ntenants:\n  acme:\n    clusters: [prod]\n    namespaces:\n      orders:\n        topics:\n"


def many_topics(number: int, entry: str = "{}") -> str:
    """A file with so many topics."""
    return HEAD + "".join(f"          t{at}: {entry}\n" for at in range(number))


def many_grants(number: int) -> str:
    """Read on each of these topics for bob."""
    lines = (f"- {{topic: acme/orders/t{at}, user: bob, authorities: [topic.read]}}\n" for at in range(number))
    return many_topics(number) + "grants:\n" + "".join(lines)


@pytest.mark.parametrize("entry", ["{}", "{policies: {retention: 7d, message_ttl: 1h}}"])
@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_statements_under_the_lock_do_not_grow_with_topics(
    center: Center, owner: Person, dry_run: str, entry: str
) -> None:
    desk, locked = PolicyDesk(center.with_token(owner)), Locked(center.database)
    with locked.watching():
        for number in (3, 30):
            answer = desk.send("apply", many_topics(number, entry), tenant="acme", dry_run=dry_run)
            assert answer.status_code == 200, answer.text
    few, many = (span for span in locked.spans if span.rows)
    assert many.statements <= few.statements + 3
    assert many.statements < 60


def test_statements_under_the_lock_grow_little_with_grants(center: Center, owner: Person) -> None:
    desk, locked = PolicyDesk(center.with_token(owner)), Locked(center.database)
    desk.apply(many_topics(40), tenant="acme")
    with locked.watching():
        for number in (1, 40):
            assert desk.send("apply", many_grants(number), tenant="acme", dry_run="true").status_code == 200
    few, many = (span for span in locked.spans if span.rows)
    assert many.statements - few.statements <= 3 * 40


def test_a_refused_file_takes_no_lock(center: Center, owner: Person) -> None:
    """What is refused, is refused before the lock of the writers is taken."""
    reader, desk = PolicyDesk(center.with_token(center.make(a_user, "stranger"))), PolicyDesk(center.with_token(owner))
    locked = Locked(center.database)
    with locked.watching():
        assert reader.refused("apply", many_topics(10), tenant="acme") == (404, "not_found")
        assert reader.refused("apply", many_topics(10), tenant="acme", dry_run="true") == (404, "not_found")
        assert desk.refused("apply", many_topics(10) + "users: {x: {}}", tenant="acme") == (422, "outside_scope")
    assert locked.spans == []


def test_too_many_changes_are_made_in_parts(center: Center, owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "MOST", 20)
    desk, text = PolicyDesk(center.with_token(owner)), many_grants(10)
    answer = desk.send("apply", text, tenant="acme")
    assert (answer.status_code, answer.json()["code"]) == (422, "too_many_changes")
    assert (answer.json()["changes"], answer.json()["most"]) == (20, 13)
    assert desk.send("apply", text, tenant="acme", dry_run="true").status_code == 422
    assert desk.plan(text, tenant="acme")["remaining"] == 7
    planned, made, revision = desk.plan(text, tenant="acme"), list[str](), 0
    parts: list[dict[str, Any]] = []
    while (left := 1 if not parts else parts[-1]["remaining"]) > 0:
        parts.append(desk.apply(text, tenant="acme", in_parts="true", revision=revision or planned["revision"]))
        revision = parts[-1]["revision"]
        made += sentences_of(parts[-1])
        assert len(parts) < 9, left
    assert [part["remaining"] for part in parts] == [7, 1, 0]
    assert made == sentences_of(planned)
    assert desk.plan(text, tenant="acme")["changes"] == []


def test_deletions_are_confirmed_whole_and_made_in_parts(
    center: Center, owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = PolicyDesk(center.with_token(owner))
    desk.apply(many_topics(5), tenant="acme")
    monkeypatch.setattr(changes, "MOST", 60)
    query = {"tenant": "acme", "prune": "resources", "in_parts": "true"}
    text = many_topics(0).replace("        topics:\n", "        topics: {}\n")
    assert desk.refused("apply", text, **query, confirm_deletions=2) == (422, "confirmation_needed")
    assert len(desk.apply(text, **query, confirm_deletions=6)["deletes_resources"]) == 2
    assert len(desk.apply(text, **query, confirm_deletions=4)["deletes_resources"]) == 2


def test_changes_made_during_the_wait_are_seen(center: Center, owner: Person) -> None:
    """The file is judged again with the changes that others made before its turn."""
    desk, root = PolicyDesk(center.with_token(owner)), center.with_token(owner).headers["Authorization"]

    def send(path: str, **body: object) -> httpx.Response:
        with httpx.Client(base_url=center.url, headers={"Authorization": root}, timeout=60) as client:
            return client.post(f"/api/v1/{path}", **body)  # type: ignore[arg-type]

    writers = center.app.state.writers
    with ThreadPoolExecutor(2) as pool:
        with center.database.writing() as session:
            trail.lock_revision(session)
            first = pool.submit(send, "users", json={"username": "sub", "kind": "service"})
            wait_until("the first writes", lambda: writers.busy)
            waiting = pool.submit(send, "policy/apply?tenant=acme", content=many_topics(2), headers=YAML)
            wait_until("the second waits", lambda: writers.waiting)
            namespace = session.get_one(Namespace, 1)
            assert namespaces.full_name(session, namespace) == "acme/orders"
            creation.create(session, "test", owner.id, topics.prepare(session, namespace, "t1"))
        assert first.result().status_code == 201
        done = waiting.result()
    assert done.status_code == 200, done.text
    assert [change["name"] for change in done.json()["changes"]] == ["persistent://acme/orders/t0"]
    assert desk.plan(many_topics(2), tenant="acme")["changes"] == []


def test_rights_that_change_all_the_time_end_in_a_conflict(
    center: Center, owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy_file, "_still_true", lambda *_: False)
    desk = PolicyDesk(center.with_token(owner))
    assert desk.refused("apply", many_topics(1), tenant="acme") == (409, "changed_meanwhile_plan")
    assert not center.app.state.writers.busy


def test_a_file_sent_again_with_its_key_is_answered_as_before(center: Center, owner: Person) -> None:
    """Although the revision that it names is not the newest any more."""
    desk = PolicyDesk(center.with_token(owner))
    planned = desk.plan(many_topics(2), tenant="acme")
    query = {"tenant": "acme", "revision": str(planned["revision"])}
    headers = {**YAML, "Idempotency-Key": uuid.uuid4().hex}
    answers = [
        desk.http.post("/api/v1/policy/apply", content=many_topics(2), params=query, headers=headers) for _ in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert answers[1].headers["idempotency-replayed"] == "true"
    assert answers[0].headers["x-revision"] == answers[1].headers["x-revision"]


ABOUT = freshness.PlanScope(frozenset({"owner", "bob", "writers"}), frozenset({"acme"}))
MATTERS: dict[str, tuple[Callable[[Session, Person], object], bool]] = {
    "somebody else is made": (lambda session, _: a_user(session, "zoe"), False),
    "somebody of the file is made": (lambda session, _: roles.create(session, "t", "writers"), True),
    "another tenant grows": (lambda session, _: _new_topic(session, "globex/other"), False),
    "its tenant grows": (lambda session, _: _new_topic(session, "acme/orders"), True),
    "its tenant gets a rule": (lambda session, _: _new_rule(session, "acme/orders"), True),
    "another tenant gets a rule": (lambda session, _: _new_rule(session, "globex/other"), False),
    "who applies it gets something": (lambda session, owner: a_grant(session, owner, [3], CLUSTER, 1), True),
    "somebody else gets something": (lambda session, _: a_grant(session, _helper(session), [3], CLUSTER, 1), False),
    "who applies it is disabled": (lambda session, owner: _disable(session, owner), True),
    "a cluster comes": (lambda session, _: a_cluster(session, "third"), True),
}


@pytest.mark.parametrize("name", MATTERS)
def test_a_plan_becomes_stale_only_by_changes_of_its_sources(center: Center, owner: Person, name: str) -> None:
    """Or whoever makes users again and again would keep everybody from applying a file."""
    change, matters = MATTERS[name]
    at = center.read(trail.current_revision)
    center.make(change, owner)
    assert center.read(freshness.is_still_true, at, ABOUT) is not matters
    everything = dataclasses.replace(ABOUT, prune=frozenset({"users", "roles", "groups", "resources", "grants"}))
    assert center.read(freshness.is_still_true, at, everything) is False


def _new_topic(session: Session, above: str) -> None:
    a_topic(session, _namespace(session, above), "more")


_OTHER = {"acme/orders": "globex", "globex/other": "acme"}


def _new_rule(session: Session, above: str) -> None:
    subscription_rules.put(session, "t", _namespace(session, above), f"app://{_OTHER[above]}/intake", ["bob"])


def _namespace(session: Session, full_name: str) -> Namespace:
    tenant, _, name = full_name.partition("/")
    of = select(Namespace).join(Tenant, Tenant.id == Namespace.tenant).where(Tenant.name == tenant)
    return session.scalars(of.where(Namespace.name == name)).one()


def _helper(session: Session) -> Person:
    return Person(session.scalars(select(User.id).where(User.username == "helper")).one(), "helper")


def _disable(session: Session, owner: Person) -> None:
    users.change(session, "t", session.get_one(User, owner.id), status="disabled")
