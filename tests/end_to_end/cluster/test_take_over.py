"""Topics change hands: by an unload, by the death of their broker, to a broker that missed the change."""

import signal
import time
from collections.abc import Callable

import pytest

from tests.end_to_end.cluster.cluster import SESSION_MS
from tests.end_to_end.cluster.company import WRITE_TOPIC, Company
from tests.end_to_end.cluster.questions import asking
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


def test_an_unloaded_topic_keeps_the_decision(healthy: Company) -> None:
    here, there = healthy.cluster.brokers
    topic = healthy.topic("moved", "orders")
    healthy.move(topic, here)
    eve, bob = healthy.service("moved-eve"), healthy.service("moved-bob")
    right = healthy.grant(eve, topic, WRITE_TOPIC)
    healthy.grant(bob, topic, WRITE_TOPIC)
    healthy.confirm()
    with asking(healthy.cluster.service_url, eve, bob) as (of_eve, of_bob):
        assert of_eve.may("write", topic)
        healthy.admin.revoke(right)
        healthy.confirm()
        for broker in (there, here):
            healthy.move(topic, broker)
            assert not of_eve.may("write", topic)
            assert of_bob.may("write", topic)


def test_a_broker_that_missed_the_change_takes_over(
    healthy: Company, record_measurement: Callable[[str], None]
) -> None:
    """One broker is down while a right is taken away and this is confirmed. It comes back on the rights on its disk,
    without a way to the center, and then the other one, which knew, is killed."""
    knows, missed = healthy.cluster.brokers
    topic = healthy.topic("missed", "orders")
    healthy.move(topic, knows)
    eve, bob = healthy.service("missed-eve"), healthy.service("missed-bob")
    right = healthy.grant(eve, topic, WRITE_TOPIC)
    healthy.grant(bob, topic, WRITE_TOPIC)
    healthy.confirm()
    missed.stop()
    healthy.admin.revoke(right)
    assert healthy.confirm()["brokers"] == 1, "the one that said goodbye is not waited for"
    healthy.door_of(missed).cut()
    begin = time.monotonic()
    healthy.cluster.start_brokers([missed])
    record_measurement(f"a broker cut off from the center starts in {time.monotonic() - begin:.1f} s")
    knows.stop(signal.SIGKILL)
    healthy.admin.patch(f"/api/v1/users/{healthy.operator.id}", remark=f"changed {time.time()}")
    assert not healthy.enforcement()["complete"], "nobody can know whether a silent broker is dead"
    with asking(healthy.cluster.service_url, eve, bob) as (of_eve, of_bob):
        assert not of_eve.gets_in("write", topic, SESSION_MS / 1000 + 4), "its rights are older than what was confirmed"
        assert "everything is denied until the user center" in missed.log_text()
        healthy.door_of(missed).open()
        back = time.monotonic()
        wait_until("bob to be let in", lambda: of_bob.may("write", topic), 60)
        record_measurement(f"its way to the center back: allowed again after {(time.monotonic() - back) * 1e3:.0f} ms")
        assert not of_eve.may("write", topic)
        assert healthy.owner(topic) is missed
