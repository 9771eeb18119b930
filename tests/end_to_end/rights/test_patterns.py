"""Consumers with a pattern are told of what they may read, and of nothing else."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests import plain_http
from tests.end_to_end.clients.java import JavaSignIn, java_client
from tests.end_to_end.conftest import READ_TOPIC, TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


def test_a_pattern_takes_what_may_be_read_and_what_may_be_read_later(business: Business) -> None:
    reader, _ = business.service("reader", READ_TOPIC)
    for name in ("secret", "write-only"):
        topic = business.add_topic(name)
    business.owner.grant(reader.id, TOPIC_TYPE, topic, WRITE_TOPIC)
    business.owner.grant(reader.id, TOPIC_TYPE, business.add_topic("parted", partitions=2), READ_TOPIC)
    business.wait_until_enforced()
    with ThreadPoolExecutor(1) as threads:
        consuming = threads.submit(_pattern, business, reader, 4)
        wait_until("the consumer", lambda: "by-pattern" in _stats(business, reader), seconds=30)
        later = business.add_topic("later")
        business.owner.grant(reader.id, TOPIC_TYPE, later, READ_TOPIC)
        assert consuming.result(60) == "OK [created, later, parted-partition-0, parted-partition-1]"


def test_a_limited_reader_is_told_of_the_topic(business: Business) -> None:
    limited, _ = business.service("limited")
    business.add_topic("secret")
    limits = {"subscriptions": ["by-pattern"]}
    business.owner.grant(limited.id, TOPIC_TYPE, business.topic_id, READ_TOPIC, limits=limits)
    business.wait_until_enforced()
    assert _pattern(business, limited, 1) == "OK [created]"


def _pattern(business: Business, account: Account, number: int) -> str:
    pattern = f"persistent://{business.name}/orders/.*"
    sign_in = JavaSignIn.token(account.token)
    return java_client(business.url, sign_in, "pattern", pattern, "by-pattern", str(number), program="StockFeatures")


def _stats(business: Business, account: Account) -> str:
    with plain_http.client(
        business.estate.broker.admin_url, headers={"Authorization": f"Bearer {account.token}"}, timeout=20
    ) as at:
        return str(at.get(f"/admin/v2/persistent/{business.name}/orders/created/stats").text)
