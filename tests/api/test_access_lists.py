"""Who has rights on a resource, and what rights a user has: complete, by page, and never other than decide says."""

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from app.access.decision import Reason, decide, deepest_level
from app.access.vocabulary import AUTHORITIES, QUESTIONS
from app.clock import now_ms
from app.errors import Conflict
from app.grants import grants, places, roles
from app.pulsar.names import ResourceName
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.rights import snapshots
from app.trail import trail
from tests.api.statements import statements
from tests.center import Center
from tests.factories import (
    CLUSTER,
    NAMESPACE,
    ROOT,
    TENANT,
    TOPIC,
    Person,
    a_cluster,
    a_grant,
    a_namespace,
    a_tenant,
    a_topic,
    a_user,
    an_administrator,
)

LONG_AGO = 1000
TOPICS = ("created", "created-billing-DLQ", "paid", "__change_events")


def _estate(session: Session) -> Cluster:
    """Two clusters, two tenants (one on both), two namespaces, and four topics."""
    one, two = a_cluster(session, "one"), a_cluster(session, "two")
    acme = a_tenant(session, "acme", one, two)
    a_tenant(session, "other", one)
    orders = a_namespace(session, acme, "orders")
    a_namespace(session, acme, "bills")
    for name in TOPICS:
        a_topic(session, orders, name)
    return one


def _random_rights(session: Session, seed: int) -> list[Person]:
    """Main accounts, sub-accounts, somebody disabled, shared roles; grants anywhere, some over, some not begun."""
    rng = random.Random(seed)
    mains = [a_user(session, f"main{number}") for number in range(4)]
    subs = [a_user(session, f"sub{number}", parent=rng.choice(mains)) for number in range(5)]
    off = a_user(session, "off", status="disabled")
    people = [*mains, *subs, off]
    shared = [roles.create(session, "t", f"role{number}") for number in range(3)]
    for role in shared:
        for person in rng.sample(people, 4):
            roles.join(session, "t", role.id, person.id)
    held = [*(roles.personal_role_of(session, person.id) for person in people), *shared]
    for _ in range(60):
        kind = rng.choice([CLUSTER, TENANT, NAMESPACE, NAMESPACE, TOPIC, TOPIC] + [ROOT] * (rng.random() < 0.1))
        number = {
            ROOT: 0,
            CLUSTER: rng.randint(1, 2),
            TENANT: 1,
            NAMESPACE: rng.randint(1, 2),
            TOPIC: rng.randint(1, 4),
        }
        start, end = rng.choice([(None, None)] * 3 + [(None, LONG_AGO), (2**50, None)])
        numbers = rng.sample(grants.grantable_on(kind), rng.randint(1, 3))
        try:
            grants.grant(
                session, "t", rng.choice(held).id, kind, number[kind], numbers, valid_from=start, valid_until=end
            )
        except Conflict:
            continue  # it has exactly this already
    return people


def _pages(client: httpx.Client, address: str, **params: Any) -> Iterator[dict[str, Any]]:
    cursor: dict[str, str] = {}
    while True:
        answer = client.get(f"/api/v1/{address}", params={"limit": 3, **cursor, **params})
        assert answer.status_code == 200, answer.text
        yield from answer.json()["items"]
        if answer.json()["next_cursor"] is None:
            return
        cursor = {"cursor": answer.json()["next_cursor"]}


