"""Two brokers in one cluster: a withdrawn right is gone on both, also after the topic has moved."""

import time
from collections.abc import Callable

import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.cluster.company import WRITE_TOPIC, Company
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


def test_a_revocation_reaches_open_clients_on_both_brokers(
    healthy: Company, record_measurement: Callable[[str], None]
) -> None:
    record_measurement(f"center, ZooKeeper, bookie and two brokers ready after {healthy.start_seconds:.1f} s")
    brokers, url = healthy.cluster.brokers, healthy.cluster.service_url
    topics = [healthy.topic(f"both{at}", "orders") for at in range(2)]
    for topic, broker in zip(topics, brokers, strict=True):
        healthy.move(topic, broker)
    revoked, other = healthy.service("both-one"), healthy.service("both-other")
    grants = [healthy.grant(revoked, topic, WRITE_TOPIC) for topic in topics]
    for topic in topics:
        healthy.grant(other, topic, WRITE_TOPIC)
    healthy.confirm()
    assert [healthy.owner(topic) for topic in topics] == list(brokers)
    ending = [Producing(url, python.by_token(revoked.token), topic.full) for topic in topics]
    going_on = [Producing(url, python.by_token(other.token), topic.full) for topic in topics]
    with ending[0], ending[1], going_on[0], going_on[1]:
        begin = time.monotonic()
        for grant in grants:
            healthy.admin.revoke(grant)
        report = healthy.confirm()
        confirmed = time.monotonic()
        wait_until("the producers to be refused", lambda: all(each.error for each in ending), 20)
        wait_until("the others go on", lambda: all(each.accepted_after(confirmed) > 20 for each in going_on), 10)
        assert [producing.error for producing in going_on] == [None, None]
    late = max(producing.accepted[-1] for producing in ending) - confirmed
    record_measurement(
        f"revoked on two brokers: confirmed on {report['enforced']} of {report['brokers']} after "
        f"{(confirmed - begin) * 1e3:.0f} ms; last message was answered {-late * 1e3:.1f} ms before that"
    )
    assert report["brokers"] == report["enforced"] == 2


def test_both_brokers_tell_their_load_and_their_bundles(healthy: Company) -> None:
    brokers = healthy.cluster.brokers
    topics = [healthy.topic(f"load{at}", "orders") for at in range(2)]
    for topic, broker in zip(topics, brokers, strict=True):
        healthy.move(topic, broker)
    path = f"/api/v1/clusters/{healthy.cluster_id}/live/brokers"
    wait_until(
        "both load reports",
        lambda: [broker["reports"] for broker in healthy.admin.get(path)["items"]] == [True, True],
        60,
        last=lambda: healthy.admin.get(path),
    )
    found = healthy.admin.get(path)["items"]
    assert {f"http://{broker['broker']}" for broker in found} == {broker.admin_url for broker in brokers}
    assert [broker["leader"] for broker in found].count(True) == 1
    assert all(broker["cpu_percent"] is not None and broker["memory_percent"] > 0 for broker in found), found
    namespaces = {healthy.owner(topic).admin_url: topic for topic in topics}
    for url, topic in namespaces.items():
        number = healthy.admin.get(
            "/api/v1/names", kind="namespace", name=topic.full.split("://")[1].rpartition("/")[0]
        )
        [cluster] = healthy.admin.get(f"/api/v1/namespaces/{number['id']}/live/bundles")["clusters"]
        assert cluster["code"] is None
        assert url in {f"http://{bundle['broker']}" for bundle in cluster["bundles"]}
