"""What `run.json` says of a run."""

from datetime import date

import pytest

from spark_audit.jobs.order import Period
from spark_audit.jobs.publication import known_until
from spark_audit.sources.history import Manifest

_MIDNIGHT = 1_796_083_200_000
"""2026-12-01 00:00 UTC."""


@pytest.mark.parametrize(("exported", "known"), [(-3_600_000, -3_600_000), (0, 0), (3_600_000, 0)])
def test_use_is_known_until_the_window_or_the_export_ends(exported: int, known: int) -> None:
    """A window that ends today goes on after the export: nobody has looked at what is used then."""
    window = Period(date(2026, 11, 1), date(2026, 11, 30))
    assert known_until(window, Manifest("5f0c", "e1", 50, _MIDNIGHT + exported)) == _MIDNIGHT + known
