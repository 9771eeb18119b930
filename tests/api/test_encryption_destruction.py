"""A version of an encryption key is destroyed by two people, for good."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import epochs, trail
from app.platform.clock import now_ms
from app.resources import deletion, encryption_keys
from app.resources.models import EncryptionKeyVersion, Tenant, Topic
from tests.api.destroying import Destroying
from tests.api.encryption import ADMINISTER, CREATED, WRITE, entries, let, make, path, private, public, rotate
from tests.api.given import ANY, Business, refusal
from tests.api.live_cluster import INTERNAL
from tests.api.live_estate import Live
from tests.factories import TOPIC, a_grant, a_namespace, a_service, a_tenant, a_topic, an_administrator

WEEK = 7 * 24 * 3_600_000


def sealed(session: Session) -> list[tuple[int, bool]]:
    query = select(EncryptionKeyVersion).order_by(EncryptionKeyVersion.number)
    return [(version.number, version.private_sealed is not None) for version in session.scalars(query)]


def test_two_people_destroy_a_version_and_nobody_undoes_it(business: Business, destroying: Destroying) -> None:
    kept = private(destroying.reader, number=2).json()["private_key"]
    asked = destroying.ask()
    assert asked.status_code == 201, asked.text
    waits = asked.json()["destruction"]
    assert (waits["asked_by"], waits["reason"]) == ("owner", "the customer asked for erasure")
    assert waits["valid_until"] - waits["add_time"] == WEEK
    assert private(destroying.reader).status_code == 200, "one person is not two"
    (item,) = destroying.second.get(path(business)).json()["items"]
    assert [version["destruction"] for version in item["versions"]] == [None, waits]
    assert asked.headers["etag"] == f'"{item["version"]}"'
    assert destroying.second.get(destroying.url()).json()["destruction"] == waits

    done = destroying.confirm()
    assert done.status_code == 200, done.text
    assert [(v["number"], v["state"], v["destruction"]) for v in done.json()["versions"]] == [
        (2, "active", None),
        (1, "destroyed", None),
    ]
    assert business.center.read(sealed) == [(1, False), (2, True)]
    before = business.rows()
    assert refusal(business, private(destroying.reader), before) == (409, "key_version_destroyed")
    for again in (destroying.ask(), destroying.confirm(), destroying.ask(destroying.second)):
        assert refusal(business, again, before) == (409, "key_version_destroyed")
    assert refusal(business, destroying.withdraw(), before) == (404, "not_found")
    assert private(destroying.reader, number=2).json()["private_key"] == kept, "other versions are not concerned"
    rotate(business)
    assert destroying.states() == [(3, "active"), (2, "retiring"), (1, "destroyed")], "no number is given out twice"


def test_asking_withdrawing_and_destroying_stay_in_the_audit_log(business: Business, destroying: Destroying) -> None:
    destroying.ask()
    destroying.withdraw(destroying.second)
    destroying.ask()
    destroying.confirm()
    told = [
        (entry.actor, entry.action, json.loads(entry.after or "")["reason"])
        for entry in entries(business)
        if "destroy" in entry.action
    ]
    why = "the customer asked for erasure"
    assert told == [
        ("owner", "encryption_key.ask_destroy", why),
        ("partner", "encryption_key.withdraw_destroy", why),
        ("owner", "encryption_key.ask_destroy", why),
        ("partner", "encryption_key.destroy", why),
    ]
    last = trail.export_line(entries(business)[-1])
    assert (last["key"], last["after"]["asked_by"], last["after"]["state"]) == (CREATED, "owner", "destroyed")
    assert last["before"]["state"] == "retiring"
    assert "PRIVATE" not in repr([trail.export_line(entry) for entry in entries(business)])


def waiting(client: httpx.Client) -> list[dict[str, Any]]:
    """The facts of unread notices that somebody's word is needed."""
    found = client.get("/api/v1/notices?unread=true").json()["items"]
    facts = [notice["facts"] for notice in found if notice["kind"] == "key_destruction"]
    assert client.get("/api/v1/overview").json()["waiting"]["destructions"] == len(facts)
    return facts


