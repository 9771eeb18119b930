"""Main accounts and their sub-accounts, and lists of which each user sees a part."""

from typing import Any

import httpx
import pytest

from tests.center import Center
from tests.factories import ROOT, a_grant, a_group, a_service, a_user, an_administrator

USERS = "/api/v1/users"
ANY = {"If-Match": "*"}


def test_a_main_account_manages_its_sub_accounts(center: Center) -> None:
    main = center.make(a_user, "main")
    client = center.signed_in(main)
    sub = client.post(USERS, json={"username": "sub", "kind": "service"}).json()
    assert sub["parent_id"] == main.id
    assert client.patch(f"{USERS}/{sub['id']}", json={"nick": "mine"}, headers=ANY).status_code == 200
    assert client.post(f"{USERS}/{sub['id']}/unlock").status_code == 200
    assert {item["username"] for item in client.get(USERS).json()["items"]} == {"main", "sub"}
    assert client.delete(f"{USERS}/{sub['id']}", headers=ANY).status_code == 204


def test_only_an_administrator_lifts_its_lock(center: Center, admin: httpx.Client) -> None:
    """A main account disables and enables its sub-account; what an administrator locked it can neither open nor
    replace by another one of the same name."""
    main = center.make(a_user, "main")
    sub = center.make(a_user, "sub", parent=main)
    client, path = center.signed_in(main), f"{USERS}/{sub.id}"
    for status in ("disabled", "active"):
        assert client.patch(path, json={"status": status}, headers=ANY).status_code == 200
    assert client.patch(path, json={"status": "locked"}, headers=ANY).json()["code"] == "locked_by_administrator"
    assert admin.patch(path, json={"status": "locked"}, headers=ANY).status_code == 200
    for answer in (
        client.patch(path, json={"status": "active"}, headers=ANY),
        client.patch(path, json={"status": "disabled"}, headers=ANY),
        client.post(f"{path}/unlock"),
        client.delete(path, headers=ANY),
        client.delete(path, headers=ANY, params={"cascade": "true"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "locked_by_administrator")
    assert client.patch(path, json={"nick": "mine", "status": "locked"}, headers=ANY).json()["nick"] == "mine"
    assert client.get(path).json()["status"] == "locked"
    assert admin.post(f"{path}/unlock").json()["status"] == "active"


def test_a_sub_account_manages_nobody(center: Center) -> None:
    main = center.make(a_user, "main")
    sub, sibling = center.make(a_user, "sub", parent=main), center.make(a_user, "sibling", parent=main)
    client = center.signed_in(sub)
    assert client.post(USERS, json={"username": "x", "kind": "person"}).status_code == 403
    assert client.get(f"{USERS}/{main.id}").status_code == 200
    assert client.patch(f"{USERS}/{main.id}", json={"nick": "x"}, headers=ANY).status_code == 403
    assert client.patch(f"{USERS}/{sub.id}", json={"nick": "x"}, headers=ANY).status_code == 403
    assert client.get(f"{USERS}/{sibling.id}").status_code == 404


def test_a_sub_account_that_administers_the_center_gets_no_credentials_of_others(center: Center) -> None:
    """With a credential of its main account it could grant, and act on after it lost its own right."""
    main = center.make(an_administrator, "main")
    sub = center.make(a_user, "sub", parent=main)
    center.make(a_grant, sub, [4], ROOT, 0)
    service, other = center.make(a_service), center.make(a_user, "other")
    client = center.signed_in(sub)
    token: dict[str, Any] = {"json": {"name": "x", "days": 1}}
    for answer in (
        client.post(f"{USERS}/{main.id}/initial-secret"),
        client.post(f"{USERS}/{other.id}/initial-secret"),
        client.post(f"{USERS}/{service.id}/client-secrets"),
        client.post(f"{USERS}/{service.id}/tokens", **token),
        client.post(USERS, json={"username": "new", "kind": "person"}),
        client.post(USERS, json={"username": "new", "kind": "service"}),
        client.post(USERS, json={"username": "new", "kind": "person", "parent_id": main.id}),
    ):
        assert (answer.status_code, answer.json().get("code")) == (403, "sub_account_cannot_grant")
    assert client.post(f"{USERS}/{sub.id}/tokens", **token).status_code == 201
    assert client.patch(f"{USERS}/{other.id}", json={"nick": "x"}, headers=ANY).status_code == 200


def test_nobody_makes_sub_accounts_for_somebody_else(center: Center) -> None:
    main, other = center.make(a_user, "main"), center.make(a_user, "other")
    answer = center.signed_in(main).post(USERS, json={"username": "x", "kind": "person", "parent_id": other.id})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


def test_lists_are_paged_filtered_and_counted(center: Center, admin: httpx.Client) -> None:
    group = center.make(a_group)
    main = center.make(a_user, "main", group_id=group.id)
    for number in range(5):
        center.make(a_user, f"sub{number}", parent=main, kind="service")
    first = admin.get(USERS, params={"limit": 3, "parent_id": main.id}).json()
    assert [item["username"] for item in first["items"]] == ["sub0", "sub1", "sub2"]
    assert first["total"] == 5
    rest = admin.get(USERS, params={"limit": 3, "parent_id": main.id, "cursor": first["next_cursor"]}).json()
    assert [item["username"] for item in rest["items"]] == ["sub3", "sub4"]
    assert rest["next_cursor"] is None
    newest = admin.get(USERS, params={"limit": 2, "sort": "-id"}).json()
    assert [item["username"] for item in newest["items"]] == ["sub4", "sub3"]
    second = admin.get(USERS, params={"limit": 2, "sort": "-id", "cursor": newest["next_cursor"]}).json()
    assert [item["username"] for item in second["items"]] == ["sub2", "sub1"]
    for filters, names in (
        ({"group_id": group.id}, ["main"]),
        ({"q": "ub3"}, ["sub3"]),
        ({"q": "%"}, []),
        ({"q": "_"}, []),
        ({"kind": "person", "status": "active"}, ["root", "main"]),
        ({"status": "disabled"}, []),
    ):
        assert [item["username"] for item in admin.get(USERS, params=filters).json()["items"]] == names


@pytest.mark.any_database
def test_wrong_queries_are_named(admin: httpx.Client, subtests: pytest.Subtests) -> None:
    for query in [
        "limit=0",
        "limit=501",
        "limit=x",
        "cursor=zzz",
        "cursor=aWQ6LTE",
        "cursor=%00",
        "kind=robot",
        "sort=password",
        "q=%00",
        "group_id=-1",
        f"group_id={2**63}",
    ]:
        with subtests.test(query):
            answer = admin.get(f"{USERS}?{query}")
            assert answer.status_code == 422
            assert answer.json()["errors"][0]["field"] == query.partition("=")[0]
