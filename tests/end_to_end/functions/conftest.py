"""One broker with a functions worker, as the distribution configures it, for the tests of this directory."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.estate import Estate
from tests.end_to_end.functions.worker import with_worker
from tests.end_to_end.matrix.matrix import Callers, Matrix


@pytest.fixture(scope="package")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    """Center and broker, running, the broker enforcing."""
    with with_worker(tmp_path_factory.mktemp("functions")) as made:
        yield made


@pytest.fixture(scope="package")
def callers(worker: Estate) -> Callers:
    """All callers that the routes of a functions worker need."""
    made = Callers(worker)
    made.prepare(route.need for route in Matrix().routes if route.of_functions_worker)
    return made
