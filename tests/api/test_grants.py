"""Who may grant, change, see and revoke: the delegation rules of the product, through HTTP."""

from concurrent.futures import ThreadPoolExecutor

import httpx

from app.grants import roles
from tests.api.given import Business
from tests.center import Center
from tests.factories import (
    NAMESPACE,
    TOPIC,
    a_cluster_with_orders,
    a_grant,
    a_user,
    an_administrator,
)


def _code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_an_owner_grants_to_its_sub_account_and_the_item_tells_all(business: Business) -> None:
    answer = business.give(
        business.owner, business.app, [303, 302], valid_from=5, valid_until=10**13, remark="for the app"
    )
    assert answer.status_code == 201
    item = answer.json()
    assert answer.headers["etag"] == f'"{item["version"]}"'
    assert int(answer.headers["x-revision"]) > 0
    expected = {
        "role_name": "owner-app",
        "user_id": business.app.id,
        "res_type": TOPIC,
        "resource": "persistent://acme/orders/created",
        "authorities": [{"id": 302, "text": "write the topic"}, {"id": 303, "text": "read the topic"}],
        "valid_from": 5,
        "valid_until": 10**13,
        "granted_by": "owner",
        "granted_by_id": business.owner.id,
        "remark": "for the app",
        "inherited": False,
        "usage": None,
    }
    assert {name: item[name] for name in expected} == expected


def test_giving_to_a_main_account_needs_the_right_to_administer(business: Business) -> None:
    assert business.give(business.owner, business.partner, [303]).status_code == 201
    # The partner can read now, and may still not pass it on: it does not administer the topic.
    assert _code(business.give(business.partner, business.third, [303])) == (403, "not_allowed")


def test_a_main_account_passes_what_it_holds_on_to_its_own_sub_accounts(business: Business) -> None:
    business.give(business.owner, business.partner, [303])
    sub = business.partner_app
    assert business.give(business.partner, sub, [303]).status_code == 201
    refused = business.give(business.partner, sub, [302, 303])
    assert _code(refused) == (403, "not_held")
    assert refused.json()["authorities"] == [302]
    assert _code(business.give(business.partner, business.app, [303])) == (403, "not_allowed")


def test_an_administrator_gives_only_rights_it_holds(business: Business) -> None:
    business.give(business.owner, business.partner, [304])
    refused = business.give(business.partner, business.third, [303, 304])
    assert (_code(refused), refused.json()["authorities"]) == ((403, "not_held"), [303])
    assert business.give(business.partner, business.third, [304]).status_code == 201


def test_a_sub_account_never_grants_or_revokes(business: Business) -> None:
    business.give(business.owner, business.app, [303, 304])
    assert _code(business.give(business.app, business.third, [303])) == (403, "sub_account_cannot_grant")
    mine = business.center.with_token(business.app)
    grant = mine.get("/api/v1/grants").json()["items"][0]
    refused = mine.delete(f"/api/v1/grants/{grant['id']}", headers={"If-Match": "*"})
    assert _code(refused) == (403, "sub_account_cannot_grant")


def test_changing_a_grant_needs_the_version_and_both_rights(business: Business) -> None:
    grant = business.give(business.owner, business.partner, [303]).json()
    path = f"/api/v1/grants/{grant['id']}"
    owner, partner = business.center.with_token(business.owner), business.center.with_token(business.partner)
    assert _code(owner.patch(path, json={"remark": "x"})) == (428, "if_match_required")
    seen = {"If-Match": f'"{grant["version"]}"'}
    changed = owner.patch(path, json={"authorities": [302], "valid_until": 10**13}, headers=seen)
    assert changed.status_code == 200
    assert [authority["id"] for authority in changed.json()["authorities"]] == [302]
    assert _code(owner.patch(path, json={"remark": "x"}, headers=seen)) == (412, "changed_meanwhile")
    assert _code(partner.patch(path, json={"valid_until": None}, headers={"If-Match": "*"})) == (403, "not_allowed")
    opened = owner.patch(path, json={"valid_until": None}, headers={"If-Match": "*"})
    assert opened.json()["valid_until"] is None


def test_all_of_functions_is_narrowed_by_whoever_may_revoke_it(business: Business) -> None:
    where = {"res_type": NAMESPACE, "res_id": business.namespace.id}
    grant = business.grant(business.owner, business.partner, [205], **where)
    business.grant(business.owner, business.partner, [209], **where)
    business.grant(business.owner, business.third, [204], **where)  # administers, and holds nothing of functions
    assert _code(business.change(business.third, grant, authorities=[205, 206])) == (403, "not_held")
    assert _code(business.change(business.third, grant, authorities=[209, 210])) == (409, "overlapping_window")
    narrowed = business.change(business.third, grant, authorities=[208, 210])
    assert [authority["id"] for authority in narrowed.json()["authorities"]] == [208, 210]
    assert _code(business.change(business.third, grant, authorities=[205])) == (403, "not_held")