@pytest.mark.parametrize("end", ["confirm", "withdraw"])
def test_the_people_who_may_confirm_are_told(business: Business, destroying: Destroying, end: str) -> None:
    center = business.center
    administrator = center.with_token(center.make(an_administrator))
    robot = center.make(a_service, "robot")
    for nobody in robot, business.partner_app:
        center.make(a_grant, nobody, [ADMINISTER], TOPIC, business.topic.id)
    destroying.ask()
    told = {
        "requester": "owner",
        "resource": CREATED,
        "res_type": TOPIC,
        "res_id": business.topic.id,
        "name": "orders@1",
        "reason": "the customer asked for erasure",
    }
    assert waiting(destroying.second) == waiting(administrator) == [told]
    others = destroying.first, destroying.reader, center.with_token(robot), center.with_token(business.partner_app)
    assert [waiting(client) for client in others] == [[], [], [], []]
    assert destroying.ask(administrator).json()["code"] == "request_exists"
    assert getattr(destroying, end)(destroying.second).status_code == 200
    assert waiting(destroying.second) == waiting(administrator) == [], "nobody has to act any more"
    if end == "withdraw":
        destroying.ask(administrator)
        assert len(waiting(destroying.second)) == 1, "asked for again, told again"


def test_asking_tells_what_becomes_unreadable(business: Business, destroying: Destroying) -> None:
    told = destroying.ask().json()["unreadable"]
    in_order = select(EncryptionKeyVersion).order_by(EncryptionKeyVersion.number)
    first, _ = business.center.read(lambda session: session.scalars(in_order).all())
    assert (told["since"], told["until"]) == (first.add_time, (first.retire_time or 0) + 4 * 3_600_000)
    assert told["may_still_be_used"] is True
    assert (told["topic_count"], told["topics"]) == (1, [CREATED])
    (stored,) = told["stored"]
    assert (stored["entries"], stored["size"], stored["code"]) == (None, None, "cluster_unreachable")
    active = destroying.first.get(destroying.url(2)).json()
    assert (active["state"], active["unreadable"]["may_still_be_used"]) == ("active", True)

    def make_old(session: Session) -> None:
        session.execute(update(EncryptionKeyVersion).values(retire_time=now_ms() - 4 * 3_600_000 - 1))

    business.center.make(make_old)
    assert destroying.first.get(destroying.url()).json()["unreadable"]["may_still_be_used"] is True, "it is retiring"
    rotate(business)
    business.center.make(make_old)
    assert destroying.first.get(destroying.url()).json()["unreadable"]["may_still_be_used"] is False
    writer = let(business, business.third, WRITE)
    public(writer, CREATED)
    business.center.make(lambda s: s.execute(update(EncryptionKeyVersion).values(state="retired")))
    business.center.app.state.public_fetches.write(now_ms())
    assert destroying.first.get(destroying.url(2)).json()["unreadable"]["may_still_be_used"] is False
    told = destroying.first.get(destroying.url(3)).json()["unreadable"]
    assert told["may_still_be_used"] is True, "the last that a producer fetched"


def test_a_key_of_a_namespace_names_the_topics_without_their_own(business: Business, destroying: Destroying) -> None:
    make(business, "all", "namespace")
    for number in range(21):
        business.center.make(a_topic, business.namespace, f"t{number}")
    path_of_key = f"{path(business, 'namespace')}/all/versions"
    assert destroying.first.post(path_of_key, json={}, headers=ANY).status_code == 201
    later = business.center.read(lambda s: s.scalars(select(Topic).where(Topic.name == "t0")).one())
    body = {"name": "later", "algorithm": "EC-P256"}
    destroying.first.post(f"/api/v1/topics/{later.id}/encryption-keys", json=body).raise_for_status()
    told = destroying.ask(name="all", kind="namespace").json()["unreadable"]
    assert (told["topic_count"], len(told["topics"]), told["stored"]) == (21, 20, [])
    assert told["topics"][:2] == ["persistent://acme/orders/t0", "persistent://acme/orders/t1"], "t0 got its own later"
    assert destroying.confirm(name="all", kind="namespace").status_code == 403, "administers one topic alone"
    root = business.center.with_token(business.center.make(an_administrator))
    assert destroying.confirm(root, name="all", kind="namespace").json()["versions"][1]["state"] == "destroyed"


