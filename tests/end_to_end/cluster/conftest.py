"""One company with two brokers for all tests of this directory."""

import time
from collections.abc import Iterator

import pytest

from tests.end_to_end.center.process import QUICK_HASHES
from tests.end_to_end.cluster.company import Company


@pytest.fixture(scope="package")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    """Center, ZooKeeper, bookie and two brokers, running, both brokers enforcing."""
    made = Company(tmp_path_factory.mktemp("company"))
    made.center.settings |= QUICK_HASHES
    begin = time.monotonic()
    try:
        made.start()
        made.start_seconds = time.monotonic() - begin
        yield made
    finally:
        made.stop()


@pytest.fixture
def healthy(company: Company) -> Iterator[Company]:
    """The company with everything running, before and after the test, whatever the test did to it."""
    company.heal()
    yield company
    company.heal()
