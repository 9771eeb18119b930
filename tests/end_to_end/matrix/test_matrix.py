"""Every route of the real broker's admin API, as every kind of caller: let through or refused as the rules say."""

from collections.abc import Iterator

import pytest

from tests.end_to_end.estate import Estate, with_packages
from tests.end_to_end.matrix.matrix import Callers, Matrix, Route, ask_all, broker_routes
from tests.end_to_end.matrix.versions import is_oldest, oldest

pytestmark = pytest.mark.broker


@pytest.fixture(scope="module")
def open_estate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    """A broker with everything switched on that has routes of its own, but the functions worker."""
    made = Estate(tmp_path_factory.mktemp("matrix"))
    try:
        made.start(with_packages(made.directory))
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="module")
def callers(open_estate: Estate) -> Callers:
    """Everybody that the matrix needs, on that broker."""
    made = Callers(open_estate)
    made.prepare(route.need for route in Matrix().routes)
    return made


def test_no_route_of_the_broker_is_missing() -> None:
    routes = broker_routes()
    assert {str(route) for route in Matrix().routes} == {route for route in routes if not is_oldest(route)}
    assert len(oldest(routes)) > 200


def test_one_route_of_each_kind(estate: Estate) -> None:
    matrix = Matrix()
    # On the broker of the other tests: nothing that changes the cluster. Of each need and method, the first.
    routes = [route for route in reversed(matrix.routes) if _is_harmless(route)]
    sample = {(route.need.name, route.method): route for route in routes}
    callers = Callers(estate)
    callers.prepare(route.need for route in sample.values())
    calls = ask_all(estate, matrix, callers, sample.values())
    assert "\n".join(str(call) for call in calls if not call.right) == ""
    assert len(calls) > 120


@pytest.mark.soak
def test_every_route_as_every_caller(open_estate: Estate, callers: Callers) -> None:
    matrix = Matrix()
    calls = ask_all(open_estate, matrix, callers, [route for route in matrix.routes if not route.of_functions_worker])
    assert "\n".join(str(call) for call in calls if not call.right) == ""
    assert len(calls) > 1200


@pytest.mark.soak
def test_the_oldest_api_as_every_caller(open_estate: Estate, callers: Callers) -> None:
    routes = [route for route in oldest(broker_routes()) if not route.of_functions_worker]
    calls = ask_all(open_estate, Matrix(), callers, routes)
    assert "\n".join(str(call) for call in calls if not call.right) == ""
    assert len(calls) > 250


def _is_harmless(route: Route) -> bool:
    changes_cluster = route.need.name == "super user" and route.method != "GET"
    return not (route.unsent or route.of_functions_worker or "/packages/" in route.path or changes_cluster)