def test_what_the_cluster_still_has_is_told(live: Live) -> None:
    url = live.path("topics/{topic}/encryption-keys")
    live.estate.root.post(url, json={"name": "orders", "algorithm": "EC-P256"}).raise_for_status()
    live.estate.root.post(f"{url}/orders/versions", json={}, headers=ANY).raise_for_status()
    asked = live.estate.root.post(f"{url}/orders/versions/1/destruction", json={"reason": "erasure"}, headers=ANY)
    (stored,) = asked.json()["unreadable"]["stored"]
    assert (stored["entries"], stored["size"], stored["code"]) == (
        INTERNAL["numberOfEntries"],
        INTERNAL["totalSize"],
        None,
    )


def test_a_trial_destroys_nothing(business: Business, destroying: Destroying) -> None:
    before = business.rows()
    body = {"reason": "tried"}
    answer = destroying.first.post(f"{destroying.url()}?dry_run=true", json=body, headers=ANY)
    assert (answer.status_code, business.rows() == before) == (201, True), answer.text
    destroying.ask()
    before = business.rows()
    assert destroying.second.post(f"{destroying.url()}/confirm?dry_run=true", headers=ANY).status_code == 200
    assert business.rows() == before


def test_a_place_that_is_deleted_or_anothers_is_left_alone(business: Business, destroying: Destroying) -> None:
    foreign = business.center.make(_another_topic)
    url = f"/api/v1/topics/{foreign}/encryption-keys/orders/versions/1/destruction"
    before = business.rows()
    for sent in (
        destroying.second.post(url, json={"reason": "x"}, headers=ANY),
        destroying.second.delete(url, headers=ANY),
    ):
        assert refusal(business, sent, before) == (404, "not_found")
    destroying.ask()
    business.center.make(lambda s: s.execute(update(Topic).where(Topic.id == business.topic.id).values(deleting=1)))
    before = business.rows()
    assert refusal(business, destroying.confirm(), before) == (409, "deleting")
    business.center.make(deletion.finish, ResourceType.TOPIC, business.topic.id)
    assert business.rows()["req_key_destruction"] == []
    before = business.rows()
    assert refusal(business, destroying.confirm(), before) == (404, "not_found")
    assert refusal(business, destroying.ask(), before) == (404, "not_found")


def _another_topic(session: Session) -> int:
    return a_topic(session, a_namespace(session, a_tenant(session, "foreign"), "orders"), "created").id


def test_after_a_restore_no_number_is_given_out_twice(business: Business, destroying: Destroying) -> None:
    began = now_ms() // 60_000
    business.center.make(lambda session: epochs.begin(session, "system"))
    assert rotate(business).status_code == 201
    numbers = [number for number, _ in destroying.states()]
    assert numbers[1:] == [2, 1]
    assert numbers[0] >= began, "versions that were lost had the numbers from 3 on"
    rotate(business)
    assert destroying.states()[0][0] == numbers[0] + 1
    assert private(destroying.reader, number=numbers[0]).status_code == 200


def test_destroyed_versions_do_not_count_as_active(business: Business, destroying: Destroying) -> None:
    destroying.ask()
    destroying.confirm()
    (half,) = public(let(business, business.third, WRITE), CREATED)
    assert (half["number"], half["error"]) == (2, None)
    found = business.center.read(lambda s: encryption_keys.active(s, [(TOPIC, business.topic.id)]))
    assert [value.version.number for value in found.values()] == [2]
    assert business.center.read(lambda s: s.scalars(select(Tenant.name)).all()) == ["acme"]


def test_what_is_destroyed_makes_room(
    business: Business, destroying: Destroying, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encryption_keys, "MOST_VERSIONS", 2)
    monkeypatch.setattr(encryption_keys, "MOST_KEYS", 2)

    def destroy(number: int) -> None:
        destroying.ask(number=number)
        assert destroying.confirm(number=number).status_code == 200

    assert rotate(business).json()["code"] == "too_many_encryption_keys"
    destroy(1)
    assert rotate(business).status_code == 201
    make(business, "second")
    third = {"name": "third", "algorithm": "EC-P256"}
    for number in (2, 3):
        assert destroying.first.post(path(business), json=third).json()["code"] == "too_many_encryption_keys"
        destroy(number)
    assert destroying.first.post(path(business), json=third).status_code == 201
