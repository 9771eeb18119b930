"""What pulsar-admin makes on each cluster of a tenant, or removes there, is known at the center with the last one."""

from typing import Any

import pytest

from tests.end_to_end.clients.java import JavaSignIn, PulsarAdmin
from tests.end_to_end.replication.conftest import Side, Two
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.timeout(600)]
NAMESPACE, TOPIC = "umbrella/orders", "persistent://umbrella/orders/made"
PLACES = {"namespaces": NAMESPACE, "topics": TOPIC}


def by_owner(two: Two, side: Side, tenant: str) -> PulsarAdmin:
    """pulsar-admin on one of them, as who has made the tenant."""
    owner, broker = int(two.owner.get("/api/v1/session")["user"]["id"]), side.broker
    token = two.owner.token(owner, f"{tenant} on {side.name}")
    return PulsarAdmin(broker.directory / "owner", broker.admin_url, broker.service_url, JavaSignIn.token(token))


def run(admin: PulsarAdmin, *arguments: str) -> None:
    status, said = admin(*arguments)
    assert status == 0, said


def known(two: Two) -> dict[str, dict[str, Any]]:
    """What the center knows of these places."""
    found = {noun: two.estate.admin.get(f"/api/v1/{noun}", limit=500)["items"] for noun in PLACES}
    return {noun: item for noun, items in found.items() for item in items if item["full_name"] == PLACES[noun]}


def actors(two: Two, name: str, action: str) -> list[str]:
    """Who did this to a place, by the audit log."""
    found = two.estate.admin.get("/api/v1/trail", key=name)["items"]
    return [entry["actor"] for entry in found if entry["action"] == action]


def lines(two: Two, side: Side, tenant: str) -> list[dict[str, Any]]:
    """What differs on a cluster from the center's wish for the tenant, by a comparison that begins now."""
    admin, path = two.estate.admin, f"/api/v1/clusters/{side.id}/drift"
    before = admin.get(path)["ended"] or 0
    admin.post(f"{path}/runs")
    wait_until("the comparison", lambda: (admin.get(path)["ended"] or 0) > before, 120)
    assert admin.get(path)["state"] == "done"
    return list(admin.get(f"{path}/lines", tenant=tenant)["items"])


def test_made_and_removed_on_one_after_the_other(two: Two) -> None:
    two.owner.ready(f"/api/v1/tenants/{two.tenant('umbrella')}")
    two.wait_until_enforced(two.east, two.west)
    east, west = by_owner(two, two.east, "umbrella"), by_owner(two, two.west, "umbrella")
    run(east, "namespaces", "create", NAMESPACE, "--bundles", "8")
    run(east, "topics", "create-partitioned-topic", TOPIC, "--partitions", "3")
    assert known(two) == {}
    run(west, "namespaces", "create", NAMESPACE, "--bundles", "8")
    assert known(two).keys() == {"namespaces"}
    run(west, "topics", "create-partitioned-topic", TOPIC, "--partitions", "3")
    for noun, place in known(two).items():
        item = two.estate.admin.ready(f"/api/v1/{noun}/{place['id']}")
        assert {(job["cluster"], job["action"]) for job in item["provisioning"]["clusters"]} == {
            ("east", "read"),
            ("west", "read"),
        }
        assert actors(two, PLACES[noun], f"{noun[:-1]}.create") == ["owner"]
    made = known(two)
    assert (made["namespaces"]["bundles"], made["topics"]["partitions"]) == (8, 3)
    assert [lines(two, side, "umbrella") for side in (two.east, two.west)] == [[], []]
    for admin, count in ((east, 1), (west, 2)):
        run(admin, "topics", "create", f"persistent://{NAMESPACE}/plain")
        assert len(two.owner.get("/api/v1/topics", namespace_id=made["namespaces"]["id"])["items"]) == count
    for admin in (east, west):
        run(admin, "topics", "delete", f"persistent://{NAMESPACE}/plain")

    run(east, "topics", "delete-partitioned-topic", TOPIC)
    run(east, "namespaces", "delete", NAMESPACE)
    assert known(two).keys() == {"namespaces", "topics"}
    run(west, "topics", "delete-partitioned-topic", TOPIC)
    assert known(two).keys() == {"namespaces"}
    run(west, "namespaces", "delete", NAMESPACE)
    assert known(two) == {}
    assert [actors(two, name, f"{noun[:-1]}.delete") for noun, name in PLACES.items()] == [["owner"], ["owner"]]
    assert [lines(two, side, "umbrella") for side in (two.east, two.west)] == [[], []]


def test_what_later_calls_set_on_each_is_no_line(two: Two) -> None:
    """As Terraform does, applied to one cluster and then to the other: policies by calls of their own, replicated."""
    two.owner.ready(f"/api/v1/tenants/{two.tenant('hooli')}")
    two.wait_until_enforced(two.east, two.west)
    name = "hooli/orders"
    for side in (two.east, two.west):
        admin = by_owner(two, side, "hooli")
        run(admin, "namespaces", "create", name, "--clusters", "east,west")
        run(admin, "namespaces", "set-message-ttl", name, "--messageTTL", "600")
    path = f"/api/v1/namespaces/{two.id_of('namespace', name)}"
    for side in (two.east, two.west):
        lines(two, side, "hooli")  # that of the cluster that was read first has it read again
        two.estate.admin.ready(path)
    assert [lines(two, side, "hooli") for side in (two.east, two.west)] == [[], []]
    wish = two.estate.admin.get(f"{path}/policies")["wish"]
    assert (wish["message_ttl"], wish["replication_clusters"]) == (600, ["east", "west"])
