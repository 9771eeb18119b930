"""A stock broker with Pulsar's own authorization, and a center that makes everything on it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.drift.places import CHANGES, Change
from tests.end_to_end.stock import sides
from tests.end_to_end.stock.providers import SUPER_USER
from tests.end_to_end.stock.sides import Stock
from tests.end_to_end.waiting import wait_until

KEEPING = {"brokerDeleteInactiveTopicsEnabled": "false", "authorizationAllowWildcardsMatching": "false"}


@dataclass(frozen=True)
class Drifting:
    """The cluster, its number in the center, and the changes with their tenants."""

    cluster: Stock
    number: int
    adopted: list[Change]
    repaired: list[Change]

    def path(self, rest: str = "") -> str:
        """Of the drift of the cluster."""
        return f"/api/v1/clusters/{self.number}/drift{rest}"

    def compare(self) -> list[dict[str, Any]]:
        """Compare now; answers the lines that are not gone."""
        admin = self.cluster.estate.admin
        before = admin.get(self.path())["ended"] or 0
        admin.post(self.path("/runs"))
        wait_until("the comparison", lambda: _is_newer(admin.get(self.path()), before), seconds=120)
        assert admin.get(self.path())["state"] == "done", admin.get(self.path())
        return self.lines()

    def lines(self, **query: object) -> list[dict[str, Any]]:
        """All lines that are not gone."""
        found: list[dict[str, Any]] = []
        cursor = None
        while True:
            page = self.cluster.estate.admin.get(
                self.path("/lines"), limit=500, **query, **({"cursor": cursor} if cursor else {})
            )
            found += page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return found


def _is_newer(run: dict[str, Any], before: int) -> bool:
    return run["state"] in ("done", "failed") and int(run["ended"] or 0) > before


@pytest.fixture(scope="package")
def drifting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Drifting]:
    """Two tenants for each change, in step with the center."""
    estate = sides.without_plugin(tmp_path_factory.mktemp("drift"))
    estate.center.settings |= {**QUICK_HASHES, "PUC_DRIFT_SECONDS": "0"}
    try:
        cluster = sides.stock(estate, "token", **KEEPING)
        yield _make(cluster)
    finally:
        estate.kill()


def _make(cluster: Stock) -> Drifting:
    admin = cluster.estate.admin
    root = next(user["id"] for user in admin.get("/api/v1/users", q=SUPER_USER)["items"])
    at = {"address": cluster.estate.broker.service_url, "admin_url": cluster.estate.broker.admin_url}
    numbers = []
    for name in ("standalone", "other"):
        numbers.append(int(admin.post("/api/v1/clusters", name=name, admin_user_id=root, **at)["id"]))
    for name in ("other", "unknown"):
        cluster.done("PUT", f"clusters/{name}", {"serviceUrl": at["admin_url"], "brokerServiceUrl": at["address"]})
    for name in ("mallory", "trent"):
        admin.post("/api/v1/users", username=name, kind="service")
    reader = admin.post("/api/v1/users", username="reader", kind="service")["id"]
    changes = [
        [Change(side, number, content) for number, content in enumerate(CHANGES)] for side in ("adopt", "repair")
    ]
    tenants = {
        name: int(admin.post("/api/v1/tenants", name=name, cluster_ids=[numbers[0]])["id"])
        for name in dict.fromkeys(change.tenant for side in changes for change in side)
    }
    of_namespace = {change.namespace: change for side in changes for change in side}
    paths = [_place(cluster, change, tenants[change.tenant], reader) for change in of_namespace.values()]
    for path in paths:
        admin.ready(path)
    return Drifting(cluster, numbers[0], *changes)


def _place(cluster: Stock, change: Change, tenant: int, reader: int) -> str:
    admin = cluster.estate.admin
    local = change.namespace.partition("/")[2]
    namespace = admin.post("/api/v1/namespaces", tenant_id=tenant, name=local, bundles=4)["id"]
    admin.grant(reader, 3, namespace, 203)
    path = f"/api/v1/namespaces/{namespace}"
    for name, partitions in (("topic", 4), ("plain", 0)):
        if change.needs(name):
            local = "created" if name == "topic" else name
            made = admin.post("/api/v1/topics", namespace_id=namespace, name=local, partitions=partitions)
            path = f"/api/v1/topics/{made['id']}"
    return path
