"""What may not be given: each wrong grant has its own code, and leaves every table as it was."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from app.grants import roles
from app.resources.models import Tenant
from tests.api.given import ANY, GRANTS, HOUR, Business
from tests.center import Center
from tests.factories import ACTOR, CLUSTER, NAMESPACE, ROOT, TENANT, TOPIC, a_cluster, a_grant, a_user, an_administrator


def _refused(business: Business, answer: httpx.Response, before: dict[str, list[Any]]) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    assert business.stored() == before, "a refused request changed something"
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"authorities": [202]}, (422, "authority_not_grantable_here")),
        ({"authorities": [303, 999]}, (422, "unknown_authority")),
        ({"valid_from": 2_000_000_000_000, "valid_until": 1_900_000_000_000}, (422, "invalid_window")),
        ({"valid_from": 2_000_000_000_000, "valid_until": 2_000_000_000_000}, (422, "invalid_window")),
        ({"valid_until": 1_000_000_000_000}, (422, "window_in_past")),
        ({"valid_from": 1, "valid_until": 2}, (422, "window_in_past")),
        ({"user_id": 10**6}, (404, "receiver_not_found")),
        ({"user_id": None, "role_id": 10**6}, (404, "receiver_not_found")),
        ({"res_id": 10**6}, (404, "not_found")),
        ({"res_type": ROOT, "res_id": 1}, (404, "not_found")),
        ({"res_type": ROOT, "res_id": 0, "authorities": [4]}, (404, "not_found")),
        ({"authorities": []}, (422, "invalid_input")),
    ],
)
def test_a_wrong_grant(business: Business, values: dict[str, Any], expected: tuple[int, str]) -> None:
    body = {
        "user_id": business.partner.id,
        "res_type": TOPIC,
        "res_id": business.topic.id,
        "authorities": [303],
        **values,
    }
    client = business.center.with_token(business.owner)
    before = business.stored()
    answer = client.post(GRANTS, json={name: value for name, value in body.items() if value is not None})
    assert _refused(business, answer, before) == expected


@pytest.mark.parametrize("status", ["disabled", "locked"])
@pytest.mark.parametrize("who", ["partner", "owner"])
def test_nothing_is_given_to_who_cannot_act(business: Business, who: str, status: str) -> None:
    """Neither to the user itself, nor to a sub-account of it."""
    root = business.center.make(an_administrator)
    business.set_status(getattr(business, who), status)
    receiver = business.partner if who == "partner" else business.app
    before = business.stored()
    answer = business.give(root, receiver, [303])
    assert _refused(business, answer, before)[1] == "receiver_not_active"
    assert answer.json()["user_id"] == receiver.id


def test_a_deleted_user_gets_nothing_and_its_name_is_nobody(business: Business) -> None:
    role = business.role_of(business.third)
    business.remove(business.third)
    before = business.stored()
    assert _refused(business, business.give(business.owner, business.third, [303]), before) == (
        404,
        "receiver_not_found",
    )
    assert business.give(business.owner, None, [303], role_id=role).json()["code"] == "receiver_not_found"


def test_the_same_grant_or_one_that_overlaps(business: Business) -> None:
    """Extending is a change of the grant that is there; the refusal names it."""
    now = business.now
    first = business.given(business.owner, business.partner, [302, 303], valid_until=now + 5 * HOUR)
    before = business.stored()
    same = business.give(business.owner, business.partner, [303, 302], valid_until=now + 5 * HOUR)
    assert _refused(business, same, before) == (409, "grant_exists")
    for window in ({}, {"valid_until": now + 9 * HOUR}, {"valid_from": now + 4 * HOUR}, {"valid_until": now + HOUR}):
        longer = business.give(business.owner, business.partner, [303, 304], **window)
        assert _refused(business, longer, before) == (409, "overlapping_window")
        assert (longer.json()["grant_id"], longer.json()["authorities"]) == (first, [303])
        assert longer.json()["valid_until"] == now + 5 * HOUR
    assert business.change(business.owner, first, valid_until=now + 9 * HOUR).status_code == 200
    # Afterwards, elsewhere, somebody else's, another authority: all of them are grants of their own.
    business.given(business.owner, business.partner, [303], valid_from=now + 9 * HOUR)
    business.given(business.owner, business.partner, [304])
    business.given(business.owner, business.third, [303])
    business.given(business.owner, business.partner, [303], res_type=NAMESPACE, res_id=business.namespace.id)


def test_a_change_may_not_overlap_either(business: Business) -> None:
    now = business.now
    business.given(business.owner, business.partner, [303], valid_until=now + 5 * HOUR)
    later = business.given(business.owner, business.partner, [302, 303], valid_from=now + 5 * HOUR)
    before = business.stored()
    assert (
        _refused(business, business.change(business.owner, later, valid_from=None), before)[1] == "overlapping_window"
    )
    assert business.change(business.owner, later, authorities=[302], valid_from=None).status_code == 200


def test_a_change_may_not_end_in_the_past_or_before_it_begins(business: Business) -> None:
    now = business.now
    given = business.given(business.owner, business.partner, [303], valid_from=now + HOUR)
    before = business.stored()
    for values, code in (
        ({"valid_until": now - HOUR, "valid_from": None}, "window_in_past"),
        ({"valid_until": now + HOUR}, "invalid_window"),
        ({"authorities": [203]}, "authority_not_grantable_here"),
        ({"authorities": [7]}, "unknown_authority"),
    ):
        assert _refused(business, business.change(business.owner, given, **values), before) == (422, code)


def test_nobody_gives_for_longer_than_they_hold(business: Business) -> None:
    """The refusal says until when it could be given."""
    end = business.now + 10 * HOUR
    business.given(business.owner, business.partner, [302, 304], valid_until=end)
    before = business.stored()
    for window in ({}, {"valid_until": end + 1}, {"valid_from": end - 1, "valid_until": end + 1}):
        answer = business.give(business.partner, business.third, [302], **window)
        assert _refused(business, answer, before) == (403, "not_held")
        assert answer.json()["held_until"] == {"302": end, "304": end}
        assert answer.json()["authorities"] == [302, 304]
    given = business.given(business.partner, business.third, [302], valid_until=end)
    before = business.stored()
    for values in ({"valid_until": None}, {"valid_until": end + 1}, {"authorities": [302, 303]}):
        assert _refused(business, business.change(business.partner, given, **values), before) == (403, "not_held")
    assert business.change(business.partner, given, valid_until=end - HOUR).status_code == 200
    assert business.change(business.partner, given, remark="until the trial is over").status_code == 200


def test_what_ends_later_does_not_end_what_was_given_inside_it(business: Business) -> None:
    """Taking the giver's right back does not take back what it gave (decision 0015); the list shows what that is."""
    mine = business.given(business.owner, business.partner, [302, 304])
    passed_on = business.given(business.partner, business.third, [302])
    assert business.take_back(business.owner, mine).status_code == 204
    root = business.center.with_token(business.center.make(an_administrator))
    found = root.get(GRANTS, params={"given_by": str(business.partner.id)}).json()["items"]
    assert [one["id"] for one in found] == [passed_on]


