"""Administrators of tenants by pulsar-admin are the center's grants; a center that hangs blocks nobody."""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.end_to_end.clients.java import PulsarAdmin
from tests.end_to_end.conftest import Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.provisioning.rest import Rest, grants_held_by, tenant

pytestmark = pytest.mark.broker


def test_administrators_named_by_a_tenant_get_a_grant(
    business: Business, pulsar_admin: Callable[[Account], PulsarAdmin]
) -> None:
    name = f"{business.name}-owner"
    admin = pulsar_admin(Account(business.owner_id, name, business.owner.token(business.owner_id, "pulsar-admin")))
    second = f"{business.name}-second"
    user_id, session = business.estate.person(second)
    clusters = ("--allowed-clusters", "standalone")
    status, said = admin("tenants", "update", business.name, "--admin-roles", second, *clusters)
    assert status == 0, said
    assert grants_held_by(business, second) == [("104", name)]
    business.wait_until_enforced()
    # The owner's right came with the tenant, and is no part of the list.
    assert Rest(business, session.token(user_id))("GET", f"/tenants/{business.name}").json() == tenant(second)
    assert admin("tenants", "update", business.name, *clusters)[0] == 0
    assert grants_held_by(business, second) == [("104", name)]
    grants = business.estate.admin.get("/api/v1/grants", user_id=user_id)["items"]
    business.owner.delete(f"/api/v1/grants/{grants[0]['id']}")
    business.wait_until_enforced()
    assert admin("tenants", "update", business.name, *clusters)[0] == 0
    assert grants_held_by(business, second) == []


def test_an_administrator_is_made_in_the_callers_name_or_not_at_all(
    business: Business, owner: Rest, partner: tuple[str, Rest]
) -> None:
    first, two = business.service("one")[0].username, business.service("two")[0].username
    _, other = partner
    path = f"/tenants/{business.name}"
    refusals = {
        (other, path, (first,)): (403, "you may not change the tenant"),
        (owner, path, (first, "nobody-at-all")): (404, "knows no user nobody-at-all"),
        (owner, f"{path}-unknown", (first,)): (403, "you may not change the tenant"),
        (owner, f"/tenants/%{ord(business.name[0]):x}{business.name[1:]}", (first,)): (409, "stand in the path"),
    }
    for (rest, where, names), (status, sentence) in refusals.items():
        answer = rest("POST", where, tenant(*names))
        assert (answer.status_code, sentence in answer.text) == (status, True), answer.text
    stranger = Rest(business, owner.token + "x")
    assert stranger("POST", path, tenant(first)).status_code == 401
    assert owner("PUT", path, tenant(first)).status_code == 409, "it is there already"
    assert other("PUT", path, tenant(first)).status_code == 403
    assert (grants_held_by(business, first), grants_held_by(business, two)) == ([], [])
    # The broker shows its interceptors no body that calls itself a file, and reads it as JSON.
    disguised = {
        "Content-Type": 'application/json; x="application/octet-stream"',
        "Authorization": f"Bearer {owner.token}",
    }
    url = f"{business.estate.broker.admin_url}/admin/v2{path}"
    assert httpx.post(url, json=tenant(first), headers=disguised, timeout=30).status_code in (401, 403)
    encoded = url.replace("/admin/", "/%61dmin/")
    assert (
        httpx.post(
            encoded, json=tenant(first), headers={**disguised, "Content-Type": "application/json"}, timeout=60
        ).status_code
        >= 400
    )
    assert owner("GET", path).json()["adminRoles"] == []
    answer = owner("POST", path, tenant(first, two))
    assert answer.status_code == 204, answer.text
    assert [grants_held_by(business, name) for name in (first, two)] == [[("104", f"{business.name}-owner")]] * 2


def test_a_super_user_makes_administrators_through_the_center_too(estate: Estate, business: Business) -> None:
    """Pulsar asks a super user nothing; the center still does."""
    root = Rest(business, (estate.directory / "broker.jwt").read_text().strip())
    role = business.service("one")[0].username
    path = f"/tenants/{business.name}"
    assert "is there already" in root("PUT", path, tenant(role)).text
    unknown = root("PUT", f"{path}-by-hand", tenant("nobody-at-all"))
    assert (unknown.status_code, "knows no user nobody-at-all" in unknown.text) == (404, True), unknown.text
    assert root("GET", f"{path}-by-hand").status_code == 404
    assert root("POST", f"{path}-by-hand", tenant(role)).status_code == 404
    owner = f"{business.name}-owner"
    assert root("PUT", f"{path}-by-hand", tenant(owner)).status_code == 204
    assert root("GET", f"{path}-by-hand").json() == tenant(owner)
    assert root("POST", f"{path}-by-hand", tenant()).status_code == 204
    assert root("GET", f"{path}-by-hand").json() == tenant()
    assert root("POST", path, tenant(role)).status_code in (204, 403)


@pytest.fixture
def hung_center(estate: Estate) -> Iterator[None]:
    """The center takes connections and answers nothing."""
    process = estate.center.process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)
        httpx.get(f"{estate.center.url}/health/ready", timeout=40).raise_for_status()


def test_a_center_that_hangs_blocks_nobody(
    business: Business, owner: Rest, hung_center: None, record_measurement: Callable[[str], None]
) -> None:
    began = time.monotonic()
    with ThreadPoolExecutor(8) as pool:
        # As many as the broker has threads for HTTP.
        grants = [pool.submit(owner, "POST", f"{owner.namespace}/nobody{number}", ["produce"]) for number in range(7)]
        grants.append(pool.submit(owner, "POST", f"/tenants/{business.name}", tenant("nobody8")))
        reads = [owner("GET", f"/namespaces/{business.name}/orders/messageTTL")]
        still_waiting = sum(not grant.done() for grant in grants)
        reads += [owner("GET", f"/namespaces/{business.name}/orders/messageTTL") for _ in range(19)]
        read_in = time.monotonic() - began
        answers = [grant.result() for grant in grants]
    assert all(read.is_success for read in reads)
    assert still_waiting > 0
    assert {answer.status_code for answer in answers} == {503}
    assert all("user center" in answer.text for answer in answers)
    record_measurement(
        f"center hung: 20 other calls in {read_in:.2f} s, 8 grants refused in {time.monotonic() - began:.1f} s"
    )
