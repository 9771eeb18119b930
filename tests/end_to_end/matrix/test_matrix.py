"""Every route of the real broker's admin API, as every kind of caller: let through or refused as the rules say."""

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.end_to_end.conftest import NAMESPACE_TYPE, new_business
from tests.end_to_end.estate import Estate, with_packages
from tests.end_to_end.matrix.matrix import Callers, Matrix, Route, ask_all, broker_routes
from tests.end_to_end.matrix.versions import is_oldest, oldest
from tests.end_to_end.revocation.test_without_interceptor import interceptor_off

pytestmark = pytest.mark.broker
_PACKAGES = 211


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


@pytest.mark.soak
def test_the_name_of_a_package_leads_to_no_other_tenant(open_estate: Estate) -> None:
    """CVE-2026-105945: with the interceptor it is refused; without it the other tenant's package is read."""
    own, other = new_business(open_estate), new_business(open_estate)
    account, _ = own.service("packer")
    own.owner.grant(account.id, NAMESPACE_TYPE, own.namespace, _PACKAGES)
    victim, _ = other.service("packer")
    other.owner.grant(victim.id, NAMESPACE_TYPE, other.namespace, _PACKAGES)
    own.wait_until_enforced()
    other.wait_until_enforced()
    packages = f"{open_estate.broker.admin_url}/admin/v3/packages/function"
    about = json.dumps({"description": "x"}).encode()
    sent = {"metadata": ("metadata", about, "application/json"), "file": ("x", b"secret", "application/octet-stream")}
    theirs = {"Authorization": f"Bearer {victim.token}"}
    made = httpx.post(f"{packages}/{other.name}/orders/code/1", files=sent, headers=theirs, timeout=60)
    assert made.status_code == 204, made.text
    way_out = f"{packages}/{own.name}/orders/code/..%2F..%2F..%2F{other.name}%2Forders%2Fcode%2F1"
    ours = {"Authorization": f"Bearer {account.token}"}
    assert httpx.get(f"{packages}/{own.name}/orders/code", headers=ours, timeout=60).status_code != 403
    assert httpx.get(way_out, headers=ours, timeout=60).status_code == 403
    with interceptor_off(open_estate):
        assert httpx.get(way_out, headers=ours, timeout=60).content == b"secret"
