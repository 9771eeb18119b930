"""Runs a check on drawn values: few and always the same in `make test-all`, very many and new ones in `make soak`."""

import time
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")
_MOST_SECONDS = 2
"""Of processor time: no value may cost more, however slow the machine is."""


def amounts(few: int, many: int) -> pytest.MarkDecorator:
    """The parameter `examples`."""
    long = pytest.param(many, marks=[pytest.mark.soak, pytest.mark.timeout(7_200)])
    return pytest.mark.parametrize("examples", [few, long])


def fuzz(examples: int, values: SearchStrategy[T], check: Callable[[T], None]) -> None:
    """Check so many values. A failure names the smallest one that was found."""

    @settings(
        max_examples=examples,
        derandomize=examples < 1_000,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(values)
    def each(value: T) -> None:
        # What else the process does at that moment, such as collecting garbage, is not there twice.
        assert _cost(check, value) < _MOST_SECONDS or _cost(check, value) < _MOST_SECONDS

    each()


def _cost(check: Callable[[T], None], value: T) -> float:
    begun = time.process_time()
    check(value)
    return time.process_time() - begun
