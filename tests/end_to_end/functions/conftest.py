"""One broker with a functions worker, as the distribution configures it, for the tests of this directory."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.estate import Estate
from tests.end_to_end.functions.worker import all_callers, with_worker
from tests.end_to_end.matrix.matrix import Callers


@pytest.fixture(scope="package")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    """Center and broker, running, the broker enforcing."""
    with with_worker(tmp_path_factory.mktemp("functions")) as made:
        yield made


@pytest.fixture(scope="package")
def callers(worker: Estate) -> Callers:
    """All callers that the routes of a functions worker need."""
    return all_callers(worker)
