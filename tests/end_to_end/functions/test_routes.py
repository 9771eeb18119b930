"""Every route of functions, sources, sinks and their worker, as every kind of caller, on a real worker."""

import pytest

from tests.end_to_end.estate import Estate
from tests.end_to_end.functions.worker import routes_of_worker
from tests.end_to_end.matrix.matrix import Callers, Matrix, ask_all

pytestmark = pytest.mark.broker
AT_ONCE = 3
"""The worker calls its own broker, whose eight threads all wait for each other when more calls come than it leaves."""


def test_one_route_of_each_kind(worker: Estate, callers: Callers) -> None:
    sample = {
        (route.need.name, route.method, route.path.split("/")[3]): route for route in reversed(routes_of_worker())
    }
    calls = ask_all(worker, Matrix(), callers, sample.values(), AT_ONCE)
    assert "\n".join(str(call) for call in calls if not call.right) == ""
    assert len(calls) > 60


@pytest.mark.soak
def test_every_route_as_every_caller(worker: Estate, callers: Callers) -> None:
    calls = ask_all(worker, Matrix(), callers, routes_of_worker(), AT_ONCE)
    assert "\n".join(str(call) for call in calls if not call.right) == ""
    assert len(calls) > 400
