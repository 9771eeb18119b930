"""The lists of access are complete and agree with decide."""

from typing import Any

import pytest

from app.access.decision import Reason, decide
from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import AUTHORITIES, QUESTIONS, Right, asked_level
from app.grants import places
from app.platform.clock import now_ms
from app.rights import snapshots
from tests.api import listed_worlds
from tests.api.listed_worlds import pages
from tests.center import Center
from tests.factories import TOPIC, Person, a_grant, a_user, an_administrator


@pytest.mark.parametrize("seed", [1, 2])
def test_both_lists_agree_with_decide(center: Center, seed: int) -> None:
    center.make(listed_worlds.estate)
    people = center.make(listed_worlds.people, seed)
    admin = center.with_token(center.make(an_administrator, "admin"))
    snapshot = center.read(snapshots.snapshot_of, 1, None)
    now, compared = now_ms(), set()
    for kind, number in [(1, 1), (2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (4, 4)]:
        place = ResourceName.of(kind, center.read(places.place_of, kind, number).name)
        listed = {
            principal["username"]: principal
            for principal in pages(admin, "access/principals", res_type=kind, res_id=number)
        }
        for person in people:
            effective = _authorities_on_one(listed.get(person.username))
            for question in QUESTIONS.values():
                need = question.needs[0]
                if len(question.needs) > 1 or need.right is None or place.type not in question.asked_on:
                    continue
                exact = {a.id for a in AUTHORITIES.values() if (a.right, asked_level(a)) == (need.right, need.level)}
                exact = {number for number in exact if AUTHORITIES[number].may_be_held_on(place.type)}
                if not exact:
                    continue  # creating is held above what is created, and listed there
                allowed = decide(snapshot, person.username, question.id, place, now=now).allowed
                assert bool(exact & effective) == allowed, (
                    person,
                    question.id,
                    place.name,
                    listed.get(person.username),
                )
                compared.add((question.id, allowed))
    assert len(compared) > 40


def _authorities_on_one(item: dict[str, Any] | None) -> set[int]:
    """The authorities somebody holds on cluster one."""
    return {
        a["id"] for a in (item or {"effective": []})["effective"] if a["clusters"] is None or "one" in a["clusters"]
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_the_rights_of_a_user_are_complete_and_true(center: Center, seed: int) -> None:
    center.make(listed_worlds.estate)
    people = center.make(listed_worlds.people, seed)
    admin = center.with_token(center.make(an_administrator, "admin"))
    everything = center.read(snapshots.snapshot_of, 1, None)
    elsewhere = center.read(snapshots.snapshot_of, 2, None)
    for person in people:
        shown = list(pages(admin, f"users/{person.id}/rights"))
        keys = [(place["res_type"], place["res_id"]) for place in shown]
        assert keys == sorted(set(keys))
        held = set(everything.users[person.username].roles)
        known = {**everything.grants, **elsewhere.grants}
        granted = {(g.id, number) for g in known.values() if g.role in held for number in g.usable()}
        assert {
            (grant["id"], right["id"]) for place in shown for right in place["rights"] for grant in right["grants"]
        } == (granted)
        for listed in shown:
            place = ResourceName.of(listed["res_type"], listed["resource"])
            for right in listed["rights"]:
                real = person.username != "off" and not right["not_in_force"] and right["limited_by_main"] == "no"
                if real and place.name != "two":
                    _check_right(everything, person, right["id"], place)


def _check_right(snapshot: Any, person: Person, authority: int, place: ResourceName) -> None:
    known = AUTHORITIES[authority]
    for question in QUESTIONS.values():
        need = question.needs[0]
        alone = len(question.needs) == 1 and need.right is not None and place.type in question.asked_on
        if alone and need.right is not None and known.gives(need.right, need.level):
            answer = decide(snapshot, person.username, question.id, place, now=now_ms())
            assert answer.allowed or answer.reason == Reason.SYSTEM_TOPIC, (person, question.id, place, answer)


ON_TOPICS = {
    authority.id: next(
        question.id
        for question in QUESTIONS.values()
        if ResourceType.TOPIC in question.asked_on
        and (question.needs[0].right, question.needs[0].level) == (authority.right, 3)
    )
    for authority in AUTHORITIES.values()
    if authority.lowest is ResourceType.TOPIC and authority.right is not Right.AUDIT
}
"""What takes this very right on a topic; on somebody else's subscription. What somebody audits, who
administers reads, too."""


@pytest.mark.parametrize("seed", [3, 4])
def test_the_list_of_a_dead_letter_topic_agrees_with_decide(center: Center, seed: int) -> None:
    """For everybody and each right: listed means allowed, not listed means denied, with every filter."""
    center.make(listed_worlds.estate)
    people = center.make(listed_worlds.people, seed)
    for authority in ON_TOPICS:  # alone, on the topic that is served
        people.append(center.make(a_user, f"only{authority}"))
        center.make(a_grant, people[-1], [authority], TOPIC, 1)
    admin = center.with_token(center.make(an_administrator, "admin"))
    snapshot, now = center.read(snapshots.snapshot_of, 1, None), now_ms()
    place = ResourceName.of(TOPIC, center.read(places.place_of, TOPIC, 2).name)
    compared: set[tuple[int, bool]] = set()
    filters: list[dict[str, int]] = [{}, *({"authority": number} for number in ON_TOPICS)]
    for wanted in filters:
        shown = pages(admin, "access/principals", res_type=TOPIC, res_id=2, **wanted)
        listed = {principal["username"]: _authorities_on_one(principal) for principal in shown}
        for person in people:
            for number, question in ON_TOPICS.items():
                allowed = decide(snapshot, person.username, question, place, subscription="x", now=now).allowed
                if not wanted or wanted.get("authority") == number:
                    assert (number in listed.get(person.username, set())) == allowed, (person, question, wanted)
                    compared.add((number, allowed))
    assert compared == {(number, answer) for number in ON_TOPICS for answer in (True, False)}
