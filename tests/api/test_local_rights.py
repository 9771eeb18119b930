"""Judging by the grants at one place agrees with judging by all grants, for every question in random worlds."""

import random
from dataclasses import replace

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.decision import Decision, decide
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Snapshot
from app.access.vocabulary import AUTHORITIES, QUESTIONS, reaching
from app.api.authority import DELETE_TOPIC, Judge
from app.grants import places
from app.grants.models import Grant, UserRole
from app.identity import users
from app.platform.clock import now_ms
from app.resources.models import Namespace, Topic
from app.rights import snapshots
from app.rights.granting import giver_rights
from tests.api import listed_worlds
from tests.center import Center
from tests.factories import Person

pytestmark = pytest.mark.any_database

PLACES = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2), *((4, number) for number in range(1, 5))]


@pytest.mark.parametrize("seed", range(2))
def test_judging_by_one_place_agrees_with_judging_by_everything(center: Center, seed: int) -> None:
    center.make(listed_worlds.estate)
    people = center.make(listed_worlds.people, 500 + seed)
    center.make(_close_some, seed)
    compared, allowed = center.read(_compare, people)
    assert 0.05 < allowed / compared < 0.9


@pytest.mark.parametrize("seed", range(2))
def test_a_givers_own_changes_are_known_without_reading_again(center: Center, seed: int) -> None:
    center.make(listed_worlds.estate)
    people, rng = center.make(listed_worlds.people, 700 + seed), random.Random(seed)
    with center.database.writing() as session:
        for person in people[:4]:
            _change_own(session, person, rng)
        session.rollback()


def _change_own(session: Session, person: Person, rng: random.Random) -> None:
    user, all_places = users.find(session, person.id), [places.place_of(session, *key) for key in PLACES]
    known = giver_rights.KnownGiver(session, user, now_ms())
    known.announce(all_places)
    for place in all_places:
        known.at(place)
    of_user = select(UserRole.role_id).where(UserRole.user_id == user.id)
    for grant in session.scalars(select(Grant).where(Grant.role_id.in_(of_user))).all():
        if rng.random() < 0.5:
            session.delete(grant)
            known.note_revoked(grant)
        else:
            grant.authorities = rng.choice(["302", "2,102", "104,303", "4" if grant.res_type <= 1 else "301"])
            known.note_given(grant)
        session.flush()
        fresh = giver_rights.KnownGiver(session, user, now_ms())
        for place in all_places:
            held = [[number for number in AUTHORITIES if giver.at(place).holds(number)] for giver in (known, fresh)]
            assert held[0] == held[1], (person, place, grant.id)


def _close_some(session: Session, seed: int) -> None:
    session.get_one(Topic, 1 + seed).is_valid = 2
    session.get_one(Namespace, 2).is_valid = 2


def _compare(session: Session, people: list[Person]) -> tuple[int, int]:
    compared = allowed = 0
    for person in people:
        whole = {number: snapshots.snapshot_of(session, number, [person.username]) for number in (1, 2)}
        together = Judge(session, person)
        together.read(PLACES)
        for key in PLACES:
            place, alone = places.place_of(session, *key), Judge(session, person)
            for question in _questions(key[0]):
                name = ResourceName.of(key[0], place.name)
                found = [
                    decide(whole[cluster], person.username, question, name, now=now_ms()) for cluster in place.clusters
                ]
                expected = next((decision for decision in found if not decision.allowed), found[0])
                for judge in (alone, together):
                    answer = judge.allowed(question, *key)
                    assert _comparable(question, answer) == _comparable(question, expected), (person, key, question)
                compared, allowed = compared + 1, allowed + expected.allowed
            _compare_giver(session, person, place, [whole[cluster] for cluster in place.clusters])
    return compared, allowed


def _questions(kind: int) -> list[str]:
    # About deleting a topic another question is asked when it is a system topic: see authority.
    return [
        question.id
        for question in QUESTIONS.values()
        if ResourceType(kind) in question.asked_on and question.id != DELETE_TOPIC
    ]


def _comparable(question: str, answer: Decision) -> tuple[object, ...]:
    """The comparable part of a decision: questions about what is inside name any grants."""
    inside = any(need.any == "in" for need in QUESTIONS[question].needs)
    return (answer.allowed,) if inside else (answer.allowed, answer.reason, answer.grants)


def _compare_giver(session: Session, person: Person, place: places.Place, whole: list[Snapshot]) -> None:
    user = users.find(session, person.id)
    giver = giver_rights.giver(session, user, place, now_ms())
    full = replace(giver, snapshots=tuple(whole))
    held = [number for number in AUTHORITIES if giver.holds(number)]
    assert held == [number for number in AUTHORITIES if full.holds(number)]
    assert giver.sees() == any(_sees(snapshot, person, giver.resource) for snapshot in whole), (person, place)


def _sees(whole: Snapshot, person: Person, resource: ResourceName) -> bool:
    """By its own grants, not its main account's. A grant above counts if it reaches the place."""
    user = whole.users[person.username]
    above = {(int(ancestor.type), ancestor.name) for ancestor in resource.ancestors(whole.cluster)}
    return user.active and any(
        grant.in_force(now_ms())
        and (
            not reaching(resource.type).isdisjoint(usable)
            if place in above
            else place == (resource.type, resource.name) or _is_inside(place, resource, whole.cluster)
        )
        for role in user.roles
        for place, found in whole.by_role.get(role, {}).items()
        for grant, usable in found
    )


def _is_inside(place: tuple[int, str], resource: ResourceName, cluster: str) -> bool:
    above = ResourceName.of(*place).ancestors(cluster)
    return any((ancestor.type, ancestor.name) == (resource.type, resource.name) for ancestor in above)
