"""Business groups over HTTP."""

import httpx
import pytest

GROUPS = "/api/v1/groups"
ANY = {"If-Match": "*"}


def test_a_group_is_made_read_changed_and_deleted(admin: httpx.Client) -> None:
    made = admin.post(GROUPS, json={"name": "支付 Payments", "remark": "first"})
    assert made.status_code == 201
    item = made.json()
    path = f"{GROUPS}/{item['id']}"
    assert admin.get(path).json() == item
    changed = admin.patch(path, json={"name": "Billing"}, headers={"If-Match": made.headers["etag"]})
    assert (changed.json()["name"], changed.json()["remark"]) == ("Billing", "first")
    assert changed.headers["etag"] != made.headers["etag"]
    assert admin.delete(path, headers={"If-Match": made.headers["etag"]}).status_code == 412
    assert admin.delete(path, headers={"If-Match": changed.headers["etag"]}).status_code == 204
    assert admin.get(path).status_code == 404


@pytest.mark.parametrize("name", ["", " x", "x ", "a\tb", "a\x00", "x" * 129, None, 7])
def test_unreadable_names_are_refused(admin: httpx.Client, name: object) -> None:
    assert admin.post(GROUPS, json={"name": name}).status_code == 422


def test_a_name_is_taken_once_and_case_matters(admin: httpx.Client) -> None:
    first = admin.post(GROUPS, json={"name": "a"}).json()
    second = admin.post(GROUPS, json={"name": "A"}).json()
    assert admin.post(GROUPS, json={"name": "a"}).json()["code"] == "exists"
    renamed = admin.patch(f"{GROUPS}/{second['id']}", json={"name": "a"}, headers=ANY)
    assert (renamed.status_code, renamed.json()["code"]) == (409, "exists")
    assert admin.patch(f"{GROUPS}/{first['id']}", json={"name": "a"}, headers=ANY).status_code == 200
