"""Every route of functions, sources, sinks and their worker, as every kind of caller, on a real worker."""

import pytest

from tests.end_to_end.estate import Estate
from tests.end_to_end.matrix import Asked, Callers, Matrix, Route, ask_all

pytestmark = pytest.mark.broker


def wrong(estate: Estate, routes: list[Route]) -> tuple[list[Asked], str]:
    """What was asked, and a line for each answer that is not the rules'."""
    matrix, callers = Matrix(), Callers(estate)
    callers.prepare(route.need for route in routes)
    asked = ask_all(estate, matrix, callers, routes)
    return asked, "\n".join(str(one) for one in asked if not one.right)


def routes_of_worker() -> list[Route]:
    """What only a functions worker answers."""
    return [route for route in Matrix().routes if route.of_functions_worker]


def test_one_route_of_each_kind(worker: Estate) -> None:
    sample = {
        (route.need.name, route.method, route.path.split("/")[3]): route for route in reversed(routes_of_worker())
    }
    asked, differing = wrong(worker, list(sample.values()))
    assert differing == ""
    assert len(asked) > 60


@pytest.mark.soak
def test_every_route_as_every_caller(worker: Estate) -> None:
    asked, differing = wrong(worker, routes_of_worker())
    assert differing == ""
    assert len(asked) > 400