def test_administering_alone_for_a_time_gives_for_that_time_only(business: Business) -> None:
    end = business.now + HOUR
    business.given(business.owner, business.partner, [302])
    business.given(business.owner, business.partner, [304], valid_until=end)
    answer = business.give(business.partner, business.third, [302])
    assert answer.json()["held_until"] == {"304": end}
    assert business.give(business.partner, business.third, [302], valid_until=end).status_code == 201


def test_a_main_account_passes_on_for_as_long_as_it_holds(business: Business) -> None:
    end = business.now + HOUR
    business.given(business.owner, business.partner, [303], valid_until=end)
    assert business.give(business.partner, business.partner_app, [303]).json()["code"] == "not_held"
    assert business.give(business.partner, business.partner_app, [303], valid_until=end).status_code == 201


def test_a_sub_account_gets_only_what_its_main_account_holds(business: Business) -> None:
    """From nobody, not even from an administrator: a sleeping grant would wake without anybody's decision."""
    root, end = business.center.make(an_administrator), business.now + HOUR
    for giver in (root, business.owner):
        before = business.stored()
        answer = business.give(giver, business.partner_app, [303])
        assert _refused(business, answer, before) == (409, "main_account_does_not_hold")
    business.given(business.owner, business.partner, [303], valid_until=end)
    answer = business.give(business.owner, business.partner_app, [303])
    assert answer.json()["held_until"] == {"303": end}
    assert business.give(business.owner, business.partner_app, [303], valid_until=end).status_code == 201


