"""Administrators within networks, or for a time, cannot lift these limits, for themselves or for others."""

from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.identity import users
from app.platform.clock import now_ms
from tests.api.addresses import ELSEWHERE, INSIDE, NETWORK, OUTSIDE, SMALLER, client, token_client
from tests.api.credential_calls import credential_requests
from tests.api.estate import problem
from tests.api.given import ANY
from tests.center import Center
from tests.factories import Person, a_cluster, a_grant, a_user, an_administrator
from tests.policy.desk import PolicyDesk

USERS, ROLES, LISTS, GRANTS = "/api/v1/users", "/api/v1/roles", "/api/v1/networks", "/api/v1/grants"
ONLY_ADMINISTRATORS = "/api/v1/registrations"


@pytest.fixture
def person(center: Center) -> Person:
    """Administers the center from SMALLER only."""
    person = center.make(a_user, "net-admin")
    center.make(a_grant, person, [4], 0, 0, limits=Limits(networks=(SMALLER,)))
    return person


@pytest.fixture
def limited(center: Center, person: Person) -> httpx.Client:
    return token_client(center, person, INSIDE)


def a_role(admin: httpx.Client, **limits: Any) -> int:
    number = int(admin.post(ROLES, json={"name": "admins"}).json()["id"])
    body = {"res_type": 0, "res_id": 0, "authorities": [4], "role_id": number, **limits}
    assert admin.post(GRANTS, json=body).status_code == 201
    return number


def test_nobody_joins_a_role_that_has_more(
    center: Center, admin: httpx.Client, limited: httpx.Client, person: Person
) -> None:
    role = a_role(admin)
    for user in (person, center.make(a_user, "friend")):
        assert problem(limited.put(f"{ROLES}/{role}/members/{user.id}")) == (403, "not_held")
        proposal = {"join": [{"user_id": user.id, "role_id": role}]}
        assert problem(limited.post("/api/v1/access/simulate", json={"changes": proposal, "all": True})) == (
            403,
            "not_held",
        )
    assert token_client(center, person, OUTSIDE).get(ONLY_ADMINISTRATORS).status_code == 403
    assert admin.put(f"{ROLES}/{role}/members/{person.id}").status_code == 204
    assert limited.put(f"{ROLES}/{role}/members/{person.id}").status_code == 204


def test_a_role_within_the_own_networks_may_be_joined(
    center: Center, admin: httpx.Client, limited: httpx.Client
) -> None:
    role = a_role(admin, limits={"networks": ["127.0.0.0/25"]})
    friend = center.make(a_user, "friend")
    assert limited.put(f"{ROLES}/{role}/members/{friend.id}").status_code == 204
    empty = limited.post(ROLES, json={"name": "empty"}).json()["id"]
    assert limited.put(f"{ROLES}/{empty}/members/{friend.id}").status_code == 204


def test_a_grant_within_other_networks_does_not_let_add_members(
    center: Center, admin: httpx.Client, limited: httpx.Client, person: Person
) -> None:
    center.make(a_grant, person, [4], 0, 0, limits=Limits(networks=(ELSEWHERE,)))
    role, friend = a_role(admin, limits={"networks": [ELSEWHERE]}), center.make(a_user, "friend")
    assert problem(limited.put(f"{ROLES}/{role}/members/{friend.id}")) == (403, "not_held")


def test_an_administrator_for_an_hour_joins_no_lasting_role(center: Center, admin: httpx.Client) -> None:
    guest = center.make(a_user, "guest")
    center.make(a_grant, guest, [4], 0, 0, valid_until=now_ms() + 3_600_000)
    assert problem(center.with_token(guest).put(f"{ROLES}/{a_role(admin)}/members/{guest.id}")) == (403, "not_held")


def test_limited_administrators_make_no_credentials_of_others(center: Center, limited: httpx.Client) -> None:
    bot, alice, cluster = (
        center.make(a_user, "bot", kind="service"),
        center.make(a_user, "alice"),
        center.make(a_cluster),
    )
    for path, body in credential_requests(bot, alice, cluster.id):
        assert problem(limited.post(path, json=body, headers=ANY)) == (403, "limited_administrator"), path


def test_limited_administrators_make_credentials_of_what_they_hold_without_limit(
    center: Center, limited: httpx.Client, person: Person
) -> None:
    sub, cluster = center.make(a_user, "net-admin-app", parent=person), center.make(a_cluster)
    center.make(a_grant, person, [4], 1, cluster.id)
    assert limited.post(f"{USERS}/{sub.id}/initial-secret").status_code == 200
    assert limited.post(f"/api/v1/clusters/{cluster.id}/credentials").status_code == 201


