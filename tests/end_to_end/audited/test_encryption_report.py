"""What the center says of the day's encryption key, from the fetches and from what brokers recorded."""

from typing import Any

import pytest

from tests.end_to_end.audited.day import AuditedDay
from tests.end_to_end.estate import CLUSTER
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.timeout(600)]


def _reported(day: AuditedDay) -> dict[str, Any]:
    """Public halves are noted within half a minute."""
    keys = f"/api/v1/topics/{day.business.topic_id}/encryption-keys/orders/fetches"
    wait_until("the fetch of the public half is noted", lambda: day.business.owner.get(keys, q="shop")["items"], 90)
    where = {"resource_type": "topic", "res_id": day.business.topic_id}
    return dict(day.business.owner.get("/api/v1/encryption-keys/report", **where))


def _accounts(day: AuditedDay, found: dict[str, Any]) -> dict[str | None, str | None]:
    assert found["total"] == len(found["newest"])
    return {day.name(account["username"]): account["topic"] for account in found["newest"]}


def test_producers_and_readers_are_compared_with_the_fetches(day: AuditedDay) -> None:
    report = _reported(day)
    (key,) = report["items"]
    assert (key["full_name"], key["name"]) == (day.business.topic, "orders")
    assert _accounts(day, key["without_key"]) == dict.fromkeys(("gone", "batch", "partner"), day.business.topic)
    assert _accounts(day, key["not_consuming"]) == {"batch": None}
    assert [version["number"] for version in key["never_fetched"]] == [2]
    assert key["watched_days"].keys() == {CLUSTER}
    produced = [account["time"] for account in key["without_key"]["newest"]]
    fetched = key["not_consuming"]["newest"][0]["time"]
    assert all(fetched <= time < report["until"] for time in produced)
