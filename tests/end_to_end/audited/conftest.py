"""One day of one business on the broker that other tests use too, judged once.

This folder runs first of those that share the broker, because the audit would also contain what later tests do.
"""

import pytest

from tests.end_to_end.audited.day import AuditedDay, spend
from tests.end_to_end.conftest import new_business
from tests.end_to_end.estate import Estate


@pytest.fixture(scope="session")
def day(estate: Estate, tmp_path_factory: pytest.TempPathFactory) -> AuditedDay:
    """The day: what the clients did, and what the center shows of it."""
    return spend(new_business(estate), tmp_path_factory.mktemp("day"))
