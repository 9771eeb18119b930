"""A functions worker of Pulsar 5, in a broker of its own: its routes, and functions with their maker's rights."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.estate import JAR, Estate
from tests.end_to_end.functions import test_routes
from tests.end_to_end.functions.test_whose_rights import reads_and_writes_as_its_maker
from tests.end_to_end.functions.worker import MAKERS_TOKEN, all_callers, routes_of_worker, with_worker
from tests.end_to_end.matrix.matrix import Callers, Matrix, ask_all
from tests.end_to_end.versions.broker import VersionBroker

pytestmark = pytest.mark.broker
_VERSION = "5.0.1"
_LISTS = ("/connectors", "/builtinsources", "/builtinsinks")


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    directory = tmp_path_factory.mktemp("functions")
    broker = VersionBroker(_VERSION, directory / "broker", {}, jar=JAR)
    with with_worker(directory, MAKERS_TOKEN, broker) as made:
        yield made


@pytest.fixture(scope="module")
def callers(worker: Estate) -> Callers:
    return all_callers(worker)


def test_every_route_as_every_caller(worker: Estate, callers: Callers) -> None:
    test_routes.test_every_route_as_every_caller(worker, callers)


def test_lists_of_connectors(worker: Estate, callers: Callers) -> None:
    """Those of sources and of sinks everybody reads, the whole one super users."""
    routes = [route for route in routes_of_worker() if route.path.endswith(_LISTS)]
    calls = ask_all(worker, Matrix(), callers, routes, test_routes.AT_ONCE)
    assert "\n".join(str(call) for call in calls if not call.right) == ""
    assert {(call.status, call.text[:1]) for call in calls if call.may} == {(200, "[")}


def test_functions_have_their_makers_rights(worker: Estate) -> None:
    reads_and_writes_as_its_maker(worker)
