"""Runs a check on drawn values: few and always the same in `make test-all`, very many and new ones in `make soak`.

A value that takes without end runs into the time limit of the test.
"""

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")


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
        check(value)

    each()