def test_the_giver_and_administrators_revoke(business: Business) -> None:
    business.give(business.owner, business.partner, [303, 304])
    given = business.give(business.partner, business.third, [303]).json()
    assert business.center.with_token(business.owner).get(f"/api/v1/grants/{given['id']}").status_code == 200
    revoked = business.center.with_token(business.partner).delete(
        f"/api/v1/grants/{given['id']}", headers={"If-Match": "*"}
    )
    assert revoked.status_code == 204
    again = business.center.with_token(business.owner).delete(
        f"/api/v1/grants/{given['id']}", headers={"If-Match": "*"}
    )
    assert again.status_code == 404


def test_of_several_revocations_at_once_one_succeeds(business: Business) -> None:
    grant = business.give(business.owner, business.partner, [303]).json()
    clients = [business.center.with_token(business.owner) for _ in range(6)]

    def revoke(client: httpx.Client) -> int:
        return client.delete(f"/api/v1/grants/{grant['id']}", headers={"If-Match": "*"}).status_code

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(revoke, clients))
    assert sorted(answers) == [204] + [404] * 5


def test_inherited_grants_are_shown_with_the_resource(business: Business) -> None:
    business.give(business.owner, business.partner, [303])
    owner = business.center.with_token(business.owner)
    where = {"res_type": TOPIC, "res_id": business.topic.id}
    assert [grant["inherited"] for grant in owner.get("/api/v1/grants", params=where).json()["items"]] == [False]
    found = owner.get("/api/v1/grants", params={**where, "inherited": True}).json()["items"]
    assert {(grant["resource"], grant["inherited"]) for grant in found} == {
        ("acme", True),
        ("persistent://acme/orders/created", False),
    }


def test_filters_and_pages(business: Business) -> None:
    for number in (302, 303, 304):
        business.give(business.owner, business.partner, [number])
    admin = business.center.with_token(business.center.make(an_administrator))
    page = admin.get("/api/v1/grants", params={"user_id": business.partner.id, "limit": 2}).json()
    assert (page["total"], len(page["items"])) == (3, 2)
    rest = admin.get("/api/v1/grants", params={"user_id": business.partner.id, "cursor": page["next_cursor"]}).json()
    assert (len(rest["items"]), rest["next_cursor"]) == (1, None)
    role = business.center.read(roles.personal_role_of, business.partner.id).id
    assert admin.get("/api/v1/grants", params={"role_id": role}).json()["total"] == 3
    assert admin.get("/api/v1/grants", params={"q": "own"}).json()["total"] == 1


def test_administering_a_namespace_shows_its_grants_only(business: Business) -> None:
    business.center.make(a_grant, business.partner, [204], NAMESPACE, business.namespace.id)
    business.give(business.owner, business.third, [303])
    found = business.center.with_token(business.partner).get("/api/v1/grants").json()["items"]
    assert sorted(grant["resource"] for grant in found) == ["acme/orders", "persistent://acme/orders/created"]


def test_a_type_is_named_by_its_word_or_its_number(center: Center) -> None:
    """One word for it everywhere, `resource_type`; never both."""
    center.make(a_cluster_with_orders)
    admin, alice = center.make(an_administrator), center.make(a_user, "alice")
    client = center.with_token(admin)
    body = {"user_id": alice.id, "res_id": 1, "authorities": [303]}
    for both in ({"res_type": 4, "resource_type": "topic"}, {}):
        assert client.post("/api/v1/grants", json={**body, **both}).status_code == 422
    made = client.post("/api/v1/grants", json={**body, "resource_type": "topic"})
    assert made.status_code == 201, made.text
    assert (made.json()["res_type"], made.json()["resource_type"]) == (4, "topic")
    lists = ("grants?res_id=1", f"users/{alice.id}/rights?limit=9", "access/principals?res_id=1")
    for path in lists:
        found = [client.get(f"/api/v1/{path}&{named}") for named in ("res_type=4", "resource_type=topic")]
        assert found[0].json()["total"] > 0, path
        assert found[0].json()["items"] == found[1].json()["items"]
        assert client.get(f"/api/v1/{path}&res_type=4&resource_type=topic").json()["code"] == "invalid_input"
    assert client.get("/api/v1/access/principals?res_id=1").json()["code"] == "invalid_input"
