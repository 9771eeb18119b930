"""Writes that come together share a transaction, each with its own answer; none is lost, none is done twice."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import event, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from app.identity import grouped_writes
from app.identity.grouped_writes import GroupedWrites
from app.identity.models import AddressDelay
from app.platform.database import Database
from app.platform.errors import NotSignedIn
from tests.end_to_end.waiting import wait_until


def _row(session: Session, number: int) -> int:
    session.add(AddressDelay(address=f"n{number}", failures=number, delayed_until=0))
    session.flush()
    return number


def _rows(database: Database) -> list[int]:
    with database.reading() as session:
        return sorted(session.scalars(select(AddressDelay.failures)))


class HeldWrite:
    """A first write that holds its transaction until `go`, while others come."""

    def __init__(self, database: Database) -> None:
        self.writes = GroupedWrites(database)
        self.started, self.may_go = threading.Event(), threading.Event()
        self.pool = ThreadPoolExecutor(40)
        self.commits = 0
        event.listen(database._write, "after_commit", self._count)
        self.first = self.pool.submit(self.writes.write, 0, self._hold)
        self.started.wait(60)

    def _count(self, _: Session) -> None:
        self.commits += 1

    def _hold(self, session: Session) -> int:
        self.started.set()
        self.may_go.wait(60)
        return _row(session, 1_000)

    def come(self, number: int, work: Any) -> list[Any]:
        """So many come, and all have come when this returns. Their results, or errors."""
        asked = [
            self.pool.submit(self.writes.write, order, lambda session, order=order: work(session, order))
            for order in range(number)
        ]
        wait_until("all wait", lambda: len(self.writes._waiting) >= number)
        self.may_go.set()
        return [future.exception(20) or future.result() for future in asked]


def test_writes_that_arrive_meanwhile_share_a_transaction(database: Database) -> None:
    held = HeldWrite(database)
    assert held.come(30, _row) == list(range(30))
    assert held.first.result() == 1_000
    assert held.commits == 2
    assert _rows(database) == [*range(30), 1_000]


def test_a_refused_write_stops_no_other(database: Database) -> None:
    def work(session: Session, number: int) -> int:
        if number % 3 == 0:
            raise NotSignedIn("no")
        return _row(session, number)

    answers = HeldWrite(database).come(9, work)
    assert [isinstance(answer, NotSignedIn) for answer in answers] == [number % 3 == 0 for number in range(9)]
    assert _rows(database) == [1, 2, 4, 5, 7, 8, 1_000]


@pytest.mark.parametrize("error", [OperationalError("UPDATE", None, Exception("deadlock")), ValueError("a bug")])
def test_writes_of_a_failed_group_are_tried_alone(database: Database, error: Exception) -> None:
    def work(session: Session, number: int) -> int:
        _row(session, number)
        if number == 3:
            raise error
        return number

    held = HeldWrite(database)
    assert held.come(6, work) == [0, 1, 2, error, 4, 5]
    assert held.writes.write(0, lambda session: _row(session, 7)) == 7
    assert _rows(database) == [0, 1, 2, 4, 5, 7, 1_000]


def test_a_single_write_that_fails_is_not_repeated(database: Database) -> None:
    calls: list[int] = []

    def work(_: Session) -> None:
        calls.append(1)
        raise ValueError("a bug")

    with pytest.raises(ValueError, match="a bug"):
        GroupedWrites(database).write(0, work)
    assert calls == [1]


def test_rows_are_locked_in_one_order(database: Database) -> None:
    seen: list[int] = []
    held = HeldWrite(database)
    asked = [
        held.pool.submit(held.writes.write, order, lambda _, order=order: seen.append(order)) for order in (5, 2, 9)
    ]
    wait_until("three wait", lambda: len(held.writes._waiting) >= 3)
    held.may_go.set()
    for future in asked:
        future.result(20)
    assert seen == [2, 5, 9]


def test_a_database_has_one_group_of_writes(database: Database) -> None:
    assert grouped_writes.of(database) is grouped_writes.of(database)


@pytest.fixture(autouse=True)
def _close(database: Database) -> None:
    """The tests write; nothing is left of them in the next one's database."""
    assert _rows(database) == []
