"""An acceptance stays until its day or until its value changes, whatever else happens to the place meanwhile."""

from typing import Any

import pytest

from app.desired_state.drift.models import DriftLine
from app.platform.clock import now_ms
from tests.api.estate import ANY
from tests.drift.conftest import TOPIC, Drifting

_DAY_MS = 24 * 3_600_000


def _accept(drifting: Drifting) -> dict[str, Any]:
    drifting.played.topic_policies[TOPIC] = {"maxProducers": 7}
    drifting.compare()
    return drifting.done("accept", drifting.line(), until=now_ms() + _DAY_MS, reason="load test")


def _a_job_waits(drifting: Drifting) -> None:
    path = f"/api/v1/topics/{drifting.topic}/policies"
    assert (
        drifting.root.patch(path, json={"policies": {"max_consumers_per_topic": "3"}}, headers=ANY).status_code == 200
    )


def _the_policy_is_not_read(drifting: Drifting) -> None:
    drifting.played.wrong["/persistent/acme/orders/created/maxProducers"] = lambda: (500, b"{}")


def _the_place_is_changed_meanwhile(drifting: Drifting) -> None:
    def change_the_place() -> tuple[int, bytes]:
        path = f"/api/v1/topics/{drifting.topic}"
        assert drifting.root.patch(path, json={"remark": "busy"}, headers=ANY).status_code == 200
        return 200, b'["acme"]'

    drifting.played.wrong["/tenants"] = change_the_place


@pytest.mark.parametrize("meanwhile", [_a_job_waits, _the_policy_is_not_read, _the_place_is_changed_meanwhile])
def test_a_line_that_was_not_compared_stays_accepted(drifting: Drifting, meanwhile: Any) -> None:
    before = _accept(drifting)
    meanwhile(drifting)
    drifting.compare()
    assert drifting.line() == before
    drifting.played.wrong = {"/clusters": drifting.played.wrong["/clusters"]}
    drifting.settle()
    drifting.played.topic_policies[TOPIC] = {
        "maxProducers": 7,
        "maxConsumers": 3 if meanwhile is _a_job_waits else None,
    }
    drifting.compare()
    assert {**drifting.line(), "seen": before["seen"]} == before


def test_an_acceptance_ends_on_its_day_even_while_the_cluster_answers_nothing(drifting: Drifting) -> None:
    line = _accept(drifting)
    drifting.played.wrong["/tenants"] = lambda: (500, b"{}")
    with drifting.center.database.writing() as session:
        session.get_one(DriftLine, line["id"]).until = now_ms() - 1
    drifting.compare()
    assert (drifting.line()["state"], drifting.line()["reason"]) == ("open", None)


def test_an_open_line_keeps_its_number_and_begin_while_a_job_waits(drifting: Drifting) -> None:
    drifting.played.topic_policies[TOPIC] = {"maxProducers": 7}
    drifting.compare()
    before = drifting.line()
    _a_job_waits(drifting)
    drifting.compare()
    assert drifting.line() == before
