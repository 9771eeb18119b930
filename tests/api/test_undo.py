"""Undoing an entry of the audit log leaves the rights as they were before it, or changes nothing and says why."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.grants import grants, roles
from app.grants.networks import lists
from app.identity.accounts import lifecycle
from app.rights.inquiry import simulation_questions
from tests.api.given import ANY, GRANTS, HOUR, Business, refusal
from tests.api.undoing import Log, rights, undo
from tests.center import Center
from tests.factories import ACTOR, NAMESPACE, TENANT, TOPIC, a_group, a_user, an_administrator, the_user


@pytest.fixture
def log(center: Center) -> Log:
    return Log(center)


def test_a_grant_that_was_given_is_revoked_by_undoing_and_given_by_undoing_that(business: Business, log: Log) -> None:
    before, owner = rights(log.center), business.center.with_token(business.owner)
    number = business.grant(
        business.owner, business.partner, [302], remark="for a week", limits={"networks": ["10.0.0.0/8"]}
    )
    given, entry = rights(log.center), log.newest("grant.create")
    assert given != before
    assert undo(owner, entry).json() == {"entries": [entry]}
    assert rights(log.center) == before
    assert log.since(entry) == ["grant.revoke", "trail.undo"]
    (told,) = log.center.read(trail.entries, action="trail.undo")
    assert (told.actor, told.entity_key, told.revision) == (
        "owner",
        str(entry),
        log.center.read(trail.current_revision),
    )
    assert f'"undone_key": "{number}"' in str(told.after)
    assert undo(owner, log.newest("grant.revoke")).status_code == 200
    assert rights(log.center) == given


@pytest.mark.parametrize(
    "values",
    [
        {"valid_until": 4_000_000_000_000},
        {"valid_until": None},
        {"limits": None},
        {"limits": {"subscriptions": ["other-*"]}},
        {"remark": "other"},
        {"authorities": [302, 303], "limits": None, "valid_from": 1, "valid_until": 4_000_000_000_000, "remark": None},
    ],
)
def test_a_grant_that_was_changed_is_as_before(business: Business, log: Log, values: dict[str, Any]) -> None:
    until = business.now + 100 * HOUR
    limits = {"subscriptions": ["one", "two-*"], "networks": ["10.0.0.0/8"]}
    number = business.grant(business.owner, business.partner, [303], valid_until=until, limits=limits, remark="r")
    before = rights(log.center)
    answer = business.change(business.owner, number, **values)
    assert answer.status_code == 200, answer.text
    assert rights(log.center) != before
    assert undo(business.center.with_token(business.owner), log.newest("grant.update")).status_code == 200
    assert rights(log.center) == before


def test_a_revoked_grant_belongs_to_its_giver_again(business: Business, log: Log) -> None:
    number = business.grant(business.owner, business.partner, [302, 304], valid_until=business.now + 9 * HOUR)
    admin = log.center.with_token(log.center.make(an_administrator))
    before = rights(log.center)
    assert business.take_back(business.owner, number).status_code == 204
    assert rights(log.center) != before
    assert undo(admin, log.newest("grant.revoke")).status_code == 200
    (again,) = admin.get(GRANTS, params={"user_id": business.partner.id}).json()["items"]
    assert (again["granted_by"], again["granted_by_id"]) == ("owner", business.owner.id)
    assert again["id"] != number
    assert rights(log.center) == before
    assert business.take_back(business.owner, again["id"]).status_code == 204


def test_what_somebody_else_revoked_becomes_a_gift_of_who_gives_it_again(business: Business, log: Log) -> None:
    """Else its receiver could give it back in a circle, and it would outlive the right that it comes from."""
    numbers = grants.grantable_on(TOPIC)
    body = {"res_type": NAMESPACE, "res_id": business.namespace.id}
    business.grant(business.owner, business.partner, grants.grantable_on(NAMESPACE), **body)
    business.take_back(business.owner, business.grant(business.owner, business.third, numbers))
    partner = log.center.with_token(business.partner)
    assert undo(partner, log.newest("grant.revoke")).status_code == 200
    (again,) = partner.get(GRANTS, params={"user_id": business.third.id}).json()["items"]
    assert (again["granted_by"], again["granted_by_id"]) == ("partner", business.partner.id)
    before = business.rows()
    assert refusal(business, business.give(business.third, business.partner, numbers), before) == (403, "grant_cycle")
    assert business.take_back(business.owner, again["id"]).status_code == 204
    given = business.grant(business.owner, business.third, numbers)
    business.take_back(business.partner, given)
    assert undo(partner, log.newest("grant.revoke")).status_code == 200
    (again,) = partner.get(GRANTS, params={"user_id": business.third.id}).json()["items"]
    assert again["granted_by"] == "owner", "who revokes it may think better of it"


def test_memberships_and_groups(center: Center, log: Log) -> None:
    person, alice = center.make(an_administrator, "root"), center.make(a_user, "alice")
    admin, role = center.with_token(person), center.make(roles.create, ACTOR, "writers")
    group, other = (center.make(a_group, name) for name in ("one", "two"))
    without = rights(center)
    center.make(roles.join, "root", role.id, alice.id)
    within = rights(center)
    assert undo(admin, log.newest("user.join")).status_code == 200
    assert rights(center)[0] == without[0]
    assert undo(admin, log.newest("user.leave")).status_code == 200
    assert rights(center)[0] == within[0]
    for target in (group.id, other.id, None):
        was = rights(center)[2]
        center.make(_regroup, target)
        assert undo(admin, log.newest("user.update")).status_code == 200
        assert rights(center)[2] == was
        undo(admin, log.newest("user.update"))


def _regroup(session: Session, group_id: int | None) -> None:
    lifecycle.change(session, "root", the_user(session, "alice"), group_id=group_id)


def test_a_set_is_undone_from_its_newest_entry_in_one_revision(business: Business, log: Log) -> None:
    center = log.center
    admin, role = center.with_token(center.make(an_administrator)), center.make(roles.create, ACTOR, "writers")
    before = rights(center)
    begin = log.last()
    number = business.grant(business.owner, business.partner, [302])
    business.change(business.owner, number, authorities=[302, 303])
    business.take_back(business.owner, number)
    business.grant(business.owner, business.third, [303])
    center.make(roles.join, "root", role.id, business.third.id)
    made = list(range(begin + 1, log.last() + 1))
    revision = center.read(trail.current_revision)
    answer = undo(admin, *made)
    assert answer.json() == {"entries": [*reversed(made)]}, answer.text
    assert center.read(trail.current_revision) == revision + 1
    assert rights(center) == before


def test_what_was_changed_since_is_refused_and_nothing_is_undone(business: Business, log: Log) -> None:
    owner = business.center.with_token(business.owner)
    number = business.grant(business.owner, business.partner, [302])
    given = log.newest("grant.create")
    business.grant(business.owner, business.third, [302])
    other = log.newest("grant.create")
    business.change(business.owner, number, authorities=[303])
    changed = log.newest("grant.update")
    before = business.rows()
    answer = undo(owner, given, other)
    assert refusal(business, answer, before) == (409, "changed_since")
    assert answer.json()["entry"] == given
    business.take_back(business.owner, number)
    before = business.rows()
    assert refusal(business, undo(owner, changed), before) == (409, "changed_since")
    revoked = log.newest("grant.revoke")
    assert undo(owner, revoked).status_code == 200
    before = business.rows()
    assert refusal(business, undo(owner, revoked), before) == (409, "grant_exists")
    business.remove(business.partner_app)
    business.remove(business.partner)
    before = business.rows()
    assert refusal(business, undo(owner, revoked), before) == (409, "changed_since")


def test_a_change_that_changed_nothing_has_nothing_to_undo(business: Business, log: Log) -> None:
    number = business.grant(business.owner, business.partner, [303])
    assert business.change(business.owner, number, authorities=[303]).status_code == 200
    answer = undo(business.center.with_token(business.owner), log.newest("grant.update"))
    assert (answer.status_code, answer.json()["code"]) == (409, "not_undoable")


def test_what_cannot_be_given_any_more_is_not_given(business: Business, log: Log) -> None:
    owner = business.center.with_token(business.owner)
    business.take_back(business.owner, business.grant(business.owner, business.partner, [302]))
    entry = log.newest("grant.revoke")
    business.set_status(business.partner, "disabled")
    before = business.rows()
    assert refusal(business, undo(owner, entry), before) == (409, "receiver_not_active")


def test_a_list_of_networks_that_means_something_else_is_not_named_again(business: Business, log: Log) -> None:
    center, owner = log.center, business.center.with_token(business.owner)
    office = center.make(lists.create, ACTOR, "office", ["10.0.0.0/8"])
    number = business.grant(business.owner, business.partner, [302], limits={"networks": ["@office"]})
    business.take_back(business.owner, number)
    entry = log.newest("grant.revoke")
    center.make(lambda s: lists.change(s, ACTOR, lists.find(s, office.id), ("172.16.0.0/12",), None))
    before = business.rows()
    assert refusal(business, undo(owner, entry), before) == (409, "changed_since")
    center.make(lambda s: lists.remove(s, ACTOR, lists.find(s, office.id)))
    before = business.rows()
    assert refusal(business, undo(owner, entry), before) == (422, "unknown_network")
    center.make(lists.create, ACTOR, "office", ["10.0.0.0/8"])
    before = business.rows()
    assert refusal(business, undo(owner, entry), before) == (422, "unknown_network")


def test_other_kinds_are_not_undone(center: Center, log: Log) -> None:
    admin = center.with_token(center.make(an_administrator))
    center.make(a_user, "alice")
    center.make(lambda s: lifecycle.change(s, ACTOR, the_user(s, "alice"), status="disabled"))
    center.make(lambda s: lifecycle.change(s, ACTOR, the_user(s, "alice"), nick="A."))
    for action in ("user.create", "user.join", "role.create", "user.disable", "user.update"):
        answer = undo(admin, log.newest(action))
        assert (answer.status_code, answer.json()["code"]) == (409, "not_undoable"), action
    listed = {
        entry["id"]: entry for entry in admin.get("/api/v1/trail", params={"entity": "user,grant"}).json()["items"]
    }
    assert {entry["action"] for entry in listed.values() if entry["undoable"]} == {"grant.create"}


def test_who_could_not_do_it_by_hand_does_not_undo(business: Business, log: Log) -> None:
    center = log.center
    auditor, manager = (center.make(a_user, name) for name in ("auditor", "manager"))
    admin = center.with_token(center.make(an_administrator, "root"))
    body = {"res_type": TENANT, "res_id": business.tenant.id}
    admin.post(GRANTS, json={"user_id": auditor.id, "authorities": [107], **body})
    admin.post(GRANTS, json={"user_id": manager.id, "authorities": [104], **body})
    business.grant(business.owner, business.partner, [302])
    given = log.newest("grant.create")
    business.take_back(business.owner, business.grant(business.owner, business.third, [303]))
    revoked, joined = log.newest("grant.revoke"), log.newest("user.join")

    def told(person: Any, entry: int) -> tuple[int, str]:
        client = center.with_token(person)
        before = business.rows()
        found = refusal(business, undo(client, entry), before)
        tried = client.post("/api/v1/access/simulate", json={"changes": {"undo": [entry]}, "all": True})
        assert (tried.status_code, tried.json()["code"]) == found
        return found

    for stranger in (business.partner, business.app):
        assert {told(stranger, entry) for entry in (given, revoked, joined, 987_654)} == {(404, "not_found")}
    assert told(auditor, given) == (403, "not_allowed")
    assert told(auditor, revoked) == (403, "not_allowed")
    assert told(manager, revoked) == (403, "not_held")
    assert told(manager, joined) == (404, "not_found")
    assert undo(center.with_token(manager), given).status_code == 200


def test_a_trial_tells_strangers_nothing_of_the_size_of_an_entry(
    business: Business, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    business.grant(business.owner, business.partner, [302])
    monkeypatch.setattr(simulation_questions, "MOST_PEOPLE", 0)
    stranger = business.center.with_token(business.third)
    for entry in (log.newest("grant.create"), 987_654):
        tried = stranger.post("/api/v1/access/simulate", json={"changes": {"undo": [entry]}, "all": True})
        assert (tried.status_code, tried.json()["code"]) == (404, "not_found")


def test_a_sub_account_puts_nobody_back_into_a_role(center: Center, log: Log) -> None:
    main = center.make(an_administrator, "main")
    sub, alice = center.make(a_user, "sub", parent=main), center.make(a_user, "alice")
    role = center.make(roles.create, ACTOR, "writers")
    admin = center.with_token(main)
    admin.post(GRANTS, json={"user_id": sub.id, "authorities": [4], "res_type": 0, "res_id": 0})
    center.make(roles.join, ACTOR, role.id, alice.id)
    center.make(roles.leave, ACTOR, role.id, alice.id)
    answer = undo(center.with_token(sub), log.newest("user.leave"))
    assert (answer.status_code, answer.json()["code"]) == (403, "sub_account_cannot_grant")


def test_the_rehearsal_shows_what_it_opens_and_takes(business: Business, log: Log) -> None:
    owner = business.center.with_token(business.owner)
    number = business.grant(business.owner, business.partner, [302])
    given = log.newest("grant.create")
    body = {"changes": {"undo": [given]}, "all": True}
    before = business.rows()
    taken = owner.post("/api/v1/access/simulate", json=body).json()
    assert ([person["principal"] for person in taken["principals"]], taken["gained"]) == (
        ["partner", "partner-app"][:1],
        0,
    )
    assert taken["lost"] > 0
    assert business.rows() == before
    assert owner.delete(f"{GRANTS}/{number}", headers=ANY).status_code == 204
    revoked = log.newest("grant.revoke")
    opened = owner.post("/api/v1/access/simulate", json={"changes": {"undo": [revoked]}, "all": True}).json()
    assert (opened["gained"], opened["lost"]) == (taken["lost"], 0)
    tried = undo(owner, revoked, dry_run="entries").json()
    assert [entry["action"] for entry in tried["would_record"]] == ["grant.create", "trail.undo"]


def test_an_entry_that_was_undone_says_so(business: Business, log: Log) -> None:
    owner = business.center.with_token(business.owner)
    business.grant(business.owner, business.partner, [302])
    entry = log.newest("grant.create")
    here = {"res_type": TOPIC, "res_id": business.topic.id}
    undo(owner, entry)
    found = {item["id"]: item["undone"] for item in owner.get("/api/v1/trail", params=here).json()["items"]}
    assert found[entry] is True
    assert list(found.values()).count(True) == 1
