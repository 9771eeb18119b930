"""Following a suggestion while clients are connected: they go on, unused rights are refused, undoing returns them."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pulsar
import pytest

from tests.end_to_end.center.operator_program import OperatorProgram
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, TOPIC_TYPE, Business
from tests.end_to_end.estate import CLUSTER, Account, Estate
from tests.end_to_end.waiting import wait_until
from tests.findings import published

pytestmark = pytest.mark.broker
_WRITE_NAMESPACE, _WRITE_TOPIC = 202, 302
PLANS = "/api/v1/remediations"


def test_applied_under_open_clients_and_taken_back(
    estate: Estate, business: Business, tmp_path: Path, record_measurement: Callable[[str], None]
) -> None:
    account, _ = business.service("batch")
    wide = business.owner.grant(account.id, NAMESPACE_TYPE, business.namespace, _WRITE_NAMESPACE)
    unused = business.owner.grant(account.id, TOPIC_TYPE, business.topic_id, READ_TOPIC)
    business.add_topic("other")
    business.wait_until_enforced()
    signed_in = python.by_token(account.token)
    other = business.topic.replace("created", "other")
    with Producing(business.url, signed_in, business.topic) as producing:
        event = estate.event(user=account.username, op="PRODUCE", dec=1)
        assert event["grants"] == [wide]
        _load(estate, business, account, event, unused, tmp_path)
        suggestions = [f"{business.name}-unused", f"{business.name}-narrow"]
        plan = business.owner.post(PLANS, suggestions=suggestions, reason="nobody reads, and one topic is written")
        wait_for(business, plan, "applied")
        moment = time.monotonic()
        wait_until("the producer to go on", lambda: producing.accepted_after(moment) > 50, seconds=10, last=producing)
        is_refused(lambda: python.consume(business.url, signed_in, business.topic, "spy"))
        is_refused(lambda: python.produce(business.url, signed_in, other))
        started = time.monotonic()
        business.owner.call(
            "POST", f"{PLANS}/{plan['id']}/roll-back", json={"comment": "needed"}, headers={"If-Match": "*"}
        )
        wait_for(business, plan, "rolled_back")
        assert python.consume(business.url, signed_in, business.topic, "spy")
        python.produce(business.url, signed_in, other)
        back = (time.monotonic() - started) * 1000
        wait_until("it goes on", lambda: producing.alive, last=producing)
    pause = max(b - a for a, b in zip(producing.accepted, producing.accepted[1:], strict=False)) * 1000
    record_measurement(
        f"remediation: longest pause of the open producer {pause:.0f} ms; taken back and used {back:.0f} ms later"
    )


def _load(
    estate: Estate, business: Business, account: Account, event: dict[str, Any], unused: int, directory: Path
) -> None:
    """The results of a run on this very event, as the jobs write them, by the command line."""
    day = datetime.fromtimestamp(event["time"] / 1000, UTC).date().isoformat()
    (wide,) = event["grants"]
    use = {"date": day, "action": event["act"], "first": event["time"], "last": event["time"]}
    role = business.owner.get(f"/api/v1/grants/{wide}")["role_id"]
    narrower = {"role": role, "cluster": CLUSTER, "type": 4, "res": event["res"], "authorities": [_WRITE_TOPIC]}
    place = {"role_name": account.username, "tenant": business.name, "cluster": CLUSTER}
    published.write(
        directory,
        f"run-{business.name}",
        about={"from": day, "until": day, "generated": event["time"]},
        usage_daily=[published.used(wide, account.username, event["res"], **use)],
        grant_status=[published.status(unused, "unused"), published.status(wide)],
        suggestions=[
            published.suggestion(f"{business.name}-unused", "remove_unused", role, [unused], **place),
            published.suggestion(f"{business.name}-narrow", "narrow", role, [wide], adds=[narrower], **place),
        ],
    )
    usercenter = OperatorProgram(estate.center.url, estate.admin.api_token("audit"), lambda _: None)
    usercenter("audit", "load", directory, wanted="current")


def wait_for(business: Business, plan: dict[str, Any], state: str) -> None:
    """Until the worker (or the caller) did it and the broker enforces it."""
    found: dict[str, Any] = {}

    def is_done() -> bool:
        found.update(business.owner.get(f"{PLANS}/{plan['id']}"))
        return bool(found["state"] == state)

    wait_until(f"remediation {plan['id']} to be {state}", is_done, seconds=60, last=found)
    assert {part["state"] for part in found["parts"]} == {state}
    business.estate.admin.revision = business.estate.admin.get("/api/v1/trail/head")["revision"]
    business.estate.wait_for_broker()


def is_refused(act: Callable[[], object]) -> None:
    """By the broker."""
    with pytest.raises(pulsar.AuthorizationError):
        act()
