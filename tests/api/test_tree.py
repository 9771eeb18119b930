"""The tree shows what the caller may see, and no more."""

import pytest

from tests.api.estate import Estate, problem
from tests.factories import CLUSTER, NAMESPACE, TENANT, TOPIC, a_grant, a_user


def test_the_administrator_walks_down_to_the_topic(estate: Estate) -> None:
    tenant, namespace, topic = estate.topic()
    parents = ["root", f"cluster:{estate.cluster['id']}", f"tenant:{tenant['id']}", f"namespace:{namespace['id']}"]
    names = ["prod", "acme", "acme/orders", "persistent://acme/orders/created"]
    for parent, name, children in zip(parents, names, (True, True, True, False), strict=True):
        found = estate.root.get(f"/api/v1/resources/tree?parent={parent}").json()
        assert [item["full_name"] for item in found["items"]] == [name]
        assert found["items"][0]["has_children"] == children
    assert (found["items"][0]["state"], found["items"][0]["id"]) == ("pending", topic["id"])


@pytest.mark.parametrize(
    ("authorities", "on", "seen"),
    [
        ([302], TOPIC, [1, 1, 1, 1]),
        ([301], TOPIC, [1, 1, 1, 1]),
        ([204], NAMESPACE, [1, 1, 1, 2]),
        ([201], NAMESPACE, [1, 1, 1, 0]),
        ([300], NAMESPACE, [1, 1, 1, 0]),
        ([301], NAMESPACE, [1, 1, 1, 2]),
        ([101], TENANT, [1, 1, 0, 0]),
        ([200], TENANT, [1, 1, 0, 0]),
        ([201], TENANT, [1, 1, 2, 0]),
        ([103], TENANT, [1, 1, 2, 2]),
        ([100], CLUSTER, [1, 0, 0, 0]),
        ([3], CLUSTER, [1, 2, 2, 2]),
    ],
)
def test_a_right_shows_the_way_to_it_and_what_it_reaches(
    estate: Estate, authorities: list[int], on: int, seen: list[int]
) -> None:
    tenant, namespace, topic = estate.topic()
    estate.make("tenants", name="other", cluster_ids=[estate.cluster["id"]])
    estate.make("namespaces", tenant_id=tenant["id"], name="other")
    estate.make("topics", namespace_id=namespace["id"], name="other")
    person = estate.center.make(a_user)
    where = {CLUSTER: estate.cluster, TENANT: tenant, NAMESPACE: namespace, TOPIC: topic}[on]
    estate.center.make(a_grant, person, authorities, on, where["id"])
    client = estate.center.signed_in(person)
    parents = ["root", f"cluster:{estate.cluster['id']}", f"tenant:{tenant['id']}", f"namespace:{namespace['id']}"]
    for number, (parent, count) in enumerate(zip(parents, seen, strict=True)):
        answer = client.get(f"/api/v1/resources/tree?parent={parent}")
        assert answer.status_code in (200, 404)
        found = answer.json().get("items", [])
        assert len(found) == count, parent
        if number < 3 and found:
            assert any(item["has_children"] for item in found) == (seen[number + 1] > 0)


def test_the_way_to_a_resource_is_the_first_page_of_each_level(estate: Estate) -> None:
    tenant, namespace, topic = estate.topic()
    estate.make("topics", namespace_id=namespace["id"], name="other")
    parents = ["root", f"cluster:{estate.cluster['id']}", f"tenant:{tenant['id']}", f"namespace:{namespace['id']}"]
    person = estate.center.make(a_user)
    estate.center.make(a_grant, person, [304], TOPIC, topic["id"])
    reader = estate.center.signed_in(person)
    for number, to in enumerate([*parents[1:], f"topic:{topic['id']}"], start=1):
        for client in (estate.root, reader):
            levels = client.get("/api/v1/resources/tree/path", params={"to": to, "limit": 1}).json()["items"]
            assert [level.pop("parent") for level in levels] == parents[: number + 1]
            assert levels == [
                client.get("/api/v1/resources/tree", params={"parent": parent, "limit": 1}).json()
                for parent in parents[: number + 1]
            ]
    assert levels[-1]["total"] == 1
    more = estate.root.get("/api/v1/resources/tree/path", params={"to": to, "limit": 1}).json()["items"][-1]
    query = {"parent": parents[-1], "cursor": more["next_cursor"]}
    assert [item["name"] for item in estate.root.get("/api/v1/resources/tree", params=query).json()["items"]] == [
        "other"
    ]


