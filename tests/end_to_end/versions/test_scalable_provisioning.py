"""Scalable topics of a real Pulsar 5: made, shown and removed by the center, imported from it, compared with it.

The broker has no plugin, so that it alone says what there is.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.end_to_end.center.api import ApiProblem
from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.drift.conftest import Drifting
from tests.end_to_end.estate import Estate
from tests.end_to_end.stock import sides
from tests.end_to_end.stock.providers import SUPER_USER
from tests.end_to_end.versions.broker import VersionBroker
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Drifting]:
    """A stock cluster of 5.0.1, registered."""
    directory = tmp_path_factory.mktemp("scalable")
    estate = Estate(directory, VersionBroker("5.0.1", directory / "broker", {}))
    estate.center.settings |= {**QUICK_HASHES, "PUC_DRIFT_SECONDS": "0"}
    try:
        cluster = sides.stock(estate, "token")
        root = next(user["id"] for user in estate.admin.get("/api/v1/users", q=SUPER_USER)["items"])
        at = {"address": estate.broker.service_url, "admin_url": estate.broker.admin_url}
        number = estate.admin.post("/api/v1/clusters", name="standalone", admin_user_id=root, **at)["id"]
        yield Drifting(cluster, int(number), [], [])
    finally:
        estate.kill()


@pytest.fixture(scope="module")
def namespace(five: Drifting) -> int:
    """The id of `made/here`, ready on the cluster."""
    admin = five.cluster.estate.admin
    tenant = admin.post("/api/v1/tenants", name="made", cluster_ids=[five.number])["id"]
    namespace = admin.post("/api/v1/namespaces", tenant_id=tenant, name="here")["id"]
    admin.ready(f"/api/v1/namespaces/{namespace}")
    return int(namespace)


def add(five: Drifting, namespace: int, name: str, **values: Any) -> str:
    """A topic, ready on the cluster; returns its path."""
    admin = five.cluster.estate.admin
    made = admin.post("/api/v1/topics", namespace_id=namespace, name=name, **values)
    admin.ready(f"/api/v1/topics/{made['id']}")
    return f"/api/v1/topics/{made['id']}"


def scalable(five: Drifting, namespace: str) -> set[str]:
    """The local names of the scalable topics that the cluster has there."""
    listed = five.cluster.call("GET", f"scalable/{namespace}").json()
    return {topic.removeprefix(f"topic://{namespace}/") for topic in listed}


def gone(five: Drifting, path: str) -> None:
    """Wait until the cluster has removed it."""

    def not_found() -> bool:
        try:
            five.cluster.estate.admin.get(path)
        except ApiProblem as problem:
            return problem.status == 404
        return False

    wait_until(f"{path} to go", not_found, seconds=60, pause=0.2)


def test_one_is_made_beside_a_persistent_topic_and_removed_alone(five: Drifting, namespace: int) -> None:
    admin = five.cluster.estate.admin
    twin, wide = add(five, namespace, "created"), add(five, namespace, "created", domain="topic")
    assert scalable(five, "made/here") == {"created"}
    assert five.cluster.call("GET", "persistent/made/here").json() == ["persistent://made/here/created"]
    for place in (wide, f"/api/v1/namespaces/{namespace}"):
        [loss] = admin.get(f"{place}/loss")["clusters"]
        assert (loss["state"], loss["message"]) == ("whole", None), loss
    admin.delete(wide, confirm="topic://made/here/created")
    gone(five, wide)
    assert scalable(five, "made/here") == set()
    assert five.cluster.call("GET", "persistent/made/here").json() == ["persistent://made/here/created"]
    admin.delete(twin, confirm="persistent://made/here/created")
    gone(five, twin)


def test_what_a_cluster_would_not_find_again_is_not_made(five: Drifting) -> None:
    admin = five.cluster.estate.admin
    tenant = admin.post("/api/v1/tenants", name="odd", cluster_ids=[five.number])["id"]
    namespace = admin.post("/api/v1/namespaces", tenant_id=tenant, name="names")["id"]
    add(five, namespace, "a:b=c", domain="topic")
    for name in ("a b", "a%b", "é"):
        made = admin.post("/api/v1/topics", namespace_id=namespace, name=name, domain="topic")
        path = f"/api/v1/topics/{made['id']}"
        wait_until("the refusal", lambda path=path: "does not find it again" in str(admin.get(path)["provisioning"]))  # type: ignore[misc]
    assert scalable(five, "odd/names") == {"a:b=c"}
    five.cluster.done("PUT", "scalable/odd/names/a%20b", {})
    assert five.cluster.call("GET", "scalable/odd/names/a%20b").status_code == 404, "then the center can do it, too"


def test_its_statistics_and_subscriptions_are_shown(five: Drifting, namespace: int) -> None:
    admin, wide = five.cluster.estate.admin, add(five, namespace, "shown", domain="topic")
    five.cluster.done("PUT", "scalable/made/here/shown/subscriptions/billing?type=QUEUE")
    [shown] = admin.get(f"{wide}/live/stats")["clusters"]
    assert (shown["code"], shown["stats"]["subscriptions"], bool(shown["stats"]["owner_broker"])) == (None, 1, True)
    [shown] = admin.get(f"{wide}/live/subscriptions")["clusters"]
    assert [(each["name"], each["type"]) for each in shown["subscriptions"]] == [("billing", "QUEUE")]
    [shown] = admin.get(f"{wide}/live/internal-stats")["clusters"]
    assert shown["code"] == "not_for_scalable_topics"


def test_a_namespace_goes_with_those_in_it(five: Drifting) -> None:
    admin = five.cluster.estate.admin
    tenant = admin.post("/api/v1/tenants", name="whole", cluster_ids=[five.number])["id"]
    space = admin.post("/api/v1/namespaces", tenant_id=tenant, name="space")["id"]
    add(five, space, "wide", domain="topic")
    five.cluster.done("PUT", "scalable/whole/space/unknown", {})
    admin.delete(f"/api/v1/tenants/{tenant}", confirm="whole", cascade="true")
    gone(five, f"/api/v1/tenants/{tenant}")
    assert five.cluster.call("GET", "tenants/whole").status_code == 404


def different_topics(five: Drifting) -> dict[str, dict[str, Any]]:
    """What a comparison finds of whole topics in `made`, by name. The rights on one that is gone have lines, too."""
    found = [line for line in five.compare() if line["field"] == "resource"]
    return {line["place"]: line for line in found if line["place"].startswith("topic://made/")}


def test_what_was_made_and_removed_at_the_broker_is_drift(five: Drifting, namespace: int) -> None:
    admin = five.cluster.estate.admin
    for name in ("kept", "removed"):
        add(five, namespace, name, domain="topic")
    five.cluster.done("DELETE", "scalable/made/here/removed")
    five.cluster.done("PUT", "scalable/made/here/unknown", {})
    found = different_topics(five)
    kinds = {place.rpartition("/")[2]: line["kind"] for place, line in found.items()}
    assert kinds == {"removed": "missing", "unknown": "extra"}
    path = five.path("/lines/{}/repair")
    for line in found.values():
        admin.post(path.format(line["id"]), **({"confirm": line["place"]} if line["kind"] == "extra" else {}))
    wait_until("the repairs", lambda: scalable(five, "made/here") >= {"kept", "removed"} and
               "unknown" not in scalable(five, "made/here"), seconds=60, pause=0.2)  # fmt: skip
    assert different_topics(five) == {}


def test_an_import_takes_them_with_their_grants(five: Drifting) -> None:
    admin, cluster = five.cluster.estate.admin, five.cluster
    cluster.done("PUT", "tenants/old", {"adminRoles": [], "allowedClusters": ["standalone"]})
    cluster.done("PUT", "namespaces/old/here")
    for name in ("wide", "__kept-by-pulsar"):
        cluster.done("PUT", f"scalable/old/here/{name}", {})
    cluster.done("PUT", "persistent/old/here/wide")
    cluster.done("POST", "scalable/old/here/wide/permissions/sender", ["produce"])
    path = f"/api/v1/clusters/{five.number}/imports"
    run = admin.post(path)["id"]
    wait_until("the reading", lambda: admin.get(f"{path}/{run}")["state"] == "planned", seconds=120)
    admin.post(f"{path}/{run}/apply")
    wait_until("the import", lambda: admin.get(f"{path}/{run}")["state"] == "done", seconds=120)
    topics = admin.get("/api/v1/topics", domain="topic", q="wide")["items"]
    assert [topic["full_name"] for topic in topics] == ["topic://old/here/wide"]
    for topic, allowed in (("topic://old/here/wide", True), ("persistent://old/here/wide", False)):
        question = {"cluster_id": five.number, "principal": "sender", "question": "topic:PRODUCE"}
        question |= {"resource_type": "topic", "resource": topic}
        [answer] = admin.post("/api/v1/access/check", questions=[question])["answers"]
        assert answer["allowed"] == allowed, topic