def test_networks_of_others_are_only_narrowed(center: Center, admin: httpx.Client, limited: httpx.Client) -> None:
    alice = center.make(a_user, "alice")
    for networks in ([NETWORK], [SMALLER]):
        assert limited.patch(f"{USERS}/{alice.id}", json={"networks": networks}, headers=ANY).status_code == 200
    for wider in (None, [NETWORK], [SMALLER, ELSEWHERE]):
        answer = limited.patch(f"{USERS}/{alice.id}", json={"networks": wider}, headers=ANY)
        assert problem(answer) == (403, "limited_administrator")
    assert admin.patch(f"{USERS}/{alice.id}", json={"networks": None}, headers=ANY).status_code == 200


def test_invalid_stored_networks_let_nobody_in_and_count_as_none(
    center: Center, admin: httpx.Client, limited: httpx.Client
) -> None:
    """As in a restored or edited table: replacing them counts as widening."""
    alice = center.make(a_user, "alice")
    center.make(spoil_networks, alice)
    for wanted in ([SMALLER], [NETWORK], None):
        answer = limited.patch(f"{USERS}/{alice.id}", json={"networks": wanted}, headers=ANY)
        assert problem(answer) == (403, "limited_administrator")
    assert admin.patch(f"{USERS}/{alice.id}", json={"networks": [SMALLER]}, headers=ANY).status_code == 200


def spoil_networks(session: Session, person: Person) -> None:
    users.find(session, person.id).cidrs = (NETWORK, "127.0.0.1/8")


def test_a_file_only_narrows_networks_of_others(
    center: Center, admin: httpx.Client, limited: httpx.Client, person: Person
) -> None:
    center.make(a_user, "alice")
    center.make(a_user, "net-admin-app", parent=person)
    text, desk = f"version: 1\nusers: {{alice: {{networks: [{SMALLER}]}}}}\n", PolicyDesk(limited)
    desk.apply(text)
    for wider in (NETWORK, f"{SMALLER}, {ELSEWHERE}", ""):
        answer = desk.send("apply", text.replace(SMALLER, wider))
        assert (*problem(answer), answer.json()["line"]) == (403, "limited_administrator", 2)
    own = f"version: 1\nusers: {{net-admin-app: {{main: net-admin, networks: [{SMALLER}]}}}}\n"
    for networks in (SMALLER, ""):
        assert desk.apply(own.replace(SMALLER, networks))["changes"]
    assert PolicyDesk(admin).apply(text.replace(SMALLER, ""))["changes"]


def test_a_limited_token_only_narrows_the_networks_of_a_sub_account(center: Center) -> None:
    boss = center.make(a_user, "boss")
    sub, session = center.make(a_user, "boss-app", parent=boss), center.signed_in(boss)
    body = {"name": "x", "days": 3, "audiences": [center.settings.issuer], "networks": [NETWORK]}
    token = session.post(f"{USERS}/{boss.id}/tokens", json=body).json()["token"]
    with_token = client(center, INSIDE, Authorization=f"Bearer {token}")
    path = f"{USERS}/{sub.id}"
    assert with_token.patch(path, json={"networks": [SMALLER]}, headers=ANY).status_code == 200
    assert problem(with_token.patch(path, json={"networks": None}, headers=ANY)) == (403, "limited_token")
    assert session.patch(path, json={"networks": None}, headers=ANY).status_code == 200


@pytest.mark.parametrize("by", ["grant", "role"])
def test_an_administrator_cannot_exclude_its_own_address_from_the_list_that_limits_it(
    center: Center, admin: httpx.Client, by: str
) -> None:
    path = f"{LISTS}/{admin.post(LISTS, json={'name': 'office', 'networks': [NETWORK]}).json()['id']}"
    person, office = center.make(a_user, "one"), {"limits": {"networks": ["@office"]}}
    if by == "grant":
        give = {"res_type": 0, "res_id": 0, "authorities": [4], "user_id": person.id, **office}
        assert admin.post(GRANTS, json=give).status_code == 201
    else:
        assert admin.put(f"{ROLES}/{a_role(admin, **office)}/members/{person.id}").status_code == 204
    acting = token_client(center, person, INSIDE)
    for narrower in (["127.0.9.0/24"], []):
        assert problem(acting.patch(path, json={"networks": narrower}, headers=ANY)) == (422, "would_lock_out")
        assert admin.get(path).json()["networks"] == [NETWORK]
    assert acting.patch(path, json={"networks": [SMALLER]}, headers=ANY).status_code == 200
    assert admin.patch(path, json={"networks": ["127.0.9.0/24"]}, headers=ANY).status_code == 200


