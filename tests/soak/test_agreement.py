"""Python, Java and a slow reference answer random questions alike. The long run is `make soak`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.access.decision import Reason
from tests.soak.agreement import compare

EVERY_REASON = {reason.value for reason in Reason}


def test_some_thousand_random_questions() -> None:
    assert set(compare(seed=21_001, cases=6_000)) == EVERY_REASON


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_ten_million_random_questions() -> None:
    """PUC_SOAK_CASES: how many; PUC_SOAK_SEED: others; with PUC_SOAK_LEDGER a run goes on where it ended."""
    cases, seed = int(os.environ.get("PUC_SOAK_CASES", "10000000")), int(os.environ.get("PUC_SOAK_SEED", "1"))
    ledger = os.environ.get("PUC_SOAK_LEDGER")
    assert set(compare(seed, cases, Path(ledger) if ledger else None)) == EVERY_REASON
