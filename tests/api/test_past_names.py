"""Explain reveals no hidden places, and nothing of former owners of a name."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.audit.trail import contents, trail
from app.grants import grants
from app.grants.models import Grant
from app.identity import users
from app.identity.accounts import lifecycle
from app.resources.models import Cluster, Tenant, Topic
from tests.api.explaining import ON, ask
from tests.center import Center
from tests.factories import (
    TENANT,
    TOPIC,
    Person,
    a_grant,
    a_tenant,
    a_user,
    an_administrator,
)

NOWHERE = "persistent://acme/orders/nothing"


def _delete_user(session: Session, person: Person) -> None:
    lifecycle.remove(session, "t", users.find(session, person.id))


def test_rights_of_a_deleted_user_are_hidden_from_its_namesake(center: Center, cluster: Cluster) -> None:
    eve, old = center.make(a_user, "eve"), center.make(a_user, "bob")
    given = center.make(a_grant, old, [302], TOPIC, 1)
    revision = center.read(trail.current_revision)
    center.make(grants.revoke, "t", given.id)
    center.make(_delete_user, old)
    never = ask(center, cluster, eve, "eve", as_of=revision).json()
    center.make(a_user, "bob", parent=eve)
    answer = ask(center, cluster, eve, "bob", as_of=revision).json()
    assert (answer["allowed"], answer["reason"], answer["grants"]) == (False, "UNKNOWN_PRINCIPAL", [])
    assert never["reason"] == "NO_GRANT"
    admin = center.make(an_administrator)
    assert ask(center, cluster, admin, "bob", as_of=revision).json()["allowed"] is True


def test_a_user_still_asks_about_its_own_past(center: Center, cluster: Cluster, alice: Person) -> None:
    given = center.make(a_grant, alice, [302], TOPIC, 1)
    revision = center.read(trail.current_revision)
    center.make(grants.revoke, "t", given.id)
    assert ask(center, cluster, alice, "alice", as_of=revision).json()["allowed"] is True


def _again(session: Session) -> Tenant:
    """Delete the tenant with all it has, and make another of the same name."""
    for given in session.query(Grant).where(Grant.res_type >= TENANT).all():
        grants.revoke(session, "t", given.id)
    for row, key in ((session.get_one(Topic, 1), ON), (session.get_one(Tenant, 1), "acme")):
        before = contents.row(row)
        if isinstance(row, Tenant):
            row.name = "gone"  # its namespaces need not go for this test
            session.flush()
        else:
            session.delete(row)
        trail.record(session, "t", "topic.delete" if isinstance(row, Topic) else "tenant.delete", key, before=before)
    return a_tenant(session, "acme", session.get_one(Cluster, 1))


def test_the_past_of_a_deleted_tenant_is_hidden_from_the_owner_of_its_namesake(
    center: Center, cluster: Cluster
) -> None:
    bob, owner, eve = (center.make(a_user, name) for name in ("bob", "owner", "eve"))
    center.make(a_grant, bob, [302], TOPIC, 1)
    center.make(a_grant, owner, [104], TENANT, 1)
    revision = center.read(trail.current_revision)
    assert ask(center, cluster, owner, "bob", as_of=revision).json()["allowed"] is True
    center.make(a_grant, eve, [104], TENANT, center.make(_again).id)
    assert ask(center, cluster, eve, "bob").status_code == 200
    refused = ask(center, cluster, eve, "bob", as_of=revision)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    assert ask(center, cluster, eve, "bob", as_of=center.read(trail.current_revision)).status_code == 200


def _close(session: Session, topic: int) -> None:
    row = session.get_one(Topic, topic)
    before = contents.row(row)
    row.is_valid = 2
    session.flush()
    trail.record(session, "t", "topic.update", ON, before=before, after=contents.row(row))


def test_answers_do_not_reveal_whether_a_place_exists(center: Center, cluster: Cluster) -> None:
    eve = center.make(a_user, "eve")
    center.make(an_administrator)

    def answers_about(resource: str) -> list[Any]:
        answer = ask(center, cluster, eve, "eve", resource=resource).json()
        return [answer["reason"], *(line["could_give"] | {"id": line["resource_id"]} for line in answer["missing"])]

    assert answers_about(ON) == answers_about(NOWHERE) == answers_about("persistent://nobody/has/this")
    topic = center.read(lambda session: session.scalars(select(Topic.id)).one())
    center.make(_close, topic)
    assert answers_about(ON) == answers_about(NOWHERE)
    body = {"cluster_id": cluster.id, "principal": "eve", "question": "topic:PRODUCE", "resource_type": "topic"}
    questions = {"questions": [body | {"resource": resource} for resource in (ON, NOWHERE)]}
    hidden, nowhere = center.with_token(eve).post("/api/v1/access/check", json=questions).json()["answers"]
    assert hidden == nowhere
    center.make(a_grant, eve, [304], TOPIC, topic)
    assert answers_about(ON)[0] == "RESOURCE_INVALID"


def test_simulating_a_change_does_not_reveal_what_is_switched_off(center: Center, cluster: Cluster) -> None:
    eve = center.make(a_user, "eve")
    sub = center.make(a_user, "sub", parent=eve)
    center.make(lambda session: setattr(session.get_one(Topic, 1), "is_valid", 2))
    body = {"cluster_id": cluster.id, "principal": "sub", "question": "topic:PRODUCE", "resource_type": "topic"}
    questions = [body | {"resource": resource} for resource in (ON, NOWHERE)]
    proposed = {"changes": {"disable": [sub.id]}, "questions": questions}
    (principal,) = center.with_token(eve).post("/api/v1/access/simulate", json=proposed).json()["principals"]
    assert [change["before"]["reason"] for change in principal["changes"]] == ["NO_GRANT", "NO_GRANT"]