@pytest.mark.parametrize("first", [0, 1])
def test_on_several_clusters_it_has_to_be_held_on_each(business: Business, first: int) -> None:
    """Whoever is a super user on one of the tenant's clusters neither gives nor takes there; on both it does."""
    center, other = business.center, business.center.make(a_cluster, "two")
    here = int(business.tenant.clusters)
    center.make(lambda session: setattr(session.get_one(Tenant, business.tenant.id), "clusters", f"{here},{other.id}"))
    there = business.given(business.owner, business.third, [302])
    homes = (here, other.id)
    center.make(a_grant, business.partner, [4], CLUSTER, homes[first])
    before = business.stored()
    assert _refused(business, business.give(business.partner, business.third, [303]), before) == (403, "not_allowed")
    assert _refused(business, business.take_back(business.partner, there), before) == (403, "not_allowed")
    center.make(a_grant, business.partner, [4], CLUSTER, homes[1 - first])
    business.given(business.partner, business.third, [303])
    assert business.take_back(business.partner, there).status_code == 204


def test_nobody_gives_to_themselves(business: Business) -> None:
    """It would outlive what it comes from: here a membership of a role."""
    team = business.center.make(lambda s: roles.create(s, ACTOR, "team").id)
    business.center.make(lambda s: roles.join(s, ACTOR, team, business.partner.id))
    assert business.give(business.owner, None, [302, 304], role_id=team).status_code == 201
    before = business.stored()
    assert _refused(business, business.give(business.partner, business.partner, [302]), before) == (403, "self_grant")
    root = business.center.make(an_administrator)
    assert business.give(root, root, [302]).status_code == 201


def test_nothing_is_given_back_in_a_circle(business: Business) -> None:
    """Owner → partner → third: neither gives it back to where it came from, whoever asks for it."""
    business.given(business.owner, business.partner, [302, 304])
    business.given(business.partner, business.third, [302, 304])
    for giver in (business.partner, business.third):
        before = business.stored()
        answer = business.give(giver, business.owner, [302])
        assert _refused(business, answer, before) == (403, "grant_cycle")
        assert answer.json()["authorities"] == [302]
    # Who holds it from elsewhere too may give it.
    business.center.make(a_grant, business.third, [302], TOPIC, business.topic.id)
    assert business.give(business.third, business.partner, [302]).json()["code"] == "overlapping_window"
    assert business.give(business.third, business.owner, [302]).status_code == 201


def test_a_sub_account_is_given_what_its_main_account_will_hold(business: Business) -> None:
    """Judged is the time that is asked for, not what is held before."""
    root, on = business.center.make(an_administrator, "root"), {"res_type": TOPIC, "res_id": business.topic.id}
    begin, end = business.now + HOUR, business.now + 3 * HOUR
    sub = business.center.make(a_user, "third.sub", parent=business.third)
    business.given(root, business.third, [302], valid_from=begin, valid_until=end, **on)
    before = business.stored()
    answer = business.give(root, sub, [302], valid_from=begin + HOUR, valid_until=end + 1, **on)
    assert _refused(business, answer, before) == (409, "main_account_does_not_hold")
    assert answer.json()["held_until"] == {"302": end}
    answer = business.give(root, sub, [302], valid_from=begin - 1, **on)
    assert (answer.status_code, answer.json()["held_until"]) == (409, {"302": None})
    business.given(root, sub, [302], valid_from=begin + HOUR, valid_until=end, **on)


def _a_role_of(session: Session, name: str, *members: int) -> int:
    role = roles.create(session, ACTOR, name)
    for member in members:
        roles.join(session, ACTOR, role.id, member)
    return role.id


