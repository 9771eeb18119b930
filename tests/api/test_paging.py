"""Lists: sorted, filtered, page by page, while rows come and go, counted only so far."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import insert
from sqlalchemy.orm import Session

from app.api.paging import COUNTED
from app.grants import roles
from app.grants.models import Role
from app.identity.models import ServiceGroup
from app.resources.models import Topic
from tests.api.estate import Estate, problem
from tests.center import Center
from tests.factories import (
    a_cluster,
    a_group,
    a_namespace,
    a_service,
    a_tenant,
    a_topic,
    a_user,
)

GROUPS = "/api/v1/groups"
IN_BYTES = ["B", "Z", "a", "a-b", "aB", "ab", "\u00e9", "\u4e1a\u52a1", "\U0001f600"]
"""As every database has to sort them: by code point, upper case first."""


def pages(client: httpx.Client, path: str, **params: Any) -> list[dict[str, Any]]:
    """All items, page by page."""
    found, cursor = [], None
    for _ in range(50):
        answer = client.get(path, params={**params, **({"cursor": cursor} if cursor else {})})
        assert answer.status_code == 200, answer.text
        found.extend(answer.json()["items"])
        cursor = answer.json()["next_cursor"]
        if cursor is None:
            return found
    raise AssertionError("the list does not end")


@pytest.mark.parametrize("limit", [1, 2, 500])
def test_names_are_in_the_order_of_their_bytes_on_every_database(
    center: Center, root: httpx.Client, limit: int
) -> None:
    for name in reversed(IN_BYTES):
        center.make(a_group, name)
    assert [group["name"] for group in pages(root, GROUPS, sort="name", limit=limit)] == IN_BYTES
    assert [group["name"] for group in pages(root, GROUPS, sort="-name", limit=limit)] == IN_BYTES[::-1]


def test_equal_values_are_sorted_by_id_without_loss_or_repetition(center: Center, root: httpx.Client) -> None:
    ids = center.make(_tenants_of_one_moment, 7)
    for sort in ("update_time", "name", "id"):
        assert [tenant["id"] for tenant in pages(root, "/api/v1/tenants", sort=sort, limit=2)] == ids
        assert [tenant["id"] for tenant in pages(root, "/api/v1/tenants", sort=f"-{sort}", limit=3)] == ids[::-1]


def _tenants_of_one_moment(session: Session, number: int) -> list[int]:
    rows = [a_tenant(session, f"t{place}", a_cluster(session)) for place in range(number)]
    for row in rows:
        row.update_time = 5
    session.flush()
    return [row.id for row in rows]


def test_a_walk_is_stable_while_rows_come_and_go(center: Center, root: httpx.Client) -> None:
    made = {name: center.make(a_group, name) for name in ("b", "d", "f", "h")}
    first = root.get(GROUPS, params={"sort": "name", "limit": 2}).json()
    assert [group["name"] for group in first["items"]] == ["b", "d"]
    center.make(a_group, "a")  # before what was seen: not shown any more
    center.make(a_group, "e")  # behind it: shown
    center.make(_drop, made["d"].id)  # the very row that the cursor stands on
    second = root.get(GROUPS, params={"sort": "name", "limit": 2, "cursor": first["next_cursor"]}).json()
    assert [group["name"] for group in second["items"]] == ["e", "f"]


def _drop(session: Session, group_id: int) -> None:
    session.delete(session.get_one(ServiceGroup, group_id))


OTHERS = [
    ("sort", {"sort": "-name"}),
    ("column", {"sort": "id"}),
    ("filter", {"sort": "name", "q": "g"}),
]


@pytest.mark.parametrize(("what", "other"), OTHERS, ids=[what for what, _ in OTHERS])
@pytest.mark.any_database
def test_a_cursor_of_another_sort_or_filter_is_refused(
    center: Center, root: httpx.Client, what: str, other: dict[str, str]
) -> None:
    for name in ("g1", "g2"):
        center.make(a_group, name)
    cursor = root.get(GROUPS, params={"sort": "name", "limit": 1}).json()["next_cursor"]
    answer = root.get(GROUPS, params={**other, "limit": 1, "cursor": cursor})
    assert problem(answer) == (422, "invalid_input")
    assert answer.json()["errors"][0]["field"] == "cursor"
    assert root.get(GROUPS, params={"sort": "name", "limit": 7, "cursor": cursor}).status_code == 200


def test_a_cursor_of_another_list_is_refused(center: Center, root: httpx.Client) -> None:
    for name in ("g1", "g2"):
        center.make(a_group, name)
    cursor = root.get(GROUPS, params={"limit": 1}).json()["next_cursor"]
    assert problem(root.get("/api/v1/users", params={"cursor": cursor})) == (422, "invalid_input")


@pytest.mark.parametrize(
    "make",
    [
        lambda whole: "",
        lambda whole: whole[:-3],
        lambda whole: whole[::-1],
        lambda whole: "W10",
        lambda whole: "bnVsbA",
        lambda whole: "A" * 1024,
        lambda whole: "\u00e9",
        lambda whole: "WyIiLCJcdWQ4MDAiLDFd",
    ],
)
@pytest.mark.any_database
def test_a_forged_cursor_is_refused(center: Center, root: httpx.Client, make: Callable[[str], str]) -> None:
    for name in ("g1", "g2"):
        center.make(a_group, name)
    whole = root.get(GROUPS, params={"limit": 1, "sort": "name"}).json()["next_cursor"]
    answer = root.get(GROUPS, params={"limit": 1, "sort": "name", "cursor": make(whole)})
    assert problem(answer) == (422, "invalid_input")


def test_an_unknown_sort_is_refused_with_the_known_ones(root: httpx.Client) -> None:
    answer = root.get(GROUPS, params={"sort": "remark"})
    assert problem(answer) == (422, "invalid_input")
    assert "-update_time" in answer.text


def test_the_document_names_the_sorts_of_each_list(center: Center) -> None:
    paths = center.app.openapi()["paths"]
    found = {
        path: next(parameter for parameter in item["get"].get("parameters", ()) if parameter["name"] == "sort")[
            "schema"
        ]["enum"]
        for path, item in paths.items()
        if any(parameter["name"] == "sort" for parameter in item.get("get", {}).get("parameters", ()))
    }
    assert len(found) >= 10
    for path in ("users", "groups", "roles", "clusters", "tenants", "namespaces", "topics"):
        assert found[f"/api/v1/{path}"] == ["id", "-id", "name", "-name", "update_time", "-update_time"]


def test_a_list_counts_only_so_far(center: Center, root: httpx.Client) -> None:
    center.make(_many_groups, COUNTED)
    whole = root.get(GROUPS, params={"limit": 1}).json()
    assert (whole["total"], whole["total_is_exact"]) == (COUNTED, True)
    center.make(a_group, "one more")
    more = root.get(GROUPS, params={"limit": 1}).json()
    assert (more["total"], more["total_is_exact"]) == (COUNTED, False)
    few = root.get(GROUPS, params={"limit": 1, "q": "one more"}).json()
    assert (few["total"], few["total_is_exact"]) == (1, True)


def _many_groups(session: Session, number: int) -> None:
    rows = [{"group_name": f"g{place}", "add_time": 1, "update_time": 1} for place in range(number)]
    session.execute(insert(ServiceGroup), rows)


@pytest.mark.parametrize("q", ["%", "_", "a%b", "\\", "a_b"])
def test_the_search_is_literal(center: Center, root: httpx.Client, q: str) -> None:
    for name in ("plain", f"x{q}y"):
        center.make(a_group, name)
    assert [group["name"] for group in pages(root, GROUPS, q=q)] == [f"x{q}y"]


def test_the_search_ignores_capitals_and_nothing_else_on_every_database(center: Center, root: httpx.Client) -> None:
    for name in ("Payments", "payments 2", "paymènts"):
        center.make(a_group, name)
    for q in ("payments", "PAYMENTS"):
        assert [group["name"] for group in pages(root, GROUPS, q=q)] == ["Payments", "payments 2"]
    assert [group["name"] for group in pages(root, GROUPS, q="PAYMè")] == ["paymènts"]
    zoe = center.make(a_user, "zoe")
    assert (
        root.patch(f"/api/v1/users/{zoe.id}", json={"nick": "Zoë Ärmel"}, headers={"If-Match": "*"}).status_code == 200
    )
    users = "/api/v1/users"
    assert [[user["username"] for user in pages(root, users, q=q)] for q in ("zoë ä", "Zoe Ar", "ZOE")] == [
        *(["zoe"], [], ["zoe"])
    ]


def test_users_and_roles_are_filtered_by_each_other(center: Center, root: httpx.Client) -> None:
    alice, _ = center.make(a_user, "alice"), center.make(a_service, "bot")
    role = center.make(_team, alice.id)
    assert [user["username"] for user in pages(root, "/api/v1/users", role_id=role)] == ["alice"]
    assert [role["name"] for role in pages(root, "/api/v1/roles", user_id=alice.id)] == ["alice", "team"]
    assert [role["name"] for role in pages(root, "/api/v1/roles", user_id=alice.id, personal=False)] == ["team"]
    assert "bot" in [user["username"] for user in pages(root, "/api/v1/users", kind="service")]


def _team(session: Session, user_id: int) -> int:
    role: Role = roles.create(session, "test", "team")
    roles.join(session, "test", role.id, user_id)
    return role.id


def test_resources_are_filtered_by_what_they_are(center: Center, root: httpx.Client) -> None:
    namespace = center.make(a_namespace)
    topics = [center.make(a_topic, namespace, name) for name in ("here", "off", "going")]
    center.make(_set, topics[1].id, is_valid=2)
    center.make(_set, topics[2].id, is_valid=2, deleting=1, domain="non-persistent")
    wanted: list[tuple[dict[str, Any], list[str]]] = [
        ({}, ["here", "off", "going"]),
        ({"is_valid": 1}, ["here"]),
        ({"deleting": "true"}, ["going"]),
        ({"deleting": "false", "is_valid": 2}, ["off"]),
        ({"domain": "persistent"}, ["here", "off"]),
        ({"namespace_id": namespace.id, "state": "ready"}, ["here", "off", "going"]),
        ({"state": "pending"}, []),
        ({"tenant_id": namespace.tenant}, ["here", "off", "going"]),
        ({"tenant_id": namespace.tenant, "cluster_id": 77}, []),
    ]
    for filters, names in wanted:
        assert [topic["name"] for topic in pages(root, "/api/v1/topics", **filters)] == names, filters
    assert problem(root.get("/api/v1/topics", params={"state": "lost"})) == (422, "invalid_input")


def _set(session: Session, /, topic_id: int, **values: Any) -> None:
    for field, value in values.items():
        setattr(session.get_one(Topic, topic_id), field, value)


def test_resources_are_filtered_by_what_their_clusters_have_done(estate: Estate) -> None:
    estate.topic()
    states = {
        state: [topic["name"] for topic in pages(estate.root, "/api/v1/topics", state=state)]
        for state in ("pending", "ready", "failed")
    }
    assert states == {"pending": ["created"], "ready": [], "failed": []}
    for _ in range(5):
        estate.work()
    assert [topic["name"] for topic in pages(estate.root, "/api/v1/topics", state="ready")] == ["created"]
    assert pages(estate.root, "/api/v1/namespaces", state="pending") == []
    assert [tenant["name"] for tenant in pages(estate.root, "/api/v1/tenants", state="ready")] == ["acme"]
