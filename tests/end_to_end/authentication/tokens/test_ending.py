"""What the center takes back ends at once, also where providers share a method and the broker wraps our state."""

import base64
from collections.abc import Callable

import httpx
import pytest

from tests.end_to_end.authentication.center_key import CenterKey
from tests.end_to_end.center.api import PASSWORD
from tests.end_to_end.clients import python
from tests.end_to_end.clients.python import Producing, by_supplier
from tests.end_to_end.conftest import TOPIC_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Estate
from tests.end_to_end.revocation.test_revocation import stopped_after
from tests.end_to_end.waiting import wait_until

pytestmark = pytest.mark.broker


def bearer(token: str) -> dict[str, str]:
    """HTTP headers of a client with a token."""
    return {"Authorization": f"Bearer {token}"}


def basic(username: str, password: str) -> dict[str, str]:
    """HTTP headers of a client with a password."""
    return {"Authorization": "Basic " + base64.b64encode(f"{username}:{password}".encode()).decode()}


def status(estate: Estate, business: Business, headers: dict[str, str]) -> int:
    """What the admin REST API answers to a question that any right in the namespace may ask."""
    url = f"{estate.broker.admin_url}/admin/v2/persistent/{business.name}/orders"
    return httpx.get(url, headers=headers, timeout=15).status_code


def test_a_revoked_token_ends_open_connections_and_calls(
    estate: Estate, business: Business, record_measurement: Callable[[str], None]
) -> None:
    account, _ = business.service("lost", WRITE_TOPIC)
    assert status(estate, business, bearer(account.token)) == 200
    tokens = business.owner.get(f"/api/v1/users/{account.id}/tokens")["items"]
    path = f"/api/v1/users/{account.id}/tokens/{tokens[0]['id']}"
    with Producing(business.url, python.by_token(account.token), business.topic) as producing:
        late = stopped_after(producing, lambda: business.owner.delete(path))
    record_measurement(f"token revoked, providers chained: last message {late:.1f} ms after the answer")
    assert status(estate, business, bearer(account.token)) == 401
    assert status(estate, business, bearer(business.owner.token(account.id, "new"))) == 200


def test_a_disabled_user_may_not_even_refresh(estate: Estate, business: Business, center_key: CenterKey) -> None:
    account, _ = business.service("off", WRITE_TOPIC)
    supplier = center_key.supplier(account.username, 60)
    with Producing(business.url, by_supplier(supplier), business.topic) as producing:
        stopped_after(producing, lambda: business.owner.patch(f"/api/v1/users/{account.id}", status="disabled"))
    assert status(estate, business, bearer(center_key.token(account.username))) == 401


def test_a_changed_password_ends_connections_and_is_forgotten(
    estate: Estate, business: Business, record_measurement: Callable[[str], None]
) -> None:
    _, person = estate.person(f"{business.name}-person")
    name = f"{business.name}-person"
    user_id = int(person.get("/api/v1/session")["user"]["id"])
    business.owner.grant(user_id, TOPIC_TYPE, business.topic_id, WRITE_TOPIC)
    business.wait_until_enforced()
    assert status(estate, business, basic(name, PASSWORD)) == 200
    new = "another walk on the other side"
    with Producing(business.url, python.by_password(name, PASSWORD), business.topic) as producing:
        change = {"current": PASSWORD, "new": new}
        late = stopped_after(producing, lambda: person.call("PUT", "/api/v1/session/password", json=change))
    record_measurement(f"password changed: last message {late:.1f} ms after the answer")
    assert status(estate, business, basic(name, PASSWORD)) == 401
    # The old client's tries count against the user until the center's short delay is over.
    wait_until("the new one", lambda: status(estate, business, basic(name, new)) == 200, seconds=30, pause=0.5)
    python.produce(business.url, python.by_password(name, new), business.topic)


def test_method_usercenter_takes_tokens_and_passwords(estate: Estate, business: Business) -> None:
    account, _ = business.service("both", WRITE_TOPIC)
    client_id, secret = business.owner.client_secret(account.id)
    method = {"X-Pulsar-Auth-Method-Name": "usercenter"}
    assert status(estate, business, {**bearer(account.token), **method}) == 200
    assert status(estate, business, {**basic(client_id, secret), **method}) == 200
    assert status(estate, business, {**basic(client_id, "wrong"), **method}) == 401
    assert status(estate, business, method) == 401
    python.produce(business.url, python.by_method("usercenter", client_id, secret), business.topic)
    business.refuses_sign_in(python.by_method("usercenter", client_id, "wrong"))
    wait_until("the event", lambda: estate.event(cred=secret_id(estate, account.username)), seconds=10)


def secret_id(estate: Estate, username: str) -> str:
    """The credential named in this user's newest sign-in with a client secret."""
    return next(
        str(e["cred"])
        for e in reversed(estate.events())
        if e.get("user") == username and str(e["cred"]).startswith("secret")
    )
