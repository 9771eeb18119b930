"""Grants given by me and to me: the giver sees and revokes them, a later user of its name does not."""

from __future__ import annotations

from typing import Any

import httpx

from app.access.vocabulary import AUTHORITIES
from app.grants import roles
from tests.api.estate import Estate
from tests.api.given import ANY, GRANTS, HOUR, Business
from tests.center import Center
from tests.factories import ACTOR, CLUSTER, NAMESPACE, TENANT, TOPIC, Person, a_grant, a_user, an_administrator
from tests.granting.delegation.model import lowest_place


def _list_ids(client: httpx.Client, **params: Any) -> list[int]:
    answer = client.get(GRANTS, params=params)
    assert answer.status_code == 200, answer.text
    return [grant["id"] for grant in answer.json()["items"]]


def test_given_by_me_and_given_to_me(business: Business) -> None:
    end = business.now + HOUR
    to_partner = business.grant(business.owner, business.partner, [302, 304], valid_until=end)
    to_app = business.grant(business.owner, business.app, [303])
    to_third = business.grant(business.partner, business.third, [302], valid_until=end)
    owner, partner, third = (business.center.with_token(p) for p in (business.owner, business.partner, business.third))
    assert _list_ids(owner, given_by="me") == [to_partner, to_app]
    assert _list_ids(partner, given_by="me") == [to_third]
    assert _list_ids(partner, given_to="me") == [to_partner]
    assert _list_ids(third, given_to="me") == [to_third]
    assert _list_ids(third, given_by="me") == []
    # Somebody else's, as far as the caller may see it: the owner administers the topic, the third does not.
    assert _list_ids(owner, given_by=str(business.partner.id)) == [to_third]
    assert _list_ids(third, given_by=str(business.partner.id)) == [to_third]
    assert _list_ids(third, given_by=str(business.owner.id)) == []
    assert _list_ids(owner, given_by="me", given_to=str(business.app.id)) == [to_app]
    for wrong in ("", "0", "-1", "you", "1e3", "9" * 30):
        assert owner.get(GRANTS, params={"given_by": wrong}).json()["code"] == "invalid_input"


def test_given_to_a_shared_role_is_given_to_its_members(business: Business) -> None:
    team = business.center.make(lambda s: roles.create(s, ACTOR, "team").id)
    business.center.make(lambda s: roles.join(s, ACTOR, team, business.third.id))
    given = business.give(business.owner, None, [303], role_id=team).json()["id"]
    assert _list_ids(business.center.with_token(business.third), given_to="me") == [given]


def test_a_grant_says_whether_another_main_account_gave_it(business: Business) -> None:
    to_partner = business.give(business.owner, business.partner, [303, 304]).json()
    to_app = business.give(business.owner, business.app, [303]).json()
    team = business.center.make(lambda s: roles.create(s, ACTOR, "team").id)
    to_team = business.give(business.owner, None, [303], role_id=team).json()
    to_app_of_other = business.give(business.owner, business.partner_app, [303]).json()
    to_own_app = business.give(business.partner, business.partner_app, [304]).json()
    administrator = business.center.make(an_administrator, "chief")
    by_administrator = business.give(administrator, business.third, [303]).json()
    given = [to_partner, to_app, to_team, to_app_of_other, to_own_app, by_administrator]
    assert [grant["of_another_main"] for grant in given] == [True, False, False, True, False, False]
    listed = business.center.with_token(administrator).get(GRANTS, params={"limit": 500}).json()["items"]
    shown = {grant["id"]: grant["of_another_main"] for grant in listed}
    assert [shown[grant["id"]] for grant in given] == [grant["of_another_main"] for grant in given]


def test_grants_of_a_deleted_user_stay_and_its_namesake_cannot_revoke_them(business: Business) -> None:
    business.grant(business.owner, business.partner, [302, 304])
    given = business.grant(business.partner, business.third, [302])
    old = business.partner
    business.remove(business.partner_app)
    business.remove(old)
    again = business.center.make(a_user, "partner")
    namesake = business.center.signed_in(again)  # a token of this second would be the old user's
    assert again.id != old.id
    assert _list_ids(namesake) == []
    assert _list_ids(namesake, given_by="me") == []
    assert namesake.get(f"{GRANTS}/{given}").status_code == 404
    assert namesake.delete(f"{GRANTS}/{given}", headers=ANY).status_code == 404
    root = business.center.with_token(business.center.make(an_administrator))
    found = root.get(GRANTS, params={"given_by": str(old.id)}).json()["items"]
    assert [(grant["id"], grant["granted_by"], grant["granted_by_id"]) for grant in found] == [
        (given, "partner", old.id)
    ]
    # Even where the namesake sees the grant, having the name is not having given it.
    team = business.center.make(lambda s: roles.create(s, ACTOR, "team").id)
    seen = business.give(business.owner, None, [303], role_id=team).json()["id"]
    business.center.make(lambda s: roles.join(s, ACTOR, team, again.id))
    assert namesake.delete(f"{GRANTS}/{seen}", headers=ANY).status_code == 403