@pytest.mark.parametrize("by", ["PATCH", "bulk", "role"])
def test_an_administrator_cannot_exclude_its_own_address_from_its_grant(
    center: Center, admin: httpx.Client, person: Person, by: str
) -> None:
    """Others may, and so may who administers from here by another grant."""
    (own,) = admin.get(GRANTS, params={"user_id": person.id}).json()["items"]
    number, acting = own["id"], token_client(center, person, INSIDE)
    if by == "role":
        role = a_role(admin, limits={"networks": [SMALLER]})
        assert admin.put(f"{ROLES}/{role}/members/{person.id}").status_code == 204
        assert admin.delete(f"{GRANTS}/{number}", headers=ANY).status_code == 204
        (own,) = admin.get(GRANTS, params={"role_id": role}).json()["items"]
        number = own["id"]

    def narrow(client: httpx.Client, *networks: str) -> httpx.Response:
        limits = {"limits": {"networks": list(networks)}}
        if by == "bulk":
            return client.post(f"{GRANTS}/bulk", json={"change": [{"id": number, "version": "*", **limits}]})
        return client.patch(f"{GRANTS}/{number}", json=limits, headers=ANY)

    refused = narrow(acting, "127.0.0.128/25")
    assert problem(refused) == (422, "would_lock_out")
    assert refused.json()["errors"][0]["field"] == "limits.networks"
    assert admin.get(f"{GRANTS}/{number}").json()["limits"]["networks"] == [SMALLER]
    assert narrow(acting, "127.0.0.0/25").status_code == 200
    center.make(a_grant, person, [4], 0, 0, limits=Limits(networks=(f"{INSIDE}/32",)))
    assert narrow(acting, "127.0.0.64/26").status_code == 200
    assert narrow(admin, ELSEWHERE).status_code == 200


@pytest.mark.parametrize(("own", "counts"), [(ELSEWHERE, False), ("127.0.0.0/8", True), (None, True)])
def test_an_administrator_who_can_act_from_no_network_does_not_count_as_remaining(
    center: Center, own: str | None, counts: bool
) -> None:
    """Its account may work from one network, and its right counts in another one."""
    admin = center.make(an_administrator)
    other = center.make(a_user, "other")
    center.make(a_grant, other, [4], 0, 0, limits=Limits(networks=(NETWORK,)))
    browser = center.signed_in(admin)
    if own is not None:
        answer = browser.patch(f"{USERS}/{other.id}", json={"networks": [own]}, headers=ANY)
        assert answer.status_code == 200
    (held,) = browser.get(GRANTS, params={"user_id": admin.id}).json()["items"]
    answer = browser.delete(f"{GRANTS}/{held['id']}", headers=ANY)
    if counts:
        assert answer.status_code == 204
    else:
        assert problem(answer) == (409, "last_administrator")


def test_an_administrator_with_invalid_networks_does_not_count_as_remaining(center: Center) -> None:
    admin, other = center.make(an_administrator), center.make(an_administrator)
    center.make(spoil_networks, other)
    browser = center.signed_in(admin)
    (held,) = browser.get(GRANTS, params={"user_id": admin.id}).json()["items"]
    assert problem(browser.delete(f"{GRANTS}/{held['id']}", headers=ANY)) == (409, "last_administrator")


@pytest.mark.parametrize("by", ["grant", "role", "account", "main account", "token"])
def test_nobody_widens_the_list_that_limits_them(center: Center, admin: httpx.Client, by: str) -> None:
    made = admin.post(LISTS, json={"name": "office", "networks": [NETWORK]}).json()
    person, code = center.make(a_user, "one", kind="service"), "limited_administrator"
    office = {"limits": {"networks": ["@office"]}}
    if by == "grant":
        give = {"res_type": 0, "res_id": 0, "authorities": [4], "user_id": person.id, **office}
        assert admin.post(GRANTS, json=give).status_code == 201
    elif by == "role":
        assert admin.put(f"{ROLES}/{a_role(admin, **office)}/members/{person.id}").status_code == 204
    else:
        center.make(a_grant, person, [4], 0, 0)
        code = "limited_token" if by == "token" else "own_networks_only_narrower"
    acting = token_client(center, person, INSIDE)
    if by == "account":
        assert admin.patch(f"{USERS}/{person.id}", json={"networks": ["@office"]}, headers=ANY).status_code == 200
    elif by == "main account":
        sub = center.make(a_user, "one-app", parent=person)
        center.make(a_grant, sub, [4], 0, 0)
        assert admin.patch(f"{USERS}/{person.id}", json={"networks": ["@office"]}, headers=ANY).status_code == 200
        acting = token_client(center, sub, INSIDE)
    elif by == "token":
        body = {"name": "x", "days": 3, "audiences": [center.settings.issuer], "networks": ["@office"]}
        token = admin.post(f"{USERS}/{person.id}/tokens", json=body).json()["token"]
        acting = client(center, INSIDE, Authorization=f"Bearer {token}")
    path = f"{LISTS}/{made['id']}"
    for wider in (["0.0.0.0/0"], [NETWORK, ELSEWHERE]):
        assert problem(acting.patch(path, json={"networks": wider}, headers=ANY)) == (403, code)
    assert acting.patch(path, json={"remark": "ours"}, headers=ANY).status_code == 200
    assert acting.patch(path, json={"networks": [SMALLER]}, headers=ANY).status_code == 200
    assert admin.patch(path, json={"networks": [NETWORK]}, headers=ANY).status_code == 200
