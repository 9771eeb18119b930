"""A cluster of two brokers, upgraded one after the other: both enforce all the time."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.cluster.company import WRITE_TOPIC, Company
from tests.end_to_end.rights.test_rights import REFUSED
from tests.end_to_end.versions.broker import UpgradedBroker
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker
_NEW = "5.0.1"


@pytest.fixture
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    """Center, ZooKeeper, bookie and two brokers of 4.0.8, both enforcing."""
    made = Company(tmp_path_factory.mktemp("upgraded"))
    made.center.settings |= QUICK_HASHES
    for broker in made.cluster.brokers:
        # Brokers of 5.0 ask the others for it, and 4.0 has none of itself (docs/operators/broker.md).
        broker.settings["advertisedListeners"] = f"internal:{broker.service_url},internal:{broker.admin_url}"
        broker.settings["internalListenerName"] = "internal"
    try:
        made.start()
        yield made
    finally:
        made.stop()


def test_both_brokers_enforce_during_a_rolling_upgrade(company: Company) -> None:
    topic, stranger = company.topic("orders", "created"), company.service("stranger")
    for step in ("old", "mixed", "new"):
        for broker in company.cluster.brokers:
            company.move(topic, broker)
            writer = company.service(f"{step}-{broker.http_port}")
            grant = company.grant(writer, topic, WRITE_TOPIC)
            company.confirm()
            with pytest.raises(REFUSED):
                python.produce(company.cluster.service_url, python.by_token(stranger.token), topic.full)
            with Producing(company.cluster.service_url, python.by_token(writer.token), topic.full) as producing:
                company.admin.revoke(grant)
                report = company.confirm()
                wait_until("the producer to be refused", lambda: producing.error is not None, 20)
            assert report["brokers"] == report["enforced"] == 2
        if step != "new":
            _upgrade_one(company)


def _upgrade_one(company: Company) -> None:
    """The first broker that is not new yet. Its topics move to the other one."""
    brokers = company.cluster.brokers
    at = next(at for at, broker in enumerate(brokers) if not isinstance(broker, UpgradedBroker))
    brokers[at].stop()
    new = UpgradedBroker(_NEW, brokers[at])
    company.cluster.brokers = (new, brokers[1]) if at == 0 else (brokers[0], new)
    company.heal()