def test_a_giver_revokes_after_losing_the_right(business: Business) -> None:
    mine = business.grant(business.owner, business.partner, [302, 304])
    passed_on = business.grant(business.partner, business.third, [302])
    business.take_back(business.owner, mine)
    assert business.change(business.partner, passed_on, valid_until=business.now + HOUR).status_code == 200
    assert business.change(business.partner, passed_on, valid_until=None).status_code in (403, 404)
    assert business.take_back(business.partner, passed_on).status_code == 204


def test_narrowing_a_grant_needs_the_right_to_revoke_it(business: Business) -> None:
    """Who administers without holding the right may narrow the grant, not widen it."""
    given = business.grant(business.owner, business.third, [302, 303])
    business.center.make(a_grant, business.partner, [304], TOPIC, business.topic.id)
    refused = business.change(business.partner, given, authorities=[302, 303, 304])
    assert refused.json()["authorities"] == [302, 303]
    cut = business.change(business.partner, given, authorities=[303], valid_until=business.now + HOUR)
    assert cut.status_code == 200
    assert cut.json()["granted_by"] == "owner", "it stays the grant of who gave it"
    assert business.change(business.third, given, valid_until=business.now).status_code == 403


def test_a_business_group_gives_nothing(business: Business) -> None:
    """A group says which business an account belongs to; it is no role."""
    root = business.center.with_token(business.center.make(an_administrator))
    group = root.post("/api/v1/groups", json={"name": "orders business"}).json()["id"]
    for person in (business.owner, business.third):
        path = f"/api/v1/users/{person.id}"
        assert root.patch(path, json={"group_id": group}, headers={"If-Match": "*"}).status_code == 200
    assert business.give(business.third, business.partner, [302]).status_code == 404
    assert _list_ids(business.center.with_token(business.third)) == []


PARTS_OF_FUNCTIONS = {108, 109, 110, 111, 208, 209, 210, 211}  # 105 and 205 include them (decision 0076)
EVERY = {
    kind: {number for number in AUTHORITIES if lowest_place(number) >= kind} - PARTS_OF_FUNCTIONS
    for kind in (CLUSTER, TENANT, NAMESPACE, TOPIC)
}


def test_a_creator_gets_every_right_by_ordinary_grants(estate: Estate) -> None:
    """Every authority on it, to the creator and (for a sub-account) its main account; listed, given by nobody, and
    taken back like any other."""
    center, cluster = estate.center, estate.cluster["id"]
    main = center.make(a_user, "main")
    sub = center.make(a_user, "main-app", parent=main)
    for person in (main, sub):
        center.make(a_grant, person, [100], CLUSTER, cluster)
    client = center.with_token(sub)
    tenant = estate.make("tenants", client, name="mine", cluster_ids=[cluster])["id"]
    namespace = estate.make("namespaces", client, tenant_id=tenant, name="inner")["id"]
    topic = estate.make("topics", client, namespace_id=namespace, name="created")["id"]
    _check_owners(center, CLUSTER, cluster, [estate.administrator])
    for kind, res_id in ((TENANT, tenant), (NAMESPACE, namespace), (TOPIC, topic)):
        _check_owners(center, kind, res_id, [sub, main])
    boss = center.with_token(main)
    own = boss.get(GRANTS, params={"res_type": TOPIC, "res_id": topic, "user_id": main.id}).json()["items"][0]
    assert boss.delete(f"{GRANTS}/{own['id']}", headers={"If-Match": "*"}).status_code == 204


def _check_owners(center: Center, kind: int, res_id: int, owners: list[Person]) -> None:
    root = center.with_token(center.make(an_administrator))
    found = root.get(GRANTS, params={"res_type": kind, "res_id": res_id}).json()["items"]
    by_owner = {grant["user_id"]: grant for grant in found if grant["user_id"] in {person.id for person in owners}}
    assert list(by_owner) == [person.id for person in owners]
    for grant in by_owner.values():
        assert {number["id"] for number in grant["authorities"]} == EVERY[kind]
        assert (grant["granted_by_id"], grant["valid_from"], grant["valid_until"]) == (None, None, None)
