"""Roles and membership through HTTP."""

import httpx

from app.rights import snapshots
from tests.center import Center
from tests.factories import ROOT, TENANT, a_cluster, a_grant, a_tenant, a_user, an_administrator

ANY = {"If-Match": "*"}


def _code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_business_role_from_beginning_to_end(center: Center) -> None:
    cluster = center.make(a_cluster)
    tenant, alice = center.make(a_tenant, "acme", cluster), center.make(a_user, "alice")
    admin = center.with_token(center.make(an_administrator))
    role = admin.post("/api/v1/roles", json={"name": "readers"}).json()
    assert (role["personal"], role["members"]) == (False, 0)
    assert _code(admin.post("/api/v1/roles", json={"name": "readers"})) == (409, "role_exists")
    for _ in range(2):
        assert admin.put(f"/api/v1/roles/{role['id']}/members/{alice.id}").status_code == 204
    body = {"role_id": role["id"], "res_type": TENANT, "res_id": tenant.id, "authorities": [103]}
    assert admin.post("/api/v1/grants", json=body).status_code == 201
    known = center.read(snapshots.snapshot_of, cluster.id, ["alice"])
    assert role["id"] in known.users["alice"].roles
    assert [grant.authorities for grant in known.grants.values()] == [(103,)]
    members = admin.get(f"/api/v1/roles/{role['id']}/members").json()["items"]
    assert [member["username"] for member in members] == ["alice"]
    refused = admin.delete(f"/api/v1/roles/{role['id']}", headers=ANY)
    assert _code(refused) == (409, "role_in_use")
    assert admin.delete(f"/api/v1/roles/{role['id']}?cascade=true", headers=ANY).status_code == 204
    known = center.read(snapshots.snapshot_of, cluster.id, ["alice"])
    assert (role["id"] in known.users["alice"].roles, dict(known.grants)) == (False, {})


def test_personal_roles_are_kept_by_the_system(center: Center, root: httpx.Client) -> None:
    alice, bob = center.make(a_user, "alice"), center.make(a_user, "bob")
    role = root.get("/api/v1/roles", params={"q": "alice"}).json()["items"][0]
    assert (role["personal"], role["user_id"], role["members"]) == (True, alice.id, 1)
    path = f"/api/v1/roles/{role['id']}"
    assert _code(root.patch(path, json={"name": "other"}, headers=ANY)) == (409, "reserved_role")
    assert _code(root.delete(path, headers=ANY)) == (409, "reserved_role")
    assert _code(root.put(f"{path}/members/{bob.id}")) == (409, "reserved_role")
    assert _code(root.delete(f"{path}/members/{alice.id}")) == (409, "reserved_role")
    assert _code(root.post("/api/v1/roles", json={"name": "bob"})) == (409, "role_exists")


def test_only_administrators_change_roles_and_sub_accounts_see_their_own(center: Center) -> None:
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    caller, small = center.with_token(main), center.with_token(sub)
    assert _code(caller.post("/api/v1/roles", json={"name": "mine"})) == (403, "not_allowed")
    assert {role["name"] for role in caller.get("/api/v1/roles").json()["items"]} == {"main", "sub"}
    seen = small.get("/api/v1/roles").json()["items"]
    assert [role["name"] for role in seen] == ["sub"]
    other = next(role for role in caller.get("/api/v1/roles").json()["items"] if role["name"] == "main")
    assert small.get(f"/api/v1/roles/{other['id']}").status_code == 404
    assert small.get(f"/api/v1/roles/{other['id']}/members").status_code == 404


def test_a_sub_account_gives_nothing_by_putting_somebody_into_a_role(center: Center) -> None:
    """Even if it administers the center: adding a member gives all that the role holds."""
    main = center.make(an_administrator, "main")
    sub, friend = center.make(a_user, "sub", parent=main), center.make(a_user, "friend")
    center.make(a_grant, sub, [4], ROOT, 0)
    admin, small = center.with_token(main), center.with_token(sub)
    role = admin.post("/api/v1/roles", json={"name": "all powerful"}).json()
    body = {"role_id": role["id"], "res_type": ROOT, "res_id": 0, "authorities": [4]}
    assert admin.post("/api/v1/grants", json=body).status_code == 201
    assert _code(small.post("/api/v1/grants", json={**body, "role_id": None, "user_id": friend.id}))[0] == 403
    refused = small.put(f"/api/v1/roles/{role['id']}/members/{friend.id}")
    assert (refused.status_code, refused.json().get("code")) == (403, "sub_account_cannot_grant")
    assert admin.get(f"/api/v1/roles/{role['id']}/members").json()["items"] == []


def test_a_rename_needs_the_version(center: Center, root: httpx.Client) -> None:
    role = root.post("/api/v1/roles", json={"name": "one", "remark": "r"}).json()
    path = f"/api/v1/roles/{role['id']}"
    assert _code(root.patch(path, json={"name": "two"})) == (428, "if_match_required")
    changed = root.patch(path, json={"name": "two"}, headers={"If-Match": f'"{role["version"]}"'})
    assert (changed.json()["name"], changed.json()["remark"]) == ("two", "r")
    assert _code(root.patch(path, json={"name": "x"}, headers={"If-Match": f'"{role["version"]}"'}))[0] == 412
    for name in ("", " x", "x\n", "x" * 129):
        assert root.patch(path, json={"name": name}, headers=ANY).status_code == 422


def test_roles_do_not_reveal_accounts_to_who_may_give_nothing(center: Center) -> None:
    """Each user has a role of its own name."""
    root, mallory = center.make(an_administrator), center.make(a_user, "mallory")
    others = {center.make(a_user, name).id for name in ("alice", "bob")}
    client, admin = center.signed_in(mallory), center.signed_in(root)
    personal = {role["user_id"]: role["id"] for role in admin.get("/api/v1/roles").json()["items"]}
    assert [role["name"] for role in client.get("/api/v1/roles").json()["items"]] == ["mallory"]
    assert {client.get(f"/api/v1/roles/{personal[number]}").status_code for number in others} == {404}
    some = {"ids": ",".join(map(str, personal.values()))}
    assert [role["name"] for role in client.get("/api/v1/roles", params=some).json()["items"]] == ["mallory"]
    tenant = center.make(a_tenant)
    grant = {"user_id": mallory.id, "res_type": 2, "res_id": tenant.id, "authorities": [104]}
    assert admin.post("/api/v1/grants", json=grant).status_code == 201
    assert {"alice", "bob"} <= {role["name"] for role in client.get("/api/v1/roles").json()["items"]}


def test_the_roles_of_a_user_are_as_visible_as_the_members_of_a_role(center: Center, root: httpx.Client) -> None:
    bob, alice = center.make(a_user, "bob"), center.make(a_user, "alice")
    sub = center.make(a_user, "alice.sub", parent=alice)
    secret = root.post("/api/v1/roles", json={"name": "secret"}).json()
    for member in (bob, sub):
        assert root.put(f"/api/v1/roles/{secret['id']}/members/{member.id}").status_code == 204

    def role_names(client: httpx.Client, about: int) -> list[str]:
        return sorted(role["name"] for role in client.get("/api/v1/roles", params={"user_id": about}).json()["items"])

    client = center.signed_in(alice)
    assert role_names(client, bob.id) == role_names(client, 99_999) == []
    assert role_names(client, alice.id) == ["alice"]
    assert role_names(client, sub.id) == ["alice.sub", "secret"]
    assert role_names(root, bob.id) == ["bob", "secret"]