@pytest.mark.parametrize("seed", [1, 2])
def test_both_lists_agree_with_decide(center: Center, seed: int) -> None:
    center.make(_estate)
    people = center.make(_random_rights, seed)
    admin = center.with_token(center.make(an_administrator, "admin"))
    snapshot = center.read(snapshots.snapshot_of, 1, None)
    now, compared = now_ms(), set()
    for kind, number in [(1, 1), (2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (4, 4)]:
        place = ResourceName.of(kind, center.read(places.place_of, kind, number).name)
        listed = {one["username"]: one for one in _pages(admin, "access/principals", res_type=kind, res_id=number)}
        for person in people:
            effective = _on_one(listed.get(person.username))
            for question in QUESTIONS.values():
                need = question.needs[0]
                if len(question.needs) > 1 or need.right is None or place.type not in question.asked_on:
                    continue
                exact = {a.id for a in AUTHORITIES.values() if (a.right, deepest_level(a)) == (need.right, need.level)}
                exact = {number for number in exact if AUTHORITIES[number].may_be_held_on(place.type)}
                allowed = decide(snapshot, person.username, question.id, place, now=now).allowed
                assert bool(exact & effective) == allowed, (
                    person,
                    question.id,
                    place.name,
                    listed.get(person.username),
                )
                compared.add((question.id, allowed))
    assert len(compared) > 40


def _on_one(item: dict[str, Any] | None) -> set[int]:
    """The authorities somebody holds on cluster one."""
    return {
        a["id"] for a in (item or {"effective": []})["effective"] if a["clusters"] is None or "one" in a["clusters"]
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_the_rights_of_a_user_are_complete_and_true(center: Center, seed: int) -> None:
    center.make(_estate)
    people = center.make(_random_rights, seed)
    admin = center.with_token(center.make(an_administrator, "admin"))
    everything = center.read(snapshots.snapshot_of, 1, None)
    elsewhere = center.read(snapshots.snapshot_of, 2, None)
    for person in people:
        shown = list(_pages(admin, f"users/{person.id}/rights"))
        keys = [(one["res_type"], one["res_id"]) for one in shown]
        assert keys == sorted(set(keys))
        held = set(everything.users[person.username].roles)
        known = {**everything.grants, **elsewhere.grants}
        granted = {(g.id, number) for g in known.values() if g.role in held for number in g.usable()}
        assert {
            (grant["id"], right["id"]) for one in shown for right in one["rights"] for grant in right["grants"]
        } == (granted)
        for one in shown:
            place = ResourceName.of(one["res_type"], one["resource"])
            for right in one["rights"]:
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


def test_inherited_and_limited_are_marked(center: Center) -> None:
    center.make(_estate)
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    wide = center.make(a_grant, main, [102], TENANT, 1)
    both = center.make(a_grant, sub, [302, 303], NAMESPACE, 1)
    admin = center.with_token(center.make(an_administrator, "admin"))
    address = {"res_type": TOPIC, "res_id": 1}
    found = {one["username"]: one for one in _pages(admin, "access/principals", **address)}
    assert sorted(found) == ["admin", "main", "sub"]
    assert [(one["id"], one["resource"], one["inherited"]) for one in found["main"]["grants"]] == [
        (wide.id, "acme", True)
    ]
    assert [(one["id"], one["limited_by_main"]) for one in found["sub"]["grants"]] == [(both.id, "partly")]
    assert [one["id"] for one in found["sub"]["effective"]] == [302]
    assert (found["sub"]["main_account"], found["main"]["main_account"]) == ("main", None)
    readers = [one["username"] for one in _pages(admin, "access/principals", right="read", **address)]
    assert readers == ["sub", "admin"]
    writers = [one["username"] for one in _pages(admin, "access/principals", authority=302, q="m", **address)]
    assert writers == ["main", "admin"]
    (place,) = _pages(center.with_token(sub), f"users/{sub.id}/rights")
    assert [(one["id"], one["limited_by_main"]) for one in place["rights"]] == [(302, "no"), (303, "entirely")]
    (only,) = _pages(center.with_token(sub), f"users/{sub.id}/rights", authority=303, res_type=3, tenant_id=1)
    assert [one["id"] for one in only["rights"]] == [303]
    assert list(_pages(center.with_token(sub), f"users/{sub.id}/rights", tenant_id=2)) == []


def test_a_grant_on_the_root_is_limited_to_what_the_main_account_holds_on_a_cluster(center: Center) -> None:
    center.make(_estate)
    main, other = center.make(a_user, "main"), center.make(a_user, "other")
    some, none = center.make(a_user, "some", parent=main), center.make(a_user, "none", parent=other)
    center.make(a_grant, main, [302], TOPIC, 1)
    for sub, limit in ((some, "partly"), (none, "entirely")):
        center.make(a_grant, sub, [102], 0, 0)
        (place,) = _pages(center.with_token(sub), f"users/{sub.id}/rights")
        assert [(one["id"], one["limited_by_main"]) for one in place["rights"]] == [(102, limit)]


def test_readers_of_a_topic_are_there_on_its_dead_letter_topic(center: Center) -> None:
    center.make(_estate)
    reader = center.make(a_user, "reader")
    center.make(a_grant, reader, [303], TOPIC, 1)
    admin = center.with_token(center.make(an_administrator, "admin"))
    found = {
        one["username"]: one for one in _pages(admin, "access/principals", res_type=TOPIC, res_id=2, right="write")
    }
    assert [one["by_reading"] for one in found["reader"]["grants"]] == [True]
    assert [one["id"] for one in found["reader"]["effective"]] == [302, 303]


ON_TOPICS = {
    301: "namespace:DELETE_TOPIC",
    302: "topic:PRODUCE",
    303: "topic:CONSUME",
    304: "topic:COMPACT",
    306: "topic:SKIP",
}
"""What takes this very right on a topic; on somebody else's subscription."""


@pytest.mark.parametrize("seed", [3, 4])
def test_the_list_of_a_topic_that_serves_another_is_what_is_decided(center: Center, seed: int) -> None:
    """Everybody, each right: who is listed with it is allowed, who is not is denied; whatever is asked by."""
    center.make(_estate)
    people = center.make(_random_rights, seed)
    for authority in ON_TOPICS:  # alone, on the topic that is served
        people.append(center.make(a_user, f"only{authority}"))
        center.make(a_grant, people[-1], [authority], TOPIC, 1)
    admin = center.with_token(center.make(an_administrator, "admin"))
    snapshot, now = center.read(snapshots.snapshot_of, 1, None), now_ms()
    place = ResourceName.of(TOPIC, center.read(places.place_of, TOPIC, 2).name)
    compared: set[tuple[int, bool]] = set()
    filters: list[dict[str, int]] = [{}, *({"authority": number} for number in ON_TOPICS)]
    for wanted in filters:
        pages = _pages(admin, "access/principals", res_type=TOPIC, res_id=2, **wanted)
        listed = {one["username"]: _on_one(one) for one in pages}
        for person in people:
            for number, question in ON_TOPICS.items():
                allowed = decide(snapshot, person.username, question, place, subscription="x", now=now).allowed
                if not wanted or wanted.get("authority") == number:
                    assert (number in listed.get(person.username, set())) == allowed, (person, question, wanted)
                    compared.add((number, allowed))
    assert compared == {(number, answer) for number in ON_TOPICS for answer in (True, False)}


def test_what_is_switched_off_is_marked(center: Center) -> None:
    center.make(_estate)
    alice = center.make(a_user, "alice")
    center.make(a_grant, alice, [303], TOPIC, 1)
    client = center.with_token(alice)
    assert [one["resource_invalid"] for one in _pages(client, f"users/{alice.id}/rights")] == [False]
    here = "access/principals", {"res_type": TOPIC, "res_id": 1}
    assert [one["resource_invalid"] for one in _pages(client, here[0], **here[1])] == [False]
    assert [one["resource_invalid"] for one in _pages(client, "grants")] == [False]
    center.make(_switch_off)
    assert [one["resource_invalid"] for one in _pages(client, f"users/{alice.id}/rights")] == [True]
    assert [one["resource_invalid"] for one in _pages(client, "grants")] == [True]
    assert [one["resource_invalid"] for one in _pages(client, here[0], **here[1])] == [True]


def test_grants_are_marked_where_they_give_no_data(center: Center) -> None:
    """As decided: a place by itself, what is in it, and what serves it; not what is beside it or above it."""
    center.make(_estate)
    alice = center.make(a_user, "alice")
    places = [(TENANT, 1), (NAMESPACE, 1), (NAMESPACE, 2), (TOPIC, 1), (TOPIC, 2), (TOPIC, 3), (CLUSTER, 1), (ROOT, 0)]
    for place in places:
        center.make(a_grant, alice, [103 if place[0] < 2 else 303], *place)
    client = center.with_token(center.make(an_administrator, "admin"))

    def marked() -> set[tuple[int, int]]:
        found = _pages(client, "grants", user_id=alice.id)
        return {(one["res_type"], one["res_id"]) for one in found if one["resource_invalid"]}

    assert marked() == set()
    for model, expected in (
        (Topic, {(TOPIC, 1), (TOPIC, 2)}),
        (Namespace, {(NAMESPACE, 1), (TOPIC, 1), (TOPIC, 2), (TOPIC, 3)}),
        (Tenant, {*places} - {(CLUSTER, 1), (ROOT, 0)}),
    ):
        center.make(_switch_off, model)
        assert marked() == expected


def _switch_off(session: Session, model: type[Tenant | Namespace | Topic] = Tenant) -> None:
    place = session.get_one(model, 1)
    assert isinstance(place, Tenant | Namespace | Topic)
    place.is_valid = 2
    trail.record(session, "test", "tenant.update", "acme")  # rights are kept until the trail has another entry


def test_who_may_look(center: Center) -> None:
    center.make(_estate)
    main, stranger = center.make(a_user, "main"), center.make(a_user, "stranger")
    sub = center.make(a_user, "sub", parent=main)
    center.make(a_grant, center.make(a_user, "owner"), [303], TOPIC, 1)
    for person in (main, sub):
        center.make(a_grant, person, [303], TOPIC, 1)
    address = "/api/v1/access/principals?res_type=4&res_id=1"
    assert center.with_token(stranger).get(address).status_code == 404
    assert [one["username"] for one in center.with_token(main).get(address).json()["items"]] == ["main", "sub"]
    assert [one["username"] for one in center.with_token(sub).get(address).json()["items"]] == ["sub"]
    center.make(a_grant, main, [304], TOPIC, 1)
    assert len(center.with_token(main).get(address).json()["items"]) == 3
    assert center.with_token(main).get("/api/v1/access/principals?res_type=4&res_id=99").status_code == 404
    assert center.with_token(main).get("/api/v1/access/principals?res_type=0&res_id=0").status_code == 404
    assert center.with_token(main).get(f"/api/v1/users/{sub.id}/rights").status_code == 200
    assert center.with_token(sub).get(f"/api/v1/users/{main.id}/rights").status_code == 403
    assert center.with_token(stranger).get(f"/api/v1/users/{main.id}/rights").status_code == 404


def test_wrong_input(center: Center) -> None:
    center.make(_estate)
    admin = center.with_token(center.make(an_administrator, "admin"))
    codes = [
        admin.get(f"/api/v1/{address}").json()["code"]
        for address in (
            "access/principals?res_type=4&res_id=1&authority=999",
            "access/principals?res_type=4&res_id=1&right=fly",
            "access/principals?res_type=4&res_id=1&cursor=x",
            "access/principals?res_type=5&res_id=1",
            "users/1/rights?cursor=bm8",
            "users/99/rights",
        )
    ]
    assert codes == ["unknown_authority", *["invalid_input"] * 4, "not_found"]


def test_pages_take_the_same_statements_for_few_and_for_many(center: Center) -> None:
    center.make(_estate)
    admin, main = center.with_token(center.make(an_administrator, "admin")), center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    counted = []
    for number in (2, 12):
        for _ in range(number):
            topic = center.make(a_topic, center.read(_orders))
            center.make(a_grant, main, [302], TOPIC, topic.id)
            center.make(a_grant, sub, [302], TOPIC, topic.id)
            center.make(a_grant, center.make(a_user, parent=main), [103], TENANT, 1)
        with statements(center) as seen:
            people = admin.get("/api/v1/access/principals?res_type=4&res_id=1").json()
            rights = admin.get(f"/api/v1/users/{sub.id}/rights").json()
        counted.append((len(seen), len(people["items"]), len(rights["items"])))
    assert counted[0][0] == counted[1][0]
    assert counted[1][1] - counted[0][1] == counted[1][2] - counted[0][2] == 12


def _orders(session: Session) -> Namespace:
    return session.get_one(Namespace, 1)
