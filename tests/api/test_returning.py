"""Refused requests get retry times one after the other, at the rate at which others are served."""

from collections import Counter

import pytest

from app.api.admission.fair_queue import ReturnTimes

pytestmark = pytest.mark.any_database


class Clock:
    """A time that tests set."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def _serve(returns: ReturnTimes, clock: Clock, number: int, each: float) -> None:
    for _ in range(number):
        clock.now += each
        returns.note_served()


def test_retry_times_follow_the_rate_of_service() -> None:
    clock = Clock()
    returns = ReturnTimes(2, clock)
    _serve(returns, clock, 100, 0.1)
    waits = Counter(returns.seconds("flood", 1) for _ in range(300))
    assert (min(waits), max(waits)) == (2, 32)
    assert all(9 <= number <= 11 for second, number in waits.items() if 3 <= second <= 31), waits


def test_each_source_has_its_own_queue_and_sources_share_the_rate() -> None:
    clock = Clock()
    returns = ReturnTimes(2, clock)
    _serve(returns, clock, 100, 0.1)
    for _ in range(400):
        returns.seconds("flood", 2)
    assert [returns.seconds("office", 2) for _ in range(6)] == [2, 3, 3, 3, 3, 3]


def test_retry_times_are_spread_evenly_over_a_minute() -> None:
    clock = Clock()
    returns = ReturnTimes(1, clock)
    _serve(returns, clock, 2, 1.0)
    waits = Counter(returns.seconds("flood", 1) for _ in range(590))
    assert set(waits) == set(range(2, 61))
    assert all(5 <= number <= 12 for number in waits.values()), waits


def test_an_old_rate_of_service_does_not_count() -> None:
    clock = Clock()
    returns = ReturnTimes(4, clock)
    _serve(returns, clock, 100, 0.001)
    clock.now += 60
    assert [returns.seconds("a", 1) for _ in range(9)] == [2, 3, 3, 3, 3, 4, 4, 4, 4]


def test_sources_do_not_fill_the_memory() -> None:
    returns = ReturnTimes(4)
    for number in range(25_000):
        returns.seconds(f"network {number}", 1)
    assert len(returns._last) <= 10_001


def test_a_queue_without_places_gives_a_retry_time_too() -> None:
    assert [ReturnTimes(0, Clock()).seconds("a", 1) for _ in range(2)] == [2, 2]
