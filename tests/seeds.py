"""Seeds of tests with random cases."""

from typing import Any

import pytest


def seeds(each_time: int, soak: int) -> list[Any]:
    """The first `each_time` seeds for `make test-all`, the others up to `soak` for `make soak`."""
    return [*range(each_time), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(each_time, soak))]
