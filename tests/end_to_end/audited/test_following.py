"""Following what the audit suggested, with clients connected: they go on, the rest is refused, taking back gives it.

Nothing is narrowed here, since the topics are of today; test_remediation.py does that.
"""

import time

import pytest

from tests.end_to_end.audited.day import AuditedDay
from tests.end_to_end.audited.test_remediation import PLANS, is_refused, wait_for
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Consuming, Producing
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.timeout(600)]


def test_applied_under_open_clients_and_taken_back(day: AuditedDay) -> None:
    url, topic, owner = day.business.url, day.business.topic, day.business.owner
    batch, reader = (python.by_token(day.accounts[name].token) for name in ("batch", "reader"))
    other = topic.replace("created", "paid")
    suggestions = [suggestion["id"] for name in ("batch", "reader") for suggestion in day.suggestions_of(name)]
    tried = owner.post(f"{PLANS}/preview", suggestions=suggestions)
    assert ({part["kind"] for part in tried["parts"]}, tried["refusals"]) == ({"remove_unused", "remove_redundant"}, [])
    python.produce(url, batch, other)
    assert python.consume(url, reader, other, "before")
    with Producing(url, batch, topic) as producing, Consuming(url, reader, topic, "open") as consuming:
        plan = owner.post(PLANS, suggestions=suggestions, reason="nobody of batch reads, and reader reads one topic")
        wait_for(day.business, plan, "applied")
        moment = time.monotonic()
        wait_until("the producer to go on", lambda: producing.accepted_after(moment) > 50, seconds=10)
        wait_until("the consumer to go on", lambda: consuming.received_after(moment) > 5, seconds=10)
        is_refused(lambda: python.consume(url, batch, topic, "spy"))
        is_refused(lambda: python.consume(url, reader, other, "spy"))
        owner.call("POST", f"{PLANS}/{plan['id']}/roll-back", json={"comment": "needed"}, headers={"If-Match": "*"})
        wait_for(day.business, plan, "rolled_back")
        assert python.consume(url, batch, topic, "after")
        assert python.consume(url, reader, other, "after")
        wait_until("it goes on", lambda: producing.alive, last=producing)
