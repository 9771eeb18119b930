"""Nobody gets by any sequence of steps what nobody who held it gave them. The long run is `make soak`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.brokers.delegation_machine import Delegation


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
    Delegation.outcomes.clear()
    _run(sqlite_template, 25, 32, long=False)
    allowed = Delegation.outcomes["allowed, not by an administrator"]
    assert allowed > 40, f"hardly a step was possible, which proves nothing: {Delegation.outcomes}"


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_no_long_path_leads_to_more_than_was_given(sqlite_template: Path) -> None:
    """PUC_SOAK_PATHS tries fewer or more."""
    _run(sqlite_template, int(os.environ.get("PUC_SOAK_PATHS", "2000")), 80, long=True)
