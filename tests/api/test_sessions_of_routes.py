"""A route has a reading session or the transaction of a change, never both."""

from collections.abc import Iterator

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from app.api import router, transaction
from app.api.callers import SAFE
from app.api.routing import ChangingRoute

pytestmark = pytest.mark.any_database

ONLY_READ = {
    "begin_passkey",
    "check_access",
    "explain_access",
    "get_public_halves",
    "get_waiting_authorization",
    "get_waiting_sign_out",
    "plan_policy",
}
"""Routes of unsafe methods with a session that reads: what they are sent is too long or too secret for a path."""


def _routes() -> Iterator[APIRoute]:
    for module in (*router._BROKER, *router._CONSOLE, *router._PUBLIC):
        yield from (route for route in module.router.routes if isinstance(route, APIRoute))


def _calls(dependant: Dependant) -> Iterator[object]:
    for inner in dependant.dependencies:
        yield inner.call
        yield from _calls(inner)


ROUTES = {route.name: route for route in _routes()}


@pytest.mark.parametrize("name", ROUTES)
def test_a_route_reads_or_changes(name: str) -> None:
    route = ROUTES[name]
    assert route.methods is not None
    calls, safe = set(_calls(route.dependant)), route.methods <= set(SAFE)
    reads, changes = transaction.reading in calls, transaction.changing in calls
    assert not (reads and changes), "two sessions: what one writes, the other does not see"
    assert not (safe and changes)
    assert safe or not reads or name in ONLY_READ, "what it writes would be rolled back"


def test_routes_that_change_offer_trials() -> None:
    in_the_console = [route for module in router._CONSOLE for route in module.router.routes]
    without = [route for route in in_the_console if isinstance(route, APIRoute) and type(route) is not ChangingRoute]
    assert [route.name for route in without if transaction.changing in set(_calls(route.dependant))] == []