def test_giving_to_a_role_is_giving_to_who_is_in_it(business: Business) -> None:
    """Nobody outlives its right through a role: neither its own, nor by way of whom it had it from."""
    business.given(business.owner, business.partner, [302, 304])
    business.given(business.partner, business.third, [302, 304])
    before_role = {"owner": business.owner, "partner": business.partner, "third": business.third}
    mixed = business.center.make(_a_role_of, "mixed", business.app.id, business.owner.id)
    thirds = business.center.make(_a_role_of, "thirds", business.third.id)
    tried = [("owner", mixed, "self_grant"), ("partner", mixed, "grant_cycle"), ("third", mixed, "grant_cycle"),
             ("third", thirds, "self_grant")]  # fmt: skip
    for who, role, code in tried:
        before = business.stored()
        answer = business.give(before_role[who], None, [302], role_id=role)
        assert _refused(business, answer, before) == (403, code), (who, role)
    assert business.give(business.partner, None, [302], role_id=thirds).status_code == 201
    root = business.center.make(an_administrator, "root")
    everyone = business.center.make(_a_role_of, "everyone", root.id, business.owner.id)
    assert business.give(root, None, [303], role_id=everyone).status_code == 201


def test_a_source_that_ends_does_not_excuse_a_circle_that_stays(business: Business) -> None:
    until, on = business.now + HOUR, {"res_type": NAMESPACE, "res_id": business.namespace.id}
    business.given(business.owner, business.third, [202, 204], **on)
    business.given(business.third, business.partner, [302, 304])
    business.given(business.owner, business.partner, [202, 204], **on, valid_until=until)
    before = business.stored()
    assert _refused(business, business.give(business.partner, business.third, [302]), before) == (403, "grant_cycle")
    business.given(business.partner, business.third, [302], valid_until=until)


def test_every_authority_on_every_type_of_place(center: Center) -> None:
    """23 × 5 through the API: 201 where the table of the specification has it, or the place is named."""
    business = Business(center)
    tenant, namespace, topic = business.tenant, business.namespace, business.topic
    cluster = int(tenant.clusters)
    places = {ROOT: 0, CLUSTER: cluster, TENANT: tenant.id, NAMESPACE: namespace.id, TOPIC: topic.id}
    lowest = {
        CLUSTER: (2, 3, 4, 100),
        TENANT: (101, 102, 103, 104, 105, 106, 200),
        NAMESPACE: (201, 202, 203, 204, 205, 206, 300),
        TOPIC: (301, 302, 303, 304, 306),
    }
    client = center.with_token(center.make(an_administrator))
    answers = {}
    for low, numbers in lowest.items():
        for number in numbers:
            for kind, res_id in places.items():
                body = {"user_id": business.third.id, "res_type": kind, "res_id": res_id, "authorities": [number]}
                answers[number, kind] = client.post(GRANTS, json=body)
                if kind <= low:
                    assert answers[number, kind].status_code == 201, (number, kind)
                    continue
                refused = answers[number, kind].json()
                assert refused["code"] == "authority_not_grantable_here", (number, kind)
                assert refused["where"] == {str(number): {1: "cluster", 2: "tenant", 3: "namespace"}[low]}
    assert len(answers) == 23 * 5
    held = client.get(GRANTS, params={"user_id": business.third.id, "limit": 500}).json()
    assert (
        held["total"] == sum(answer.status_code == 201 for answer in answers.values()) == 4 * 2 + 7 * 3 + 7 * 4 + 5 * 5
    )


@pytest.mark.parametrize("role_of", ["third", "team"])
def test_a_sub_account_gives_nothing_to_anybody(business: Business, role_of: str) -> None:
    business.given(business.owner, business.app, [302, 304])
    team = business.center.make(lambda s: roles.create(s, ACTOR, "team").id)
    role = team if role_of == "team" else business.role_of(business.third)
    before = business.stored()
    answer = business.give(business.app, None, [302], role_id=role)
    assert _refused(business, answer, before) == (403, "sub_account_cannot_grant")


@pytest.mark.parametrize("giver", ["owner", "app"])
def test_only_an_administrator_says_who_is_in_a_role(business: Business, giver: str) -> None:
    """A role's members are power: whoever could add to a role would give all it holds, without holding it."""
    team = business.center.make(lambda s: roles.create(s, ACTOR, "team").id)
    client = business.center.with_token(getattr(business, giver))
    stranger = business.center.make(a_user)
    for method, path, body in (
        ("PUT", f"/roles/{team}/members/{stranger.id}", None),
        ("DELETE", f"/roles/{team}/members/{stranger.id}", None),
        ("PATCH", f"/roles/{team}", {"name": "mine"}),
        ("DELETE", f"/roles/{team}", None),
        ("POST", "/roles", {"name": "mine"}),
    ):
        answer = client.request(method, f"/api/v1{path}", json=body, headers=ANY)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed"), (method, path)
