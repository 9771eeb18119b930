"""Each setting of broker.conf that docs/operators/broker.md warns of: what it opens, and what closes it.

The interceptor has a test of its own (revocation/test_without_interceptor), so have proxies (authentication/services).
"""

import contextlib
from collections.abc import Iterator

import httpx
import pulsar
import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, TENANT_TYPE, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account, Estate
from tests.end_to_end.rights.test_rights import REFUSED
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.soak, pytest.mark.timeout(900)]
_DELETE_TENANT, _DELETE_NAMESPACE = 101, 201


@contextlib.contextmanager
def set_to(estate: Estate, **settings: str) -> Iterator[None]:
    """The broker with these settings; as it was afterwards."""
    whole = dict(estate.broker.settings)
    estate.broker.settings |= settings
    try:
        estate.broker.restart()
        estate.wait_for_broker()
        yield
    finally:
        estate.broker.settings = whole
        estate.broker.restart()
        estate.wait_for_broker()


def call(estate: Estate, method: str, path: str, token: str) -> int:
    """The status of one call of the admin API."""
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.request(method, f"{estate.broker.admin_url}/admin/v2/{path}", headers=headers, timeout=60).status_code


def holder(business: Business, suffix: str, kind: int, number: int, *authorities: int) -> Account:
    """A sub-account with these authorities on tenant or namespace."""
    account, _ = business.service(suffix)
    business.owner.grant(account.id, kind, number, *authorities)
    business.wait_until_enforced()
    return account


def has_warned(estate: Estate, setting: str) -> bool:
    """Whether the plugin said at the newest start how to close it."""
    return estate.broker.said_since_start(f"Set {setting}=")


def test_automatic_topics_need_the_setting(estate: Estate, business: Business) -> None:
    writer = holder(business, "writer", NAMESPACE_TYPE, business.namespace, WRITE_TOPIC)
    unheard = f"persistent://{business.name}/orders/unheard-of"
    topic = f"persistent/{business.name}/orders/unheard-of/stats"
    with pytest.raises((REFUSED, pulsar.TopicNotFound)):
        python.produce(business.url, python.by_token(writer.token), unheard)
    assert call(estate, "GET", topic, writer.token) == 404
    assert not has_warned(estate, "allowAutoTopicCreation")
    with set_to(estate, allowAutoTopicCreation="true"):
        python.produce(business.url, python.by_token(writer.token), unheard)
        assert call(estate, "GET", topic, writer.token) == 200
        assert has_warned(estate, "allowAutoTopicCreation")
    known = business.owner.get("/api/v1/topics", namespace_id=business.namespace)["items"]
    assert "unheard-of" not in [broker["name"] for broker in known]


def test_deleting_with_all_that_is_in_it(estate: Estate, business: Business) -> None:
    emptier = holder(business, "emptier", NAMESPACE_TYPE, business.namespace, _DELETE_NAMESPACE)
    ender = holder(business, "ender", TENANT_TYPE, business.tenant, _DELETE_TENANT)
    namespace, tenant = f"namespaces/{business.name}/orders", f"tenants/{business.name}"
    topic = f"persistent/{business.name}/orders/created"
    for path, account in ((topic, emptier), (topic, ender), (namespace, ender)):
        assert call(estate, "DELETE", path, account.token) in (401, 403)
    # Not without being empty, and not by force.
    for path, account in ((namespace, emptier), (tenant, ender)):
        for how in ("", "?force=true"):
            assert call(estate, "DELETE", path + how, account.token) in (405, 409, 412)
    with set_to(estate, forceDeleteNamespaceAllowed="true", forceDeleteTenantAllowed="true"):
        assert call(estate, "DELETE", f"{namespace}?force=true", emptier.token) == 204
        assert call(estate, "DELETE", f"{tenant}?force=true", ender.token) == 204
        assert has_warned(estate, "forceDeleteNamespaceAllowed")
        assert has_warned(estate, "forceDeleteTenantAllowed")


def test_topics_that_nobody_uses(estate: Estate, business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC, READ_TOPIC)
    python.produce(business.url, python.by_token(writer.token), business.topic)
    often = {f"brokerDeleteInactiveTopics{what}Seconds": "1" for what in ("Frequency", "MaxInactiveDuration")}
    stats = f"persistent/{business.name}/orders/created/stats"
    with set_to(estate, brokerDeleteInactiveTopicsEnabled="true", **often):
        assert has_warned(estate, "brokerDeleteInactiveTopicsEnabled")
        # A topic counts from when it was loaded.
        call(estate, "GET", stats, writer.token)
        # With it go the rights on it (tests/end_to_end/rights/test_deleted_places.py).
        wait_until("the topic to go", lambda: call(estate, "GET", stats, writer.token) != 200, seconds=60, pause=1)
        with pytest.raises(pulsar.PulsarException):
            python.produce(business.url, python.by_token(writer.token), business.topic)
    assert business.owner.get(f"/api/v1/topics/{business.topic_id}")["provisioning"]["state"] == "ready"


def test_anonymous_clients_get_the_rights_of_the_anonymous_role(estate: Estate, business: Business) -> None:
    guest, _ = business.service("guest", WRITE_TOPIC)
    with pytest.raises(pulsar.PulsarException):
        _produce_as_nobody(business, 3)
    with set_to(estate, anonymousUserRole=guest.username):
        _produce_as_nobody(business, 60)
        assert estate.broker.said_since_start(f"anonymousUserRole is {guest.username}")


def test_a_broker_with_authorization_off_or_by_another_provider(estate: Estate, business: Business) -> None:
    writer, _ = business.service("writer", WRITE_TOPIC)
    stranger, _ = business.service("stranger")
    native = "org.apache.pulsar.broker.authorization.PulsarAuthorizationProvider"
    with pytest.raises(REFUSED):
        python.produce(business.url, python.by_token(stranger.token), business.topic)
    whole, verdict = dict(estate.broker.settings), estate.verdict
    try:
        estate.broker.settings["authorizationEnabled"] = "false"
        estate.broker.restart()
        python.produce(business.url, python.by_token(stranger.token), business.topic)
        assert has_warned(estate, "authorizationEnabled")
        estate.broker.settings = {**whole, "authorizationProvider": native}
        estate.broker.restart()
        with pytest.raises(REFUSED):
            python.produce(business.url, python.by_token(writer.token), business.topic)
        assert has_warned(estate, "authorizationProvider")
    finally:
        estate.broker.settings, estate.verdict = whole, verdict
        estate.broker.restart()
        estate.wait_for_broker()


def _produce_as_nobody(business: Business, seconds: int) -> None:
    # The first one after a restart loads the topic, which takes its time.
    quiet = pulsar.FileLogger(pulsar.LoggerLevel.Error, "/dev/null")
    connected = pulsar.Client(business.url, operation_timeout_seconds=seconds, logger=quiet)
    try:
        connected.create_producer(business.topic, send_timeout_millis=1000 * seconds).send(b"hello")
    finally:
        connected.close()
