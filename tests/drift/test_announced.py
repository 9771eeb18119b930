"""Announced repairs: none is called that was cancelled, or that is no longer what was rehearsed."""

from typing import Any

from app.desired_state.drift.models import CALLED, DriftLine
from tests.api.estate import ANY
from tests.drift.conftest import Drifting
from tests.factories import a_service

HOUR_MS = 3_600_000
SPACE = "acme/orders"
ONE, TWO = "persistent://acme/orders/one", "persistent://acme/orders/two"


def line_about(drifting: Drifting, subject: str) -> dict[str, Any]:
    return next(line for line in drifting.lines() if subject in (line["subject"], line["place"]))


def has_ttl(drifting: Drifting, seconds: int) -> None:
    drifting.played.namespaces[SPACE]["message_ttl_in_seconds"] = seconds


def wishes_ttl(drifting: Drifting, value: str) -> None:
    path = f"/api/v1/namespaces/{drifting.namespace}/policies"
    answer = drifting.root.patch(path, json={"policies": {"message_ttl": value}}, headers=ANY)
    assert answer.status_code == 200, answer.text
    drifting.settle()


def test_a_repair_cancelled_during_another_one_is_not_called(drifting: Drifting) -> None:
    drifting.played.topics |= {ONE: 3, TWO: 3}
    drifting.compare()
    first, second = line_about(drifting, ONE), line_about(drifting, TWO)
    for line in (first, second):
        drifting.done("repair", line, confirm=line["place"])

    def cancel_second() -> tuple[int, bytes]:
        drifting.played.wrong.pop("/persistent/acme/orders/one/partitions")
        drifting.done("undo", second)
        return 204, b""

    drifting.played.wrong["/persistent/acme/orders/one/partitions"] = cancel_second
    drifting.work()
    assert not [change for change in drifting.played.changes if "/two" in change]


def test_a_repair_whose_call_runs_cannot_be_cancelled(drifting: Drifting) -> None:
    drifting.played.topics |= {ONE: 3}
    drifting.compare()
    line = line_about(drifting, ONE)
    drifting.done("repair", line, confirm=ONE)
    answers: list[tuple[Any, ...]] = []

    def note_and_fail() -> tuple[int, bytes]:
        drifting.played.wrong.pop("/persistent/acme/orders/one/partitions")
        now, refused = drifting.line(), drifting.answer("undo", line)
        answers.append((now["may_be_undone"], now["due"], refused.status_code, refused.json().get("code")))
        return 503, b""

    drifting.played.wrong["/persistent/acme/orders/one/partitions"] = note_and_fail
    drifting.work()
    assert answers == [(False, None, 409, "drift_answered")]
    assert drifting.line()["state"] == "open", "refused by the cluster"


def test_calls_of_a_killed_worker_are_compared_and_made_again(drifting: Drifting) -> None:
    for ttl, made in ((None, False), (60, True)):
        has_ttl(drifting, 60)
        drifting.compare()
        drifting.done("repair", line_about(drifting, "message_ttl"))
        with drifting.center.database.writing() as session:
            session.get_one(DriftLine, line_about(drifting, "message_ttl")["id"]).due = CALLED
        drifting.played.namespaces[SPACE]["message_ttl_in_seconds"] = ttl
        drifting.work()
        assert bool(drifting.played.changes) == made


def test_a_repair_does_not_write_an_older_wish_over_a_newer_one(drifting: Drifting) -> None:
    wishes_ttl(drifting, "1h")
    has_ttl(drifting, 60)
    drifting.compare()
    drifting.done("repair", line_about(drifting, "message_ttl"), notice_hours=1)
    wishes_ttl(drifting, "2h")
    has_ttl(drifting, 7200)
    drifting.work(later=HOUR_MS)
    assert drifting.played.changes == []
    assert drifting.lines() == []


def test_a_repair_takes_no_permission_that_the_center_gives_by_now(drifting: Drifting) -> None:
    drifting.played.namespaces[SPACE]["auth_policies"]["namespace_auth"]["mallory"] = ["produce"]
    mallory = drifting.center.make(a_service, "mallory")
    drifting.compare()
    drifting.done("repair", line_about(drifting, "mallory"), notice_hours=1)
    body = {"user_id": mallory.id, "res_type": 3, "res_id": drifting.namespace, "authorities": [202]}
    assert drifting.root.post("/api/v1/grants", json=body).status_code == 201
    drifting.work(later=HOUR_MS)
    assert drifting.played.changes == []


def test_a_cancelled_repair_cannot_be_undone_once_its_line_is_gone(drifting: Drifting) -> None:
    has_ttl(drifting, 60)
    drifting.compare()
    line = line_about(drifting, "message_ttl")
    drifting.done("repair", line, notice_hours=1)
    drifting.done("undo", line)
    del drifting.played.namespaces[SPACE]["message_ttl_in_seconds"]
    drifting.compare()
    (gone,) = drifting.lines(state="gone")
    assert not gone["may_be_undone"]


def test_a_refused_repair_cannot_be_undone_once_its_line_is_gone(drifting: Drifting) -> None:
    has_ttl(drifting, 60)
    drifting.compare()
    drifting.played.wrong["/namespaces/acme/orders/messageTTL"] = lambda: (409, b'{"reason": "no"}')
    drifting.done("repair", line_about(drifting, "message_ttl"))
    drifting.work()
    assert drifting.line()["message"]
    del drifting.played.namespaces[SPACE]["message_ttl_in_seconds"]
    drifting.compare()
    (gone,) = drifting.lines(state="gone")
    assert not gone["may_be_undone"]
