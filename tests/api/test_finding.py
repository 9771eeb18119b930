"""The route of a request is found without trying all of them."""

import pytest
from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

from tests.center import Center
from tests.factories import an_administrator

pytestmark = pytest.mark.any_database

MOST = 40
"""Of some 270 routes; twice those of the biggest group."""


@pytest.fixture
def tried_routes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The route of every trial."""
    seen: list[str] = []
    matches = APIRoute.matches

    def match_and_note(route: APIRoute, scope: Scope) -> tuple[Match, Scope]:
        seen.append(route.path)
        return matches(route, scope)

    monkeypatch.setattr(APIRoute, "matches", match_and_note)
    return seen


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/health/live", 200),
        ("GET", "/api/v1/users/1", 200),
        ("GET", "/api/v1/users/1/rights?limit=1", 200),
        ("POST", "/api/v1/access/check", 422),
        ("GET", "/api/v1/audit/opt-outs", 200),
        ("GET", "/api/broker/v1/snapshot", 401),
        ("GET", "/.well-known/openid-configuration", 200),
        ("PUT", "/api/v1/users", 405),
    ],
)
def test_few_routes_are_tried(center: Center, tried_routes: list[str], method: str, path: str, status: int) -> None:
    client = center.with_token(center.make(an_administrator))
    assert client.request(method, path).status_code == status
    assert 0 < len(tried_routes) <= MOST
