"""A hanging center blocks no thread of a broker and delays no message."""

import os
import statistics
import threading
import time
from collections.abc import Callable

import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.cluster.company import WRITE_TOPIC, Company, Topic
from tests.end_to_end.cluster.faults import thread_dumps
from tests.end_to_end.estate import Account

pytestmark = pytest.mark.broker
_MESSAGES = int(os.environ.get("PUC_LATENCY_MESSAGES", "400"))
_DUMPS = 4


def latencies(company: Company, account: Account, topic: Topic) -> list[float]:
    """How long each message took to be accepted, in ms, sorted."""
    took = []
    with python.client(company.cluster.service_url, python.by_token(account.token)) as connected:
        producer = connected.create_producer(topic.full)
        for _ in range(_MESSAGES):
            begin = time.perf_counter()
            producer.send(b'{"by": "load"}')
            took.append((time.perf_counter() - begin) * 1000)
    return sorted(took)


def knock(company: Company, account: Account, topic: Topic, over: threading.Event) -> None:
    """New connections all the time: by token, and by a password that only the center could check."""
    while not over.is_set():
        for sign_in in (python.by_token(account.token), python.by_password(account.username, "wrong password")):
            try:
                with python.client(company.cluster.service_url, sign_in, seconds=1) as connected:
                    connected.create_producer(topic.full).close()
            except pulsar.PulsarException:
                continue


def test_a_hanging_center_holds_none_of_the_brokers_threads(
    healthy: Company, record_measurement: Callable[[str], None]
) -> None:
    here = healthy.cluster.brokers[0]
    topic = healthy.topic("threads", "orders")
    healthy.move(topic, here)
    writer = healthy.service("threads-writer")
    healthy.grant(writer, topic, WRITE_TOPIC)
    healthy.confirm()
    latencies(healthy, writer, topic)
    before = latencies(healthy, writer, topic)
    healthy.center.hang()
    over = threading.Event()
    knocking = [threading.Thread(target=knock, args=(healthy, writer, topic, over)) for _ in range(2)]
    for thread in knocking:
        thread.start()
    during: list[float] = []
    load = threading.Thread(target=lambda: during.extend(latencies(healthy, writer, topic)))
    try:
        load.start()
        dumps = [thread_dumps.dump(here) for _ in range(_DUMPS)]
        load.join()
    finally:
        over.set()
        for thread in knocking:
            thread.join()
    assert [sorted(thread_dumps.at_the_center(each)) for each in dumps] == [[]] * _DUMPS
    assert any(thread_dumps.own_at_the_center(each) for each in dumps), "somebody does wait for the center"
    alone = latencies(healthy, writer, topic)
    record_measurement(
        f"produce latency p50 / p99 of {_MESSAGES}: {_percentiles(before)} with the center, {_percentiles(alone)} "
        f"while it hangs, {_percentiles(during)} while it hangs, strangers sign in and stacks are dumped"
    )


def _percentiles(sorted_ms: list[float]) -> str:
    return f"{statistics.median(sorted_ms):.1f} / {sorted_ms[int(len(sorted_ms) * 0.99) - 1]:.1f} ms"
