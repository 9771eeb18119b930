"""One day of one business on the broker of the other tests, judged once.

This folder comes first of all that share the broker: what others did in its name is in the audit, too.
"""

import pytest

from tests.end_to_end.audited.day import AuditedDay, spend
from tests.end_to_end.conftest import new_business
from tests.end_to_end.estate import Estate


@pytest.fixture(scope="session")
def day(estate: Estate, tmp_path_factory: pytest.TempPathFactory) -> AuditedDay:
    """What the clients did, and what the center shows of it."""
    return spend(new_business(estate), tmp_path_factory.mktemp("day"))
