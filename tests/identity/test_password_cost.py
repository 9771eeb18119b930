"""Parameters of the password hash for a wanted time. Machines are functions here, so no time is measured."""

import pytest

from app.identity.password_cost import LEAST, Cost, largest_cost

_MOST = 64 * 1024


class Machine:
    """Fills so many KiB a second, and takes a while for each hash besides."""

    def __init__(self, kib_per_second: float, overhead: float = 0.0) -> None:
        self._speed, self._overhead = kib_per_second, overhead

    def __call__(self, cost: Cost) -> float:
        return self._overhead + cost.memory_kib * cost.rounds / self._speed


@pytest.mark.parametrize("speed", [100_000, 400_000, 1_000_000, 5_000_000, 20_000_000])
@pytest.mark.parametrize("overhead", [0.0, 0.02])
def test_a_hash_takes_about_the_wanted_time(speed: float, overhead: float) -> None:
    machine = Machine(speed, overhead)
    cost, seconds = largest_cost(0.25, _MOST, machine)
    assert seconds == machine(cost)
    assert LEAST.memory_kib <= cost.memory_kib <= _MOST
    assert cost.rounds >= LEAST.rounds
    if machine(LEAST) > 0.25:
        assert cost == LEAST
    else:
        assert 0.25 * 0.6 < seconds <= 0.25


def test_memory_comes_before_rounds() -> None:
    assert largest_cost(0.25, _MOST, Machine(400_000))[0].rounds == LEAST.rounds
    assert largest_cost(0.25, _MOST, Machine(5_000_000))[0].memory_kib == _MOST


def test_a_machine_that_slows_down_with_memory_gets_no_more_than_is_wanted() -> None:
    """As one whose cache is small."""
    cost, seconds = largest_cost(0.25, 1024 * 1024, lambda cost: (cost.memory_kib * cost.rounds / 2_000_000) ** 1.5)
    assert cost.memory_kib > LEAST.memory_kib
    assert seconds <= 0.25


def test_the_memory_of_a_small_machine_is_kept() -> None:
    assert largest_cost(0.25, LEAST.memory_kib, Machine(5_000_000))[0].memory_kib == LEAST.memory_kib