def test_the_way_leads_over_a_cluster_that_the_reader_sees(estate: Estate) -> None:
    second = estate.make("clusters", name="second", address="pulsar://127.0.0.1:1", admin_url="http://127.0.0.1:1")
    tenant = estate.make("tenants", name="both", cluster_ids=[estate.cluster["id"], second["id"]])
    person = estate.center.make(a_user)
    estate.center.make(a_grant, person, [3], CLUSTER, second["id"])
    found = estate.center.signed_in(person).get(f"/api/v1/resources/tree/path?to=tenant:{tenant['id']}").json()["items"]
    assert [level["parent"] for level in found] == ["root", f"cluster:{second['id']}", f"tenant:{tenant['id']}"]


def test_some_places_are_read_by_their_ids(estate: Estate) -> None:
    tenant, namespace, topic = estate.topic()
    other = estate.make("topics", namespace_id=namespace["id"], name="other")
    person = estate.center.make(a_user)
    estate.center.make(a_grant, person, [302], TOPIC, topic["id"])
    reader = estate.center.signed_in(person)
    for kind, ids, seen in (
        ("topics", [other["id"], topic["id"], 999], [topic["id"]]),
        ("namespaces", [namespace["id"]], [namespace["id"]]),
        ("tenants", [tenant["id"], 999], [tenant["id"]]),
        ("tenants", [999], []),
    ):
        found = reader.get(f"/api/v1/{kind}", params={"ids": ",".join(map(str, ids))}).json()
        assert [item["id"] for item in found["items"]] == seen
    both = estate.root.get("/api/v1/topics", params={"ids": f"{other['id']},{topic['id']}"}).json()["items"]
    assert [item["id"] for item in both] == [topic["id"], other["id"]]
    for wrong in ("", "1,", "x", "-1", ",".join("1" * 101), "9" * 19):
        assert problem(estate.root.get("/api/v1/topics", params={"ids": wrong})) == (422, "invalid_input")


def test_hidden_places_are_not_in_the_tree(estate: Estate) -> None:
    tenant, namespace, _ = estate.topic()
    client = estate.center.signed_in(estate.center.make(a_user))
    assert client.get("/api/v1/resources/tree").json()["items"] == []
    for parent in (f"cluster:{estate.cluster['id']}", f"tenant:{tenant['id']}", f"namespace:{namespace['id']}"):
        assert problem(client.get(f"/api/v1/resources/tree?parent={parent}")) == (404, "not_found")
        assert problem(client.get(f"/api/v1/resources/tree/path?to={parent}")) == (404, "not_found")


@pytest.mark.any_database
def test_odd_parents(estate: Estate, subtests: pytest.Subtests) -> None:
    for parent in ["", "topic:1", "cluster:0", "cluster:", "cluster:1x", "tenant:-1", "x"]:
        with subtests.test(parent):
            answer = estate.root.get("/api/v1/resources/tree", params={"parent": parent})
            assert problem(answer) == (422, "invalid_input")
            if not parent.startswith("topic"):
                way = estate.root.get("/api/v1/resources/tree/path", params={"to": parent})
                assert problem(way) == (422, "invalid_input")


def test_big_levels_come_in_pages(estate: Estate) -> None:
    _, namespace, _ = estate.topic()
    for number in range(4):
        estate.make("topics", namespace_id=namespace["id"], name=f"t{number}")
    path = f"/api/v1/resources/tree?parent=namespace:{namespace['id']}&limit=2"
    names, cursor = [], ""
    while cursor is not None:
        page = estate.root.get(path + (f"&cursor={cursor}" if cursor else "")).json()
        names += [item["name"] for item in page["items"]]
        cursor = page["next_cursor"]
    assert names == ["created", "t0", "t1", "t2", "t3"]
