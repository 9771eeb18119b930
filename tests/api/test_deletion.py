"""Deleting lists what depends on a thing; a cascade deletes that, too; a reused name has no former rights."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.grants import grants, roles
from app.grants.models import Grant, Role, UserRole
from app.identity.models import User
from app.rights import snapshots
from tests.api.estate import ANY, Estate, problem
from tests.factories import CLUSTER, NAMESPACE, TENANT, TOPIC, Person, a_grant, a_user

NOTHING_OVER = 120
"""More than a refusal names."""


@dataclass
class Kind:
    """How one kind of thing is made under a fixed name, given rights, deleted, and made again."""

    path: str
    body: Callable[[Estate, dict[str, Any]], dict[str, Any]]
    confirm: str | None = None
    res_type: int | None = None


KINDS: dict[str, Kind] = {
    "user": Kind("users", lambda *_: {"username": "name", "kind": "service"}),
    "role": Kind("roles", lambda *_: {"name": "name"}),
    "group": Kind("groups", lambda *_: {"name": "name"}),
    "cluster": Kind(
        "clusters",
        lambda estate, _: {
            "name": "name", "address": "pulsar://127.0.0.1:6650", "admin_url": estate.cluster["admin_url"],
        },
        "name",
        CLUSTER,
    ),
    "tenant": Kind(
        "tenants", lambda estate, _: {"name": "name", "cluster_ids": [estate.cluster["id"]]}, "name", TENANT
    ),
    "namespace": Kind(
        "namespaces", lambda _, ids: {"tenant_id": ids["tenant"], "name": "name"}, "acme/name", NAMESPACE
    ),
    "topic": Kind(
        "topics",
        lambda _, ids: {"namespace_id": ids["namespace"], "name": "name"},
        "persistent://acme/orders/name",
        TOPIC,
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_is_used_again_has_none_of_the_old_rights(estate: Estate, kind: str) -> None:
    recipe, center = KINDS[kind], estate.center
    tenant, namespace, topic = estate.topic()
    ids = {"tenant": tenant["id"], "namespace": namespace["id"], "topic": topic["id"]}
    old = estate.make(recipe.path, **recipe.body(estate, ids))
    friend = center.make(a_user, "friend")
    _give_rights(estate, kind, old["id"], ids, friend)
    assert _has_rights(estate, kind, old["id"], friend)

    refused = estate.root.delete(f"/api/v1/{recipe.path}/{old['id']}", params=_confirm(recipe), headers=ANY)
    assert refused.status_code == 409, refused.text
    assert center.read(_grants_of, kind, old["id"]), "a refusal takes nothing"
    params = {**_confirm(recipe), "cascade": "true"}
    gone = estate.root.delete(f"/api/v1/{recipe.path}/{old['id']}", params=params, headers=ANY)
    assert gone.status_code in (202, 204), gone.text
    _until_gone(estate, recipe, old["id"])

    new = estate.make(recipe.path, **recipe.body(estate, ids))
    assert new["id"] != old["id"], "audit and trail must tell them apart"
    assert center.read(_grants_of, kind, old["id"]) == []
    assert not _has_rights(estate, kind, new["id"], friend)


def test_deleting_a_tenant_lists_all_that_is_in_it(estate: Estate) -> None:
    tenant, namespace, topic = estate.topic()
    friend = estate.center.make(a_user, "friend")
    for kind, place in ((NAMESPACE, namespace), (TOPIC, topic)):
        estate.center.make(a_grant, friend, [303], kind, place["id"])
    refused = estate.root.delete(f"/api/v1/tenants/{tenant['id']}", params={"confirm": "acme"}, headers=ANY)
    assert problem(refused) == (409, "has_children")
    found = refused.json()
    assert [child["full_name"] for kind in ("children", "topics") for child in found[kind]] == [
        namespace["full_name"],
        topic["full_name"],
    ]
    assert [grant["resource"] for grant in found["grants"] if grant["role"] == "friend"] == [
        namespace["full_name"],
        topic["full_name"],
    ]
    assert found["grants_total"] == len(found["grants"])


def _confirm(recipe: Kind) -> dict[str, str]:
    return {"confirm": recipe.confirm} if recipe.confirm else {}


def _give_rights(estate: Estate, kind: str, number: int, ids: dict[str, Any], friend: Any) -> None:
    root, center = estate.root, estate.center
    if kind == "user":
        estate.make("grants", user_id=number, res_type=TOPIC, res_id=ids["topic"], authorities=[303])
        role = estate.make("roles", name="team")
        assert root.put(f"/api/v1/roles/{role['id']}/members/{number}").status_code == 204
    elif kind == "role":
        estate.make("grants", role_id=number, res_type=TOPIC, res_id=ids["topic"], authorities=[303])
        assert root.put(f"/api/v1/roles/{number}/members/{friend.id}").status_code == 204
    elif kind == "group":
        version = {"If-Match": "*"}
        answer = root.patch(f"/api/v1/users/{friend.id}", json={"group_id": number}, headers=version)
        assert answer.status_code == 200
    else:
        center.make(a_grant, friend, [303], KINDS[kind].res_type or 0, number)


def _has_rights(estate: Estate, kind: str, number: int, friend: Any) -> bool:
    """Whether the thing (of a resource: the friend) has rights, as brokers see them."""
    client = estate.root
    if kind == "group":
        return bool(client.get("/api/v1/users", params={"group_id": number}).json()["items"])
    if kind == "user":
        name = client.get(f"/api/v1/users/{number}").json()["username"]
        snapshot = estate.center.read(snapshots.snapshot_of, estate.cluster["id"], [name])
        return name in snapshot.users and any(snapshot.by_role.get(role) for role in snapshot.users[name].roles)
    if kind == "role":
        members = client.get(f"/api/v1/roles/{number}/members").json()["items"]
        return bool(members or client.get("/api/v1/grants", params={"role_id": number}).json()["items"])
    params = {"res_type": KINDS[kind].res_type, "res_id": number, "user_id": friend.id}
    return bool(client.get("/api/v1/grants", params=params).json()["items"])


def _grants_of(session: Session, kind: str, number: int) -> list[Any]:
    """What a reused id or name would get back."""
    if kind == "user":
        own = select(Role.id).where(Role.personal_of == number)
        held = list(session.scalars(select(Grant.id).where(Grant.role_id.in_(own))))
        return held + list(session.scalars(select(UserRole.role_id).where(UserRole.user_id == number)))
    if kind == "role":
        held = list(session.scalars(select(Grant.id).where(Grant.role_id == number)))
        return held + list(session.scalars(select(UserRole.user_id).where(UserRole.role_id == number)))
    if kind == "group":
        return list(session.scalars(select(User.id).where(User.service_group == number)))
    conditions = Grant.res_type == KINDS[kind].res_type, Grant.res_id == number
    return list(session.scalars(select(Grant.id).where(*conditions)))


def _until_gone(estate: Estate, recipe: Kind, number: int) -> None:
    for _ in range(10):
        if estate.root.get(f"/api/v1/{recipe.path}/{number}").status_code == 404:
            return
        estate.work()
    raise AssertionError("it is still there")


def test_a_refusal_counts_everything_and_names_the_first_hundred(estate: Estate) -> None:
    role = estate.make("roles", name="team")
    tenant = estate.topic()[0]
    estate.center.make(_many, role["id"], tenant["id"])
    refused = estate.root.delete(f"/api/v1/roles/{role['id']}", headers=ANY)
    assert problem(refused) == (409, "role_in_use")
    found = refused.json()
    assert (len(found["members"]), found["members_total"]) == (100, NOTHING_OVER)
    assert (len(found["grants"]), found["grants_total"]) == (1, 1)
    assert found["grants"][0]["resource"] == "acme"
    assert found["members"][0]["username"].startswith("user")
    assert estate.root.delete(f"/api/v1/roles/{role['id']}?cascade=true", headers=ANY).status_code == 204
    assert estate.root.get("/api/v1/users", params={"q": "user", "limit": 500}).json()["total"] >= NOTHING_OVER


def _many(session: Session, role_id: int, tenant_id: int) -> None:
    for _ in range(NOTHING_OVER):
        roles.join(session, "test", role_id, a_user(session).id)
    grants.grant(session, "test", role_id, TENANT, tenant_id, [103])


@pytest.fixture
def business(estate: Estate) -> tuple[httpx.Client, dict[str, Any]]:
    """A main account with a sub-account, a role, a grant it has and one it gave."""
    tenant = estate.topic()[0]
    main = estate.make("users", username="main", kind="service")
    estate.make("users", username="sub", kind="service", parent_id=main["id"])
    estate.make("users", username="other", kind="service")
    role = estate.make("roles", name="team")
    assert estate.root.put(f"/api/v1/roles/{role['id']}/members/{main['id']}").status_code == 204
    estate.make("grants", user_id=main["id"], res_type=TENANT, res_id=tenant["id"], authorities=[104, 103])
    return estate.root, main


def test_deleting_a_user_takes_its_sub_accounts_and_keeps_the_grants_it_gave(
    estate: Estate, business: tuple[httpx.Client, dict[str, Any]]
) -> None:
    root, main = business
    person = next(user for user in root.get("/api/v1/users", params={"q": "other"}).json()["items"])
    giver = estate.center.with_token(Person(main["id"], "main"))
    body = {"user_id": person["id"], "res_type": TENANT, "res_id": 1, "authorities": [103]}
    given = giver.post("/api/v1/grants", json=body)
    assert given.status_code == 201, given.text
    refused = root.delete(f"/api/v1/users/{main['id']}", headers=ANY)
    assert problem(refused) == (409, "has_children")
    found = refused.json()
    assert [child["full_name"] for child in found["children"]] == ["sub"]
    assert [role["name"] for role in found["memberships"]] == ["team"]
    assert [grant["authorities"] for grant in found["grants"]] == [[103, 104]]
    assert [grant["id"] for grant in found["given"]] == [given.json()["id"]]
    totals = {name: number for name, number in found.items() if name.endswith("_total")}
    assert totals == {"children_total": 1, "memberships_total": 1, "grants_total": 1, "given_total": 1}

    before = int(root.get("/api/v1/overview").json()["revision"])
    gone = root.delete(f"/api/v1/users/{main['id']}?cascade=true", headers=ANY)
    assert gone.status_code == 204
    assert int(gone.headers["x-revision"]) == before + 1, "one change"
    assert root.get("/api/v1/users", params={"q": "sub"}).json()["items"] == []
    assert root.get(f"/api/v1/grants/{given.json()['id']}").json()["granted_by"] == "main"

    again = estate.make("users", username="main", kind="service")
    heir = _signed_in_again(estate, Person(again["id"], "main"))
    assert heir.get("/api/v1/grants").json()["items"] == [], "what the old one gave is not the new one's"
    assert heir.delete(f"/api/v1/grants/{given.json()['id']}", headers=ANY).status_code == 404


def _signed_in_again(estate: Estate, person: Person) -> httpx.Client:
    """Tokens of a name that is used again count from the next second on."""
    for _ in range(40):
        client = estate.center.with_token(person)
        if client.get("/api/v1/session").status_code == 200:
            return client
        time.sleep(0.05)
    raise AssertionError("the new user cannot sign in")


def test_a_group_lists_its_members_and_lets_them_go(estate: Estate) -> None:
    group = estate.make("groups", name="shop")
    user = estate.make("users", username="alice", kind="person", group_id=group["id"])
    refused = estate.root.delete(f"/api/v1/groups/{group['id']}", headers=ANY)
    assert problem(refused) == (409, "has_members")
    assert refused.json()["members"] == [{"id": user["id"], "username": "alice"}]
    assert refused.json()["members_total"] == 1
    assert estate.root.delete(f"/api/v1/groups/{group['id']}?cascade=true", headers=ANY).status_code == 204
    assert estate.root.get(f"/api/v1/users/{user['id']}").json()["group_id"] is None


def test_a_dry_run_lists_what_a_cascade_would_take(estate: Estate) -> None:
    tenant = estate.topic()[0]
    params = {"confirm": "acme", "cascade": "true", "dry_run": "entries"}
    answer = estate.root.delete(f"/api/v1/tenants/{tenant['id']}", params=params, headers=ANY)
    assert answer.status_code == 200, answer.text
    assert [entry["key"] for entry in answer.json()["would_record"]] == [
        "persistent://acme/orders/created", "acme/orders", "acme",
    ]  # fmt: skip
    assert estate.root.get(f"/api/v1/tenants/{tenant['id']}").json()["deleting"] is False
