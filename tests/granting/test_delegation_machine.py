"""Nobody gets by any sequence of steps what nobody who held it gave them. The long run is `make soak`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.granting.delegation.giving import LIMITS
from tests.granting.delegation.machine import Delegation
from tests.granting.delegation.model import AUTHORITIES
from tests.granting.delegation.world import NAMES

HOURS = (None, None, None, 1, 3, 5, 8, -2)
_AT_ONCE = 5
RIGHTS = ((4,), (2, 4), (3, 4), (2, 3, 4), (2,), (3,))


def _some(chance: Random) -> int:
    return chance.randrange(60)


def _give(center: Delegation, chance: Random) -> None:
    which = [chance.randrange(len(AUTHORITIES)) for _ in range(chance.randint(1, 3))]
    numbers = _some(chance), _some(chance), _some(chance)
    center.give(*numbers, which, chance.choice(HOURS), chance.choice(HOURS), chance.choice(LIMITS))


def _pass_on(center: Delegation, chance: Random) -> None:
    place = chance.randrange(4)
    center.pass_on(
        _some(chance), _some(chance), place, chance.choice(RIGHTS), chance.choice(HOURS), chance.choice(LIMITS)
    )


def _pass_further(center: Delegation, chance: Random) -> None:
    fewer, limits = chance.random() < 0.5, chance.choice(LIMITS)
    center.pass_further(_some(chance), chance.choice(NAMES), chance.choice(HOURS), fewer, limits)


def _change(center: Delegation, chance: Random) -> None:
    to = [chance.randrange(len(AUTHORITIES))] if chance.random() < 0.5 else None
    window = chance.choice(HOURS), chance.choice(HOURS)
    center.change(_some(chance), _some(chance), to, *window, chance.random() < 0.5, chance.choice(LIMITS))


def _extend(center: Delegation, chance: Random) -> None:
    center.extend_own(_some(chance), chance.choice(HOURS))


def _take_back(center: Delegation, chance: Random) -> None:
    center.try_to_take_back(_some(chance), _some(chance))


def _world(center: Delegation, chance: Random) -> None:
    flags = chance.random() < 0.5, chance.random() < 0.3
    center.world_changes(chance.randrange(17), _some(chance), _some(chance), *flags)


MOVES: list[Callable[[Delegation, Random], None]] = [
    *(_give, _pass_on, _pass_on, _pass_further, _pass_further, _change, _extend, _take_back, _world, _world, _world)
]


def _run(template: Path, examples: int, steps: int, *, long: bool) -> None:
    Delegation.template = template
    # Making a failure shorter takes minutes: that is for the long run.
    phases = tuple(Phase) if long else (Phase.generate,)
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=not long,
        phases=phases,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Delegation, settings=chosen)


def test_no_path_leads_to_more_than_was_given(sqlite_template: Path) -> None:
    """The same steps in every run, so that a failure is there for everybody."""
    _run(sqlite_template, 3, 25, long=False)


@pytest.mark.parametrize("first", [0, 8])
def test_no_random_walk_leads_to_more_than_was_given(sqlite_template: Path, first: int) -> None:
    """Hypothesis begins with small and similar paths; walks by lot reach further in the same time. A failure names the
    seed, and the same seed walks the same way. In two parts, so that two workers share them."""
    Delegation.template = sqlite_template
    Delegation.outcomes.clear()
    for seed in range(first, first + int(os.environ.get("PUC_WALKS", "4"))):
        walk(seed, 60)
    allowed = Delegation.outcomes["allowed, not by an administrator"]
    assert allowed > 10, f"hardly a step was possible, which proves nothing: {Delegation.outcomes}"
    assert Delegation.outcomes["limited"], f"nobody gave a limited grant: {Delegation.outcomes}"


def walk(seed: int, steps: int) -> None:
    """Raises AssertionError, with the seed and the number of steps, when something happened that may not."""
    chance, center = Random(seed), Delegation()
    try:
        center.begin()
        for _ in range(steps):
            chance.choice(MOVES)(center, chance)
            center.database_is_what_was_allowed()
            center.decision_gives_what_the_model_gives()
    except AssertionError as error:
        raise AssertionError(f"walk {seed}, step {center.steps}: {error}") from error
    finally:
        center.teardown()


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_no_long_path_leads_to_more_than_was_given(sqlite_template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Half of PUC_SOAK_MINUTES (60) by Hypothesis, which makes a failure short, half by lot, from PUC_SOAK_SEED on."""
    begin, minutes = time.monotonic(), float(os.environ.get("PUC_SOAK_MINUTES", "60"))
    first = int(os.environ.get("PUC_SOAK_SEED", str(int(time.time()))))
    by_hypothesis = by_lot = 0
    Delegation.outcomes.clear()
    while time.monotonic() - begin < 30 * minutes:
        _run(sqlite_template, _AT_ONCE, 80, long=True)
        by_hypothesis += _AT_ONCE
    while time.monotonic() - begin < 60 * minutes:
        walk(first + by_lot, 150)
        by_lot += 1
    with capsys.disabled():
        print(f"\n{by_hypothesis} paths of up to 80 steps, {by_lot} walks of 150 from seed {first}:")
        print(dict(Delegation.outcomes.most_common()))
    assert Delegation.outcomes["allowed, not by an administrator"] > by_lot
